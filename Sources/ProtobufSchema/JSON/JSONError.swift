internal import JSONText
public import ProtobufWire

/// Why a message has no JSON form, or JSON text is no message.
public struct JSONError: Error, Hashable, Sendable {
    /// The kinds of error; a minor version may add some.
    public struct Code: Hashable, Sendable {
        private enum Value: String {
            case malformed
            case syntax = "invalid_json"
            case type = "wrong_type"
            case range = "out_of_range"
            case unknownMember = "unknown_member"
            case unknownEnumValue = "unknown_enum_value"
            case unknownType = "unknown_type"
            case duplicate = "duplicate_member"
            case base64 = "invalid_base64"
            case timestamp = "invalid_timestamp"
            case duration = "invalid_duration"
            case any = "invalid_any"
            case fieldMask = "invalid_field_mask"
            case value = "invalid_value"
            case utf8 = "invalid_utf8"
            case depth = "too_deep"
            case size = "too_large"
        }
        private let value: Value

        // Writing

        /// The bytes are not a message of the type; ``JSONError/damage`` says more.
        public static var malformed: Self { .init(value: .malformed) }
        /// A `google.protobuf.Value` that holds NaN or an infinity.
        public static var invalidValue: Self { .init(value: .value) }

        /// A `string` whose bytes are not UTF-8, where the schema allows that, as proto2 does.
        public static var invalidUTF8: Self { .init(value: .utf8) }

        // Writing and reading

        /// A Timestamp outside of the years 1 to 9999, with nanos outside of 0 to 999999999, or spelled differently.
        public static var invalidTimestamp: Self { .init(value: .timestamp) }
        /// A Duration beyond 315576000000 seconds, with 10^9 nanos or more, with two signs, or spelled differently.
        public static var invalidDuration: Self { .init(value: .duration) }
        /// An Any whose type the schema does not have, or whose value is not a message of that type.
        public static var invalidAny: Self { .init(value: .any) }
        /// A FieldMask path that cannot be told from another one in camelCase.
        public static var invalidFieldMask: Self { .init(value: .fieldMask) }
        /// The schema lacks the message type.
        public static var unknownType: Self { .init(value: .unknownType) }
        /// Messages are nested too deeply.
        public static var tooDeep: Self { .init(value: .depth) }

        // Reading

        /// The text is not JSON.
        public static var syntax: Self { .init(value: .syntax) }
        /// A value of another kind than the field's: a string for a `bool`, `1.5` for an integer.
        public static var wrongType: Self { .init(value: .type) }
        /// A number that the field's type cannot hold.
        public static var outOfRange: Self { .init(value: .range) }
        /// A member that the message type does not have.
        public static var unknownMember: Self { .init(value: .unknownMember) }
        /// A name that the enum does not have, or for a closed enum a number.
        public static var unknownEnumValue: Self { .init(value: .unknownEnumValue) }
        /// A name or field given twice in one object, or a second member of a oneof.
        public static var duplicateMember: Self { .init(value: .duplicate) }
        /// Bytes that are not base64.
        public static var invalidBase64: Self { .init(value: .base64) }
        /// The message would be larger than the limit.
        public static var tooLarge: Self { .init(value: .size) }
    }

    /// A step from a JSON value to one inside.
    enum Step: Hashable, Sendable {
        case member(String)
        case element(Int)
    }

    private struct Content: Hashable, Sendable {
        var code: Code
        var path: FieldPath
        var message: String
        var damage: WireDamage?
        var place: TextPlace?
        var steps: [Step] = []
        var offset = 0
    }

    /// In a box, so that the many levels that pass an error on need no room for it on the stack.
    private indirect enum Box: Hashable, Sendable {
        case content(Content)
    }
    private var box: Box

    private var content: Content {
        get {
            switch box {
            case .content(let content): content
            }
        }
        set { box = .content(newValue) }
    }

    public var code: Code { content.code }
    /// Writing: the field, from the outermost message inwards. Empty when reading; ``jsonPath`` says it there.
    public var path: FieldPath { content.path }
    /// What is wrong and what to do, for people.
    public var message: String { content.message }
    /// With ``Code/malformed`` and ``Code/invalidAny``: where the bytes cannot be read.
    public var damage: WireDamage? { content.damage }
    /// Reading: the place in the text. `nil` when writing.
    public var place: TextPlace? { content.place }

    init(_ code: Code, _ message: String, damage: WireDamage? = nil) {
        box = .content(Content(code: code, path: damage?.path ?? FieldPath(), message: message, damage: damage))
    }

    /// An error in JSON text.
    init(_ code: Code, at offset: Int, _ message: String) {
        box = .content(Content(code: code, path: FieldPath(), message: message, offset: offset))
    }

    /// An error in the grammar of JSON.
    init(_ error: JSONSyntaxError) {
        let code: Code =
            switch error.code {
            case .syntax: .syntax
            case .tooDeep: .tooDeep
            case .duplicateMember: .duplicateMember
            }
        self.init(code, at: error.offset, error.message)
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
        let offset = content.offset
        var line = 1
        var start = 0
        for index in 0..<min(offset, text.count) where text[index] == UInt8(ascii: "\n") {
            line += 1
            start = index + 1
        }
        error.content.place = TextPlace(offset: offset, line: line, column: offset - start + 1)
        return error
    }

    /// Reading: the path to the value, with the names of the text: `$.vehicle.waypoints[2].eta`. Names that are not
    /// plain words are quoted: `$.labels["a b"]`. Empty when writing.
    public var jsonPath: String {
        guard place != nil else { return "" }
        var text = "$"
        for step in content.steps {
            switch step {
            case .element(let index): text += "[\(index)]"
            case .member(let name):
                let isWord = name.utf8.allSatisfy(\.isIdentifierPart)
                let quoted = String(decoding: JSONPrinter.quoted(name), as: UTF8.self)
                text += isWord && !name.isEmpty ? ".\(name)" : "[\(quoted)]"
            }
        }
        return text
    }
}

extension JSONError: CustomStringConvertible {
    /// The path and the sentence; for JSON text line and column before them: `3:14: $.vehicle.eta: ...`.
    public var description: String {
        if let place { return "\(place.line):\(place.column): \(jsonPath): \(message)" }
        return path.isEmpty ? message : "\(path): \(message)"
    }
}

extension JSONError.Code: CustomStringConvertible {
    /// A stable word for logs and scripts.
    public var description: String { value.rawValue }
}
