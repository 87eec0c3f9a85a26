public import ProtobufWire

/// Request of `CreateTrip`. Mirrors `maps.fleetengine.v1.CreateTripRequest`.
public struct CreateTripRequest: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.CreateTripRequest"

    /// `header = 1`: who is calling.
    public var header: RequestHeader?
    /// `parent = 3`, required: `providers/{provider}`, the provider being the Google Cloud project id.
    public var parent = ""
    /// `trip = 4`, required: the trip. It needs ``Trip/tripType`` and ``Trip/pickupPoint``. Of the others only
    /// ``Trip/numberOfPassengers``, ``Trip/vehicleID``, ``Trip/dropoffPoint``, ``Trip/intermediateDestinations`` and
    /// ``Trip/vehicleWaypoints`` are used.
    public var trip: Trip?
    /// `trip_id = 5`, required: the id of the new trip: unique, at most 64 characters, none of `/ : ? , #`.
    public var tripID = ""
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&header)
            case 26: parent = try reader.string()
            case 34: try reader.message(&trip)
            case 42: tripID = try reader.string()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, header)
        writer.string(3, parent)
        writer.message(4, trip)
        writer.string(5, tripID)
        writer.unknown(unknownFields)
    }
}
