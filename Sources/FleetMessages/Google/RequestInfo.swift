public import ProtobufWire

/// What to quote when reporting a problem with a call. Mirrors `google.rpc.RequestInfo`.
public struct RequestInfo: FleetMessage {
    public static let fullName = "google.rpc.RequestInfo"

    /// `request_id = 1`: an id that only the service can read, for its logs.
    public var requestID = ""
    /// `serving_data = 2`: data about how the call was served, for example an encoded stack trace.
    public var servingData = ""
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: requestID = try reader.string()
            case 18: servingData = try reader.string()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.string(1, requestID)
        writer.string(2, servingData)
        writer.unknown(unknownFields)
    }
}
