public import ProtobufWire

/// A point in time, without a time zone. Mirrors `google.protobuf.Timestamp`.
public struct Timestamp: FleetMessage {
    public static let fullName = "google.protobuf.Timestamp"

    /// `seconds = 1`: since 1970-01-01T00:00:00Z without leap seconds; valid from -62 135 596 800 (the year 1) to
    /// 253 402 300 799 (the end of the year 9999).
    public var seconds: Int64 = 0
    /// `nanos = 2`: nanoseconds to add, 0 to 999 999 999. They count forward before 1970 too.
    public var nanos: Int32 = 0
    public var unknownFields = UnknownFields()

    @inline(__always)
    public init() {}

    /// A time from its two fields, which are neither checked nor changed.
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

    /// A vehicle's location has up to five times, so both varints are matched at once where that is possible.
    @inline(__always)
    public static func usual(_ reader: inout Reader) -> Self? {
        guard let (seconds, nanos) = reader.usualVarints() else { return nil }
        return Self(seconds: seconds, nanos: nanos)
    }
}
