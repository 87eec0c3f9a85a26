public import GRPCWire

/// The meaning of an error in the call where it happened, with its category and the next step.
public struct Diagnosis: Sendable {
    /// The status code that the diagnosis is about.
    public var code: StatusCode
    /// The context the texts are for; `nil` when it is not known: they then fit every caller.
    public var context: CallContext?
    /// What ``context`` was inferred from, such as "the method GetTrip"; `nil` when it was given or is not known.
    public var contextOrigin: String?
    /// Whose move it is: the error recovers by itself, the client must act, or nothing is wrong.
    public var category: ErrorCategory
    /// How to treat the error where its category does not say: one of an unclassified code, or of a code whose errors pass,
    /// but with a cause that stays, such as a certificate. A decision of this library; `nil` where even that would be a guess.
    public var leaning: ErrorCategory?
    /// The cause of the error, a sentence or two.
    public var meaning: String
    /// Why the error is in its category: what a document says, or the reason of the decision.
    public var reason: String
    /// The next step, in the imperative.
    public var nextStep: String
    /// Whether the same call may be retried.
    public var retry: String
    /// The earliest time for a retry in seconds from the answer, where the server says one.
    public var retryDelay: Double?
    /// The facts in details, request and token that the diagnosis rests on, the strongest first.
    public var evidence: [String] = []
    /// The documents that the diagnosis is from. Never empty.
    public var sources: [ErrorSource]

    /// The diagnosis of a code by itself.
    public init(_ code: StatusCode, in context: CallContext? = nil) {
        let facts = CodeFacts.of(code)
        self.code = code
        self.context = context
        category = facts.category
        leaning = facts.leaning
        meaning =
            code.isKnown ? facts.meaning : "The code \(code.rawValue) does not exist; gRPC treats it as UNKNOWN."
        reason = facts.why(code)
        nextStep = facts.next[context]
        let isPolled = context == .consumerPoll || context == .driverUpdate
        retry = isPolled ? facts.retryPolls ?? facts.retry : facts.retry
        sources =
            switch facts.category {
            case .noError: [.rpcCodes]
            case .unclassified: [.grpcCodes, .decision]
            default: context == .consumerPoll ? [.consumerErrors] : [.consumerErrors, .decision]
            }
        if context != .consumerPoll, sources.first == .consumerErrors {
            reason += " The table is the Consumer SDK's; the service behind is the same."
        }
    }
}
