public import ProtobufWire

/// Request of `UpdateVehicle`, which the driver's app sends every few seconds. Mirrors
/// `maps.fleetengine.v1.UpdateVehicleRequest`.
public struct UpdateVehicleRequest: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.UpdateVehicleRequest"

    /// `header = 1`: who is calling.
    public var header: RequestHeader?
    /// `name = 3`, required: `providers/{provider}/vehicles/{vehicle}`.
    public var name = ""
    /// `vehicle = 4`, required: the new values. Fields that ``updateMask`` does not name are not looked at.
    public var vehicle: Vehicle?
    /// `update_mask = 5`, required: what to change: at least one path into ``Vehicle``, for example `last_location`.
    public var updateMask: FieldMask?
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&header)
            case 26: name = try reader.string()
            case 34: try reader.message(&vehicle)
            case 42: try reader.message(&updateMask)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, header)
        writer.string(3, name)
        writer.message(4, vehicle)
        writer.message(5, updateMask)
        writer.unknown(unknownFields)
    }
}
