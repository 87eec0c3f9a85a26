public import ProtobufWire

/// Request of `UpdateVehicleLocation`. Deprecated: removed from the public API in 2024, still sent by older apps; new
/// ones use ``UpdateVehicleRequest``. Mirrors `maps.fleetengine.v1.UpdateVehicleLocationRequest`.
public struct UpdateVehicleLocationRequest: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.UpdateVehicleLocationRequest"

    /// `header = 1`: who is calling.
    public var header: RequestHeader?
    /// `name = 3`, required: `providers/{provider}/vehicles/{vehicle}`.
    public var name = ""
    /// `current_location = 4`, required: where the vehicle is. It needs ``VehicleLocation/location`` and
    /// ``VehicleLocation/updateTime``.
    public var currentLocation: VehicleLocation?
    /// `current_state = 5`: the new state; `UNKNOWN_VEHICLE_STATE` leaves it as it is.
    public var currentState = VehicleState()
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&header)
            case 26: name = try reader.string()
            case 34: try reader.message(&currentLocation)
            case 40: currentState = try reader.enumeration()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, header)
        writer.string(3, name)
        writer.message(4, currentLocation)
        writer.enumeration(5, currentState)
        writer.unknown(unknownFields)
    }
}
