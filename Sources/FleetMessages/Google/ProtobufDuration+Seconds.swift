internal import ProtobufSchema

extension ProtobufDuration {
    /// A span from nanoseconds, up to 292 years.
    public init(nanoseconds: Int64) {
        let (seconds, nanos) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        self.init(seconds: seconds, nanos: Int32(nanos))
    }

    /// A span from seconds, rounded to nanoseconds. `nil` for what is no number, and for more than 315 576 000 000.
    public init?(inSeconds span: Double) {
        guard let seconds = Int64(exactly: span.rounded(.towardZero)) else { return nil }
        let nanos = Int32(((span - Double(seconds)) * 1e9).rounded())
        let isWhole = nanos.magnitude == 1_000_000_000
        self.init(seconds: isWhole ? seconds + Int64(nanos.signum()) : seconds, nanos: isWhole ? 0 : nanos)
        guard isValid else { return nil }
    }

    /// The span in seconds, as near as a `Double` comes.
    public var inSeconds: Double { Double(seconds) + Double(nanos) / 1e9 }

    /// Both fields are in their ranges and have one sign. Only such spans have a form in JSON.
    public var isValid: Bool { JSONTime.isDuration(seconds, Int(nanos)) }

    /// Whether this valid span is shorter than another one, to the nanosecond; negative ones are shorter than 0.
    public func isShorter(than other: ProtobufDuration) -> Bool { (seconds, nanos) < (other.seconds, other.nanos) }
}
