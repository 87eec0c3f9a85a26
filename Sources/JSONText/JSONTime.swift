internal import ByteText

/// The text forms of Timestamp and Duration.
package enum JSONTime {
    /// Seconds since 1970 in the years 1 to 9999.
    static let timestamps: ClosedRange<Int64> = -62_135_596_800...253_402_300_799
    /// About 10 000 years.
    private static let longestDuration: UInt64 = 315_576_000_000

    package static func isTimestamp(_ seconds: Int64, _ nanos: Int) -> Bool {
        timestamps.contains(seconds) && (0...999_999_999).contains(nanos)
    }

    /// Whether the fields of a Duration are in its range, and have one sign.
    package static func isDuration(_ seconds: Int64, _ nanos: Int) -> Bool {
        seconds.magnitude <= longestDuration && nanos.magnitude <= 999_999_999
            && (seconds == 0 || nanos == 0 || (seconds < 0) == (nanos < 0))
    }

    // MARK: Writing

    /// Appends RFC 3339 in UTC, with 0, 3, 6 or 9 digits of a second.
    ///
    /// - Returns: False, and nothing is written, outside of the years 1 to 9999 and for nanos outside of a second.
    package static func append(timestamp seconds: Int64, _ nanos: Int, to text: inout [UInt8]) -> Bool {
        guard isTimestamp(seconds, nanos) else { return false }
        let second = Int((seconds % 86400 + 86400) % 86400)
        // Days since 0000-03-01 of the proleptic Gregorian calendar, so that the leap day is the last of its year.
        let days = Int((seconds - Int64(second)) / 86400) + 719_468
        let (era, dayOfEra) = days.quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        text.append(addingCapacity: 32) { text in
            text.append(twoDigits: year / 100)
            text.append(twoDigits: year % 100)
            text.append(UInt8(ascii: "-"))
            text.append(twoDigits: month)
            text.append(UInt8(ascii: "-"))
            text.append(twoDigits: day)
            text.append(UInt8(ascii: "T"))
            text.append(twoDigits: second / 3600)
            text.append(UInt8(ascii: ":"))
            text.append(twoDigits: second / 60 % 60)
            text.append(UInt8(ascii: ":"))
            text.append(twoDigits: second % 60)
        }
        append(fraction: nanos, to: &text)
        text.append(UInt8(ascii: "Z"))
        return true
    }

    /// Appends seconds with 0, 3, 6 or 9 digits behind the point, and `s`.
    ///
    /// - Returns: False, and nothing is written, for more than 315576000000 seconds, nanos outside of a second, and
    ///   where the two have different signs.
    package static func append(duration seconds: Int64, _ nanos: Int, to text: inout [UInt8]) -> Bool {
        guard isDuration(seconds, nanos) else { return false }
        if seconds < 0 || nanos < 0 { text.append(UInt8(ascii: "-")) }
        text.append(decimal: seconds.magnitude)
        append(fraction: abs(nanos), to: &text)
        text.append(UInt8(ascii: "s"))
        return true
    }

    private static func append(fraction nanos: Int, to text: inout [UInt8]) {
        guard nanos != 0 else { return }
        text.append(UInt8(ascii: "."))
        if nanos % 1_000_000 == 0 {
            text.append(decimal: nanos / 1_000_000, digits: 3)
        } else if nanos % 1000 == 0 {
            text.append(decimal: nanos / 1000, digits: 6)
        } else {
            text.append(decimal: nanos, digits: 9)
        }
    }

    // MARK: Reading

    /// `2024-05-06T07:08:09.123456789Z`, or an offset such as `+02:00` for `Z`.
    ///
    /// Source: https://datatracker.ietf.org/doc/html/rfc3339#section-5.6, with upper-case letters only and no leap
    /// second, which a Timestamp does not have.
    package static func timestamp(_ bytes: Span<UInt8>, _ range: Range<Int>) -> (seconds: Int64, nanos: Int32)? {
        var text = Cursor(bytes, range)
        guard let year = text.number(digits: 4), text.take("-"),
            let month = text.number(digits: 2), (1...12).contains(month), text.take("-"),
            let day = text.number(digits: 2), day > 0, text.take("T"),
            let hour = text.number(digits: 2), hour < 24, text.take(":"),
            let minute = text.number(digits: 2), minute < 60, text.take(":"),
            let second = text.number(digits: 2), second < 60,
            let nanos = text.fraction()
        else { return nil }
        var offset = 0
        if !text.take("Z") {
            let isEast = text.take("+")
            guard isEast || text.take("-"),
                let hours = text.number(digits: 2), hours < 24, text.take(":"),
                let minutes = text.number(digits: 2), minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (isEast ? 60 : -60)
        }
        let days = daysSince1970(year, month: month) + day - 1
        guard text.isAtEnd, days < daysSince1970(year, month: month + 1) else { return nil }
        let time = hour * 3600 + minute * 60 + second - offset
        let seconds = Int64(days) * 86400 + Int64(time)
        guard timestamps.contains(seconds) else { return nil }
        return (seconds, nanos)
    }

    /// The time that a whole text says, in nanoseconds since 1970; `nil` outside of the years 1677 to 2262.
    package static func nanoseconds(_ text: String) -> Int64? {
        guard let (seconds, nanos) = timestamp(text) else { return nil }
        let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isTooLate) = product.addingReportingOverflow(Int64(nanos))
        return isTooLarge || isTooLate ? nil : sum
    }

    /// The time that a whole text says; see ``timestamp(_:_:)``.
    package static func timestamp(_ text: String) -> (seconds: Int64, nanos: Int32)? {
        let bytes = Array(text.utf8)
        return timestamp(bytes.span, 0..<bytes.count)
    }

    /// The days up to the first one of a month, for years from 0; month 13 is January of the next year.
    private static func daysSince1970(_ year: Int, month: Int) -> Int {
        // Years begin in March, so that the leap day is the last; counted from 400 years before year 0, so that
        // January of year 0 is not negative.
        let years = month > 2 ? year + 400 : year + 399
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let leapDays = years / 4 - years / 100 + years / 400
        return years * 365 + leapDays + (153 * monthFromMarch + 2) / 5 - 719_468 - 146_097
    }

    /// `1.5s`, `-3s`: up to 315576000000 seconds, and up to 9 digits behind the point.
    package static func duration(_ bytes: Span<UInt8>, _ range: Range<Int>) -> (seconds: Int64, nanos: Int32)? {
        var text = Cursor(bytes, range)
        let isNegative = text.take("-")
        var seconds: Int64 = 0
        var count = 0
        while let digit = text.digit() {
            count += 1
            seconds = seconds * 10 + Int64(digit)
            guard seconds <= longestDuration else { return nil }
        }
        guard count > 0, let nanos = text.fraction(), text.take("s"), text.isAtEnd else { return nil }
        return isNegative ? (-seconds, -nanos) : (seconds, nanos)
    }

    private struct Cursor: ~Escapable {
        let bytes: Span<UInt8>
        var offset: Int
        let end: Int

        @_lifetime(copy bytes)
        init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
            self.bytes = bytes
            offset = range.lowerBound
            end = range.upperBound
        }

        var isAtEnd: Bool { offset == end }

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard offset < end, bytes[offset] == UInt8(ascii: character) else { return false }
            offset += 1
            return true
        }

        mutating func digit() -> Int? {
            guard offset < end, bytes[offset].isDigit else { return nil }
            offset += 1
            return Int(bytes[offset - 1] - UInt8(ascii: "0"))
        }

        mutating func number(digits: Int) -> Int? {
            var value = 0
            for _ in 0..<digits {
                guard let digit = digit() else { return nil }
                value = value * 10 + digit
            }
            return value
        }

        /// A point and 1 to 9 digits as nanoseconds, 0 when there is no point.
        mutating func fraction() -> Int32? {
            guard take(".") else { return 0 }
            var nanos: Int32 = 0
            var count = 0
            while let digit = digit() {
                count += 1
                guard count <= 9 else { return nil }
                nanos = nanos * 10 + Int32(digit)
            }
            guard count > 0 else { return nil }
            for _ in count..<9 { nanos *= 10 }
            return nanos
        }
    }
}
