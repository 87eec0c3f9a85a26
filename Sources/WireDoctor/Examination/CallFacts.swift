import FleetErrors
import GRPCWire
import ProtobufSchema
import ProtobufWire

/// Everything that the rules about calls ask about one call, found once for all rules.
struct CallFacts {
    let call: ExaminedCall
    /// The token in the `authorization` header.
    let token: FleetToken?
    /// The facts in the first request message; `nil` without a path.
    let request: RequestFacts?
    /// The request messages; empty when their type is not known.
    let messages: [ExaminedMessage]
    /// The type of the answers.
    let responseType: MessageDescriptor?
    /// The facts about the failure; `nil` for a call that did not fail.
    let failure: FailedCall?
    /// The capture was replayed or simulated, as far as is known by now: times of packets are not those of messages.
    let isReplay: Bool
    /// The findings of the rules about messages in the requests.
    let requestFindings: [Finding]
    /// Whether one of ``requestFindings`` explains why the server refused the request.
    let isRefusalExplained: Bool

    init(_ call: ExaminedCall, token: FleetToken?, clock: CaptureClock, schema: Schema) {
        self.call = call
        self.token = token
        isReplay = clock.isReplay
        let descriptor = call.likelyPath.flatMap { schema.method(path: $0) }
        responseType = descriptor?.response
        let refusal = RequestRefusal(call.status)
        messages =
            descriptor.map { method in
                call.requests.compactMap { ExaminedMessage($0, as: method.request, in: call, refusal: refusal) }
            } ?? []
        let request = call.likelyPath.map { RequestFacts(path: $0, message: call.requests.first) }
        self.request = request
        failure =
            call.hasFailed ? call.status.map { FailedCall(call, status: $0, request: request, clock: clock) } : nil
        (requestFindings, isRefusalExplained) = Self.requestFindings(messages, call, refusal: refusal)
    }

    private static func requestFindings(
        _ messages: [ExaminedMessage], _ call: ExaminedCall, refusal: RequestRefusal?
    ) -> ([Finding], Bool) {
        var isExplained = false
        // The findings of each message join the others at once: a call may have a hundred thousand messages.
        var collector = FindingCollector(limit: .max)
        for finding in messages.lazy.flatMap(MessageRules.findings) {
            var finding = finding.about(call)
            // A server may refuse a request for these.
            if let refusal, finding.severity == .error || finding.kind == .emptyUpdateMask {
                isExplained = isExplained || finding.evidence.contains { refusal.isAbout($0.path) }
                finding.remark(refusal.text) { refusal.isAbout($0.path) }
            }
            collector.add(finding)
        }
        return (collector.findings, isExplained)
    }

    var method: FleetMethod? { request?.method }

    /// How the call ended.
    var ending: CallEnding {
        if let failure { return CallEnding(failure.status.code, failure.category) }
        return call.isOK ? .ok : call.hasTrailers ? .unreadable : .unseen
    }

    /// The name of the vehicle, trip or task that the request is about.
    var resource: String? { request?.resourceName }

    /// The name of the method for people, with a question mark where the messages alone tell it.
    var methodName: String {
        let name = method?.name ?? call.likelyPath?.split(separator: "/").last.map(String.init) ?? "A call"
        return call.path == nil && call.presumedPath != nil ? name + "?" : name
    }

    /// The last answer of a call that succeeded, as far as it is an `M`.
    func answer<M: Message>(as type: M.Type) -> M? {
        call.isOK ? call.responses.last.flatMap { try? M(decoding: $0) } : nil
    }

    /// A finding with one piece of evidence: the call, and what is seen in it.
    func finding(
        _ kind: FindingKind, _ facts: [String: String] = [:], severity: Finding.Severity? = nil, evidence text: String
    ) -> Finding {
        Finding(kind, facts, severity: severity, evidence: [Finding.Evidence(of: call.reference, text)])
    }
}

extension FailedCall {
    fileprivate init(_ call: ExaminedCall, status: ResponseStatus, request: RequestFacts?, clock: CaptureClock) {
        self.init(
            CallStatus(status), request: request, authorization: call.authorization, time: clock.time(ofJudging: call),
            timeout: try? call.headers?.callTimeout)
        isTimeEarliest = clock.isReplay
    }
}

extension ResponseStatus {
    /// `INVALID_ARGUMENT: update_mask cannot be empty`, with a very long message shortened.
    var line: String {
        guard !message.isEmpty else { return code.title }
        // Long enough for every sentence that a person wrote.
        return "\(code.title): \(message.count > 160 ? message.prefix(160) + "…" : message)"
    }
}
