import ConsoleText
import FleetErrors
import GRPCWire

/// What follows a failure: the same request again, too soon, or failure upon failure.
struct RetryRule {
    /// Resources of which the last failure is remembered.
    static let limit = 4096
    /// Refusals for quota in a row that are a state, not an accident.
    static let streak = 3

    private static let hasteCode = "backoff_ignored"
    private static let harmlessCode = "retried"

    private struct Failure {
        let code: StatusCode
        let number: Int?
        let request: Int
        /// The server certainly did nothing.
        let wasNotProcessed: Bool
        let pushback: Pushback?
    }

    /// What `grpc-retry-pushback-ms` asks for.
    private enum Pushback {
        /// No repeat, by this value: it is negative, or no number.
        case stop(String)
        case wait(Wait)
    }

    private struct Wait {
        let number: Int?
        /// When the answer came that asks for it, in nanoseconds since 1970.
        let start: Int64
        /// In seconds.
        let delay: Double
        /// Where it stands.
        let source: String

        /// How long after the answer a time is, in seconds, if that is too early; negative before the answer.
        func haste(_ time: Int64?) -> Double? {
            guard let passed = passed(time), (0..<delay).contains(passed) else { return nil }
            return passed
        }

        func isOver(_ time: Int64?) -> Bool { passed(time).map { $0 >= delay } ?? false }

        private func passed(_ time: Int64?) -> Double? {
            time.map { Double($0.subtractingReportingOverflow(start).partialValue) / 1e9 }
        }
    }

    /// Who is told to wait before a method is called again: a client, whatever connection it takes. Behind one address
    /// there may be many, which their tokens tell apart or, where those are not known, what they call about.
    private struct Told: Hashable {
        let path: String
        /// The client's address without its port.
        let host: String
        /// The claims of the token.
        let claims: [String: [String]]
        /// What the call is about; of one that creates something, where. `nil` where the claims are known.
        let name: String?

        init(_ call: ExaminedCall, _ path: String, _ request: RequestFacts?, _ token: FleetToken?) {
            self.path = path
            let client = call.client ?? ""
            let port = client.lastIndex(of: ":").map { client[$0...] } ?? ""
            host = port.dropFirst().allSatisfy(\.isNumber) ? String(client.dropLast(port.count)) : client
            claims = token?.authorization ?? [:]
            let isNew = request?.method?.action == .create
            let subject = request?.resourceName
            name = claims.isEmpty ? isNew ? subject.flatMap(ResourceName.init)?.provider : subject : nil
        }
    }

    private var failures: [String: Failure] = [:]
    /// Waits that RetryInfo asks for, by whom they concern: others were not told of them.
    private var waits: [Told: Wait] = [:]
    private var streaks: [String: Int] = [:]

    mutating func findings(_ call: ExaminedCall, _ request: RequestFacts?, _ token: FleetToken?) -> [Finding] {
        guard let path = call.path else { return [] }
        var found: [Finding] = attempts(call)
        let key = "\(path) \(request?.resourceName ?? "")"
        let identity = Self.identity(call)
        if let last = failures[key], last.request == identity, !call.requests.isEmpty {
            found.append(again(call, last, request))
        }
        let told = Told(call, path, request, token)
        if let wait = waits[told] {
            let isTold = found.contains { $0.code == Self.hasteCode }
            if let passed = wait.haste(call.time), !isTold { found.append(Self.haste(call, wait, passed, request)) }
            if wait.isOver(call.time) { waits[told] = nil }
        }
        found += exhaustion(call, path, request)
        remember(call, told, key, identity)
        return Self.joined(found)
    }

    /// A repeat is harmless where nothing else is to be said about it, and is told of once.
    private static func joined(_ found: [Finding]) -> [Finding] {
        let others = found.filter { $0.code != harmlessCode }
        guard others.isEmpty, var repeated = found.last else { return others }
        for finding in found.dropLast() { for piece in finding.evidence { repeated.note(piece.text) } }
        return [repeated]
    }

    /// What is to be said about a request that was sent again.
    private func again(_ call: ExaminedCall, _ last: Failure, _ request: RequestFacts?) -> Finding {
        switch last.pushback {
        case .stop(let value): return Self.disobedience(call, last, value, request)
        case .wait(let wait):
            if let passed = wait.haste(call.time) { return Self.haste(call, wait, passed, request) }
        case nil: break
        }
        return Self.repetition(call, last, request)
    }

    private mutating func remember(_ call: ExaminedCall, _ told: Told, _ key: String, _ identity: Int) {
        guard let status = call.status, status.code != .ok else {
            failures[key] = nil
            return
        }
        if failures.count >= Self.limit { failures = [:] }
        if waits.count >= Self.limit { waits = [:] }
        func wait(_ delay: Double, _ source: String) -> Wait? {
            call.end.map { Wait(number: call.number, start: $0, delay: delay, source: source) }
        }
        var pushback: Pushback?
        if let value = status.trailers.last("grpc-retry-pushback-ms") {
            // It is about this request alone, and counts more than RetryInfo.
            if let milliseconds = Int64(value), milliseconds >= 0 {
                pushback = wait(Double(milliseconds) / 1000, "grpc-retry-pushback-ms").map { .wait($0) }
            } else {
                pushback = .stop(value)
            }
        } else if status.details != nil, let delay = CallStatus(status).retryDelay, let wait = wait(delay, "RetryInfo")
        {
            waits[told] = wait
        }
        failures[key] = Failure(
            code: status.code, number: call.number, request: identity,
            wasNotProcessed: status.wasNotProcessed || call.isRefused, pushback: pushback)
    }

