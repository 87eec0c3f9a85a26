/// A rule about calls. It sees every call of a capture once, in their order, and may keep bounded state between them.
protocol CallRule: Sendable {
    /// Takes the next call.
    ///
    /// - Returns: The findings that this call shows, together with the calls before it.
    mutating func examine(_ facts: CallFacts) -> [Finding]

    /// The findings that only the whole capture shows.
    func finish(_ capture: CaptureFacts) -> [Finding]
}

extension CallRule {
    func finish(_ capture: CaptureFacts) -> [Finding] { [] }
}

/// The facts about the whole capture, when there are no more calls.
struct CaptureFacts {
    let clock: CaptureClock
    /// Time of the last packet in nanoseconds since 1970; `nil` without times.
    let end: Int64?
    /// The capture lacks packets: what seems not to have come may have been in those.
    let lacksPackets: Bool
}

/// The list of the rules about calls; those about request messages are in ``MessageRules``, and what vehicles and trips do over
/// time is in ``Tracks``.
enum CallRules {
    /// The rules for a new capture, in the order in which a call is shown to them.
    static let all: [any CallRule] = [
        FailureRule(), TokenRule(), RequestRule(), DeadlineRule(), CallEndRule(), RetryRule(), AnswerRule(),
        OmissionRule(), ConnectionRule(), HopRule(),
    ]
}

/// The rules about request messages, in the calls of a capture.
struct RequestRule: CallRule {
    func examine(_ facts: CallFacts) -> [Finding] { facts.requestFindings }
}
