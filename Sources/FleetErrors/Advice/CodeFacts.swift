internal import GRPCWire

/// The facts about a status code from the documents, and from FleetWire where the documents say nothing.
///
/// The categories are those of ``ErrorSource/consumerErrors``: ABORTED, CANCELLED, DEADLINE_EXCEEDED and UNAVAILABLE recover,
/// INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED, RESOURCE_EXHAUSTED and UNAUTHENTICATED ask for action. The other codes
/// are in no table: they stay unclassified, and `leaning` is how to treat them, with the reason in `because`.
///
/// The tables were published for the Consumer SDK. They are used for driver updates and deliveries as well: it is the
/// same service, so a code has the same cause there; only the remedy differs, which is in `next`.
struct CodeFacts {
    let category: ErrorCategory
    /// For unclassified codes: how to treat them.
    var leaning: ErrorCategory?
    /// What the table adds about the code; for codes that are in no table, why they are treated so.
    var because = ""
    let meaning: String
    /// Whether the same call may be retried, whatever its method.
    let retry: String
    /// ``retry`` for the methods that apps call again and again, where more is known of those.
    var retryPolls: String?
    let next: NextSteps

    /// The facts of a code; those of UNKNOWN for numbers that do not exist, as gRPC treats them.
    static func of(_ code: StatusCode) -> Self { table[code] ?? unknown }

    /// ``retry`` of a method that Google's clients retry, and that is safe to retry.
    static let retriedByLibrary = "yes: the client library does it, with back-off"

    func why(_ code: StatusCode) -> String {
        switch category {
        case .recoversByItself: "Google's table lists \(code.title) among the errors from which the SDK recovers."
        case .clientMustAct:
            "Google's table lists \(code.title) among the client errors" + (because.isEmpty ? "." : ": \(because).")
        case _ where leaning != nil: "In no published table. \(because)"
        default: because
        }
    }
}

/// The next step after an error in each context.
struct NextSteps {
    /// The step for `nil`, a caller that is not known, fits all of them.
    private let steps: [CallContext?: String]

    init(driver: String, consumer: String, backEnd: String, delivery: String, anyone: String) {
        steps = [.driverUpdate: driver, .consumerPoll: consumer, .backEnd: backEnd, .delivery: delivery, nil: anyone]
    }

    /// The same step, or much the same, in each context.
    ///
    /// - Parameters:
    ///   - text: For drivers and consumers. Where it differs, both words stand in braces: `for this {vehicle|trip} ID`.
    ///   - backEnd: For back ends, where that is another step; else the third word in each brace counts.
    ///   - delivery: For deliveries; else the fourth word in each brace counts.
    ///   - anyone: For a caller that is not known; else the fifth word in each brace counts, or the last of fewer.
    init(_ text: String, backEnd: String? = nil, delivery: String? = nil, anyone: String? = nil) {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "{" || $0 == "}" }
        func variant(_ number: Int) -> String {
            parts.enumerated().map { index, part in
                guard !index.isMultiple(of: 2) else { return String(part) }
                let words = part.split(separator: "|", omittingEmptySubsequences: false)
                return String(words[min(number, words.count - 1)])
            }.joined()
        }
        self.init(
            driver: variant(0), consumer: variant(1), backEnd: backEnd ?? variant(2), delivery: delivery ?? variant(3),
            anyone: anyone ?? variant(4))
    }

    subscript(context: CallContext?) -> String { steps[context, default: ""] }
}
