public import ProtobufWire

/// Why a text is not a message in text format, or bytes have no text.
public struct TextError: Error, Hashable, Sendable {
    /// The kinds of error; a minor version may add some.
    public struct Code: Hashable, Sendable {
        private enum Value: String {
            case malformed
            case syntax
            case unknownField = "unknown_field"
            case unknownEnumValue = "unknown_enum_value"
            case unknownType = "unknown_type"
            case extensionName = "extension"
            case type = "wrong_type"
            case range = "out_of_range"
            case duplicate = "duplicate_field"
            case utf8 = "invalid_utf8"
            case depth = "too_deep"
            case size = "too_large"
        }
        private let value: Value

        /// Writing: the bytes are not a message of the type; ``TextError/damage`` says more.
        public static var malformed: Self { .init(value: .malformed) }
        /// The text is not text format here.
        public static var syntax: Self { .init(value: .syntax) }
        /// A name or number that is no field of the message.
        public static var unknownField: Self { .init(value: .unknownField) }
        /// A name that is no value of the enum, or a number that a closed enum does not have.
        public static var unknownEnumValue: Self { .init(value: .unknownEnumValue) }
        /// The type that an Any names is not in the schema.
        public static var unknownType: Self { .init(value: .unknownType) }
        /// The name of an extension that the schema does not have for the message.
        public static var extensionName: Self { .init(value: .extensionName) }
        /// A value of another kind than the field: a word where a number belongs, a list where there is one value.
        public static var wrongType: Self { .init(value: .type) }
        /// A number that the field cannot hold.
        public static var outOfRange: Self { .init(value: .range) }
        /// A field that occurs once only is given twice, or two members of a oneof are.
        public static var duplicateField: Self { .init(value: .duplicate) }
        /// A `string` field whose bytes are not UTF-8.
        public static var invalidUTF8: Self { .init(value: .utf8) }
        /// More levels of messages than the limits allow.
        public static var tooDeep: Self { .init(value: .depth) }
        /// A message longer than the limits allow.
        public static var tooLarge: Self { .init(value: .size) }
    }

    public let code: Code
    /// The field, from the outermost message inwards.
    public let path: FieldPath
    /// Reading: the word, number or symbol at fault. `nil` when writing.
    public let place: TextPlace?
    /// What is wrong and what to do, for people.
    public let message: String
    /// With ``Code/malformed``: where the bytes cannot be read.
    public let damage: WireDamage?

    init(_ code: Code, _ message: String, path: FieldPath = FieldPath(), place: TextPlace? = nil) {
        self.code = code
        self.message = message
        self.path = path
        self.place = place
        damage = nil
    }

    init(_ damage: WireDamage, in message: MessageDescriptor) {
        code = .malformed
        self.message = "Not a \(message.fullName): \(damage)."
        path = damage.path
        place = nil
        self.damage = damage
    }
}

extension TextError: CustomStringConvertible {
    /// `line:column: path: message`, without what is not known.
    public var description: String {
        let start = place.map { "\($0.line):\($0.column): " } ?? ""
        return path.isEmpty ? start + message : "\(start)\(path): \(message)"
    }
}

extension TextError.Code: CustomStringConvertible {
    /// A stable word for logs and scripts.
    public var description: String { value.rawValue }
}