    /// Method, messages and token, as a number that is the same for the same ones.
    private static func identity(_ call: ExaminedCall) -> Int {
        var hasher = Hasher()
        hasher.combine(call.path)
        for request in call.requests {
            hasher.combine(request.count)
            // All at once, which is much quicker than one by one.
            unsafe request.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        }
        hasher.combine(call.headers?.last("authorization"))
        return hasher.finalize()
    }

    private func attempts(_ call: ExaminedCall) -> [Finding] {
        guard let attempts = call.headers?.last("grpc-previous-rpc-attempts") else { return [] }
        let evidence = Finding.Evidence(call: call.number, "attempts before it: \(attempts)")
        let limit = RetryPolicy.fleetEngine.maxAttempts
        guard let number = Int64(attempts), number >= limit else { return [Self.retried(evidence)] }
        return [
            Finding(
                "too_many_attempts", .warning, "A call is tried more often than the \(limit) times that gRPC allows.",
                remedy: "Leave repeats to gRPC, or set maxAttempts to \(limit) at most.", evidence: [evidence])
        ]
    }

    private static func retried(_ evidence: Finding.Evidence) -> Finding {
        Finding(
            harmlessCode, .note, "Calls are repeated after errors that pass.",
            remedy: "Nothing to do as long as the repeats succeed.", evidence: [evidence])
    }

    private static func repetition(_ call: ExaminedCall, _ last: Failure, _ request: RequestFacts?) -> Finding {
        let before = last.number.map { "call \($0)" } ?? "the call before"
        var evidence = Finding.Evidence(
            call: call.number, "the request of \(before) again, which failed with \(last.code.title)")
        // What succeeds in the end was cured in between.
        if !call.isOK, let condition = condition(last) {
            evidence.text += "; repeat it? \(condition)"
            return Finding(
                "repeated_unchanged", .warning,
                "A request is sent again, unchanged, after an error that repeating cannot cure.",
                remedy: "Change first what the error is about: the request, the token, or what the server has.",
                resource: request?.resourceName, evidence: [evidence])
        }
        if let danger = danger(last, request?.method) {
            evidence.text += ": \(danger)"
            return Finding(
                "repeated_unsafe", .warning, "A call to be made once is made again, though it may have taken effect.",
                remedy: "Read what the server has, and repeat only what has not happened.",
                resource: request?.resourceName, evidence: [evidence])
        }
        return retried(evidence)
    }

    /// When a request may be repeated that fails again as it is; `nil` for errors that pass.
    private static func condition(_ last: Failure) -> String? {
        let diagnosis = Diagnosis(last.code)
        // An exhausted quota is the client's matter as well, but fills up by waiting.
        guard last.code != .resourceExhausted, (diagnosis.leaning ?? diagnosis.category) == .clientMustAct else {
            return nil
        }
        return diagnosis.repeating
    }

    /// Why a call may not be made twice; `nil` for those that may be, and those that Google's clients repeat themselves.
    private static func danger(_ last: Failure, _ method: FleetMethod?) -> String? {
        guard let method, !method.isIdempotent else { return nil }
        let policy = RetryPolicy.fleetEngine
        if method.isRetriedByDefault, policy.retryableCodes.contains(last.code) { return nil }
        var situation = RetryAdvice.Situation(last.code, isIdempotent: false)
        situation.wasNotProcessed = last.wasNotProcessed
        let advice = RetryAdvice(situation, policy: policy, jitter: { 1 })
        return advice.retries ? nil : advice.reason
    }

    private static func disobedience(
        _ call: ExaminedCall, _ last: Failure, _ pushback: String, _ request: RequestFacts?
    ) -> Finding {
        Finding(
            "pushback_ignored", .warning, "A request is sent again although the server asked for no repeat.",
            remedy: "Do not repeat a call that ended with a negative grpc-retry-pushback-ms.",
            resource: request?.resourceName,
            evidence: [
                Finding.Evidence(
                    call: call.number,
                    "the request of \(last.number.map { "call \($0)" } ?? "the call before") again, which ended with "
                        + "grpc-retry-pushback-ms: \(pushback)")
            ])
    }

    private static func haste(
        _ call: ExaminedCall, _ wait: Wait, _ passed: Double, _ request: RequestFacts?
    ) -> Finding {
        let method = request?.method?.name ?? call.path?.split(separator: "/").last.map(String.init)
        return Finding(
            hasteCode, .warning,
            "\(method ?? "A method") is called again before the server's wait is over.",
            remedy: "Wait as long as the answer says, and back off when it says so again.",
            resource: request?.resourceName,
            evidence: [
                Finding.Evidence(
                    call: call.number,
                    "\(passed.tenths) s after the end of \(wait.number.map { "call \($0)" } ?? "the call before"), "
                        + "which asked for \(wait.delay.tenths) s (\(wait.source))")
            ])
    }

    private mutating func exhaustion(_ call: ExaminedCall, _ path: String, _ request: RequestFacts?) -> [Finding] {
        guard let status = call.status else { return [] }
        guard status.code == .resourceExhausted else {
            streaks[path] = nil
            return []
        }
        if streaks.count >= Self.limit { streaks = [:] }
        let count = streaks[path, default: 0] + 1
        streaks[path] = count
        guard count >= Self.streak else { return [] }
        return [
            Finding(
                "quota_streak", .error,
                "\(request?.method?.name ?? path) is refused for its quota again and again.",
                remedy: "Send less often, or raise the quota in the Cloud console.",
                evidence: [Finding.Evidence(call: call.number, "\(count) refusals in a row")])
        ]
    }
}
