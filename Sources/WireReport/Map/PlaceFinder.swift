internal import FleetMessages
internal import ProtobufSchema
internal import ProtobufWire

/// Finds the vehicles, trips, tasks and locations in a message of any type, on any level.
struct PlaceFinder {
    private typealias Reading = @Sendable (_ bytes: ArraySlice<UInt8>, _ name: String?) throws -> MessagePlaces

    /// How the places of a message are read, by the full name of its type.
    private static let readings: [String: Reading] = [
        Vehicle.fullName: { try MessagePlaces(Vehicle(decoding: $0), name: $1) },
        Trip.fullName: { try MessagePlaces(Trip(decoding: $0), name: $1) },
        VehicleLocation.fullName: { try MessagePlaces(VehicleLocation(decoding: $0), name: $1) },
        DeliveryVehicle.fullName: { try MessagePlaces(DeliveryVehicle(decoding: $0), name: $1) },
        DeliveryTask.fullName: { try MessagePlaces(DeliveryTask(decoding: $0), name: $1) },
        TaskTrackingInfo.fullName: { try MessagePlaces(TaskTrackingInfo(decoding: $0), name: $1) },
    ]

    /// The places in a message. What cannot be read is passed over. Linear.
    ///
    /// - Parameter name: The resource that the request is about, for a message that does not name it itself.
    static func places(in bytes: [UInt8], as type: MessageDescriptor, name: String?) -> [MessagePlaces] {
        if let reading = readings[type.fullName] { return [try? reading(bytes[...], name)].compactMap { $0 } }
        var visitor = Visitor()
        WireWalker().walk(bytes, as: type, visitor: &visitor)
        let own = visitor.name.map { String(decoding: bytes[$0], as: UTF8.self) }
        return visitor.found.compactMap { try? $0.reading(bytes[$0.range], own ?? name) }
    }

    private struct Visitor: WireVisitor {
        var found: [(reading: Reading, range: Range<Int>)] = []
        /// The field `name` of the message itself.
        var name: Range<Int>?

        mutating func enter(_ field: WireField) -> Bool {
            guard let type = field.message, found.count < ReportLimits.placeMessages else { return false }
            guard let reading = readings[type.fullName] else { return true }
            if field.isComplete { found.append((reading, field.value)) }
            return false
        }

        mutating func field(_ field: WireField) {
            if field.depth == 0, field.content == .string, field.descriptor?.name == "name" { name = field.value }
        }

        mutating func damage(_ damage: WireDamage) {}
    }
}
