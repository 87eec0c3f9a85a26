import ConsoleText
import FleetErrors
import GRPCWire
import WireCapture

/// Deadlines compared with those of Google's clients, and slow calls.
struct DeadlineRule: CallRule {
    /// A call that takes more than this part of the usual deadline is slow.
    static let slowPart = 1.0 / 3

    /// The most deadlines that are remembered; when there are more, all are forgotten.
    static let limit = 4096

    /// The last deadline of each method and resource: in seconds since 1970, and how long the caller was willing to wait.
    private var deadlines: [String: (end: Double, wait: Double)] = [:]

    mutating func examine(_ call: CallFacts) -> [Finding] {
        guard let method = call.method else { return [] }
        return [deadline(of: call, method), slowness(of: call, method)].compactMap { $0 }
    }

    /// Whether a call has what is left of the deadline of the call before it, as retries of Google's clients have.
    private mutating func isRest(_ timeout: CallTimeout, of call: CallFacts, _ method: FleetMethod) -> Bool {
        guard let time = call.call.time else { return false }
        let key = "\(method.path) \(call.resource ?? "")"
        let (end, last) = (Double(time) / 1e9 + timeout.seconds, deadlines[key])
        if deadlines.count >= Self.limit { deadlines = [:] }
        deadlines[key] = (end, timeout.seconds)
        return last.map { (end - $0.end).magnitude < 0.25 && timeout.seconds < $0.wait } ?? false
    }

    private mutating func deadline(of call: CallFacts, _ method: FleetMethod) -> Finding? {
        guard let usual = method.defaultTimeout, let headers = call.call.headers, !call.call.hidesRequestHeaders,
            headers.last("grpc-previous-rpc-attempts") == nil
        else { return nil }
        let facts = ["method": call.methodName, "usual": usual.plain]
        guard headers.last("grpc-timeout") != nil else {
            return call.finding(.noDeadline, facts, evidence: "no grpc-timeout")
        }
        guard let timeout = try? headers.callTimeout, !isRest(timeout, of: call, method), method.isShort(timeout) else {
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
