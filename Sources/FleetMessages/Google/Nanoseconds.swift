/// A time or a span as whole seconds and nanoseconds of any sign, added without overflow.
struct Nanoseconds {
    /// Clamped to what `Int64` holds.
    private var seconds: Int64
    private var nanos: Int64

    init(_ seconds: Int64, _ nanos: Int32) {
        (self.seconds, self.nanos) = (seconds, Int64(nanos))
    }

    static func + (a: Self, b: Self) -> Self {
        var sum = a
        let (seconds, overflow) = a.seconds.addingReportingOverflow(b.seconds)
        sum.seconds = overflow ? (a.seconds < 0 ? .min : .max) : seconds
        sum.nanos += b.nanos
        return sum
    }

    static func - (a: Self, b: Self) -> Self {
        var difference = a
        let (seconds, overflow) = a.seconds.subtractingReportingOverflow(b.seconds)
        difference.seconds = overflow ? (a.seconds < 0 ? .min : .max) : seconds
        difference.nanos -= b.nanos
        return difference
    }

    /// Nanoseconds from 0 to 999 999 999 that count forward, as in a timestamp.
    var flooredParts: (seconds: Int64, nanos: Int32) {
        let carry = (nanos >= 0 ? nanos : nanos - 999_999_999) / 1_000_000_000
        let (sum, overflow) = seconds.addingReportingOverflow(carry)
        return (overflow ? (carry < 0 ? .min : .max) : sum, Int32(nanos - carry * 1_000_000_000))
    }

    /// Nanoseconds with the sign of the seconds, as in a duration.
    var truncatedParts: (seconds: Int64, nanos: Int32) {
        let (seconds, nanos) = flooredParts
        return seconds < 0 && nanos > 0 ? (seconds + 1, nanos - 1_000_000_000) : (seconds, nanos)
    }
}
