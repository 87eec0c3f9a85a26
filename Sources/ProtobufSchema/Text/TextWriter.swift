public import ProtobufWire

/// Writes messages in protobuf text format, from their bytes and their type.
///
/// The layout is that of `protoc --decode` in protobuf 3.21: two spaces for each level, one line for each value, fields
/// by ascending number, map entries by ascending key, escapes in octal, fields that the type does not know behind the
/// others and by number. It differs where that loses something or shows what no other runtime sees:
/// - Of map entries with the same key the last one is written (protoc keeps all that arrived).
/// - Unknown length-delimited bytes are written as a message only if they are exactly that, in the encoding that
///   ``TextReader`` gives the text: not with groups or with numbers longer than they need to be.
/// - A number that a closed enum does not have is written with all its bits (protoc keeps 32 of them).
/// - An `Any` is written as its message, unless ``Options/expandsAny`` is off.
///
/// Sources: https://protobuf.dev/reference/protobuf/textformat-spec/ and
/// https://github.com/protocolbuffers/protobuf/blob/v3.21.12/src/google/protobuf/text_format.cc
public struct TextWriter: Sendable {
    public struct Options: Hashable, Sendable {
        /// Everything on one line, with a space between fields.
        public var isSingleLine = false
        /// Fields that the type does not know are written by number. Only ``TextReader`` reads them back;
        /// `protoc --encode` does not.
        public var printsUnknownFields = true
        /// An `Any` whose type the schema has is written as `[type.googleapis.com/full.Name] { ... }`, as the official
        /// runtimes do it when they print for people. `protoc --decode` writes the type URL and the bytes.
        public var expandsAny = true
        /// Groups that the type does not know are written between `<` and `>`, by which ``TextReader`` tells them from
        /// messages. `protoc --decode` writes both with braces, so that what it writes of them is ambiguous.
        public var marksUnknownGroups = false

        public init() {}
    }

    public var options: Options
    /// Limits for reading the bytes. The recursion limit also bounds how deep the text nests: an `Any` beyond it is
    /// written with its bytes.
    public var limits: DecodingLimits

    public init(options: Options = Options(), limits: DecodingLimits = DecodingLimits()) {
        self.options = options
        self.limits = limits
    }

    /// The text of the message in `bytes`; it is ASCII. Linear in the size of input and output, but for maps, whose
    /// entries are sorted.
    ///
    /// - Throws: ``TextError/Code/malformed`` when the bytes are not such a message.
    public func text(_ bytes: Span<UInt8>, as message: MessageDescriptor) throws(TextError) -> [UInt8] {
        try compose(bytes, as: message, sink: nil).bytes
    }

    /// Writes the same text in pieces of about a megabyte, so that it need not fit in memory.
    ///
    /// - Parameter sink: Takes the pieces in order. When an error is thrown it has none.
    /// - Throws: As ``text(_:as:)-(Span<UInt8>,_)``.
    public func write(
        _ bytes: Span<UInt8>, as message: MessageDescriptor, to sink: @escaping ([UInt8]) -> Void
    ) throws(TextError) {
        var output = try compose(bytes, as: message, sink: sink)
        output.flush()
    }

    private func compose(
        _ bytes: Span<UInt8>, as message: MessageDescriptor, sink: (([UInt8]) -> Void)?
    ) throws(TextError) -> TextOutput {
        if let damage = message.firstDamage(in: bytes, limits: limits) { throw TextError(damage, in: message) }
        var composer = TextComposer(message.pool, options, limits, sink)
        composer.message(bytes, [0..<bytes.count], message.index, depth: 0)
        return composer.output
    }

    /// As ``text(_:as:)-(Span<UInt8>,_)``, for bytes in an array.
    public func text(_ bytes: [UInt8], as message: MessageDescriptor) throws(TextError) -> [UInt8] {
        let slice = bytes[...]
        return try text(slice.span, as: message)
    }

    /// As ``text(_:as:)-(Span<UInt8>,_)``, as a string.
    public func string(_ bytes: Span<UInt8>, as message: MessageDescriptor) throws(TextError) -> String {
        String(decoding: try text(bytes, as: message), as: UTF8.self)
    }

    /// As ``text(_:as:)-(Span<UInt8>,_)``, from an array to a string.
    public func string(_ bytes: [UInt8], as message: MessageDescriptor) throws(TextError) -> String {
        String(decoding: try text(bytes, as: message), as: UTF8.self)
    }
}

/// One run of the writer. The bytes have been checked.
struct TextComposer {
    let pool: SchemaPool
    let options: TextWriter.Options
    let limits: DecodingLimits
    var output: TextOutput

