public import ProtobufWire

/// A span of time. Mirrors `google.protobuf.Duration`; the name leaves Swift's own `Duration` alone.
public struct ProtobufDuration: FleetMessage {
    public static let fullName = "google.protobuf.Duration"

    /// `seconds = 1`: valid from -315 576 000 000 to 315 576 000 000, about 10 000 years.
    public var seconds: Int64 = 0
    /// `nanos = 2`: nanoseconds to add, -999 999 999 to 999 999 999, with the sign of the seconds unless those are 0.
    public var nanos: Int32 = 0
    public var unknownFields = UnknownFields()

    @inline(__always)
    public init() {}

    /// A span from its two fields, which are neither checked nor changed.
    @inline(__always)
    public init(seconds: Int64, nanos: Int32 = 0) {
        self.seconds = seconds
        self.nanos = nanos
    }

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 8: seconds = try reader.int64()
            case 16: nanos = try reader.int32()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    @inline(__always)
    public func encode(_ writer: inout Writer) {
        writer.int64(1, seconds)
        writer.int32(2, nanos)
        writer.unknown(unknownFields)
    }

    /// Each leg of a trip has a duration or two, so both varints are matched at once where that is possible.
    @inline(__always)
    public static func usual(_ reader: inout Reader) -> Self? {
        guard let (seconds, nanos) = reader.usualVarints() else { return nil }
        return Self(seconds: seconds, nanos: nanos)
    }
}
