/// The unit of an interface's time stamps.
struct TickLength: Hashable, Sendable {
    /// Either a power of ten or a power of two makes a second.
    private let exponent: UInt8
    private let isBinary: Bool

    static let microseconds = Self(option: 6)
    static let nanoseconds = Self(option: 9)

    /// From the option `if_tsresol`: the top bit says that the base is two, the rest is the exponent.
    init(option: UInt8) {
        exponent = option & 0x7f
        isBinary = option & 0x80 != 0
    }

    /// The time in nanoseconds, rounded down. Exponents that no clock has count as nanoseconds.
    func nanoseconds(_ ticks: UInt64) -> Int64 {
        if isBinary {
            guard exponent < 64 else { return Int64(clamping: ticks) }
            let perSecond = UInt64(1) << UInt64(exponent)
            let part = (ticks & (perSecond - 1)).multipliedFullWidth(by: 1_000_000_000)
            let (fraction, _) = perSecond.dividingFullWidth((part.high, part.low))
            return Int64(
                clamping: (ticks >> UInt64(exponent)).multipliedReportingOverflow(by: 1_000_000_000).partialValue)
                &+ Int64(clamping: fraction)
        }
        var ticks = ticks
        if exponent <= 9 {
            for _ in exponent..<9 { ticks = ticks &* 10 }
        } else {
            for _ in 9..<min(exponent, 28) { ticks /= 10 }
        }
        return Int64(truncatingIfNeeded: ticks)
    }
}
