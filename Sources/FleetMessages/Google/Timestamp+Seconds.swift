internal import ProtobufSchema

extension Timestamp {
    /// A time from nanoseconds since 1970-01-01T00:00:00Z, which reach from the year 1677 to 2262.
    public init(nanosecondsSince1970 nanoseconds: Int64) {
        let (seconds, nanos) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        self.init(seconds: nanos < 0 ? seconds - 1 : seconds, nanos: Int32(nanos < 0 ? nanos + 1_000_000_000 : nanos))
    }

    /// A time from seconds since 1970-01-01T00:00:00Z, rounded to nanoseconds; those of today come within half a
    /// microsecond. `nil` for what is no time of the years 1 to 9999.
    public init?(secondsSince1970 time: Double) {
        guard let seconds = Int64(exactly: time.rounded(.down)) else { return nil }
        let nanos = Int32(((time - Double(seconds)) * 1e9).rounded())
        self.init(seconds: nanos == 1_000_000_000 ? seconds + 1 : seconds, nanos: nanos == 1_000_000_000 ? 0 : nanos)
        guard isValid else { return nil }
    }

    /// Seconds since 1970-01-01T00:00:00Z, as near as a `Double` comes: for today, half a microsecond.
    public var secondsSince1970: Double { Double(seconds) + Double(nanos) / 1e9 }

    /// Both fields are in their ranges. Only such times have a form in JSON.
    public var isValid: Bool { JSONTime.isTimestamp(seconds, Int(nanos)) }

    /// Whether this valid time comes before another one, to the nanosecond.
    public func isBefore(_ other: Timestamp) -> Bool { (seconds, nanos) < (other.seconds, other.nanos) }
}
