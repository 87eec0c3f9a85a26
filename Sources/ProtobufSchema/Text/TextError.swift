public import ProtobufWire

/// Why a text is not a message in text format, or bytes have no text.
public struct TextError: Error, Hashable, Sendable {
    /// The kinds of error; a minor version may add some.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// A stable word for logs and scripts.
        public let description: String

        /// Writing: the bytes are not a message of the type; ``TextError/damage`` says more.
        public static let malformed = Self(description: "malformed")
        /// The text is not text format here.
        public static let syntax = Self(description: "syntax")
        /// A name or number that is no field of the message.
        public static let unknownField = Self(description: "unknown_field")
        /// A name that is no value of the enum, or a number that a closed enum does not have.
        public static let unknownEnumValue = Self(description: "unknown_enum_value")
        /// The type that an Any names is not in the schema.
        public static let unknownType = Self(description: "unknown_type")
        /// The name of an extension that the schema does not have for the message.
        public static let extensionName = Self(description: "extension")
        /// A value of another kind than the field: a word where a number belongs, a list where there is one value.
        public static let wrongType = Self(description: "wrong_type")
        /// A number that the field cannot hold.
        public static let outOfRange = Self(description: "out_of_range")
        /// A field that occurs once only is given twice, or two members of a oneof are.
        public static let duplicateField = Self(description: "duplicate_field")
        /// A `string` field whose bytes are not UTF-8.
        public static let invalidUTF8 = Self(description: "invalid_utf8")
        /// More levels of messages than the limits allow.
        public static let tooDeep = Self(description: "too_deep")
        /// A message longer than the limits allow.
        public static let tooLarge = Self(description: "too_large")
    }

    /// What is wrong.
    public let code: Code
    /// The field, from the outermost message inwards.
    public let path: FieldPath
    /// Reading: the word, number or symbol at fault. `nil` when writing.
    public let place: TextPlace?
    /// A sentence for people: what is wrong and what to do.
    public let message: String
    /// With ``Code/malformed``: where the bytes cannot be read.
    public let damage: WireDamage?

    init(
        _ code: Code, _ message: String, path: FieldPath = FieldPath(), place: TextPlace? = nil,
        damage: WireDamage? = nil
    ) {
        self.code = code
        self.message = message
        self.path = path
        self.place = place
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
