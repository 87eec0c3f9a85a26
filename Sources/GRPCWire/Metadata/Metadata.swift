internal import ByteText

/// The headers or trailers of a call, in the order of the wire: names in lower case, repeated names kept apart.
///
/// Values are bytes, exactly as sent: nothing is lost before it is asked for. Pseudo headers such as `:path` and
/// `:status` are fields like all others.
///
/// Source: https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md (Custom-Metadata)
public struct Metadata: Hashable, Sendable {
    /// A name and a value as on the wire.
    public struct Field: Hashable, Sendable {
        /// In lower case.
        public let name: String
        /// As sent: for `-bin` names usually base64.
        public var value: [UInt8]

        /// A field with the value as it stands on the wire.
        public init(name: String, value: [UInt8]) {
            // On the wire names are in lower case already; asking is cheaper than making a string.
            self.name = name.utf8.allSatisfy { $0 < 0x80 && !(0x41...0x5a).contains($0) } ? name : name.lowercased()
            self.value = value
        }

        /// A field with a text.
        public init(name: String, value: String) {
            self.init(name: name, value: Array(value.utf8))
        }

        /// The value as text; bytes that are no UTF-8 are shown as U+FFFD.
        public var text: String { String(decoding: value, as: UTF8.self) }
        /// The name ends in `-bin`: the value stands for bytes.
        public var isBinary: Bool { name.utf8.suffix(4).elementsEqual("-bin".utf8) }
    }

    private var fields: [Field]

    /// Metadata of fields in their order. Headers that another library has as pairs of texts become fields one by one:
    ///
    /// ```swift
    /// let pairs = ["grpc-status": "5", "grpc-message": "Vehicle not found"]
    /// let trailers = Metadata(pairs.map { Metadata.Field(name: $0.key, value: $0.value) })
    /// ```
    public init(_ fields: [Field] = []) { self.fields = fields }

    /// Adds a field at the end.
    public mutating func append(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

    /// Adds a field at the end, its value as it is on the wire.
    public mutating func append(_ name: String, wire value: [UInt8]) { fields.append(Field(name: name, value: value)) }

    /// Adds a field at the end whose value stands for bytes, as base64 without padding.
    ///
    /// - Parameter name: Ends in `-bin`; of other names receivers take the base64 for the value.
    public mutating func append(_ name: String, binary bytes: [UInt8]) { append(name, Base64.encode(bytes)) }

    /// Removes every field with this name.
    public mutating func remove(_ name: String) {
        let name = name.lowercased()
        fields.removeAll { $0.name == name }
    }
}

extension Metadata: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    public init() { self.init([]) }
    public var startIndex: Int { fields.startIndex }
    public var endIndex: Int { fields.endIndex }
    public subscript(index: Int) -> Field {
        get { fields[index] }
        set { fields[index] = newValue }
    }
    public mutating func replaceSubrange(_ range: Range<Int>, with elements: some Collection<Field>) {
        fields.replaceSubrange(range, with: elements)
    }
}

extension Metadata: ExpressibleByDictionaryLiteral {
    /// Fields in the order of the literal; names may repeat.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements.map { Field(name: $0.0, value: $0.1) })
    }
}

extension Metadata {
    /// A block of HTTP/1.1 header lines, as in the trailers of grpc-web: a field for every line with a colon. Other lines
    /// are skipped. Lines may end in CRLF or LF. Linear.
    public init(lines block: [UInt8]) {
        self.init()
        for var line in block.split(separator: UInt8(ascii: "\n")) {
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            // A pseudo header begins with a colon, which does not end its name.
            guard let colon = line.dropFirst().firstIndex(of: UInt8(ascii: ":")) else { continue }
            let name = String(decoding: line[..<colon].withoutOptionalSpace, as: UTF8.self)
            append(name, wire: Array(line[(colon + 1)...].withoutOptionalSpace))
        }
    }
}

// MARK: By name

extension Metadata {
    /// Every value of a name as text, in order.
    public func values(_ name: String) -> [String] { all(name).map(\.text) }

    /// The value of a header that should come once, as text; `nil` when it is missing.
    ///
    /// The last of several values counts, as in every gRPC library that keeps one value per name.
    public func last(_ name: String) -> String? {
        let name = name.lowercased()
        return fields.last { $0.name == name }?.text
    }

    /// Every value of a `-bin` name, decoded: see ``binaryValues(of:)``.
    ///
    /// - Throws: ``MetadataError/Code/invalidBase64``, with an offset into the field's value.
    public func binaryValues(_ name: String) throws(MetadataError) -> [[UInt8]] {
        var values: [[UInt8]] = []
        for field in all(name) { values += try Self.binaryValues(of: field.value) }
        return values
    }

    /// The values in one `-bin` header line. Linear.
    ///
    /// - A leading zero byte: the rest is the value itself. Peers that agreed on HTTP/2 setting 0xfe03 write so.
    /// - Otherwise base64, padded or not; several values are joined with commas.
    ///
    /// Source: https://github.com/grpc/proposal/blob/master/G1-true-binary-metadata.md
    /// - Throws: ``MetadataError/Code/invalidBase64``, with an offset into `wire`.
    public static func binaryValues(of wire: [UInt8]) throws(MetadataError) -> [[UInt8]] {
        if wire.first == 0 { return [Array(wire.dropFirst())] }
        var values: [[UInt8]] = []
        for piece in wire.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let text = piece.withoutOptionalSpace
            do throws(MetadataError) {
                values.append(try Base64.decode(text))
            } catch {
                throw MetadataError(error.code, offset: text.startIndex + error.offset)
            }
        }
        return values
    }

    private func all(_ name: String) -> [Field] {
        let name = name.lowercased()
        return fields.filter { $0.name == name }
    }
}

extension ArraySlice<UInt8> {
    /// The slice without the spaces and tabs that may surround a header's value (optional white space, RFC 9110).
    ///
    /// Source: https://www.rfc-editor.org/rfc/rfc9110#section-5.6.3
    var withoutOptionalSpace: Self { trimmed { $0 == 0x20 || $0 == 0x09 } }
}
