import ConsoleText
import FleetErrors
import GRPCWire
import WireCapture

/// Deadlines compared with those of Google's clients, and slow calls.
struct DeadlineRule: CallRule {
    /// A call that takes more than this part of the usual deadline is slow.
    static let slowPart = 1.0 / 3

    func examine(_ facts: CallFacts) -> [Finding] {
        guard let method = facts.method else { return [] }
        return [deadline(of: facts, method), slowness(of: facts, method)].compactMap { $0 }
    }

    private func deadline(of facts: CallFacts, _ method: FleetMethod) -> Finding? {
        guard let usual = method.defaultTimeout, let headers = facts.call.headers, !facts.call.hidesRequestHeaders,
            headers.last("grpc-previous-rpc-attempts") == nil
        else { return nil }
        let texts = ["method": facts.methodName, "usual": usual.plain]
        guard headers.last("grpc-timeout") != nil else {
            return facts.finding(.noDeadline, texts, evidence: "no grpc-timeout")
        }
        guard let timeout = try? headers.callTimeout, !facts.hasRestOfDeadline, method.isShort(timeout) else {
            return nil
        }
        let isMissed = facts.call.status?.code == .deadlineExceeded
        return facts.finding(
            .shortDeadline, texts, severity: isMissed ? .warning : nil, evidence: "grpc-timeout \(timeout)")
    }

    private func slowness(of facts: CallFacts, _ method: FleetMethod) -> Finding? {
        guard facts.call.isOK, let duration = facts.call.duration, duration > method.usualTimeout * Self.slowPart else {
            return nil
        }
        return facts.finding(.slowCall, ["method": facts.methodName], evidence: "\(duration.tenths) s")
    }
}
