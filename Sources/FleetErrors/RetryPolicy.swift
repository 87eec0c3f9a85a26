public import GRPCWire

/// When and how often a failed call is retried: gRPC's back-off as numbers.
///
/// Source: https://github.com/grpc/proposal/blob/master/A6-client-retries.md
public struct RetryPolicy: Hashable, Sendable {
    /// Calls in all, the first one included; gRPC cuts it at 5.
    public var maxAttempts: Int
    /// The longest wait before the first retry, in seconds.
    public var initialBackoff: Double
    /// The longest wait ever, in seconds.
    public var maxBackoff: Double
    /// By how much the longest wait grows from one retry to the next.
    public var multiplier: Double
    /// The codes after which a call is retried.
    public var retryableCodes: [StatusCode]

    /// A policy in the terms of gRPC's service configuration; spans are in seconds.
    public init(
        maxAttempts: Int, initialBackoff: Double, maxBackoff: Double, multiplier: Double, retryableCodes: [StatusCode]
    ) {
        self.maxAttempts = maxAttempts
        self.initialBackoff = initialBackoff
        self.maxBackoff = maxBackoff
        self.multiplier = multiplier
        self.retryableCodes = retryableCodes
    }

    /// The policy of Google's clients for Fleet Engine: 5 attempts, 1 s growing by 1.3 up to 10 s, after UNAVAILABLE.
    ///
    /// Source: ``ErrorSource/serviceConfig``
    public static let fleetEngine = Self(
        maxAttempts: 5, initialBackoff: 1, maxBackoff: 10, multiplier: 1.3, retryableCodes: [.unavailable])

    /// The longest wait before a retry, in seconds: min(initial · multiplier^(retry-1), max). Never negative or NaN.
    ///
    /// - Parameter number: 1 for the first retry; less means that too.
    public func backoffCap(beforeRetry number: Int) -> Double {
        var cap = initialBackoff
        // Growing stops at the limit, and a multiplier of 1 or less never gets there: 64 steps are more than enough.
        for _ in 1..<max(1, min(number, 64)) where cap < maxBackoff { cap *= multiplier }
        return max(0, min(cap, maxBackoff))
    }
}