    init(
        _ pool: SchemaPool, _ options: TextWriter.Options, _ limits: DecodingLimits, _ sink: (([UInt8]) -> Void)?
    ) {
        self.pool = pool
        self.options = options
        self.limits = limits
        output = TextOutput(isSingleLine: options.isSingleLine, sink: sink)
    }

    /// The fields of the message that lies in `pieces`.
    mutating func message(_ bytes: Span<UInt8>, _ pieces: [Range<Int>], _ message: MessageIndex, depth: Int) {
        if pieces.count == 1, isInOrder(bytes, pieces[0], message) {
            return fieldsInOrder(bytes, pieces[0], message, depth: depth)
        }
        let fields = table(bytes, pieces, message)
        if options.expandsAny, pool.layouts[message].wellKnown == .any, any(bytes, fields, message, depth) { return }
        for index in pool.layouts[message].fields where fields.isSet(index, in: pool) {
            field(bytes, fields, index, depth)
        }
        guard options.printsUnknownFields else { return }
        fields.forEachUnknown(in: bytes, pool) { unknown in
            if let (index, value) = unknown.mapEntry {
                guard let type = pool.shapes[index].message else { return }
                entry(bytes, table(bytes, [value], type), index, depth)
            } else if let (index, value) = unknown.foreign {
                pool.forEachForeign(bytes, value, to: index) { bits in
                    output.name(String(pool.shapes[index].number))
                    output.colon()
                    output.raw(String(bits))
                    output.endLine()
                }
            } else {
                unknownFields(bytes, unknown.range, budget: Self.guessLimit)
            }
        }
    }

    private func table(_ bytes: Span<UInt8>, _ pieces: [Range<Int>], _ message: MessageIndex) -> FieldTable {
        FieldTable(bytes, pieces: pieces, message: message, in: pool, levels: limits.recursion)
    }

    private mutating func field(_ bytes: Span<UInt8>, _ fields: FieldTable, _ index: FieldIndex, _ depth: Int) {
        let kind = pool.shapes[index].kind
        if pool.shapes[index].isMap {
            let input = WireInput(bytes, pool: pool, limits: limits)
            let message = GatheredMessage(input, fields, as: pool.fields[index].parent)
            for parts in message.entries(of: index, shorterFirst: true) {
                entry(bytes, parts, index, depth)
            }
        } else if kind.isMessage, !pool.shapes[index].isRepeated {
            submessage(bytes, fields.pieces(index, in: bytes, pool), index, depth)
        } else if !pool.shapes[index].isRepeated {
            if let occurrence = fields.last(index) { scalar(bytes, occurrence.value, occurrence.bits, index) }
        } else {
            fields.forEach(index, in: bytes, pool) { occurrence in
                if kind.isMessage {
                    submessage(bytes, [occurrence.value], index, depth)
                } else if kind.isPackable {
                    pool.forEachScalar(bytes, occurrence, of: index) { scalar(bytes, 0..<0, $0, index) }
                } else {
                    scalar(bytes, occurrence.value, 0, index)
                }
            }
        }
    }

    mutating func submessage(_ bytes: Span<UInt8>, _ pieces: [Range<Int>], _ index: FieldIndex, _ depth: Int) {
        guard let type = pool.shapes[index].message else { return }
        output.name(pool.textName(index))
        output.open()
        message(bytes, pieces, type, depth: depth + 1)
        output.close()
    }

    /// A map entry: key and value, defaults too, and what else it holds.
    private mutating func entry(_ bytes: Span<UInt8>, _ parts: FieldTable, _ index: FieldIndex, _ depth: Int) {
        guard let type = pool.shapes[index].message else { return }
        output.name(pool.fields[index].name)
        output.open()
        for part in pool.layouts[type].fields {
            if pool.shapes[part].kind.isMessage {
                submessage(bytes, parts.pieces(part, in: bytes, pool), part, depth + 1)
            } else {
                let value = parts.last(part)
                scalar(bytes, value?.value ?? 0..<0, value?.bits ?? 0, part)
            }
        }
        parts.forEachUnknown(in: bytes, pool) { unknownFields(bytes, $0.range, budget: Self.guessLimit) }
        output.close()
    }

    mutating func scalar(_ bytes: Span<UInt8>, _ value: Range<Int>, _ bits: UInt64, _ index: FieldIndex) {
        output.name(pool.fields[index].name)
        output.colon()
        switch ScalarValue(pool.shapes[index].kind, bits: bits) {
        case .signed(let number): output.number(number)
        case .unsigned(let number): output.number(number)
        case .bool(let flag): output.raw(flag ? "true" : "false")
        case .float(let number): output.number(number)
        case .double(let number): output.number(number)
        case .enumeration(let number):
            let type = pool.shapes[index].enumeration.map { pool.enums[$0] }
            output.raw(type.flatMap { type in type.numbers[number].map { type.values[$0].name } } ?? String(number))
        case nil: output.string(bytes, value)
        }
        output.endLine()
    }

