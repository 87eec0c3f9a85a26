public import ProtobufWire

/// The cause of an error in a form that programs can rely on. Mirrors `google.rpc.ErrorInfo`.
public struct ErrorInfo: FleetMessage {
    public static let fullName = "google.rpc.ErrorInfo"

    /// `reason = 1`: a constant such as `SERVICE_DISABLED`: upper case, at most 63 characters, unique within
    /// ``domain``.
    public var reason = ""
    /// `domain = 2`: who defines ``reason``, mostly a service name such as `fleetengine.googleapis.com`.
    public var domain = ""
    /// `metadata = 3`: facts about this occurrence, for example the limit that was exceeded.
    public var metadata = ProtobufMap<String, String>()
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: reason = try reader.string()
            case 18: domain = try reader.string()
            case 26: try reader.map(26, &metadata, key: .string, value: .string, unknown: &unknownFields)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.string(1, reason)
        writer.string(2, domain)
        writer.map(3, metadata, key: .string, value: .string)
        writer.unknown(unknownFields)
    }
}
