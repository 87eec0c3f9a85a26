public import ProtobufWire

/// The way from one stop to the next, with that stop. The first one begins at the vehicle. Mirrors
/// `maps.fleetengine.delivery.v1.VehicleJourneySegment`.
public struct VehicleJourneySegment: FleetMessage {
    public static let fullName = "maps.fleetengine.delivery.v1.VehicleJourneySegment"

    /// `stop = 1`: the stop at the end. Within `JourneySharingInfo` parts of it can be absent.
    public var stop: VehicleStop?
    /// `driving_distance_meters = 2`, output only: metres of driving from the stop before. Can be absent within
    /// `JourneySharingInfo`.
    public var drivingDistanceMeters: Int32?
    /// `driving_duration = 3`, output only: driving time from the stop before; in the first segment of a task, from
    /// where the driver is now.
    public var drivingDuration: ProtobufDuration?
    /// `path = 5`, output only: the path from the stop before. Can be absent within `JourneySharingInfo`.
    public var path: [LatLng] = []
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&stop)
            case 18: try reader.wrapped(18, &drivingDistanceMeters, unknown: &unknownFields)
            case 26: try reader.message(&drivingDuration)
            case 42: try reader.messages(42, &path)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, stop)
        writer.wrapped(2, drivingDistanceMeters, unknown: unknownFields)
        writer.message(3, drivingDuration)
        writer.messages(5, path)
        writer.unknown(unknownFields)
    }
}
