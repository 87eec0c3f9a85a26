public import ProtobufWire

/// Says when a retry makes sense. Mirrors `google.rpc.RetryInfo`.
public struct RetryInfo: FleetMessage {
    public static let fullName = "google.rpc.RetryInfo"

    /// `retry_delay = 1`: the least time to wait; let it grow if the retry fails too.
    public var retryDelay: ProtobufDuration?
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&retryDelay)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, retryDelay)
        writer.unknown(unknownFields)
    }
}
