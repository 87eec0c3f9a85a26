public import ProtobufWire

/// Request of `ListTasks`. Mirrors `maps.fleetengine.delivery.v1.ListTasksRequest`.
public struct ListTasksRequest: FleetMessage {
    public static let fullName = "maps.fleetengine.delivery.v1.ListTasksRequest"

    /// `header = 1`: who is calling.
    public var header: DeliveryRequestHeader?
    /// `parent = 3`, required: `providers/{provider}`.
    public var parent = ""
    /// `page_size = 4`: the most tasks per page; unset, the server decides.
    public var pageSize: Int32 = 0
    /// `page_token = 5`: `next_page_token` of the page before. All other fields must be the same as there.
    public var pageToken = ""
    /// `filter = 6`: a filter (AIP-160) on fields of the task: `delivery_vehicle_id = "dv1"`. Empty: all tasks.
    public var filter = ""
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&header)
            case 26: parent = try reader.string()
            case 32: pageSize = try reader.int32()
            case 42: pageToken = try reader.string()
            case 50: filter = try reader.string()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, header)
        writer.string(3, parent)
        writer.int32(4, pageSize)
        writer.string(5, pageToken)
        writer.string(6, filter)
        writer.unknown(unknownFields)
    }
}
