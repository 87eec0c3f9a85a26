internal import ProtobufWire

/// Why a mask could not be applied, or why two messages could not be compared.
public struct FieldMaskError: Error, Hashable, Sendable {
    /// The kinds of error; a minor version may add some.
    public struct Code: Hashable, Sendable {
        private enum Value: String {
            case path = "invalid_path"
            case update = "malformed_update"
            case target = "malformed_target"
            case type = "unknown_type"
        }
        private let value: Value

        /// A path that does not fit the message type; ``FieldMaskError/finding`` says more.
        public static var invalidPath: Self { .init(value: .path) }
        /// The update is not a message of the type; ``FieldMaskError/damage`` says more.
        public static var malformedUpdate: Self { .init(value: .update) }
        /// The target is not a message of the type; ``FieldMaskError/damage`` says more.
        public static var malformedTarget: Self { .init(value: .target) }
        /// The schema does not have the type of the messages.
        public static var unknownType: Self { .init(value: .type) }
    }

    public let code: Code
    public let finding: FieldPaths.Finding?
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
        case .unknownType: "The embedded schema does not have this type of message."
        default: finding?.message ?? ""
        }
    }
}

extension FieldMaskError.Code: CustomStringConvertible {
    /// A stable word for logs and scripts.
    public var description: String { value.rawValue }
}
