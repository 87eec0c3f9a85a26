import ConsoleText
import WireCapture

/// Calls without an end, or with one that the client refused.
struct CallEndRule: CallRule {
    func examine(_ facts: CallFacts) -> [Finding] {
        let call = facts.call
        let name = facts.method == nil ? call.likelyPath ?? "A call" : facts.methodName
        func found(_ kind: FindingKind, _ text: String) -> [Finding] { [facts.finding(kind, evidence: text)] }
        if call.isOK, let code = call.clientReset { return found(.answerRejected, "\(name): reset with \(code)") }
        guard call.isOpen else { return [] }
        if call.hasTooManyPings { return found(.tooManyPings, "\(name): GOAWAY with too_many_pings") }
        if call.isRefused { return found(.notProcessed, "\(name): GOAWAY") }
        guard let cut = call.cut else { return found(.noEnd, name) }
        let after = call.duration.map { " after \($0.tenths) s" } ?? ""
        return found(cut.isByClient ? .connectionLeft : .connectionLost, "\(name): \(cut)\(after)")
    }
}
