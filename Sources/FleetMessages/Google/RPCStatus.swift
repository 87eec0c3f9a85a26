public import ProtobufWire

/// Why a call failed: the content of the `grpc-status-details-bin` trailer. Mirrors `google.rpc.Status`.
public struct RPCStatus: FleetMessage {
    public static let fullName = "google.rpc.Status"

    /// `code = 1`: a number of `google.rpc.Code`, which is the status code of gRPC. Should be the same as the `grpc-status` trailer.
    public var code: Int32 = 0
    /// `message = 2`: for developers, in English.
    public var message = ""
    /// `details = 3`: messages that programs can read, such as ``ErrorInfo`` and ``BadRequest``.
    public var details: [AnyMessage] = []
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 8: code = try reader.int32()
            case 18: message = try reader.string()
            case 26: try reader.messages(26, &details)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.int32(1, code)
        writer.string(2, message)
        writer.messages(3, details)
        writer.unknown(unknownFields)
    }
}
