import ConsoleText
import FleetErrors
import GRPCWire
import WireCapture

/// Requests that are sent again after a failure: in vain, too soon, or although they may have taken effect.
struct RetryRule: CallRule {
    /// The most failures, and waits, that are remembered; when there are more, all are forgotten.
    static let limit = 4096
    /// A repeat within this many seconds after the failure had no back-off to speak of: a tenth of the first one of gRPC.
    static let atOnce = RetryPolicy.fleetEngine.initialBackoff / 10
    /// Repeats at once, one after the other, from which on they are a habit: gRPC's random waits are not so short so often.
    static let habit = 3
    /// Ends that the client itself has chosen, after which it need not wait: polls whose deadline is their interval follow at once.
    static let ownEnds: Set<StatusCode> = [.cancelled, .deadlineExceeded]

    private struct Failure {
        let code: StatusCode
        /// The call in words: `call 9`.
        let name: String
        /// The identity of the request.
        let request: Int
        /// The time of the answer, in nanoseconds since 1970. Calls that began before could not know.
        let end: Int64?
        /// The server certainly did nothing.
        let wasNotProcessed: Bool
        /// The wait that the server asks for before the next call, in seconds.
        let delay: Double?
        /// The repeats at once that led to this failure.
        let repeatsAtOnce: Int
    }

    /// The last failure of each method, resource and client.
    private var failures: [String: Failure] = [:]
    /// The last failure that asks for a wait, of each of the same.
    private var waits: [String: Failure] = [:]

    mutating func examine(_ facts: CallFacts) -> [Finding] {
        guard let path = facts.call.likelyPath else { return [] }
        var found = attempts(facts)
        let key = "\(path) \(facts.resource ?? "") \(facts.call.client.host)"
        let identity = Self.identity(of: facts.call)
        var repeatsAtOnce = 0
        if let last = failures[key], last.request == identity, !facts.call.requests.isEmpty,
            facts.call.time ?? .max >= last.end ?? .min
        {
            if let time = facts.call.time, let end = last.end, Double(time &- end) / 1e9 < Self.atOnce,
                !Self.ownEnds.contains(last.code)
            {
                repeatsAtOnce = last.repeatsAtOnce + 1
            }
            found.append(Self.judge(facts, repeating: last, repeatsAtOnce))
        }
        if let last = waits[key], let delay = last.delay, let start = last.end, let time = facts.call.time {
            let passed = Double(time &- start) / 1e9
            if passed >= 0, passed < delay { found.append(Self.tooEarly(facts, passed, after: last, delay)) }
        }
        if failures.count >= Self.limit { failures = [:] }
        failures[key] = nil
        if let failure = facts.failure, let status = facts.call.status {
            let last = Failure(
                code: status.code, name: facts.call.reference.name, request: identity, end: facts.call.end,
                wasNotProcessed: status.wasNotProcessed || facts.call.isRefused, delay: failure.status.retryDelay,
                repeatsAtOnce: repeatsAtOnce)
            failures[key] = last
            if last.delay != nil, last.end != nil {
                if waits.count >= Self.limit { waits = [:] }
                waits[key] = last
            }
        }
        return Self.withoutHarmless(found)
    }

    /// A repeat is harmless where nothing else is found about it, and is then told of once.
    private static func withoutHarmless(_ found: [Finding]) -> [Finding] {
        let others = found.filter { $0.kind != .retried }
        guard others.isEmpty, var repeated = found.last else { return others }
        for finding in found.dropLast() { for piece in finding.evidence { repeated.remark(piece.text) } }
        return [repeated]
    }

    /// Method, messages and token of a call as a number that is the same for the same ones.
    private static func identity(of call: ExaminedCall) -> Int {
        var hasher = Hasher()
        hasher.combine(call.likelyPath)
        for request in call.requests {
            hasher.combine(request.count)
            // All bytes at once, which is much quicker than one by one.
            unsafe request.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        }
        hasher.combine(call.headers?.last("authorization"))
        return hasher.finalize()
    }

    // MARK: Findings

    private func attempts(_ facts: CallFacts) -> [Finding] {
        guard let attempts = facts.call.headers?.last("grpc-previous-rpc-attempts") else { return [] }
        let isTooMany = Int64(attempts).map { $0 >= RetryPolicy.fleetEngine.maxAttempts } ?? false
        return [facts.finding(isTooMany ? .tooManyAttempts : .retried, evidence: "attempts before it: \(attempts)")]
    }

    /// Judges a request that is the same as that of a call which failed.
    private static func judge(_ facts: CallFacts, repeating last: Failure, _ repeatsAtOnce: Int) -> Finding {
        let text = "the request of \(last.name) again, which failed with \(last.code.title)"
        // A repeat that succeeds had a cause that was cured in between.
        if !facts.call.isOK, let condition = condition(forRepeating: last) {
            return facts.finding(.repeatedUnchanged, evidence: "\(text); retry: \(condition)").about(facts.resource)
        }
        if let danger = danger(ofRepeating: last, facts.method) {
            return facts.finding(.repeatedUnsafe, evidence: "\(text): \(danger)").about(facts.resource)
        }
        return repeatsAtOnce < habit
            ? facts.finding(.retried, evidence: text)
            : facts.finding(.noBackoff, evidence: "\(text), at once, after \(repeatsAtOnce - 1) others")
    }

    private static func tooEarly(_ facts: CallFacts, _ wait: Double, after last: Failure, _ delay: Double) -> Finding {
        let asked = "\(last.name), which asked for \(delay.tenths) s (RetryInfo)"
        return facts.finding(
            .backoffIgnored, ["method": facts.methodName], evidence: "\(wait.tenths) s after the end of \(asked)"
        ).about(facts.resource)
    }

    /// The condition for repeating a request that fails again as it is; `nil` for errors that pass.
    private static func condition(forRepeating last: Failure) -> String? {
        let diagnosis = Diagnosis(last.code)
        // An exhausted quota is the client's matter as well, but fills up by waiting.
        guard last.code != .resourceExhausted, (diagnosis.leaning ?? diagnosis.category) == .clientMustAct else {
            return nil
        }
        return diagnosis.retry
    }

    /// Why a call may not be made twice; `nil` for calls that may be, and those that Google's clients repeat themselves.
    private static func danger(ofRepeating last: Failure, _ method: FleetMethod?) -> String? {
        guard let method, !method.isIdempotent else { return nil }
        if method.isRetriedByDefault, RetryPolicy.fleetEngine.retryableCodes.contains(last.code) { return nil }
        return last.wasNotProcessed ? nil : RetryAdvice.notIdempotent
    }
}
