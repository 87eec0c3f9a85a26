public import ByteText
public import ProtobufWire

/// Reads messages in protobuf text format.
///
/// Everything of the format is understood: comments, separators, `<...>` and `{...}`, lists, strings in pieces, every
/// escape, octal and hexadecimal numbers, the forms of booleans and of infinity, enum names and numbers, an `Any` as
/// its message. Names that a message reserves are passed over with their values. The verdict is that of
/// `protoc --encode`, but for these cases, in which the format's specification or Google's conformance suite ask for it
/// or nothing else makes sense:
/// - A field may not be given twice even if its value is the default (protoc does not notice then).
/// - A `string` has to be UTF-8, unless it is one of proto2 or of a field with `utf8_validation = NONE`; escapes cannot
///   stand for half a surrogate pair, bytes above `\377` or code points above U+10FFFF.
/// - Of map entries with the same key the last one counts (protoc writes them all).
/// - The URL of an `Any` may have any prefix, a separator may follow its message, and a byte order mark may come first.
///
/// Sources: https://protobuf.dev/reference/protobuf/textformat-spec/ and the text format part of
/// https://github.com/protocolbuffers/protobuf/tree/main/conformance
public struct TextReader: Sendable {
    /// What is accepted besides the language.
    public struct Options: Hashable, Sendable {
        /// A number may stand for a field, as ``TextWriter`` and `protoc --decode` write fields that the type does not
        /// know. The value says how it stands on the wire: `0x` with 8 digits is 32 bits wide, with 16 digits 64; any
        /// other whole number is a varint; a string and a message in braces are length-delimited; fields between `<`
        /// and `>` are a group.
        public var acceptsFieldNumbers = true

        /// A singular message field that occurs again is merged into what stands before it, as on the wire. Otherwise the
        /// second one is an error, because most often it is a mistake. Two members of a oneof stay an error.
        public var mergesRepeatedMessages = false

        /// Options that accept the language only.
        public init() {}
    }

    /// What is accepted besides the language.
    public var options: Options
    /// Limits for what is read: levels of messages, those inside `Any` included, and the size of the result.
    public var limits: DecodingLimits

    /// A reader of text format.
    public init(options: Options = Options(), limits: DecodingLimits = DecodingLimits()) {
        self.options = options
        self.limits = limits
    }

    /// The bytes of the message that the text describes, as the official runtimes write it deterministically; see
    /// ``MessageDescriptor/canonicalBytes(of:limits:)``.
    ///
    /// Linear in the size of the text for each level of messages, but for maps, whose entries are sorted.
    public func bytes(
        of text: some SpanProviding & ~Escapable, as message: MessageDescriptor
    ) throws(TextError) -> [UInt8] {
        try text.withByteSpan { (span) throws(TextError) in
            var parser = try TextParser(span.array(0..<span.count), as: message, self)
            return try parser.message(as: message.index)
        }
    }

    /// Does the same for a string.
    public func bytes(of text: String, as message: MessageDescriptor) throws(TextError) -> [UInt8] {
        try bytes(of: Array(text.utf8), as: message)
    }
}
