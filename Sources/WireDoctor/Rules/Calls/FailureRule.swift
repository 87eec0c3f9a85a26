import FleetErrors
import GRPCWire

/// Calls that failed: the token or the request where one of them explains the failure, else what the status means.
struct FailureRule: CallRule {
    /// The most failed creations that are remembered; when there are more, all are forgotten.
    static let limit = 4096

    /// The calls in which the creation of resources failed, by resource name, and whether it was found to be an error.
    private var creations: [String: (call: String, isError: Bool)] = [:]

    mutating func examine(_ facts: CallFacts) -> [Finding] {
        let found = judge(facts)
        guard facts.method?.action == .create, let name = facts.resource, let code = facts.call.status?.code else {
            return found
        }
        if creations.count >= Self.limit { creations = [:] }
        let isError = code != .unavailable && found.allSatisfy { $0.severity == .error }
        creations[name] = [.ok, .alreadyExists].contains(code) ? nil : (facts.call.reference.name, isError)
        return found
    }

    private func judge(_ facts: CallFacts) -> [Finding] {
        // How connections end is the matter of ``CallEndRule``.
        guard let failure = facts.failure, let status = facts.call.status, status.origin != .connection else {
            return []
        }
        if let cause = failure.tokenCheck?.cause(of: failure.status) {
            return [TokenRule.finding(cause, in: facts, remark: "The call failed: \(status.line)")]
        }
        guard !facts.isRefusalExplained else { return [] }
        let diagnosis = failure.diagnosis
        var text = "\(facts.methodName): \(status.line)"
        if let delay = diagnosis.retryDelay { text += "; RetryInfo asks for \(delay.plain) s" }
        let texts = [
            "method": facts.methodName, "status": status.code.title, "meaning": diagnosis.meaning,
            "next step": diagnosis.nextStep,
        ]
        var finding = facts.finding(
            FindingKind(status.code), texts, severity: severity(diagnosis, of: status), evidence: text
        ).about(facts.resource)
        // The failure that this one follows from comes first, unless it looked as if it would pass.
        if status.code == .notFound, let creation = facts.resource.flatMap({ creations[$0] }) {
            if creation.isError { finding.severity = .warning }
            finding.remedy = "See first to \(creation.call), in which its creation failed."
        }
        return [finding]
    }

    /// The severity of a failure; `nil` for that of the catalogue.
    private func severity(_ diagnosis: Diagnosis, of status: ResponseStatus) -> Finding.Severity? {
        switch diagnosis.category {
        case _ where status.code == .cancelled: diagnosis.leaning == .clientMustAct ? .warning : nil
        case .benign, .noError: .note
        case .recoversByItself: .warning
        default: diagnosis.leaning == .recoversByItself ? .warning : nil
        }
    }
}
