import FleetMessages
import FleetProtos
import ProtobufSchema
import ProtobufWire

/// The result of one walk over a message: where fields lie, its locations, times and coordinates, and missing fields.
///
/// Linear in the message; what is kept is limited.
struct MessageScan {
    /// A field in the bytes.
    struct Place {
        let path: String
        /// The offset of the field's tag.
        let offset: Int
        let value: Range<Int>

        func evidence(_ text: String) -> Finding.Evidence { Finding.Evidence(path: path, offset: offset, text) }
    }

    /// The most places of each kind that are kept. Routes and lists have thousands; what is wrong shows in the first ones.
    static let limit = 4096
    /// The most fields that are kept by their path. Requests have hundreds of fields, long lists apart.
    static let placeLimit = 16_384
    /// The most elements of one list that are kept by their path.
    static let elementLimit = 1000
    /// Fields that are set are kept down to this many levels below the resource.
    static let pathDepth = 6

    /// The fields at the top, one level below, and in locations, attributes and tasks, by path; of lists the first elements.
    fileprivate(set) var places: [String: Place] = [:]
    /// The paths of the update's mask, and where they stand.
    fileprivate(set) var mask: [(text: String, place: Place)] = []
    /// The fields of the resource that are set, in the order of the bytes, without those that follow another of theirs.
    fileprivate(set) var bodyFields: [Place] = []
    /// Paths within the resource that are set, as a mask names them.
    fileprivate(set) var setPaths: Set<String> = []
    /// Vehicle locations of both services.
    fileprivate(set) var locations: [Place] = []
    /// Fields that hold a bare id, at any depth.
    fileprivate(set) var ids: [Place] = []
    /// Attributes of vehicles, trips and tasks.
    fileprivate(set) var attributes: [Place] = []
    /// Coordinates that no place on earth has, or that stand for no place.
    fileprivate(set) var badCoordinates: [(place: Place, value: LatLng)] = []
    /// Times that are outside of every plausible range.
    fileprivate(set) var badTimes: [(place: Place, value: Timestamp)] = []
    /// The REQUIRED fields that are not there, and the offsets of the messages that lack them.
    fileprivate(set) var missing: [(path: String, offset: Int)] = []
    /// The first damage in the bytes.
    fileprivate(set) var damage: WireDamage?

    /// - Parameters:
    ///   - body: The field of a request that holds the resource.
    ///   - isUpdate: The resource of an update need not have its REQUIRED fields: the mask decides.
    init(_ bytes: [UInt8], as type: MessageDescriptor, body: String? = nil, isUpdate: Bool = false) {
        var scanner = FieldScanner(bytes: bytes, body: body, isUpdate: isUpdate, levels: [.init(message: type)])
        WireWalker().walk(bytes, as: type, visitor: &scanner)
        scanner.check(scanner.levels[0])
        self = scanner.scan
        // A field that seems to be missing may stand behind the damage.
        if damage != nil { missing = [] }
    }

    fileprivate init() {}

    func evidence(_ path: String, _ text: String, of call: CallReference? = nil) -> Finding.Evidence {
        Finding.Evidence(of: call, path: path, offset: places[path]?.offset, text)
    }
}

private struct FieldScanner: WireVisitor {
    struct Level {
        let message: MessageDescriptor
        /// The path from the top, with indices.
        var path = ""
        /// The path from the resource, without indices; `nil` outside of the resource.
        var bodyPath: String?
        var offset = 0
        var checksRequired = true
        /// The fields inside are kept by their path, on whatever level.
        var isDetailed = false
        var seen: Set<Int> = []
    }

    var scan = MessageScan()
    let bytes: [UInt8]
    let body: String?
    let isUpdate: Bool
    /// The messages that are open, the whole one first.
    var levels: [Level]

