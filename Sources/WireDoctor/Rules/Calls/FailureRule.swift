import FleetErrors
import GRPCWire

/// Calls that failed: the token or the request where one of them explains the failure, else what the status means.
struct FailureRule: CallRule {
    func examine(_ call: CallFacts) -> [Finding] {
        guard let failure = call.failure, let status = call.call.status else { return [] }
        return cause(of: failure, status, in: call).map { [$0] } ?? []
    }

    private func cause(of failure: FailedCall, _ status: ResponseStatus, in call: CallFacts) -> Finding? {
        if let cause = failure.tokenCheck?.cause(of: failure.status) {
            return TokenRule.finding(cause, in: call, remark: "The call failed: \(status.line)")
        }
        guard !call.isRefusalExplained else { return nil }
        let diagnosis = failure.diagnosis
        var text = "\(call.methodName): \(status.line)"
        if let delay = diagnosis.retryDelay { text += "; RetryInfo asks for \(delay.plain) s" }
        return call.finding(
            FindingKind(status.code),
            [
                "method": call.methodName, "status": status.code.title, "meaning": diagnosis.meaning,
                "next step": diagnosis.nextStep,
            ], severity: severity(diagnosis, of: status), evidence: text
        ).about(call.resource)
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
