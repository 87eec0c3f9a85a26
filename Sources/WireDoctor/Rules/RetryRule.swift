import FleetErrors
import GRPCWire

/// What follows a failure: the same request again, too soon, or failure upon failure.
struct RetryRule {
    /// Resources of which the last failure is remembered.
    static let limit = 4096
    /// Refusals for quota in a row that are a state, not an accident.
    static let streak = 3

    /// Statuses that the same request gets again.
    private static let hopeless: Set<StatusCode> = [
        .invalidArgument, .outOfRange, .unimplemented, .permissionDenied, .unauthenticated,
    ]

    private struct Failure {
        let code: StatusCode
        let number: Int?
        let request: Int
        /// The value by which the server asked for no repeat.
        let pushback: String?
    }

    private struct Wait {
        let number: Int?
        let start: Int64
        let delay: Double
    }

    private var failures: [String: Failure] = [:]
    private var waits: [String: Wait] = [:]
    private var streaks: [String: Int] = [:]

    mutating func findings(_ call: ExaminedCall, _ request: RequestFacts?) -> [Finding] {
        guard let path = call.path else { return [] }
        var found: [Finding] = attempts(call)
        let key = "\(path) \(request?.resourceName ?? "")"
        let identity = Self.identity(call)
        if let last = failures[key], last.request == identity, !call.requests.isEmpty {
            found.append(
                last.pushback.map { Self.disobedience(call, last, $0, request) } ?? Self.repetition(call, last, request)
            )
        }
        if let wait = waits[path], let time = call.time {
            let passed = Double(time.subtractingReportingOverflow(wait.start).partialValue) / 1e9
            if passed >= 0, passed < wait.delay { found.append(Self.haste(call, wait, passed, request)) }
            waits[path] = nil
        }
        found += exhaustion(call, path, request)
        remember(call, path, key, identity)
        return found
    }

    private mutating func remember(_ call: ExaminedCall, _ path: String, _ key: String, _ identity: Int) {
        guard let status = call.status, status.code != .ok else {
            failures[key] = nil
            return
        }
        if failures.count >= Self.limit { failures = [:] }
        if waits.count >= Self.limit { waits = [:] }
        // Negative, or no number: stop.
        let pushback = status.trailers.last("grpc-retry-pushback-ms").flatMap { (Int64($0) ?? -1) < 0 ? $0 : nil }
        failures[key] = Failure(code: status.code, number: call.number, request: identity, pushback: pushback)
        if status.code == .resourceExhausted, let delay = CallStatus(status).retryDelay, let time = call.time {
            waits[path] = Wait(number: call.number, start: time, delay: delay)
        }
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
            "retried", .note, "Calls are repeated after errors that pass.",
            remedy: "Nothing to do as long as the repeats succeed.", evidence: [evidence])
    }

    private static func repetition(_ call: ExaminedCall, _ last: Failure, _ request: RequestFacts?) -> Finding {
        let before = last.number.map { "call \($0)" } ?? "the call before"
        let evidence = Finding.Evidence(
            call: call.number, "the request of \(before) again, which failed with \(last.code.title)")
        guard hopeless.contains(last.code) else { return retried(evidence) }
        return Finding(
            "repeated_unchanged", .warning,
            "A request is sent again, unchanged, after an error that repeating cannot cure.",
            remedy: "Change the request or the token first.", resource: request?.resourceName, evidence: [evidence])
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
        Finding(
            "backoff_ignored", .warning,
            "\(request?.method?.name ?? "A method") is called again before the server's wait is over.",
            remedy: "Wait as long as RetryInfo says, and back off when it comes again.",
            evidence: [
                Finding.Evidence(
                    call: call.number,
                    "\(passed.tenths) s after call \(wait.number ?? 0), which asked for "
                        + "\(wait.delay.tenths) s")
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
