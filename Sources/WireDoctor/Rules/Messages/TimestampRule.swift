import FleetMessages

/// Timestamps that no clock shows today: other units, other epochs, nanoseconds out of range.
struct TimestampRule: MessageRule {
    func findings(in message: ExaminedMessage) -> [Finding] {
        message.scan.badTimes.map { place, value in
            Finding(.timestampImplausible, evidence: [place.evidence("\(value.seconds) s: \(problem(value))")])
        }
    }

    private func problem(_ value: Timestamp) -> String {
        guard (0...999_999_999).contains(value.nanos) else { return "\(value.nanos) is no number of nanoseconds" }
        return switch value.seconds.magnitude {
        case 1_000_000_000_000..<10_000_000_000_000: "milliseconds in seconds"
        case 1_000_000_000_000_000..<10_000_000_000_000_000: "microseconds in seconds"
        case 1_000_000_000_000_000_000...: "nanoseconds in seconds"
        case 0: "the field is there, but not set"
        default: "not between 2010 and 2100"
        }
    }
}
