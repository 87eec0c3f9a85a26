internal import FleetMessages

/// Seconds since 1970 as people write them. Only for showing times.
package enum UTCTime {
    /// `2025-08-31T19:50:42Z`; the bare number outside of the years 1 to 9999.
    package static func text(_ seconds: Int64) -> String { Timestamp(seconds: seconds).rfc3339 ?? "\(seconds)" }

    /// `2 h 5 min`, `1 h 1 s`, `41 s`: the two largest units that are not zero.
    package static func span(_ seconds: Int64) -> String {
        let seconds = seconds.magnitude
        let parts = [(seconds / 3_600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")].filter { $0.0 > 0 }
        return parts.isEmpty ? "0 s" : parts.prefix(2).map { "\($0) \($1)" }.joined(separator: " ")
    }
}
