import ConsoleText
import FleetErrors
import GRPCWire
import ProtobufSchema
import WireCapture

/// Calls without an end, or with one that the client refused, and bodies that cannot be read to their end.
struct CallEndRule: CallRule {
    func examine(_ facts: CallFacts) -> [Finding] { end(of: facts) + damagedBodies(of: facts) }

    private func end(of facts: CallFacts) -> [Finding] {
        let call = facts.call
        let name = facts.method == nil ? call.likelyPath ?? "A call" : facts.methodName
        func found(_ kind: FindingKind, _ text: String) -> [Finding] { [facts.finding(kind, evidence: text)] }
        // Clients in Go and Java report errors then; those in Python wait on, or give the app no message.
        let count = call.response.outline.messages
        // HAR and flow files may have headers alone, as binary logs.
        let hasBody = call.medium.hasPackets || (call.medium != .binaryLog && call.response.length > 0)
        if call.isOK, call.trailers != nil, count != 1, facts.descriptor?.isServerStreaming == false, !call.hidesAnswer,
            hasBody, !call.response.outline.isDamaged
        {
            return found(.answerRejected, "\(name): OK, with \(counted(count, "message"))")
        }
        if call.isOK, let reset = call.reset, reset.isByClient, reset.code != .noError, reset.code != .cancel {
            return found(.answerRejected, "\(name): reset with \(reset.code)")
        }
        let lost = call.status.flatMap { $0.origin == .connection ? $0.message : nil }
        guard call.isOpen || lost != nil else { return [] }
        if let goAway = call.goAway, !goAway.isByClient, goAway.text == "too_many_pings" {
            return found(.tooManyPings, "\(name): GOAWAY with too_many_pings")
        }
        if call.isRefused { return found(.notProcessed, "\(name): GOAWAY") }
        var ends = found(.noEnd, name)
        if let text = lost ?? call.cut?.description {
            let after = call.duration.map { " after \($0.tenths) s" } ?? ""
            let isLost = lost != nil || call.cut?.isByClient == false
            ends = found(isLost ? .connectionLost : .connectionLeft, "\(name): \(text)\(after)")
        }
        // The words of a recorder may name the cause, which packets do not. Firefox has none for a page's call without an answer.
        // Calls of pages have the header `origin`; those of apps do not.
        let isUnanswered =
            call.medium == .httpArchive && call.cut == nil && call.responseHeaders == nil
            && call.headers?.last("origin") != nil
        let words = isUnanswered ? "NetworkError when attempting to fetch resource" : call.cut?.reason
        guard let (cause, _) = words.flatMap(KnownCause.of(message:)) else { return ends }
        return ends.map { end in
            end.with { ($0.summary, $0.remedy) = (cause.meaning.filled(with: [:]), cause.nextStep.filled(with: [:])) }
        }
    }

    /// Bodies that cannot be cut into messages, or whose messages cannot be decompressed.
    private func damagedBodies(of facts: CallFacts) -> [Finding] {
        let sides = [
            (FindingKind.damagedRequest, "client", "request", facts.call.request),
            (.damagedResponse, "server", "response", facts.call.response),
        ]
        return sides.compactMap { kind, sender, name, body in
            guard body.outline.isDamaged, let failure = body.failure else { return nil }
            return facts.finding(kind, ["sender": sender], evidence: "\(name): \(failure)")
        }
    }
}
