public import ProtobufWire

/// Where a server failed, for its developers. Not meant for users. Mirrors `google.rpc.DebugInfo`.
public struct DebugInfo: FleetMessage {
    public static let fullName = "google.rpc.DebugInfo"

    /// `stack_entries = 1`: the call stack, one frame per entry.
    public var stackEntries: [String] = []
    /// `detail = 2`: whatever else the server tells.
    public var detail = ""
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.strings(10, &stackEntries)
            case 18: detail = try reader.string()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.strings(1, stackEntries)
        writer.string(2, detail)
        writer.unknown(unknownFields)
    }
}
