import FleetErrors
import GRPCWire

/// Calls that failed: the token or the request where one of them explains the failure, else what the status means.
struct FailureRule: CallRule {
    /// The most failed creations that are remembered; when there are more, all are forgotten.
    static let limit = 4096

    /// The calls in which the creation of resources failed, by resource name, and whether it was found to be an error.
    private var creations: [String: (call: String, isError: Bool)] = [:]

    mutating func examine(_ call: CallFacts) -> [Finding] {
        let found = judge(call)
        guard call.method?.action == .create, let name = call.resource, let code = call.call.status?.code else {
            return found
        }
        if creations.count >= Self.limit { creations = [:] }
        let isError = code != .unavailable && found.allSatisfy { $0.severity == .error }
        creations[name] = [.ok, .alreadyExists].contains(code) ? nil : (call.call.reference.name, isError)
        return found
    }

    private func judge(_ call: CallFacts) -> [Finding] {
        // How connections end is the matter of ``CallEndRule``.
        guard let failure = call.failure, let status = call.call.status, status.origin != .connection else { return [] }
        if let cause = failure.tokenCheck?.cause(of: failure.status) {
            return [TokenRule.finding(cause, in: call, remark: "The call failed: \(status.line)")]
        }
        guard !call.isRefusalExplained else { return [] }
        let diagnosis = failure.diagnosis
        var text = "\(call.methodName): \(status.line)"
        if let delay = diagnosis.retryDelay { text += "; RetryInfo asks for \(delay.plain) s" }
        let facts = [
            "method": call.methodName, "status": status.code.title, "meaning": diagnosis.meaning,
            "next step": diagnosis.nextStep,
        ]
        var finding = call.finding(
            FindingKind(status.code), facts, severity: severity(diagnosis, of: status), evidence: text
        ).about(call.resource)
        // The failure that this one follows from comes first, unless it looked as if it would pass.
        if status.code == .notFound, let creation = call.resource.flatMap({ creations[$0] }) {
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
