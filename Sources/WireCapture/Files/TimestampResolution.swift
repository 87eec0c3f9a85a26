/// The unit of an interface's time stamps in a pcapng file.
struct TimestampResolution: Sendable {
    private let ticksPerSecond: UInt64

    static let microseconds = Self(option: 6)
    static let nanoseconds = Self(option: 9)

    /// - Parameter option: The value of the option `if_tsresol`: the top bit says that the base is two and not ten, the
    ///   rest is the negative exponent. Exponents that no clock has count as nanoseconds.
    init(option: UInt8) {
        let exponent = Int(option & 0x7f)
        if option & 0x80 != 0, exponent < 64 {
            ticksPerSecond = 1 << UInt64(exponent)
        } else {
            ticksPerSecond = (0..<(exponent < 20 ? exponent : 9)).reduce(1) { power, _ in power * 10 }
        }
    }

    /// A time stamp in nanoseconds, rounded down.
    func nanoseconds(_ ticks: UInt64) -> Int64 {
        // As in nearly all files, where no number has to be divided by an unknown one.
        if ticksPerSecond == 1_000_000 { return Int64(truncatingIfNeeded: ticks &* 1000) }
        if ticksPerSecond == 1_000_000_000 { return Int64(truncatingIfNeeded: ticks) }
        let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: ticksPerSecond)
        let (fraction, _) = ticksPerSecond.dividingFullWidth(rest.multipliedFullWidth(by: 1_000_000_000))
        return Int64(truncatingIfNeeded: seconds &* 1_000_000_000 &+ fraction)
    }
}
