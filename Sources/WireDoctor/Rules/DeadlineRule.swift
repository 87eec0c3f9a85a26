import ConsoleText
import FleetErrors
import GRPCWire
import WireCapture

/// Deadlines against those of Google's clients, slow calls, and calls without an end, or with one that the client refused.
enum DeadlineRule {
    /// A call that takes more than this part of the usual deadline is slow.
    static let slowPart = 1.0 / 3
    /// A deadline below this part of the usual one is short.
    static let shortPart = 0.5

    static func findings(_ call: ExaminedCall) -> [Finding] {
        guard let method = call.method else { return end(call, call.path ?? "A call") }
        return end(call, method.name) + deadline(call, method) + slow(call, method)
    }

    private static func end(_ call: ExaminedCall, _ name: String) -> [Finding] {
        if call.isOK, let code = call.clientReset {
            return [
                Finding(
                    "answer_rejected", .warning, "A client did not take an answer: its app saw an error.",
                    remedy: "See the client's own error. The answer or its metadata may be larger than it accepts.",
                    evidence: [Finding.Evidence(call: call.number, "\(name): reset with \(code)")])
            ]
        }
        guard call.isOpen else { return [] }
        if call.isRefused {
            return [
                Finding(
                    "not_processed", .note,
                    "The server stopped taking calls on a connection before it came to this one.",
                    remedy:
                        "Repeat it on another connection, which is safe; client libraries of gRPC do so by themselves.",
                    evidence: [Finding.Evidence(call: call.number, "\(name): GOAWAY")])
            ]
        }
        if let cut = call.cut { return [lost(call, cut, name)] }
        return [
            Finding(
                "no_end", .note, "A call has no end in the capture.",
                remedy: "See whether the capture was stopped, or the connection lost, before the answer.",
                evidence: [Finding.Evidence(call: call.number, name)])
        ]
    }

    private static func lost(_ call: ExaminedCall, _ cut: CapturedCall.Cut, _ name: String) -> Finding {
        let after = call.duration.map { " after \($0.tenths) s" } ?? ""
        let evidence = [Finding.Evidence(call: call.number, "\(name): \(cut)\(after)")]
        guard !cut.isByClient else {
            return Finding(
                "connection_left", .note, "A client ended its connection before the answer.",
                remedy: "See whether the app was closed. What it asked for may have been done.", evidence: evidence)
        }
        return Finding(
            "connection_lost", .warning, "A connection ended before the answer: its client reports UNAVAILABLE.",
            remedy:
                "Look for a server that restarts, or a proxy that ends connections that are old, idle or wait long. "
                + "What was asked for may have been done.", evidence: evidence)
    }

    private static func deadline(_ call: ExaminedCall, _ method: FleetMethod) -> [Finding] {
        guard let usual = method.defaultTimeout, let headers = call.headers, !call.hidesHeaders,
            headers.last("grpc-previous-rpc-attempts") == nil
        else { return [] }
        guard headers.last("grpc-timeout") != nil else {
            return [
                Finding(
                    "no_deadline", .note, "\(method.name) is called without a deadline: it may wait for ever.",
                    remedy: "Set a deadline; Google's clients use \(usual.plain) s.",
                    evidence: [Finding.Evidence(call: call.number, "no grpc-timeout")])
            ]
        }
        guard let timeout = try? headers.callTimeout, timeout.seconds < usual * shortPart else { return [] }
        return [
            Finding(
                "short_deadline", call.status?.code == .deadlineExceeded ? .warning : .note,
                "\(method.name) is called with a short deadline.",
                remedy: "Give the server time: Google's clients use \(usual.plain) s.",
                evidence: [Finding.Evidence(call: call.number, "grpc-timeout \(timeout)")])
        ]
    }

    private static func slow(_ call: ExaminedCall, _ method: FleetMethod) -> [Finding] {
        guard call.isOK, let duration = call.duration, duration > method.usualTimeout * slowPart else { return [] }
        return [
            Finding(
                "slow_call", .warning, "\(method.name) takes long.",
                remedy: "Look at the network first; then at how often and how much is sent.",
                evidence: [Finding.Evidence(call: call.number, "\(duration.tenths) s")])
        ]
    }
}
