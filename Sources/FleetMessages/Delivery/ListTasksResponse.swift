public import ProtobufWire

/// Response of `ListTasks`. Mirrors `maps.fleetengine.delivery.v1.ListTasksResponse`.
public struct ListTasksResponse: FleetMessage {
    public static let fullName = "maps.fleetengine.delivery.v1.ListTasksResponse"

    /// `tasks = 1`: the tasks of this page.
    public var tasks: [DeliveryTask] = []
    /// `next_page_token = 2`: send it as `page_token` for the next page. Empty on the last one.
    public var nextPageToken = ""
    /// `total_size = 3`: how many tasks match, on all pages together.
    public var totalSize: Int64 = 0
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.messages(10, &tasks)
            case 18: nextPageToken = try reader.string()
            case 24: totalSize = try reader.int64()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.messages(1, tasks)
        writer.string(2, nextPageToken)
        writer.int64(3, totalSize)
        writer.unknown(unknownFields)
    }
}
