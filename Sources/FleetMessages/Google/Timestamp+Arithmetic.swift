internal import JSONText

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
        self = Nanoseconds(seconds, Int64(((time - Double(seconds)) * 1e9).rounded())).timestamp
        guard isValid else { return nil }
    }

    /// Seconds since 1970-01-01T00:00:00Z, as near as a `Double` comes: for today, half a microsecond.
    public var secondsSince1970: Double { Double(seconds) + Double(nanos) / 1e9 }

    /// Both fields are in their ranges. Only such times have a form in JSON.
    public var isValid: Bool { JSONTime.isTimestamp(seconds, Int(nanos)) }
}

extension Timestamp: Comparable {
    /// Whether a valid time comes before another one, to the nanosecond. Unknown fields do not count.
    public static func < (a: Timestamp, b: Timestamp) -> Bool { (a.seconds, a.nanos) < (b.seconds, b.nanos) }

    /// The time a span later. Times beyond what `seconds` can hold become the last or the first one.
    public static func + (time: Timestamp, span: ProtobufDuration) -> Timestamp {
        (Nanoseconds(time.seconds, time.nanos) + Nanoseconds(span.seconds, span.nanos)).timestamp
    }

    /// The time a span earlier. Times beyond what `seconds` can hold become the last or the first one.
    public static func - (time: Timestamp, span: ProtobufDuration) -> Timestamp {
        (Nanoseconds(time.seconds, time.nanos) - Nanoseconds(span.seconds, span.nanos)).timestamp
    }

    /// The span from `b` to `a`: negative if `a` comes first.
    public static func - (a: Timestamp, b: Timestamp) -> ProtobufDuration {
        (Nanoseconds(a.seconds, a.nanos) - Nanoseconds(b.seconds, b.nanos)).duration
    }
}
