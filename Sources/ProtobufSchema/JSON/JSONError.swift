internal import ByteText
internal import JSONText
public import ProtobufWire

/// Why a message has no JSON form, or JSON text is no message.
public struct JSONError: Error, Hashable, Sendable {
    /// The kinds of error; a minor version may add some.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// A stable word for logs and scripts.
        public let description: String

        // Writing

        /// The bytes are not a message of the type; ``JSONError/damage`` says more.
        public static let malformed = Self(description: "malformed")
        /// A `google.protobuf.Value` that holds NaN or an infinity.
        public static let invalidValue = Self(description: "invalid_value")

        /// A `string` whose bytes are not UTF-8, where the schema allows that, as proto2 does.
        public static let invalidUTF8 = Self(description: "invalid_utf8")

        // Writing and reading

        /// A Timestamp outside of the years 1 to 9999, with nanos outside of 0 to 999999999, or spelled differently.
        public static let invalidTimestamp = Self(description: "invalid_timestamp")
        /// A Duration beyond 315576000000 seconds, with 10^9 nanos or more, with two signs, or spelled differently.
        public static let invalidDuration = Self(description: "invalid_duration")
        /// An Any whose type the schema does not have, or whose value is not a message of that type.
        public static let invalidAny = Self(description: "invalid_any")
        /// A FieldMask path that cannot be told from another one in camelCase.
        public static let invalidFieldMask = Self(description: "invalid_field_mask")
        /// The schema lacks the message type.
        public static let unknownType = Self(description: "unknown_type")
        /// Messages are nested too deeply.
        public static let tooDeep = Self(description: "too_deep")

        // Reading

        /// The text is not JSON.
        public static let syntax = Self(description: "invalid_json")
        /// A value of another kind than the field's: a string for a `bool`, `1.5` for an integer.
        public static let wrongType = Self(description: "wrong_type")
        /// A number that the field's type cannot hold.
        public static let outOfRange = Self(description: "out_of_range")
        /// A member that the message type does not have.
        public static let unknownMember = Self(description: "unknown_member")
        /// A name that the enum does not have, or for a closed enum a number.
        public static let unknownEnumValue = Self(description: "unknown_enum_value")
        /// A name or field given twice in one object, or a second member of a oneof.
        public static let duplicateMember = Self(description: "duplicate_member")
        /// Bytes that are not base64.
        public static let invalidBase64 = Self(description: "invalid_base64")
        /// The message would be larger than the limit.
        public static let tooLarge = Self(description: "too_large")
    }

    /// A step from a JSON value to one inside.
    enum Step: Hashable, Sendable, CustomStringConvertible {
        case member(String)
        case element(Int)

        /// `.eta` or `[2]`; `["a b"]` for a name that is no plain word.
        package var description: String {
            switch self {
            case .element(let index): return "[\(index)]"
            case .member(let name):
                let isWord = !name.isEmpty && name.utf8.allSatisfy(\.isIdentifierPart)
                return isWord ? ".\(name)" : "[\(String(decoding: JSONPrinter.quoted(name), as: UTF8.self))]"
            }
        }
    }

    private struct Content: Hashable, Sendable {
        var code = Code.syntax
        var path = FieldPath()
        var message = ""
        var damage: WireDamage?
        var place: TextPlace?
        var steps: [Step] = []
        var offset = 0
    }

    /// The content, which each error has, in a box: the many levels that pass an error on need no room for it on the stack.
    @Indirect private var boxed: Content?

    private var content: Content {
        get { boxed ?? Content() }
        set { boxed = newValue }
    }

    /// What is wrong.
    public var code: Code { content.code }
    /// Writing: the field, from the outermost message inwards. Empty when reading; ``jsonPath`` says it there.
    public var path: FieldPath { content.path }
    /// A sentence for people: what is wrong and what to do.
    public var message: String { content.message }
    /// With ``Code/malformed`` and ``Code/invalidAny``: where the bytes cannot be read.
    public var damage: WireDamage? { content.damage }
    /// Reading: the place in the text. `nil` when writing.
    public var place: TextPlace? { content.place }

    init(_ code: Code, _ message: String, damage: WireDamage? = nil) {
        boxed = Content(code: code, path: damage?.path ?? FieldPath(), message: message, damage: damage)
    }

    init(_ code: Code, at offset: Int, _ message: String) {
        boxed = Content(code: code, message: message, offset: offset)
    }

    init(_ error: JSONSyntaxError) {
        self.init(Code(description: error.code.rawValue), at: error.offset, error.message)
    }

    /// This error with the field `component` before its path, for the message around.
    func inside(_ component: FieldPath.Component) -> Self {
        var error = self
        error.content.path.components.insert(component, at: 0)
        return error
    }

    /// This error with `step` before its path, for the JSON value around.
    func inside(_ step: Step) -> Self {
        var error = self
        error.content.steps.insert(step, at: 0)
        return error
    }

    /// This error with its line and column in `text`.
    func located(in text: Span<UInt8>) -> Self {
        var error = self
        error.content.place = TextPlace(content.offset, in: text)
        return error
    }

    /// Reading: the path to the value, with the names of the text: `$.vehicle.waypoints[2].eta`. Names that are not
    /// plain words are quoted: `$.labels["a b"]`. Empty when writing.
    public var jsonPath: String { place == nil ? "" : "$" + content.steps.map(\.description).joined() }
}

extension JSONError: CustomStringConvertible {
    /// The path and the sentence; for JSON text line and column before them: `3:14: $.vehicle.eta: ...`.
    public var description: String {
        if let place { return "\(place.line):\(place.column): \(jsonPath): \(message)" }
        return path.isEmpty ? message : "\(path): \(message)"
    }
}
