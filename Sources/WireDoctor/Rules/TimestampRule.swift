import FleetMessages

/// Times that no clock shows today: other units, other epochs, nanoseconds that are none.
struct TimestampRule: MessageRule {
    func findings(in message: ExaminedMessage) -> [Finding] {
        message.scan.badTimes.map { place, value in
            let unit =
                switch value.seconds.magnitude {
                case 1_000_000_000_000..<10_000_000_000_000: "milliseconds in seconds"
                case 1_000_000_000_000_000..<10_000_000_000_000_000: "microseconds in seconds"
                case 1_000_000_000_000_000_000...: "nanoseconds in seconds"
                case 0: "the field is there, but not set"
                default: "not between 2010 and 2100"
                }
            let text = (0...999_999_999).contains(value.nanos) ? unit : "\(value.nanos) is no number of nanoseconds"
            return Finding(
                "timestamp_implausible", .warning, "A time is none of today's.",
                remedy: "Send seconds since 1970 in seconds, and what is left in nanos.",
                evidence: [Finding.Evidence(path: place.path, offset: place.offset, "\(value.seconds) s: \(text)")])
        }
    }
}
