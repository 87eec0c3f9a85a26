public import FleetErrors

/// A failed call with its meaning and the next step, as `FleetErrors` explains every error.
public struct FleetFailure: Error, Sendable {
    /// The status with its details, as the service sent it.
    public let status: CallStatus
    /// The cause of the error, its category, and the next step.
    public let diagnosis: Diagnosis

    init(_ call: FailedCall) { (status, diagnosis) = (call.status, call.diagnosis) }

    /// The kind of reaction that the error asks for.
    public var category: ErrorCategory { diagnosis.category }
    /// The next step, in the imperative.
    public var nextStep: String { diagnosis.nextStep }

    /// Whether the error stays until the app changes something. Other errors pass by themselves. For codes that no document
    /// classifies, and for causes that stay, `Diagnosis.leaning` decides.
    public var needsAction: Bool { (diagnosis.leaning ?? category) == .clientMustAct }
}

extension FleetFailure: CustomStringConvertible {
    /// The status and the next step. Holds no token.
    public var description: String { "\(status). \(nextStep)" }
}
