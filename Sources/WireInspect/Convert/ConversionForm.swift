/// A form of messages that ``Converter`` reads and writes.
public enum ConversionForm: String, Hashable, Sendable, CaseIterable {
    /// One message's wire bytes.
    case binary
    /// Hexadecimal digits, a message in each line. Dumps and digits within other text are read as well.
    case hex
    /// Base64, a message in each line. Base64url and base64 within other text are read as well.
    case base64
    /// Length-prefixed gRPC messages, compressed or not.
    case frame
    /// The official JSON mapping: one document, several in a row, or an array of them. Several are written in a line each.
    case json
    /// Protobuf text format, one message.
    case text
    /// [Protoscope](https://github.com/protocolbuffers/protoscope): the bytes of one message field by field, with or without a
    /// type, damaged or not.
    case protoscope

    /// Whether the form is about fields, so that the message type must be known.
    public var needsType: Bool { self == .json || self == .text }

    /// Whether the form holds one message, since several could not be told apart in it.
    var holdsOne: Bool { self == .binary || self == .text || self == .protoscope }
}

/// Why an input could not be converted.
public struct ConversionError: Error, Hashable, Sendable {
    /// The kinds of error; a minor version may add some.
    public struct Code: Hashable, Sendable {
        private enum Value { case missingType, input, output, severalMessages }
        private let value: Value

        /// JSON and text are read and written with a message type, and none was given.
        public static var missingType: Self { .init(value: .missingType) }
        /// The input does not have the given form.
        public static var invalidInput: Self { .init(value: .input) }
        /// The form cannot express the message.
        public static var notExpressible: Self { .init(value: .output) }
        /// The form holds one message, and there are several.
        public static var severalMessages: Self { .init(value: .severalMessages) }
    }

    /// What is wrong.
    public let code: Code
    /// The problem and its place, for people.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension ConversionError: CustomStringConvertible {
    public var description: String { message }
}
