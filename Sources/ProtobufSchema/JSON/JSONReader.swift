public import ByteText
public import ProtobufWire

/// Reads messages from ProtoJSON into their canonical bytes, from the text and their type.
///
/// Takes what the official mapping allows: names in camelCase and as in the `.proto` file, 64-bit numbers as strings and
/// as numbers, integers with a point or an exponent below 2^53 (`1.0`, `1e3`), enum names and numbers, base64 of both
/// alphabets with or without padding, and the forms of the well-known types. `null` leaves a field unset, but for
/// `google.protobuf.Value` and `NullValue`, whose value it is.
///
/// The text has to be JSON to the letter: UTF-8 without byte order mark, no comments, no trailing commas, no leading
/// zeros, no lone surrogates. A field given twice, under one name or both, is an error, and so are two members of a
/// oneof.
///
/// Source: https://protobuf.dev/programming-guides/json/
public struct JSONReader: Sendable {
    /// What is accepted besides the mapping.
    public struct Options: Hashable, Sendable {
        /// Members that the type does not have, and enum names that the enum does not have, are passed over. Otherwise
        /// they are errors, because most often they are misspelled.
        public var ignoresUnknownMembers = false

        /// Options that accept the mapping only.
        public init() {}
    }

    /// What is accepted besides the mapping.
    public var options: Options
    /// How large the bytes may become, and how deep messages may nest: counted on the wire, where a map entry is a level
    /// too, so that what is read here can be decoded with the same limits. Messages inside `Any` count on.
    /// A level takes up to 2 KiB of stack: mind that on secondary threads before raising the limit.
    public var limits: DecodingLimits

    /// A reader of ProtoJSON.
    public init(options: Options = Options(), limits: DecodingLimits = DecodingLimits()) {
        self.options = options
        self.limits = limits
    }

    /// The message that JSON text, as UTF-8, says: in the form of ``MessageDescriptor/canonicalBytes(of:limits:)``.
    ///
    /// Linear in the size of the text, but for maps, whose entries are sorted.
    /// - Throws: ``JSONError`` with the place in the text.
    public func bytes(
        of json: some SpanProviding & ~Escapable, as message: MessageDescriptor
    ) throws(JSONError) -> [UInt8] {
        try json.withByteSpan { (span) throws(JSONError) in
            var parser = JSONParser(span, pool: message.pool, options: options, limits: limits)
            do throws(JSONError) {
                return try parser.document(as: message.index)
            } catch {
                throw error.located(in: span)
            }
        }
    }

    /// Does the same for a string.
    public func bytes(of json: String, as message: MessageDescriptor) throws(JSONError) -> [UInt8] {
        try bytes(of: Array(json.utf8), as: message)
    }
}
