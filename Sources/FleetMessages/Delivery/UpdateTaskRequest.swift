public import ProtobufWire

/// Request of `UpdateTask`. The task's name stands in `task`. Mirrors `maps.fleetengine.delivery.v1.UpdateTaskRequest`.
public struct UpdateTaskRequest: FleetMessage {
    public static let fullName = "maps.fleetengine.delivery.v1.UpdateTaskRequest"

    /// `header = 1`: who is calling.
    public var header: DeliveryRequestHeader?
    /// `task = 3`, required: the new values, and in `name` which task they are for. A task that a vehicle has is closed
    /// by taking its stop off the vehicle, not here.
    public var task: DeliveryTask?
    /// `update_mask = 4`, required: what to change: at least one path into `Task`, for example `task_outcome`.
    public var updateMask: FieldMask?
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&header)
            case 26: try reader.message(&task)
            case 34: try reader.message(&updateMask)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, header)
        writer.message(3, task)
        writer.message(4, updateMask)
        writer.unknown(unknownFields)
    }
}
