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

    /// A time from its text in RFC 3339: `2026-01-01T08:00:00Z`, with up to 9 digits of a second, and with an offset such as
    /// `+01:00` for `Z`. `nil` for other texts, and for times outside of the years 1 to 9999. Letters are upper-case, and there
    /// are no leap seconds, as in JSON.
    public init?(rfc3339 text: String) {
        guard let (seconds, nanos) = JSONTime.timestamp(text) else { return nil }
        self.init(seconds: seconds, nanos: nanos)
    }

    /// The time in RFC 3339 and UTC, with 0, 3, 6 or 9 digits of a second, as JSON has it: `2026-01-01T08:00:00.250Z`. `nil` if
    /// the time is not valid.
    public var rfc3339: String? {
        var text: [UInt8] = []
        return JSONTime.append(timestamp: seconds, Int(nanos), to: &text) ? String(decoding: text, as: UTF8.self) : nil
    }

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
