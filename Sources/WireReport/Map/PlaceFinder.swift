internal import FleetMessages
internal import ProtobufSchema
internal import ProtobufWire

/// Finds the vehicles, trips, tasks and locations in a message of any type, on any level.
struct SightFinder {
    private enum Kind: String {
        case vehicle = "maps.fleetengine.v1.Vehicle"
        case trip = "maps.fleetengine.v1.Trip"
        case location = "maps.fleetengine.v1.VehicleLocation"
        case deliveryVehicle = "maps.fleetengine.delivery.v1.DeliveryVehicle"
        case task = "maps.fleetengine.delivery.v1.Task"
        case trackingInfo = "maps.fleetengine.delivery.v1.TaskTrackingInfo"
    }

    /// What is in a message. What cannot be read is passed over. Linear.
    ///
    /// - Parameter name: Whom the request is about, for a message that does not say it itself.
    static func sightings(in bytes: [UInt8], as type: MessageDescriptor, name: String?) -> [Sighting] {
        if let kind = Kind(rawValue: type.fullName) { return [sighting(kind, bytes[...], name)].compactMap { $0 } }
        var visitor = Visitor()
        WireWalker().walk(bytes, as: type, visitor: &visitor)
        let own = visitor.name.map { String(decoding: bytes[$0], as: UTF8.self) }
        return visitor.found.compactMap { sighting($0.kind, bytes[$0.range], own ?? name) }
    }

    private static func sighting(_ kind: Kind, _ bytes: ArraySlice<UInt8>, _ name: String?) -> Sighting? {
        switch kind {
        case .vehicle: (try? Vehicle(decoding: bytes.span)).map { Sighting($0, name: name) }
        case .trip: (try? Trip(decoding: bytes.span)).map { Sighting($0, name: name) }
        case .location: (try? VehicleLocation(decoding: bytes.span)).map { Sighting($0, name: name) }
        case .deliveryVehicle: (try? DeliveryVehicle(decoding: bytes.span)).map { Sighting($0, name: name) }
        case .task: (try? DeliveryTask(decoding: bytes.span)).map { Sighting($0, name: name) }
        case .trackingInfo: (try? TaskTrackingInfo(decoding: bytes.span)).map { Sighting($0, name: name) }
        }
    }

    private struct Visitor: WireVisitor {
        var found: [(kind: Kind, range: Range<Int>)] = []
        /// The field `name` of the message itself.
        var name: Range<Int>?

        mutating func enter(_ field: WireField) -> Bool {
            guard let type = field.message, found.count < ReportLimits.sights else { return false }
            guard let kind = Kind(rawValue: type.fullName) else { return true }
            if field.isComplete { found.append((kind, field.value)) }
            return false
        }

        mutating func field(_ field: WireField) {
            if field.depth == 0, field.content == .string, field.descriptor?.name == "name" { name = field.value }
        }

        mutating func leave(_ field: WireField) {}
        mutating func damage(_ damage: WireDamage) {}
    }
}
