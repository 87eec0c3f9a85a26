import FleetErrors
import GRPCWire
import ProtobufSchema

/// The kinds of resources that calls are about.
public enum CallSubject: String, CaseIterable, Sendable {
    /// Vehicles of on-demand trips and delivery vehicles.
    case vehicle
    /// Trips, also as billable trips.
    case trip
    /// Tasks, also by their tracking IDs.
    case task

    init(_ resource: FleetMethod.Resource) {
        switch resource {
        case .vehicle, .deliveryVehicle: self = .vehicle
        case .trip, .billableTrip: self = .trip
        case .task, .trackingInfo: self = .task
        }
    }

    /// The kind of resource whose id a field with this name holds: `vehicle_id`, `delivery_vehicle_id`, `current_trips`.
    init?(fieldName name: String) {
        switch name {
        case "vehicle_id", "delivery_vehicle_id": self = .vehicle
        case "trip_id", "current_trips": self = .trip
        case "task_id", "tracking_id": self = .task
        default: return nil
        }
    }
}

/// Searches messages and headers for resources of one kind.
struct SubjectSearch {
    let subject: CallSubject
    /// Ids or whole resource names.
    private let wanted: Set<String>
    /// The ids, including those in the names: a field that holds an id does not tell the provider.
    private let ids: Set<String>

    init(subject: CallSubject, wanted: Set<String>) {
        (self.subject, self.wanted) = (subject, wanted)
        ids = wanted.union(wanted.compactMap { ResourceName($0)?.id })
    }

    /// Whether a message names one of the resources: by a resource name in any field, or by an id in a field for ids.
    ///
    /// Linear; a damaged message is read as far as possible.
    func matches(_ message: [UInt8], as type: MessageDescriptor?) -> Bool {
        var visitor = Visitor(search: self, bytes: message)
        WireWalker(guessesMessages: true).walk(message, as: type, visitor: &visitor)
        return visitor.isFound
    }

    /// Whether a routing header names one of the resources: `name=providers%2Fp%2Ftrips%2Ft&provider_id=p`.
    func matches(routing header: String) -> Bool {
        header.split(separator: "&").contains { parameter in
            guard let sign = parameter.firstIndex(of: "=") else { return false }
            return matches(resource: PercentCoding.decode(parameter[parameter.index(after: sign)...].utf8))
        }
    }

    private func matches(resource name: String) -> Bool {
        guard let parsed = ResourceName(name), let id = parsed.id, let resource = parsed.resource,
            CallSubject(resource) == subject
        else { return false }
        return wanted.contains(id) || wanted.contains(name)
    }

    private struct Visitor: WireVisitor {
        /// The beginning of resource names.
        private static let start = Array("providers/".utf8)

        let search: SubjectSearch
        let bytes: [UInt8]
        var isFound = false

        mutating func enter(_ field: WireField) -> Bool { !isFound }
        mutating func damage(_ damage: WireDamage) {}

        mutating func field(_ field: WireField) {
            guard !isFound, field.content == .string || field.content == .bytes,
                (1...ResourceName.lengthLimit).contains(field.value.count)
            else { return }
            let value = bytes[field.value]
            if value.starts(with: Self.start) {
                isFound = search.matches(resource: String(decoding: value, as: UTF8.self))
            } else if let name = field.descriptor?.name, CallSubject(fieldName: name) == search.subject {
                isFound = search.ids.contains(String(decoding: value, as: UTF8.self))
            }
        }
    }
}
