import FleetErrors

/// The token of a call that succeeded: it ends soon, or other servers would refuse it. ``FailureRule`` has the failures.
struct TokenRule: CallRule {
    /// A token that ends within this many seconds is likely to be refused with the next call or the one after.
    static let soon: Int64 = 60

    func examine(_ facts: CallFacts) -> [Finding] {
        guard facts.call.isOK, let token = facts.token, case .value(let value) = facts.call.authorization else {
            return []
        }
        return endsSoon(token, in: facts) + accepted(token, of: value, in: facts)
    }

    private func endsSoon(_ token: FleetToken, in facts: CallFacts) -> [Finding] {
        guard !facts.isReplay, let time = facts.call.seconds, let expires = token.expires, expires >= time,
            expires - time < Self.soon
        else { return [] }
        return [facts.finding(.tokenEndsSoon, evidence: "\(expires - time) s are left")]
    }

    /// The faults that this server lets pass although the documents say that a server refuses them.
    private func accepted(_ token: FleetToken, of value: String, in facts: CallFacts) -> [Finding] {
        TokenCheck(token, of: value, request: facts.request).findings.compactMap { cause in
            guard [.otherID, .tooLong, .times, .audience].contains(cause.fault) else { return nil }
            return Self.finding(cause, in: facts).with {
                $0.severity = .note
                $0.summary += " The server accepts it all the same."
            }
        }
    }

    /// - Parameter remark: What else is known, a sentence.
    static func finding(_ cause: TokenCheck.Finding, in facts: CallFacts, remark: String? = nil) -> Finding {
        facts.finding(
            FindingKind(cause.fault), ["next step": cause.nextStep],
            evidence: [cause.text, remark].compactMap { $0 }.joined(separator: " ")
        ).about(facts.resource)
    }
}
