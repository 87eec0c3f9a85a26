public import ProtobufWire

/// Request of `CreateTask`. Mirrors `maps.fleetengine.delivery.v1.CreateTaskRequest`.
public struct CreateTaskRequest: FleetMessage {
    public static let fullName = "maps.fleetengine.delivery.v1.CreateTaskRequest"

    /// `header = 1`: who is calling.
    public var header: DeliveryRequestHeader?
    /// `parent = 3`, required: `providers/{provider}`, the provider being the Google Cloud project id.
    public var parent = ""
    /// `task = 4`, required: the task. It needs `type`, `state` (`OPEN`), `task_duration` and, by type, `tracking_id`
    /// and `planned_location`. `target_time_window`, `task_tracking_view_config` and `attributes` are optional.
    public var task: DeliveryTask?
    /// `task_id = 5`, required: the id of the new task: unique, not the tracking id, at most 64 characters, none of
    /// `/ : ? , #`.
    public var taskID = ""
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&header)
            case 26: parent = try reader.string()
            case 34: try reader.message(&task)
            case 42: taskID = try reader.string()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, header)
        writer.string(3, parent)
        writer.message(4, task)
        writer.string(5, taskID)
        writer.unknown(unknownFields)
    }
}