    mutating func enter(_ field: WireField) -> Bool {
        let place = note(field)
        guard let message = field.message else { return false }
        var isDetailed = false
        switch message.fullName {
        case LatLng.fullName:
            if let value = try? LatLng(decoding: bytes[field.value]), value.isSuspect {
                scan.badCoordinates.addWithinLimit((place, value))
            }
            return false
        case Timestamp.fullName:
            if let value = try? Timestamp(decoding: bytes[field.value]), !value.isPlausible {
                scan.badTimes.addWithinLimit((place, value))
            }
            return false
        case VehicleLocation.fullName, DeliveryVehicleLocation.fullName:
            scan.locations.addWithinLimit(place)
            isDetailed = true
        case VehicleAttribute.fullName, DeliveryVehicleAttribute.fullName, TripAttribute.fullName,
            TaskAttribute.fullName:
            scan.attributes.addWithinLimit(place)
            isDetailed = true
        case DeliveryTask.fullName: isDetailed = true
        default: break
        }
        let isBody = levels.count == 1 && field.descriptor?.name == body
        let parent = levels[levels.count - 1]
        let inner = parent.bodyPath.flatMap { outer in field.descriptor.map { outer.appending(component: $0.name) } }
        levels.append(
            Level(
                message: message, path: place.path, bodyPath: isBody ? "" : inner, offset: place.offset,
                checksRequired: !(isBody && isUpdate), isDetailed: isDetailed))
        return true
    }

    mutating func leave(_ field: WireField) { check(levels.removeLast()) }

    mutating func field(_ field: WireField) { _ = note(field) }

    mutating func damage(_ damage: WireDamage) { scan.damage = scan.damage ?? damage }

    /// Keeps where a field lies, and what it says about masks, ids and the resource.
    private mutating func note(_ field: WireField) -> MessageScan.Place {
        let top = levels.count - 1
        levels[top].seen.insert(field.number)
        let name = field.descriptor?.name ?? String(field.number)
        let text = field.index.map { "\(name)[\($0)]" } ?? name
        let path = levels[top].path.appending(component: text)
        let place = MessageScan.Place(path: path, offset: field.tag.lowerBound, value: field.value)
        let isKept = top < 2 || levels[top].isDetailed
        if isKept, field.index ?? 0 < MessageScan.elementLimit, scan.places.count < MessageScan.placeLimit {
            scan.places[path] = place
        }
        if field.descriptor?.kind == .string, ResourceNameRule.isID(name) { scan.ids.addWithinLimit(place) }
        if top == 1, levels[top].path == "update_mask", name == "paths" {
            scan.mask.addWithinLimit((String(decoding: bytes[field.value], as: UTF8.self), place))
        }
        if let outer = levels[top].bodyPath, let descriptor = field.descriptor, top <= MessageScan.pathDepth,
            scan.setPaths.count < MessageScan.limit
        {
            let isNew = scan.setPaths.insert(outer.appending(component: descriptor.name)).inserted
            if outer.isEmpty, isNew { scan.bodyFields.append(place) }
        }
        return place
    }

    /// The REQUIRED fields of the messages of Fleet Engine, by the name of the message, that are missing when they are not there.
    /// A number without presence is not sent while it is zero, so that its absence says zero: that is wrong only where zero is
    /// out of range.
    private static let requiredFields = Dictionary(
        grouping: FleetSchema.shared.messages.flatMap(\.fields).filter { field in
            let isSearchNumber =
                field.parent.fullName == SearchVehiclesRequest.fullName && SearchRule.numbers.contains(field.name)
            return field.behavior.contains(.required) && (field.isSentWhenSet || isSearchNumber)
        }, by: \.parent.fullName)

    mutating func check(_ level: Level) {
        guard level.checksRequired else { return }
        for field in Self.requiredFields[level.message.fullName, default: []] where !level.seen.contains(field.number) {
            scan.missing.addWithinLimit((level.path.appending(component: field.name), level.offset))
        }
    }
}

extension Array {
    /// Adds an element unless there are ``MessageScan/limit`` already.
    fileprivate mutating func addWithinLimit(_ element: @autoclosure () -> Element) {
        if count < MessageScan.limit { append(element()) }
    }
}

extension Timestamp {
    /// Between 2010, before which Fleet Engine was not, and 2100; nanoseconds below one second.
    var isPlausible: Bool {
        (1_262_304_000...4_102_444_800).contains(seconds) && isValid
    }
}
