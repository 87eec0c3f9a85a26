import ConsoleText
import FleetErrors
import GRPCWire

/// Requests that are sent again after a failure: in vain, too soon, or although they may have taken effect.
struct RetryRule: CallRule {
    /// The most failures, and waits, that are remembered; when there are more, all are forgotten.
    static let limit = 4096

    private struct Failure {
        let code: StatusCode
        let call: Int?
        /// The identity of the request.
        let request: Int
        /// The server certainly did nothing.
        let wasNotProcessed: Bool
        let pushback: Pushback?

        var name: String { call.map { "call \($0)" } ?? "the call before" }
    }

    /// The demand of `grpc-retry-pushback-ms`.
    private enum Pushback {
        /// The value is negative or no number: the call is not to be repeated.
        case stop(String)
        case wait(RetryWait)
    }

    /// The last failure of each method and resource.
    private var failures: [String: Failure] = [:]
    /// The waits that RetryInfo asks for.
    private var waits: [WaitingClient: RetryWait] = [:]

    mutating func examine(_ call: CallFacts) -> [Finding] {
        guard let path = call.call.path else { return [] }
        var found = attempts(call)
        let key = "\(path) \(call.resource ?? "")"
        let identity = Self.identity(of: call.call)
        if let last = failures[key], last.request == identity, !call.call.requests.isEmpty {
            found.append(Self.judge(call, repeating: last))
        }
        let client = WaitingClient(call)
        if let wait = waits[client] {
            let isKnown = found.contains { $0.kind == .backoffIgnored }
            if !isKnown, let early = Self.tooEarly(call, before: wait) { found.append(early) }
            if wait.isOver(at: call.call.time) { waits[client] = nil }
        }
        if failures.count >= Self.limit { failures = [:] }
        failures[key] = failure(of: call, identity: identity, client)
        return Self.withoutHarmless(found)
    }

    /// A repeat is harmless where nothing else is found about it, and is then told of once.
    private static func withoutHarmless(_ found: [Finding]) -> [Finding] {
        let others = found.filter { $0.kind != .retried }
        guard others.isEmpty, var repeated = found.last else { return others }
        for finding in found.dropLast() { for piece in finding.evidence { repeated.remark(piece.text) } }
        return [repeated]
    }

    // MARK: Memory

    /// The failure of a call, `nil` for one that did not fail. A wait that RetryInfo asks for is kept for the client.
    private mutating func failure(of call: CallFacts, identity: Int, _ client: WaitingClient) -> Failure? {
        guard let failed = call.failure?.status, let status = call.call.status else { return nil }
        func wait(_ delay: Double, _ source: String) -> RetryWait? {
            call.call.end.map { RetryWait(call: call.call.number, start: $0, delay: delay, source: source) }
        }
        var pushback: Pushback?
        if let value = status.trailers.last("grpc-retry-pushback-ms") {
            // The header is about this request alone, and counts more than RetryInfo.
            if let milliseconds = Int64(value), milliseconds >= 0 {
                pushback = wait(Double(milliseconds) / 1000, "grpc-retry-pushback-ms").map { .wait($0) }
            } else {
                pushback = .stop(value)
            }
        } else if let delay = failed.retryDelay, let wait = wait(delay, "RetryInfo") {
            if waits.count >= Self.limit { waits = [:] }
            waits[client] = wait
        }
        return Failure(
            code: status.code, call: call.call.number, request: identity,
            wasNotProcessed: status.wasNotProcessed || call.call.isRefused, pushback: pushback)
    }

    /// Method, messages and token of a call as a number that is the same for the same ones.
    private static func identity(of call: ExaminedCall) -> Int {
        var hasher = Hasher()
        hasher.combine(call.path)
        for request in call.requests {
            hasher.combine(request.count)
            // All bytes at once, which is much quicker than one by one.
            unsafe request.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        }
        hasher.combine(call.headers?.last("authorization"))
        return hasher.finalize()
    }

    // MARK: Findings

    private func attempts(_ call: CallFacts) -> [Finding] {
        guard let attempts = call.call.headers?.last("grpc-previous-rpc-attempts") else { return [] }
        let isTooMany = Int64(attempts).map { $0 >= RetryPolicy.fleetEngine.maxAttempts } ?? false
        return [call.finding(isTooMany ? .tooManyAttempts : .retried, evidence: "attempts before it: \(attempts)")]
    }

    /// Judges a request that is the same as that of a call which failed.
    private static func judge(_ call: CallFacts, repeating last: Failure) -> Finding {
        switch last.pushback {
        case .stop(let value):
            return call.finding(
                .pushbackIgnored,
                evidence: "the request of \(last.name) again, which ended with grpc-retry-pushback-ms: \(value)"
            ).about(call.resource)
        case .wait(let wait):
            if let finding = tooEarly(call, before: wait) { return finding }
        case nil: break
        }
        let text = "the request of \(last.name) again, which failed with \(last.code.title)"
        // A repeat that succeeds had a cause that was cured in between.
        if !call.call.isOK, let condition = condition(forRepeating: last) {
            return call.finding(.repeatedUnchanged, evidence: "\(text); repeat it? \(condition)").about(call.resource)
        }
        if let danger = danger(ofRepeating: last, call.method) {
            return call.finding(.repeatedUnsafe, evidence: "\(text): \(danger)").about(call.resource)
        }
        return call.finding(.retried, evidence: text)
    }

    private static func tooEarly(_ call: CallFacts, before wait: RetryWait) -> Finding? {
        guard let passed = wait.secondsPassed(ifTooEarly: call.call.time) else { return nil }
        let name = wait.call.map { "call \($0)" } ?? "the call before"
        return call.finding(
            .backoffIgnored, ["method": call.methodName],
            evidence:
                "\(passed.tenths) s after the end of \(name), which asked for \(wait.delay.tenths) s (\(wait.source))"
        ).about(call.resource)
    }

    /// When a request may be repeated that fails again as it is; `nil` for errors that pass.
    private static func condition(forRepeating last: Failure) -> String? {
        let diagnosis = Diagnosis(last.code)
        // An exhausted quota is the client's matter as well, but fills up by waiting.
        guard last.code != .resourceExhausted, (diagnosis.leaning ?? diagnosis.category) == .clientMustAct else {
            return nil
        }
        return diagnosis.repeating
    }

    /// Why a call may not be made twice; `nil` for calls that may be, and those that Google's clients repeat themselves.
    private static func danger(ofRepeating last: Failure, _ method: FleetMethod?) -> String? {
        guard let method, !method.isIdempotent else { return nil }
        let policy = RetryPolicy.fleetEngine
        if method.isRetriedByDefault, policy.retryableCodes.contains(last.code) { return nil }
        var situation = RetryAdvice.Situation(last.code, isIdempotent: false)
        situation.wasNotProcessed = last.wasNotProcessed
        let advice = RetryAdvice(situation, policy: policy, jitter: { 1 })
        return advice.retries ? nil : advice.reason
    }
}
