internal import FleetErrors
internal import GRPCWire

/// A rule that the emulator keeps, with the document that states it.
///
/// Every status that the emulator answers with is made by a rule, and what shapes a response asks for its rule. All rules but
/// ``fixed`` can be waived: ``FleetEmulator/waivedRules``.
public struct EmulatorRule: Hashable, Sendable {
    /// What says so.
    public enum Source: Hashable, Sendable {
        /// A published document.
        case document(title: String, url: String)
        /// No document says; the reason of the decision, as the end of a sentence that begins with "because".
        case decided(because: String)
    }

    let rule: Rule

    /// A stable name for tables and options: `outputOnly`.
    public var id: String { rule.rawValue }
    /// The rule, a sentence.
    public var what: String { rule.entry.what }
    /// The document that states the rule, or why it was decided here.
    public var source: Source { rule.entry.source }

    init(_ rule: Rule) { self.rule = rule }

    /// The rule with this ``id``.
    public init?(id: String) {
        guard let rule = Rule(rawValue: id) else { return nil }
        self.rule = rule
    }

    /// Every rule, in the order of the documentation.
    public static let all: [EmulatorRule] = Rule.allCases.map(Self.init)
}

extension EmulatorRule: CustomStringConvertible {
    public var description: String { "\(id): \(what)" }
}

/// A field of a request, and what is wrong with it.
typealias FieldViolation = (field: String, text: String)

extension FleetEmulator {
    /// The fields of a request that break rules.
    ///
    /// - Parameter checks: What rules ask of fields, in the order of the answer.
    func violations(_ checks: (rule: Rule, isBroken: Bool, field: String, text: String)...) -> [FieldViolation] {
        checks.filter { $0.isBroken && enforces($0.rule) }.map { ($0.field, $0.text) }
    }
}

extension Rule {
    /// The status of a call that breaks the rule.
    func failure(_ code: StatusCode, _ message: String, _ details: [StatusDetail] = []) -> CallStatus {
        CallStatus(code, message, details: details)
    }

    /// INVALID_ARGUMENT with the fields that are wrong.
    func invalid(_ message: String, _ violations: [FieldViolation]) -> CallStatus {
        failure(.invalidArgument, message, [.badRequest(violations)])
    }

    /// Refuses a request that has such fields.
    ///
    /// - Throws: INVALID_ARGUMENT unless `violations` is empty.
    func refuse(_ violations: [FieldViolation], _ message: String) throws(CallStatus) {
        if !violations.isEmpty { throw invalid(message, violations) }
    }

    /// FAILED_PRECONDITION with what is in the way.
    func precondition(_ message: String, _ type: String, _ violations: [(subject: String, text: String)]) -> CallStatus
    {
        failure(.failedPrecondition, message, [.preconditionFailure(type, violations)])
    }
}
