public import ProtobufWire

/// Response of `BatchCreateTasks`. Mirrors `maps.fleetengine.delivery.v1.BatchCreateTasksResponse`.
public struct BatchCreateTasksResponse: FleetMessage {
    public static let fullName = "maps.fleetengine.delivery.v1.BatchCreateTasksResponse"

    /// `tasks = 1`: the tasks as created.
    public var tasks: [DeliveryTask] = []
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.messages(10, &tasks)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.messages(1, tasks)
        writer.unknown(unknownFields)
    }
}
