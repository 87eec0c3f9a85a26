internal import FleetErrors
internal import WireCapture

/// Nanoseconds since 1970 as people and scripts read them, in UTC.
struct CallTime {
    private let nanoseconds: Int64?

    init(_ nanoseconds: Int64?) { self.nanoseconds = nanoseconds }

    /// `2025-08-31T19:50:42.123456Z`, with 0, 3, 6 or 9 decimals; `nil` for times that are not known.
    var text: String? {
        guard let nanoseconds else { return nil }
        let fraction = ((nanoseconds % 1_000_000_000) + 1_000_000_000) % 1_000_000_000
        let seconds = UTCTime.text((nanoseconds - fraction) / 1_000_000_000).dropLast()
        var digits = String(String(1_000_000_000 + fraction).dropFirst())
        while digits.hasSuffix("000") { digits.removeLast(3) }
        return digits.isEmpty ? "\(seconds)Z" : "\(seconds).\(digits)Z"
    }

    /// The time of day with milliseconds.
    var clock: String {
        var text: [UInt8] = []
        text.append(clock: nanoseconds)
        return String(decoding: text, as: UTF8.self)
    }
}
