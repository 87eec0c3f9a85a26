public import ByteText
public import ProtobufWire

/// A message whose schema is known, and which therefore has a text, a JSON form and names for its fields.
///
/// The messages of this package are such messages. One of your own becomes one by a line:
/// ```swift
/// // `nonisolated` is for targets whose default is the main actor.
/// nonisolated extension Shift: SchemaMessage {
///     // The text is a part of the program: a test finds an error in it before any user does.
///     static let schema = try! Schema(files: [("acme.proto", acmeProto)])
/// }
///
/// print(try Shift(json: #"{"driver":"Mo"}"#))  // driver: "Mo"
/// ```
public protocol SchemaMessage: Message, CustomStringConvertible {
    /// The schema that has a message type with the name `Message/fullName`.
    static var schema: Schema { get }
}

extension SchemaMessage {
    /// The type in its schema; `nil` if the schema lacks a message of this name. A hash lookup.
    public static var descriptor: MessageDescriptor? { schema.message(named: fullName) }

    /// The schema: errors say `vehicle.last_location`, not `4.5`.
    public static var fieldNames: (any FieldNaming)? { schema }

    /// What is set, in text format, unknown fields by their numbers; in one line where that has at most 100 characters.
    ///
    /// `# empty`, a comment of text format, for a message in which nothing is set. `# ` with the name and the number of
    /// bytes, for one that has no text: its schema lacks the type, or it is nested in more than 100 levels.
    public var description: String { briefText }

    /// The text of ``description``.
    package var briefText: String {
        var options = TextWriter.Options()
        options.isSingleLine = true
        guard let line = try? textFormat(options: options), !line.isEmpty else {
            let count = encoded().count
            return count == 0 ? "# empty" : "# \(Self.fullName), \(count) bytes"
        }
        guard line.utf8.count > 100, let text = try? textFormat() else { return line }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}

// MARK: - JSON

extension SchemaMessage {
    private static var typeIsMissing: String { "The schema of \(fullName) has no message of that name." }

    /// Decodes what the schema has made of a text.
    private init<Failure: Error>(_ bytes: [UInt8], or failure: (String) -> Failure) throws(Failure) {
        do throws(WireError) {
            try self.init(decoding: bytes)
        } catch {
            throw failure("\(Self.fullName) does not decode what its schema describes: \(error).")
        }
    }

    /// The message that a text in ProtoJSON, as UTF-8, says. Linear in its size, but for maps, whose entries are sorted.
    ///
    /// - Throws: ``JSONError`` with the place in the text; ``JSONError/Code/unknownType`` if the schema lacks the type.
    public init(json: some SpanProviding, options: JSONReader.Options = .init()) throws(JSONError) {
        guard let type = Self.descriptor else { throw JSONError(.unknownType, Self.typeIsMissing) }
        try self.init(JSONReader(options: options).bytes(of: json, as: type)) { JSONError(.unknownType, $0) }
    }

    /// Does the same for a string.
    public init(json: String, options: JSONReader.Options = .init()) throws(JSONError) {
        try self.init(json: Array(json.utf8), options: options)
    }

    /// The message in ProtoJSON, as UTF-8. Linear in its size.
    ///
    /// - Throws: ``JSONError`` where the mapping has no form for a value, such as a time outside the years 1 to 9999;
    ///   ``JSONError/Code/unknownType`` if the schema lacks the type.
    public func json(options: JSONWriter.Options = .init()) throws(JSONError) -> [UInt8] {
        guard let type = Self.descriptor else { throw JSONError(.unknownType, Self.typeIsMissing) }
        return try JSONWriter(options: options).json(encoded(), as: type)
    }

    /// The message in ProtoJSON. Linear in its size.
    ///
    /// - Throws: As ``json(options:)``.
    public func jsonString(options: JSONWriter.Options = .init()) throws(JSONError) -> String {
        String(decoding: try json(options: options), as: UTF8.self)
    }
}

// MARK: - Text format

extension SchemaMessage {
    /// The message that a text in text format, as UTF-8, says. Linear in its size, but for maps, whose entries are sorted.
    ///
    /// - Throws: ``TextError`` with the place in the text; ``TextError/Code/unknownType`` if the schema lacks the type.
    public init(text: some SpanProviding, options: TextReader.Options = .init()) throws(TextError) {
        guard let type = Self.descriptor else { throw TextError(.unknownType, Self.typeIsMissing) }
        try self.init(TextReader(options: options).bytes(of: text, as: type)) { TextError(.unknownType, $0) }
    }

    /// Does the same for a string.
    public init(text: String, options: TextReader.Options = .init()) throws(TextError) {
        try self.init(text: Array(text.utf8), options: options)
    }

    /// The message in text format. Linear in its size.
    ///
    /// - Throws: ``TextError`` if messages are nested in more than 100 levels; ``TextError/Code/unknownType`` if the
    ///   schema lacks the type.
    public func textFormat(options: TextWriter.Options = .init()) throws(TextError) -> String {
        guard let type = Self.descriptor else { throw TextError(.unknownType, Self.typeIsMissing) }
        return try TextWriter(options: options).string(encoded(), as: type)
    }
}
