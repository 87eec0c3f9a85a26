import FleetErrors
import FleetMessages
import GRPCWire
import ProtobufWire

/// Calls that failed, with what their status means there.
enum FailureRule {
    static func finding(_ call: ExaminedCall, _ failed: FailedCall) -> Finding? {
        guard let status = call.status else { return nil }
        let request = failed.request
        let diagnosis = failed.diagnosis
        let method = request?.method?.name ?? call.path?.split(separator: "/").last.map(String.init) ?? "A call"
        var text = "\(method): \(status.line)"
        if let delay = diagnosis.retryDelay { text += "; RetryInfo asks for \(delay.plain) s" }
        return Finding(
            status.code.name?.lowercased() ?? "code_\(status.code.rawValue)", severity(diagnosis, status),
            "\(method) fails with \(status.code.title): \(diagnosis.meaning)",
            remedy: diagnosis.nextStep, resource: request?.resourceName,
            evidence: [Finding.Evidence(call: call.number, text)])
    }

    /// What is known of a call that failed; `nil` for others.
    static func failed(_ call: ExaminedCall, _ request: RequestFacts?, _ clock: CaptureClock) -> FailedCall? {
        guard let status = call.status, status.code != .ok else { return nil }
        var failed = FailedCall(
            CallStatus(status), request: request, authorization: call.authorization, time: clock.judging(call),
            timeout: try? call.headers?.callTimeout)
        failed.isTimeEarliest = clock.isReplay
        return failed
    }

    /// The details of a failure that name another code than grpc-status.
    static func contradiction(_ call: ExaminedCall) -> Finding? {
        guard let status = call.status, status.code != .ok, let bytes = status.details,
            let details = try? RPCStatus(decoding: bytes), details.code != status.code.rawValue
        else { return nil }
        return Finding(
            "status_details_differ", .warning, "grpc-status-details-bin has another code than grpc-status.",
            remedy: "Write the same code into both: clients go by grpc-status, tools often by the details.",
            evidence: [
                Finding.Evidence(
                    call: call.number, "grpc-status \(status.code), details \(StatusCode(rawValue: details.code))")
            ])
    }

    private static func severity(_ diagnosis: Diagnosis, _ status: ResponseStatus) -> Finding.Severity {
        // Whoever cancels his own call knows why.
        if status.code == .cancelled { return .note }
        switch diagnosis.category {
        case .benign, .noError: return .note
        case .recoversByItself: return .warning
        case .clientMustAct: return .error
        default: return diagnosis.leaning == .recoversByItself ? .warning : .error
        }
    }
}
