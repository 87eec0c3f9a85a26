internal import JSONText

extension ProtobufDuration {
    /// A span from nanoseconds, up to 292 years.
    public init(nanoseconds: Int64) {
        let (seconds, nanos) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        self.init(seconds: seconds, nanos: Int32(nanos))
    }

    /// A span from seconds, rounded to nanoseconds. `nil` for what is no number, and for more than 315 576 000 000 whole seconds.
    public init?(inSeconds span: Double) {
        guard let seconds = Int64(exactly: span.rounded(.towardZero)) else { return nil }
        self = Nanoseconds(seconds, Int64(((span - Double(seconds)) * 1e9).rounded())).duration
        guard isValid else { return nil }
    }

    /// The span in seconds, as near as a `Double` comes.
    public var inSeconds: Double { Double(seconds) + Double(nanos) / 1e9 }

    /// Both fields are in their ranges and have one sign. Only such spans have a form in JSON.
    public var isValid: Bool { JSONTime.isDuration(seconds, Int(nanos)) }
}

extension ProtobufDuration: Comparable {
    /// Whether a valid span is shorter than another one, to the nanosecond; negative ones are shorter than 0. Unknown fields
    /// do not count.
    public static func < (a: ProtobufDuration, b: ProtobufDuration) -> Bool {
        (a.seconds, a.nanos) < (b.seconds, b.nanos)
    }

    /// Both spans together. Sums beyond what `seconds` can hold become the longest span, in their direction.
    public static func + (a: ProtobufDuration, b: ProtobufDuration) -> ProtobufDuration {
        (Nanoseconds(a.seconds, a.nanos) + Nanoseconds(b.seconds, b.nanos)).duration
    }

    /// By how much `a` is longer than `b`.
    public static func - (a: ProtobufDuration, b: ProtobufDuration) -> ProtobufDuration {
        (Nanoseconds(a.seconds, a.nanos) - Nanoseconds(b.seconds, b.nanos)).duration
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension ProtobufDuration {
    /// Swift's duration, cut to nanoseconds.
    public init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.init(seconds: seconds, nanos: Int32(attoseconds / 1_000_000_000))
    }

    /// The span as Swift's duration, exactly.
    public var duration: Duration { .seconds(seconds) + .nanoseconds(nanos) }
}
