import ConsoleText
import FleetErrors
import GRPCWire
import ProtobufSchema
import ProtobufWire
import WireCapture

/// Everything that the rules about calls ask about one call, found once for all rules.
struct CallFacts {
    let call: ExaminedCall
    /// The token in the `authorization` header.
    let token: FleetToken?
    /// The facts in the first request message; `nil` without a path.
    let request: RequestFacts?
    /// The request, of which each method of Fleet Engine takes one: the first message. `nil` when its type is not known.
    let message: ExaminedMessage?
    let descriptor: MethodDescriptor?
    /// The facts about the failure; `nil` for a call that did not fail.
    private(set) var failure: FailedCall?
    /// The capture was replayed or simulated, as far as is known by now: times of packets are not those of messages.
    let isReplay: Bool
    /// The findings of the rules about messages in the requests.
    let requestFindings: [Finding]
    /// Whether one of ``requestFindings`` explains why the server refused the request.
    private(set) var isRefusalExplained = false
    /// Whether the call has what is left of the deadline of a call before it, and no short one that somebody chose.
    private(set) var hasRestOfDeadline = false

    init(_ call: ExaminedCall, token: FleetToken?, clock: CaptureClock, schema: Schema) {
        self.call = call
        self.token = token
        isReplay = clock.isReplay
        let descriptor = call.likelyPath.flatMap { schema.method(path: $0) }
        self.descriptor = descriptor
        let refusal = RequestRefusal(call.status)
        let examined = { bytes in
            descriptor.flatMap { ExaminedMessage(bytes, as: $0.request, in: call, refusal: refusal) }
        }
        message = call.requests.first.flatMap(examined)
        request = call.likelyPath.map { RequestFacts(path: $0, message: call.requests.first) }
        if call.hasFailed, let status = call.status {
            failure = FailedCall(
                CallStatus(status), request: request, authorization: call.authorization,
                time: clock.time(ofJudging: call), timeout: try? call.headers?.callTimeout)
            failure?.isTimeEarliest = isReplay
        }
        // A hostile call may have a hundred thousand messages: only one is held at a time, and its findings join the others.
        var collector = FindingCollector(limit: .max)
        for (position, bytes) in call.requests.enumerated() {
            guard let message = position == 0 ? message : examined(bytes) else { continue }
            for finding in MessageRules.findings(in: message) {
                var finding = finding.about(call)
                // A server may refuse a request for these.
                if let refusal, finding.severity == .error || finding.kind == .emptyUpdateMask {
                    isRefusalExplained = isRefusalExplained || finding.evidence.contains { refusal.isAbout($0.path) }
                    finding.remark(refusal.text) { refusal.isAbout($0.path) }
                }
                collector.add(finding)
            }
        }
        requestFindings = collector.findings
    }

    /// Compares the deadline of the call with those of the calls before it.
    mutating func compare(with deadlines: inout CallDeadlines) {
        hasRestOfDeadline = deadlines.isRest(self)
        if hasRestOfDeadline { failure?.timeout = nil }
    }

    var method: FleetMethod? { request?.method }

    var ending: CallEnding {
        if let failure { return CallEnding(failure.status.code, failure.category) }
        return call.isOK ? .ok : CallEnding(withoutStatus: call.captured)
    }

    /// The name of the vehicle, trip or task that the request is about.
    var resource: String? { request?.resourceName }

    /// The name of the method for people, with a question mark where the messages alone tell it.
    var methodName: String {
        let name = method?.name ?? call.likelyPath?.split(separator: "/").last.map(String.init) ?? "A call"
        return call.path == nil && call.presumption?.path != nil ? name + "?" : name
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

extension ResponseStatus {
    /// `INVALID_ARGUMENT: update_mask cannot be empty`, with a very long message shortened.
    var line: String {
        // Long enough for every sentence that a person wrote.
        message.isEmpty ? code.title : "\(code.title): \(message.cut(to: 160))"
    }
}
