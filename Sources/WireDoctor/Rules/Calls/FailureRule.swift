import FleetErrors
import GRPCWire

/// Calls that failed: the token or the request where one of them explains the failure, else what the status means.
struct FailureRule: CallRule {
    func examine(_ call: CallFacts) -> [Finding] {
        guard let failure = call.failure, let status = call.call.status else { return [] }
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
        let severity = severity(diagnosis, of: status)
        return [call.finding(FindingKind(status.code), facts, severity: severity, evidence: text).about(call.resource)]
    }

    /// The severity of a failure; `nil` for that of the catalogue.
    private func severity(_ diagnosis: Diagnosis, of status: ResponseStatus) -> Finding.Severity? {
        switch diagnosis.category {
        case _ where status.code == .cancelled: nil
        case .benign, .noError: .note
        case .recoversByItself: .warning
        default: diagnosis.leaning == .recoversByItself ? .warning : nil
        }
    }
}
