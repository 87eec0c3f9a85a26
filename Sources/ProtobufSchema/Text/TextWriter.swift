internal import ByteText
internal import JSONText
public import ProtobufWire

/// Writes messages in protobuf text format, from their bytes and their type.
///
/// The layout is that of `protoc --decode` in protobuf 3.21: two spaces for each level, one line for each value, fields
/// by ascending number, map entries by ascending key, escapes in octal, fields that the type does not know behind the
/// others and by number. The text differs from protoc's where that loses something or shows what no other runtime sees:
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
        var composer = TextComposer(
            WireInput(bytes, pool: message.pool, limits: limits), options: options,
            output: TextOutput(isSingleLine: options.isSingleLine, sink: sink))
        composer.message([0..<bytes.count], as: message.index)
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
struct TextComposer: ~Escapable {
    let input: WireInput
    let options: TextWriter.Options
    var output: TextOutput
    /// How many messages and map entries are open around the value that is being written.
    private var depth = 0

    @_lifetime(copy input)
    init(_ input: WireInput, options: TextWriter.Options, output: TextOutput) {
        self.input = input
        self.options = options
        self.output = output
    }

    var pool: SchemaPool { input.pool }

    var bytes: Span<UInt8> {
        @_lifetime(copy self)
        get { input.bytes }
    }

    /// Writes the fields of the message that lies in `pieces`.
    mutating func message(_ pieces: [Range<Int>], as type: MessageIndex) {
        if pieces.count == 1, isInOrder(pieces[0], as: type) { return fieldsInOrder(pieces[0], as: type) }
        let fields = table(pieces, as: type)
        if options.expandsAny, pool.layouts[type].wellKnown == .any, any(fields, of: type) { return }
        for index in pool.layouts[type].fields where fields.isSet(index, in: pool) { field(fields, index) }
        guard options.printsUnknownFields else { return }
        fields.forEachUnknown(in: bytes, pool) { unknown in
            if let (index, value) = unknown.mapEntry {
                guard let type = pool.shapes[index].message else { return }
                entry(table([value], as: type), of: index)
            } else if let (index, value) = unknown.foreign {
                pool.forEachForeign(bytes, value, to: index) { bits in
                    output.name(String(pool.shapes[index].number))
                    output.colon()
                    output.number(bits)
                    output.endLine()
                }
            } else {
                unknownFields(unknown.range, budget: Self.guessLimit)
            }
        }
    }

    private func table(_ pieces: [Range<Int>], as type: MessageIndex) -> FieldTable {
        FieldTable(bytes, pieces: pieces, message: type, in: pool, levels: input.limits.recursion)
    }

    private mutating func field(_ fields: FieldTable, _ index: FieldIndex) {
        let kind = pool.shapes[index].kind
        if pool.shapes[index].isMap {
            let message = GatheredMessage(input, fields, as: pool.fields[index].parent)
            for parts in message.entries(of: index, shorterFirst: true) { entry(parts, of: index) }
        } else if kind.isMessage, !pool.shapes[index].isRepeated {
            submessage(fields.pieces(index, in: bytes, pool), of: index)
        } else if !pool.shapes[index].isRepeated {
            if let occurrence = fields.last(index) { scalar(occurrence.value, bits: occurrence.bits, of: index) }
        } else {
            fields.forEach(index, in: bytes, pool) { occurrence in
                if kind.isMessage {
                    submessage([occurrence.value], of: index)
                } else if kind.isPackable {
                    pool.forEachScalar(bytes, occurrence, of: index) { scalar(0..<0, bits: $0, of: index) }
                } else {
                    scalar(occurrence.value, bits: 0, of: index)
                }
            }
        }
    }

    mutating func submessage(_ pieces: [Range<Int>], of index: FieldIndex) {
        guard let type = pool.shapes[index].message else { return }
        output.name(pool.textName(index))
        block(pieces, as: type)
    }

    /// Writes a message in braces.
    private mutating func block(_ pieces: [Range<Int>], as type: MessageIndex) {
        output.open()
        depth += 1
        message(pieces, as: type)
        depth -= 1
        output.close()
    }

    /// Writes a map entry: key and value, defaults too, and what else it holds.
    private mutating func entry(_ parts: FieldTable, of index: FieldIndex) {
        guard let type = pool.shapes[index].message else { return }
        output.name(pool.fields[index].name)
        output.open()
        depth += 1
        for part in pool.layouts[type].fields {
            if pool.shapes[part].kind.isMessage {
                submessage(parts.pieces(part, in: bytes, pool), of: part)
            } else {
                let value = parts.last(part)
                scalar(value?.value ?? 0..<0, bits: value?.bits ?? 0, of: part)
            }
        }
        parts.forEachUnknown(in: bytes, pool) { unknownFields($0.range, budget: Self.guessLimit) }
        depth -= 1
        output.close()
    }

    mutating func scalar(_ value: Range<Int>, bits: UInt64, of index: FieldIndex) {
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

    /// Writes an Any as the message inside.
    ///
    /// - Returns: False when it has to be written as any other message.
    private mutating func any(_ fields: FieldTable, of any: MessageIndex) -> Bool {
        let first = pool.layouts[any].fields.lowerBound
        guard let url = fields.last(first)?.value, depth < input.limits.recursion,
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
        let left = DecodingLimits(
            messageSize: input.limits.messageSize, recursion: input.limits.recursion - depth - 1)
        let descriptor = MessageDescriptor(pool: pool, index: type)
        guard WireDamage.first(in: bytes, value, as: descriptor, limits: left) == nil else { return false }
        output.name("[\(typeURL)]")
        block([value], as: type)
        return true
    }

    // MARK: Unknown fields

    /// How many levels of messages are looked for in unknown fields: 10, as in Google's C++ runtime.
    static let guessLimit = 10

    /// Writes fields that no type knows, by number. The bytes have been checked.
    private mutating func unknownFields(_ range: Range<Int>, budget: Int) {
        var offset = range.lowerBound
        while offset < range.upperBound,
            let field = try? WireScan.field(bytes, &offset, range.upperBound, levels: input.limits.recursion)
        {
            output.name(String(field.number))
            let isGroup = field.wireType == .startGroup
            if isGroup || field.wireType == .lengthDelimited && budget > 0 && Self.isMinimalMessage(bytes, field.value)
            {
                let isMarked = isGroup && options.marksUnknownGroups
                output.open(isMarked ? "<" : "{")
                unknownFields(field.value, budget: budget - 1)
                output.close(isMarked ? ">" : "}")
                continue
            }
            output.colon()
            switch field.wireType {
            case .lengthDelimited: output.string(bytes, field.value)
            case .fixed32: output.hex(field.bits, digits: 8)
            case .fixed64: output.hex(field.bits, digits: 16)
            case .varint, .startGroup, .endGroup: output.number(field.bits)
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