    // MARK: Any

    /// An Any as the message inside; false when it has to be written as any other message.
    private mutating func any(_ bytes: Span<UInt8>, _ fields: FieldTable, _ message: MessageIndex, _ depth: Int) -> Bool
    {
        let first = pool.layouts[message].fields.lowerBound
        guard let url = fields.last(first)?.value, depth < limits.recursion,
            !fields.hasUnknown || !options.printsUnknownFields
        else { return false }
        let typeURL = bytes.string(url)
        let value = fields.last(first + 1)?.value ?? 0..<0
        guard typeURL.hasPrefix("type.googleapis.com/") || typeURL.hasPrefix("type.googleprod.com/"),
            let type = pool.messageIndex(forTypeURL: typeURL),
            // Nothing stands between one of these, which are equally long, and the name.
            pool.messages[type].fullName.utf8.count + "type.googleapis.com/".utf8.count == url.count
        else { return false }
        // The levels that are left, so that the text nests no deeper than the limit says.
        let left = DecodingLimits(messageSize: limits.messageSize, recursion: limits.recursion - depth - 1)
        let descriptor = MessageDescriptor(pool: pool, index: type)
        guard WireDamage.first(in: bytes, value, as: descriptor, limits: left) == nil else { return false }
        output.name("[\(typeURL)]")
        output.open()
        self.message(bytes, [value], type, depth: depth + 1)
        output.close()
        return true
    }

    // MARK: Unknown fields

    /// How many levels of messages are looked for in unknown fields: 10, as in Google's C++ runtime.
    static let guessLimit = 10

    /// Fields that no type knows, by number. The bytes have been checked.
    private mutating func unknownFields(_ bytes: Span<UInt8>, _ range: Range<Int>, budget: Int) {
        var offset = range.lowerBound
        while offset < range.upperBound,
            let field = try? WireScan.field(bytes, &offset, range.upperBound, levels: limits.recursion)
        {
            output.name(String(field.number))
            switch field.wireType {
            case .startGroup:
                output.open(options.marksUnknownGroups ? "<" : "{")
                unknownFields(bytes, field.value, budget: budget - 1)
                output.close(options.marksUnknownGroups ? ">" : "}")
                continue
            case .lengthDelimited where budget > 0 && Self.isMinimalMessage(bytes, field.value):
                output.open()
                unknownFields(bytes, field.value, budget: budget - 1)
                output.close()
                continue
            case .lengthDelimited:
                output.colon()
                output.string(bytes, field.value)
            case .fixed32:
                output.colon()
                output.hex(field.bits, digits: 8)
            case .fixed64:
                output.colon()
                output.hex(field.bits, digits: 16)
            case .varint, .endGroup:
                output.colon()
                output.raw(String(field.bits))
            }
            output.endLine()
        }
    }

    /// Whether these bytes are fields, none of them a group, and every number in them as short as it can be: then their
    /// text says everything.
    private static func isMinimalMessage(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var offset = range.lowerBound
        while offset < range.upperBound {
            guard let field = try? WireScan.field(bytes, &offset, range.upperBound, levels: 0) else { return false }
            // A varint of several bytes that ends in zero has a shorter form; so has one with bits that are dropped.
            let numbers = [
                field.start..<field.tagEnd,
                field.tagEnd..<(field.wireType == .varint ? field.valueEnd : field.valueStart),
            ]
            for number in numbers where number.count > 1 {
                let last = bytes[number.upperBound - 1]
                guard last != 0, number.count < 10 || last == 1 else { return false }
            }
        }
        return !range.isEmpty
    }
}

extension SchemaPool {
    /// The name of a field in text format: for `group` of proto2, and what editions have in its place, that of the
    /// message, as it was written.
    ///
    /// Source: https://protobuf.dev/programming-guides/editions/ and `IsGroupLike` of
    /// https://github.com/protocolbuffers/protobuf/blob/main/src/google/protobuf/descriptor.cc
    func textName(_ index: FieldIndex) -> String {
        guard shapes[index].kind == .group, let type = shapes[index].message.map({ messages[$0] }) else {
            return fields[index].name
        }
        // A message that is declared elsewhere has its name by chance.
        return type.parent == fields[index].parent && type.name.lowercased() == fields[index].name
            ? type.name : fields[index].name
    }
}
