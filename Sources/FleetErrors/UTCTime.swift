/// Seconds since 1970 as people write them. Only for showing times.
package enum UTCTime {
    /// `2025-08-31T19:50:42Z`; the bare number outside of the years 1 to 9999.
    ///
    /// Days to civil dates by counting eras of 400 years that begin in March, so that leap days come last.
    package static func text(_ seconds: Int64) -> String {
        guard (-62_135_596_800...253_402_300_799).contains(seconds) else { return "\(seconds)" }
        let daySeconds = ((seconds % 86_400) + 86_400) % 86_400
        let days = (seconds - daySeconds) / 86_400 + 719_468  // from 0000-03-01
        let era = days / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
        return
            "\(date)T\(padded(daySeconds / 3_600, 2)):\(padded(daySeconds / 60 % 60, 2)):\(padded(daySeconds % 60, 2))Z"
    }

    /// `2 h 5 min`, `41 s`.
    package static func span(_ seconds: Int64) -> String {
        let seconds = seconds.magnitude
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3_600 { return "\(seconds / 60) min" + (seconds % 60 == 0 ? "" : " \(seconds % 60) s") }
        return "\(seconds / 3_600) h" + (seconds / 60 % 60 == 0 ? "" : " \(seconds / 60 % 60) min")
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
