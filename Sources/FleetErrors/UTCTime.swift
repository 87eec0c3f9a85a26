import JSONText

/// Seconds since 1970 as people write them. Only for showing times.
package enum UTCTime {
    /// `2025-08-31T19:50:42Z`; the bare number outside of the years 1 to 9999.
    package static func text(_ seconds: Int64) -> String {
        var text: [UInt8] = []
        guard JSONTime.append(timestamp: seconds, 0, to: &text) else { return "\(seconds)" }
        return String(decoding: text, as: UTF8.self)
    }

    /// `2 h 5 min`, `41 s`.
    package static func span(_ seconds: Int64) -> String {
        let seconds = seconds.magnitude
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3_600 { return "\(seconds / 60) min" + (seconds % 60 == 0 ? "" : " \(seconds % 60) s") }
        return "\(seconds / 3_600) h" + (seconds / 60 % 60 == 0 ? "" : " \(seconds / 60 % 60) min")
    }
}
