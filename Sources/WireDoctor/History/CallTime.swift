internal import ProtobufSchema
internal import WireCapture

/// Nanoseconds since 1970 as people and scripts read them, in UTC.
struct CallTime {
    private let nanoseconds: Int64?

    init(_ nanoseconds: Int64?) { self.nanoseconds = nanoseconds }

    /// `2025-08-31T19:50:42.123456Z`, with 0, 3, 6 or 9 decimals; `nil` for times that are not known.
    var text: String? {
        guard let nanoseconds else { return nil }
        var (seconds, fraction) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        if fraction < 0 {
            seconds -= 1
            fraction += 1_000_000_000
        }
        var text: [UInt8] = []
        // The years 1677 to 2262, all of which have a text.
        _ = JSONTime.append(timestamp: seconds, Int(fraction), to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// The time of day with milliseconds.
    var clock: String {
        var text: [UInt8] = []
        text.append(clock: nanoseconds)
        return String(decoding: text, as: UTF8.self)
    }
}
