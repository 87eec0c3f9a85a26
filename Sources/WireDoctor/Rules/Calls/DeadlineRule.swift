import ConsoleText
import FleetErrors
import GRPCWire
import WireCapture

/// Deadlines compared with those of Google's clients, and slow calls.
struct DeadlineRule: CallRule {
    /// A call that takes more than this part of the usual deadline is slow.
    static let slowPart = 1.0 / 3

    func examine(_ call: CallFacts) -> [Finding] {
        guard let method = call.method else { return [] }
        return [deadline(of: call, method), slowness(of: call, method)].compactMap { $0 }
    }

    private func deadline(of call: CallFacts, _ method: FleetMethod) -> Finding? {
        guard let usual = method.defaultTimeout, let headers = call.call.headers, !call.call.hidesRequestHeaders,
            headers.last("grpc-previous-rpc-attempts") == nil
        else { return nil }
        let facts = ["method": call.methodName, "usual": usual.plain]
        guard headers.last("grpc-timeout") != nil else {
            return call.finding(.noDeadline, facts, evidence: "no grpc-timeout")
        }
        guard let timeout = try? headers.callTimeout, !call.hasRestOfDeadline, method.isShort(timeout) else {
            return nil
        }
        let isMissed = call.call.status?.code == .deadlineExceeded
        return call.finding(
            .shortDeadline, facts, severity: isMissed ? .warning : nil, evidence: "grpc-timeout \(timeout)")
    }

    private func slowness(of call: CallFacts, _ method: FleetMethod) -> Finding? {
        guard call.call.isOK, let duration = call.call.duration, duration > method.usualTimeout * Self.slowPart else {
            return nil
        }
        return call.finding(.slowCall, ["method": call.methodName], evidence: "\(duration.tenths) s")
    }
}
