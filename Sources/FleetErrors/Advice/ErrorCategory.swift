public import GRPCWire

/// The kinds of reaction that errors ask for.
///
/// The first two are the two halves of Google's published tables (``ErrorSource/consumerErrors``).
public enum ErrorCategory: String, Sendable, CustomStringConvertible {
    /// The SDK goes on by itself: a fault of the network or the server that passes.
    case recoversByItself = "recovers_by_itself"
    /// The error stays until the client changes something.
    case clientMustAct = "client_must_act"
    /// Happens in healthy apps. Count it apart from real failures and go on.
    case benign
    /// No document says. See ``Diagnosis/leaning`` for how to treat it.
    case unclassified
    /// There is no error.
    case noError = "no_error"

    /// The category of a code by itself, as in ``Diagnosis/init(_:in:)``.
    public init(_ code: StatusCode) { self = CodeFacts.of(code).category }

    /// The category of a call. Only an empty mask differs from other errors of its code.
    ///
    /// - Parameter updateMask: The mask of the request, which decides where it is known; then the details, and the message as
    ///   a last resort. Evaluated only if it matters.
    package init(_ status: CallStatus, updateMask: @autoclosure () -> [String]?) {
        self.init(status.code)
        guard status.code == .invalidArgument else { return }
        let isMentioned = status.mentionsEmptyMask
        let isSilent = status.fieldViolations.isEmpty && status.message.isEmpty
        guard isMentioned || isSilent else { return }
        if updateMask()?.isEmpty ?? isMentioned { self = .benign }
    }

    /// The category in words.
    public var title: String {
        switch self {
        case .recoversByItself: "recovers by itself"
        case .clientMustAct: "the client must act"
        case .benign: "benign"
        case .unclassified: "unclassified"
        case .noError: "no error"
        }
    }

    public var description: String { title }
}
