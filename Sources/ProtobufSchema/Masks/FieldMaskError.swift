internal import ProtobufWire

/// Why a mask could not be applied, or why two messages could not be compared.
public struct FieldMaskError: Error, Hashable, Sendable {
    /// The kinds of error; a minor version may add some.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// A stable word for logs and scripts.
        public let description: String

        /// A path that does not fit the message type; ``FieldMaskError/finding`` says more.
        public static let invalidPath = Self(description: "invalid_path")
        /// The update is not a message of the type; ``FieldMaskError/damage`` says more.
        public static let malformedUpdate = Self(description: "malformed_update")
        /// The target is not a message of the type; ``FieldMaskError/damage`` says more.
        public static let malformedTarget = Self(description: "malformed_target")
        /// The schema does not have the type of the messages.
        public static let unknownType = Self(description: "unknown_type")
    }

    /// What is wrong.
    public let code: Code
    /// What is wrong with a path of the mask, if that is the reason.
    public let finding: FieldPaths.Finding?
    /// Where a message is damaged, if that is the reason.
    public let damage: WireDamage?

    package init(_ code: Code, finding: FieldPaths.Finding? = nil, damage: WireDamage? = nil) {
        self.code = code
        self.finding = finding
        self.damage = damage
    }
}

extension FieldMaskError {
    /// Throws when one of two messages is not a message of the type.
    static func check(
        target: Span<UInt8>, update: Span<UInt8>, as message: MessageDescriptor?, limits: DecodingLimits
    ) throws(FieldMaskError) {
        if let damage = WireDamage.first(in: target, as: message, limits: limits) {
            throw FieldMaskError(.malformedTarget, damage: damage)
        }
        if let damage = WireDamage.first(in: update, as: message, limits: limits) {
            throw FieldMaskError(.malformedUpdate, damage: damage)
        }
    }
}

extension FieldMaskError: CustomStringConvertible {
    public var description: String {
        switch code {
        case .malformedUpdate: "The update cannot be read: \(damage?.description ?? "")."
        case .malformedTarget: "The target cannot be read: \(damage?.description ?? "")."
        case .unknownType: "The schema has no message with this type's full name; see that they belong together."
        default: finding?.message ?? ""
        }
    }
}
