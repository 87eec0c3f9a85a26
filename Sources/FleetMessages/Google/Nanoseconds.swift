/// A time or a span as whole seconds and nanoseconds of any sign, added without overflow.
struct Nanoseconds {
    /// Clamped to what `Int64` holds.
    private let seconds: Int64
    private let nanos: Int64

    init(_ seconds: Int64, _ nanos: some BinaryInteger) {
        (self.seconds, self.nanos) = (seconds, Int64(nanos))
    }

    static func + (a: Self, b: Self) -> Self {
        let (seconds, overflow) = a.seconds.addingReportingOverflow(b.seconds)
        return Self(overflow ? (a.seconds < 0 ? .min : .max) : seconds, a.nanos + b.nanos)
    }

    static func - (a: Self, b: Self) -> Self {
        let (seconds, overflow) = a.seconds.subtractingReportingOverflow(b.seconds)
        return Self(overflow ? (a.seconds < 0 ? .min : .max) : seconds, a.nanos - b.nanos)
    }

    /// The time, whose nanoseconds from 0 to 999 999 999 count forward.
    var timestamp: Timestamp {
        let carry = (nanos >= 0 ? nanos : nanos - 999_999_999) / 1_000_000_000
        let (sum, overflow) = seconds.addingReportingOverflow(carry)
        return Timestamp(
            seconds: overflow ? (carry < 0 ? .min : .max) : sum, nanos: Int32(nanos - carry * 1_000_000_000))
    }

    /// The span, whose nanoseconds have the sign of the seconds.
    var duration: ProtobufDuration {
        let time = timestamp
        guard time.seconds < 0, time.nanos > 0 else {
            return ProtobufDuration(seconds: time.seconds, nanos: time.nanos)
        }
        return ProtobufDuration(seconds: time.seconds + 1, nanos: time.nanos - 1_000_000_000)
    }
}
