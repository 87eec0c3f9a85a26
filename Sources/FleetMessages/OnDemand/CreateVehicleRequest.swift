public import ProtobufWire

/// Request of `CreateVehicle`. Mirrors `maps.fleetengine.v1.CreateVehicleRequest`.
public struct CreateVehicleRequest: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.CreateVehicleRequest"

    /// `header = 1`: who is calling.
    public var header: RequestHeader?
    /// `parent = 3`, required: `providers/{provider}`, the provider being the Google Cloud project id.
    public var parent = ""
    /// `vehicle_id = 4`, required: the id of the new vehicle: unique, at most 64 characters, none of `/ : ? , #`.
    public var vehicleID = ""
    /// `vehicle = 5`, required: the vehicle. It needs ``Vehicle/vehicleState``, ``Vehicle/supportedTripTypes``,
    /// ``Vehicle/maximumCapacity`` and ``Vehicle/vehicleType``; routes and waypoints are ignored.
    public var vehicle: Vehicle?
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&header)
            case 26: parent = try reader.string()
            case 34: vehicleID = try reader.string()
            case 42: try reader.message(&vehicle)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, header)
        writer.string(3, parent)
        writer.string(4, vehicleID)
        writer.message(5, vehicle)
        writer.unknown(unknownFields)
    }
}
