public import ProtobufWire

/// Request of `BatchCreateTasks`. Mirrors `maps.fleetengine.delivery.v1.BatchCreateTasksRequest`.
public struct BatchCreateTasksRequest: FleetMessage {
    public static let fullName = "maps.fleetengine.delivery.v1.BatchCreateTasksRequest"

    /// `header = 1`: who is calling. Headers in ``requests`` must be absent or equal to it.
    public var header: DeliveryRequestHeader?
    /// `parent = 3`, required: `providers/{provider}`. Parents in ``requests`` must be empty or equal to it.
    public var parent = ""
    /// `requests = 4`, required: the tasks to create, at most 500.
    public var requests: [CreateTaskRequest] = []
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&header)
            case 26: parent = try reader.string()
            case 34: try reader.messages(34, &requests)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, header)
        writer.string(3, parent)
        writer.messages(4, requests)
        writer.unknown(unknownFields)
    }
}
