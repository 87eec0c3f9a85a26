public import GRPCWire

/// The advice whether to retry a failed call, when, and why. A pure value that waits for nothing and asks no clock.
public struct RetryAdvice: Hashable, Sendable {
    /// How many seconds to wait before the retry; `nil` for no retry.
    public let delay: Double?
    /// Why, a sentence.
    public let reason: String
    /// Whether to retry the call.
    public var retries: Bool { delay != nil }

    private init(delay: Double?, reason: String) { (self.delay, self.reason) = (delay, reason) }

    /// Why a call that is not idempotent is not repeated, unless the server did nothing.
    package static let notIdempotent = "The call may have taken effect and is not idempotent: read the state first."

    private static func stop(_ reason: String) -> Self { Self(delay: nil, reason: reason) }

    /// The facts about a failed call that decide about a retry.
    public struct Situation: Sendable {
        /// The status code of the last attempt.
        public var code: StatusCode
        /// Calls made so far, the failed one included.
        public var attempts: Int
        /// Doing it twice is as good as once: ``FleetMethod/isIdempotent``. `false` when in doubt.
        public var isIdempotent: Bool
        /// The server certainly did nothing: REFUSED_STREAM, or the request never left (`ResponseStatus/wasNotProcessed`).
        public var wasNotProcessed = false
        /// Response headers arrived before the error, so that gRPC counts the call as committed. A trailers-only response has
        /// no response headers.
        public var hasResponseHeaders = false
        /// The values of `grpc-retry-pushback-ms` in the trailers.
        public var pushback: [String] = []
        /// The RetryInfo of the status, in seconds: ``CallStatus/retryDelay``.
        public var retryDelay: Double?
        /// The rest of the deadline, which spans all attempts, in seconds; `nil` for no deadline.
        public var remaining: Double?

        /// A call that has failed with `code`, after so many attempts.
        public init(_ code: StatusCode, attempts: Int = 1, isIdempotent: Bool = false) {
            self.code = code
            self.attempts = attempts
            self.isIdempotent = isIdempotent
        }

        /// - Parameters:
        ///   - status: The status, with its RetryInfo.
        ///   - response: The response it is from; `nil` when only the status is known, as from an `NSError`.
        ///   - method: What was called; `nil` counts as not idempotent.
        ///   - attempts: Calls made so far, the failed one included.
        public init(status: CallStatus, response: ResponseStatus? = nil, method: FleetMethod?, attempts: Int = 1) {
            self.init(status.code, attempts: attempts, isIdempotent: method?.isIdempotent ?? false)
            retryDelay = status.retryDelay
            guard let response else { return }
            wasNotProcessed = response.wasNotProcessed
            hasResponseHeaders = response.hasResponseHeaders
            pushback = response.trailers.values("grpc-retry-pushback-ms")
        }
    }

    /// Advice for a failed call. The rules, in this order:
    ///
    /// 1. OK, too many attempts, response headers: no.
    /// 2. A call that may have been done and is not idempotent: no, whatever the code.
    /// 3. Pushback from the server: no if it is negative or not a number, else after exactly this time.
    /// 4. A request that certainly was not processed: once at once, then with back-off.
    /// 5. RetryInfo: after at least this time, also with codes that the policy does not list, because the server invites.
    /// 6. A code of the policy: after a random part of the back-off.
    /// 7. A wait that ends after the deadline: no.
    ///
    /// Source: that of ``RetryPolicy``; 5 is the definition of RetryInfo (``ErrorSource/errorDetails``). gRPC retries without
    /// looking at idempotency (the policy's author did); 2 is stricter, because here the policy is one for all methods.
    ///
    /// - Parameter jitter: 0 to 1, the part of the back-off to wait: random in use, chosen in tests.
    public init(
        _ situation: Situation, policy: RetryPolicy = .fleetEngine,
        jitter: () -> Double = { Double.random(in: 0..<1) }
    ) {
        self = Self.advice(situation, policy, jitter: jitter)
    }

    private static func advice(_ situation: Situation, _ policy: RetryPolicy, jitter: () -> Double) -> Self {
        let attempts = max(situation.attempts, 1)
        let most = min(policy.maxAttempts, 5)
        guard situation.code != .ok else { return stop("The call succeeded.") }
        guard attempts < most else { return stop("\(attempts) of \(most) attempts are made.") }
        guard !situation.hasResponseHeaders else {
            return stop("Response headers arrived: the server has begun to answer, and the call counts as done.")
        }
        guard situation.isIdempotent || situation.wasNotProcessed else {
            return stop(notIdempotent)
        }
        let (delay, reason): (Double, String)
        if let value = situation.pushback.last {
            guard situation.pushback.count == 1, let milliseconds = Int64(value), milliseconds >= 0 else {
                return stop("The server asks for no retry (grpc-retry-pushback-ms: \(value)).")
            }
            (delay, reason) = (Double(milliseconds) / 1000, "The server asks for exactly this wait.")
        } else if situation.wasNotProcessed, attempts == 1 {
            (delay, reason) = (0, "The server did nothing with the request.")
        } else {
            let part = jitter()
            // No part of an infinite back-off is no wait.
            let backoff = part <= 0 ? 0 : policy.backoffCap(beforeRetry: attempts) * min(1, part)
            if let wait = situation.retryDelay, wait.isFinite {
                (delay, reason) = (max(wait, 0) + backoff, "RetryInfo, and a part of the back-off on top of it.")
            } else if policy.retryableCodes.contains(situation.code) || situation.wasNotProcessed {
                (delay, reason) = (backoff, "Back-off before retry \(attempts).")
            } else {
                let listed = policy.retryableCodes.map(\.title)
                let rest = listed.isEmpty ? "." : ", only \(list(listed))."
                return stop("The retry policy does not list \(situation.code)\(rest)")
            }
        }
        if let remaining = situation.remaining, !(delay < remaining) {
            return stop("The wait of \(delay.plain) s ends after the deadline.")
        }
        return Self(delay: delay, reason: reason)
    }
}
