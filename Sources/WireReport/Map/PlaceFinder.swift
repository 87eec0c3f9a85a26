internal import FleetMessages
internal import ProtobufSchema
internal import ProtobufWire

/// Finds the vehicles, trips, tasks and locations in a message of any type, on any level.
struct PlaceFinder {
    private enum Kind: String {
        case vehicle = "maps.fleetengine.v1.Vehicle"
        case trip = "maps.fleetengine.v1.Trip"
        case location = "maps.fleetengine.v1.VehicleLocation"
        case deliveryVehicle = "maps.fleetengine.delivery.v1.DeliveryVehicle"
        case task = "maps.fleetengine.delivery.v1.Task"
        case trackingInfo = "maps.fleetengine.delivery.v1.TaskTrackingInfo"
    }

    /// The places in a message. What cannot be read is passed over. Linear.
    ///
    /// - Parameter name: The resource that the request is about, for a message that does not name it itself.
    static func places(in bytes: [UInt8], as type: MessageDescriptor, name: String?) -> [MessagePlaces] {
        if let kind = Kind(rawValue: type.fullName) {
            return [places(kind, in: bytes[...], name: name)].compactMap { $0 }
        }
        var visitor = Visitor()
        WireWalker().walk(bytes, as: type, visitor: &visitor)
        let own = visitor.name.map { String(decoding: bytes[$0], as: UTF8.self) }
        return visitor.found.compactMap { places($0.kind, in: bytes[$0.range], name: own ?? name) }
    }

    private static func places(_ kind: Kind, in bytes: ArraySlice<UInt8>, name: String?) -> MessagePlaces? {
        switch kind {
        case .vehicle: (try? Vehicle(decoding: bytes)).map { MessagePlaces($0, name: name) }
        case .trip: (try? Trip(decoding: bytes)).map { MessagePlaces($0, name: name) }
        case .location: (try? VehicleLocation(decoding: bytes)).map { MessagePlaces($0, name: name) }
        case .deliveryVehicle: (try? DeliveryVehicle(decoding: bytes)).map { MessagePlaces($0, name: name) }
        case .task: (try? DeliveryTask(decoding: bytes)).map { MessagePlaces($0, name: name) }
        case .trackingInfo: (try? TaskTrackingInfo(decoding: bytes)).map { MessagePlaces($0, name: name) }
        }
    }

    private struct Visitor: WireVisitor {
        var found: [(kind: Kind, range: Range<Int>)] = []
        /// The field `name` of the message itself.
        var name: Range<Int>?

        mutating func enter(_ field: WireField) -> Bool {
            guard let type = field.message, found.count < ReportLimits.placeMessages else { return false }
            guard let kind = Kind(rawValue: type.fullName) else { return true }
            if field.isComplete { found.append((kind, field.value)) }
            return false
        }

        mutating func field(_ field: WireField) {
            if field.depth == 0, field.content == .string, field.descriptor?.name == "name" { name = field.value }
        }

        mutating func damage(_ damage: WireDamage) {}
    }
}
