public import ProtobufWire

/// Why a message has no JSON form.
public struct JSONError: Error, Hashable, Sendable {
    /// The kinds of error; a minor version may add some.
    public struct Code: Hashable, Sendable {
        private enum Value: String {
            case malformed
            case timestamp = "invalid_timestamp"
            case duration = "invalid_duration"
            case any = "invalid_any"
            case fieldMask = "invalid_field_mask"
            case value = "invalid_value"
            case depth = "too_deep"
        }
        private let value: Value

        /// The bytes are not a message of the type; ``JSONError/damage`` says more.
        public static var malformed: Self { .init(value: .malformed) }
        /// A Timestamp outside of the years 1 to 9999, or with nanos outside of 0 to 999999999.
        public static var invalidTimestamp: Self { .init(value: .timestamp) }
        /// A Duration beyond 315576000000 seconds, with 10^9 nanos or more, or with two signs.
        public static var invalidDuration: Self { .init(value: .duration) }
        /// An Any whose type the schema does not have, or whose value is not a message of that type.
        public static var invalidAny: Self { .init(value: .any) }
        /// A FieldMask path that cannot be told from another one in camelCase.
        public static var invalidFieldMask: Self { .init(value: .fieldMask) }
        /// A `google.protobuf.Value` that holds NaN or an infinity.
        public static var invalidValue: Self { .init(value: .value) }
        /// Messages inside Any are nested too deeply.
        public static var tooDeep: Self { .init(value: .depth) }
    }

    public let code: Code
    /// The field, from the outermost message inwards.
    public internal(set) var path: FieldPath
    /// What is wrong and what to do, for people.
    public let message: String
    /// With ``Code/malformed`` and ``Code/invalidAny``: where the bytes cannot be read.
    public let damage: WireDamage?

    init(_ code: Code, _ message: String, damage: WireDamage? = nil) {
        self.code = code
        self.message = message
        self.damage = damage
        path = damage?.path ?? FieldPath()
    }

    /// The same error, seen from the message around.
    func inside(_ component: FieldPath.Component) -> Self {
        var error = self
        error.path.components.insert(component, at: 0)
        return error
    }
}

extension JSONError: CustomStringConvertible {
    /// The path and the sentence.
    public var description: String {
        path.isEmpty ? message : "\(path): \(message)"
    }
}

extension JSONError.Code: CustomStringConvertible {
    /// A stable word for logs and scripts.
    public var description: String { value.rawValue }
}
