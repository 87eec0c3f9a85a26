internal import ByteText
internal import JSONText

/// A moment as text, in UTC.
package struct ClockTime {
    private let nanoseconds: Int64?

    /// - Parameter nanoseconds: Time since 1970; `nil` when the time is not known.
    package init(_ nanoseconds: Int64?) { self.nanoseconds = nanoseconds }

    /// `2025-08-31T19:50:42.123456Z` with 0, 3, 6 or 9 decimals; `nil` when the time is not known.
    package var text: String? {
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

    /// `2025-08-31`; `nil` when the time is not known.
    package var date: String? { text.map { String($0.prefix(10)) } }

    /// The time of day with milliseconds: `19:50:42.123`.
    package var clock: String {
        var text: [UInt8] = []
        text.append(clock: nanoseconds)
        return String(decoding: text, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Appends the time of day in UTC with milliseconds; dashes when the time is not known.
    package mutating func append(clock time: Int64?) {
        guard let time else { return append(contentsOf: "--:--:--.---".utf8) }
        let day: Int64 = 86_400_000_000_000
        let nanoseconds = time % day
        let part = Int((nanoseconds < 0 ? nanoseconds + day : nanoseconds) / 1_000_000)
        append(addingCapacity: 12) { output in
            output.append(twoDigits: part / 3_600_000)
            output.append(UInt8(ascii: ":"))
            output.append(twoDigits: part / 60_000 % 60)
            output.append(UInt8(ascii: ":"))
            output.append(twoDigits: part / 1000 % 60)
            output.append(UInt8(ascii: "."))
            output.append(decimal: UInt64(part % 1000), digits: 3)
        }
    }

    /// Appends seconds as milliseconds with one decimal; `?` when the time is not known.
    package mutating func append(milliseconds seconds: Double?) {
        guard let seconds else { return append(UInt8(ascii: "?")) }
        let tenths = UInt64((Swift.max(0, Swift.min(seconds, 1e9)) * 10_000).rounded())
        append(addingCapacity: OutputSpan<UInt8>.decimalRoom + 5) { output in
            output.append(decimal: tenths / 10)
            output.append(UInt8(ascii: "."))
            output.append(decimal: tenths % 10)
            output.append(UInt8(ascii: " "))
            output.append(UInt8(ascii: "m"))
            output.append(UInt8(ascii: "s"))
        }
    }
}
