public import ByteText
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
    /// The choices that the language leaves.
    public struct Options: Hashable, Sendable {
        /// Whether everything stands on one line, with a space between fields.
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

        /// Options for text as the official runtimes print it.
        public init() {}
    }

    /// The choices that the language leaves.
    public var options: Options
    /// Limits for reading the bytes. The recursion limit also bounds how deep the text nests: an `Any` beyond it is
    /// written with its bytes.
    public var limits: DecodingLimits

    /// A writer of text format.
    public init(options: Options = Options(), limits: DecodingLimits = DecodingLimits()) {
        self.options = options
        self.limits = limits
    }

    /// The text of the message in `bytes`; it is ASCII. Linear in the size of input and output, but for maps, whose
    /// entries are sorted.
    ///
    /// - Throws: ``TextError/Code/malformed`` when the bytes are not such a message.
    public func text(
        _ bytes: some SpanProviding & ~Escapable, as message: MessageDescriptor
    ) throws(TextError) -> [UInt8] {
        try bytes.withByteSpan { (span) throws(TextError) in try compose(span, as: message, sink: nil).bytes }
    }

    /// Writes the same text in pieces of about a megabyte, so that it need not fit in memory.
    ///
    /// - Parameter sink: Takes the pieces in order. When an error is thrown it has none.
    /// - Throws: As ``text(_:as:)``.
    public func write(
        _ bytes: Span<UInt8>, as message: MessageDescriptor, to sink: @escaping ([UInt8]) -> Void
    ) throws(TextError) {
        var output = try compose(bytes, as: message, sink: sink)
        output.flush()
    }

    private func compose(
        _ bytes: Span<UInt8>, as message: MessageDescriptor, sink: (([UInt8]) -> Void)?
    ) throws(TextError) -> TextOutput {
        if let damage = message.firstDamage(in: bytes, limits: limits) {
            throw TextError(.malformed, "Not a \(message.fullName): \(damage).", path: damage.path, damage: damage)
        }
        var composer = TextComposer(bytes, as: message, self, sink: sink)
        composer.message([0..<bytes.count], as: message.index)
        return composer.output
    }

    /// The text of ``text(_:as:)`` as a string.
    public func string(
        _ bytes: some SpanProviding & ~Escapable, as message: MessageDescriptor
    ) throws(TextError) -> String {
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

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, as message: MessageDescriptor, _ writer: TextWriter, sink: (([UInt8]) -> Void)?) {
        input = WireInput(bytes, pool: message.pool, limits: writer.limits)
        options = writer.options
        output = TextOutput(isSingleLine: options.isSingleLine, sink: sink)
    }

    var pool: SchemaPool { input.pool }

    /// Writes the fields of the message that lies in `pieces`.
    ///
    /// - Parameter isEntry: Whether the message is an entry of a map, of which defaults are written, too.
    mutating func message(_ pieces: [Range<Int>], as type: MessageIndex, isEntry: Bool = false) {
        let isAny = options.expandsAny && pool.layouts[type].wellKnown == .any
        if pieces.count == 1, !isAny, !isEntry, isInOrder(pieces[0], as: type) {
            return fieldsInOrder(pieces[0], as: type)
        }
        let message = GatheredMessage(input, pieces, as: type)
        if isAny, any(message) { return }
        for index in pool.layouts[type].fields where isEntry || message.isSet(index) { field(message, index) }
        guard options.printsUnknownFields else { return }
        message.forEachUnknown { field, role in
            switch role {
            case .entryWithUnknown(let index): submessage([field.value], of: index, isEntry: true)
            case .packedWithUnknownValues(let index):
                input.forEachUnknownValue(of: index, in: field.value) { bits in
                    output.name(String(field.number))
                    output.colon()
                    output.bytes.append(decimal: bits)
                    output.endLine()
                }
            default: unknownFields(field.range, budget: Self.guessLimit)
            }
        }
    }

    /// Whether the fields of a message can be written as they come, without gathering them.
    ///
    /// Only tags and lengths are read, not what is in sub-messages, so that asking on every level is linear.
    private func isInOrder(_ range: Range<Int>, as type: MessageIndex) -> Bool {
        var fields = FieldsInOrder(range, as: type, of: input, skipsUnknown: !options.printsUnknownFields)
        while fields.next(input) != nil {}
        return fields.isInOrder
    }

    private mutating func fieldsInOrder(_ range: Range<Int>, as type: MessageIndex) {
        var fields = FieldsInOrder(range, as: type, of: input, skipsUnknown: true)
        while let index = fields.next(input) {
            let shape = pool.shapes[index]
            if shape.isRepeated || shape.hasPresence || !ScalarValue.isDefault(fields.field, shape.kind) {
                value(fields.field, of: index)
            }
        }
    }

    private mutating func field(_ message: GatheredMessage, _ index: FieldIndex) {
        let shape = pool.shapes[index]
        if shape.isMap {
            for entry in message.entries(of: index, shorterFirst: true) {
                submessage([entry.range], of: index, isEntry: true)
            }
        } else if shape.isRepeated {
            message.forEach(index) { value($0, of: index) }
        } else if shape.kind.isMessage {
            submessage(message.pieces(of: index), of: index)
        } else {
            let occurrence = message.last(index)
            scalar(occurrence?.value ?? 0..<0, bits: occurrence?.bits ?? 0, of: index)
        }
    }

    /// Writes the values in one occurrence of a field.
    private mutating func value(_ field: WireCursor.Field, of index: FieldIndex) {
        let shape = pool.shapes[index]
        if shape.kind.isMessage {
            submessage([field.value], of: index)
        } else if shape.isRepeated, shape.kind.isPackable {
            input.forEachScalar(of: index, in: field) { scalar(0..<0, bits: $0, of: index) }
        } else {
            scalar(field.value, bits: field.bits, of: index)
        }
    }

    private mutating func submessage(_ pieces: [Range<Int>], of index: FieldIndex, isEntry: Bool = false) {
        guard let type = pool.shapes[index].message else { return }
        name(index)
        block(pieces, as: type, isEntry: isEntry)
    }

    /// Writes a message in braces.
    private mutating func block(_ pieces: [Range<Int>], as type: MessageIndex, isEntry: Bool = false) {
        output.open()
        depth += 1
        message(pieces, as: type, isEntry: isEntry)
        depth -= 1
        output.close()
    }

    private mutating func scalar(_ value: Range<Int>, bits: UInt64, of index: FieldIndex) {
        name(index)
        output.colon()
        switch ScalarValue(pool.shapes[index].kind, bits: bits) {
        case .signed(let number): output.bytes.append(decimal: number)
        case .unsigned(let number): output.bytes.append(decimal: number)
        case .bool(let flag): output.raw(flag ? "true" : "false")
        case .float(let number): OrdinaryDecimal.append(number, to: &output.bytes)
        case .double(let number): OrdinaryDecimal.append(number, to: &output.bytes)
        case .enumeration(let number):
            let type = pool.shapes[index].enumeration.map { pool.enums[$0] }
            output.raw(type.flatMap { type in type.numbers[number].map { type.values[$0].name } } ?? String(number))
        case nil: output.string(input.bytes, value)
        }
        output.endLine()
    }

    private mutating func name(_ index: FieldIndex) {
        if pool.shapes[index].kind == .group { return output.name(pool.textName(index)) }
        // The name in quotes, between a comma and a colon.
        let beginning = pool.fields[index].memberBeginning
        output.name(beginning.span, 2..<beginning.count - 2)
    }

    // MARK: Any

    /// Writes an Any as the message inside.
    ///
    /// - Returns: False when it has to be written as any other message.
    private mutating func any(_ message: GatheredMessage) -> Bool {
        let first = pool.layouts[message.type].fields.lowerBound
        guard let url = message.last(first)?.value, depth < input.limits.recursion,
            !message.hasUnknown || !options.printsUnknownFields
        else { return false }
        let typeURL = input.bytes.string(url)
        let value = message.last(first + 1)?.value ?? 0..<0
        guard typeURL.hasPrefix("type.googleapis.com/") || typeURL.hasPrefix("type.googleprod.com/"),
            let type = pool.messageIndex(forTypeURL: typeURL),
            // Nothing stands between one of these, which are equally long, and the name.
            pool.messages[type].fullName.utf8.count + "type.googleapis.com/".utf8.count == url.count
        else { return false }
        // The levels that are left, so that the text nests no deeper than the limit says.
        let left = DecodingLimits(
            messageSize: input.limits.messageSize, recursion: input.limits.recursion - depth - 1)
        let descriptor = pool.descriptor(type)
        guard WireDamage.first(in: input.bytes, value, as: descriptor, limits: left) == nil else { return false }
        output.name("[\(typeURL)]")
        block([value], as: type)
        return true
    }

    // MARK: Unknown fields

    /// How many levels of messages are looked for in unknown fields: 10, as in Google's C++ runtime.
    static let guessLimit = 10

    /// Writes fields that no type knows, by number. The bytes have been checked.
    private mutating func unknownFields(_ range: Range<Int>, budget: Int) {
        var cursor = WireCursor(input.bytes, range)
        while let field = cursor.next(levels: input.limits.recursion) {
            output.name(String(field.number))
            let isGroup = field.wireType == .startGroup
            if isGroup || field.wireType == .lengthDelimited && budget > 0 && isMinimalMessage(field.value) {
                let isMarked = isGroup && options.marksUnknownGroups
                output.open(isMarked ? "<" : "{")
                unknownFields(field.value, budget: budget - 1)
                output.close(isMarked ? ">" : "}")
                continue
            }
            output.colon()
            switch field.wireType {
            case .lengthDelimited: output.string(input.bytes, field.value)
            case .fixed32: output.hex(field.bits, digits: 8)
            case .fixed64: output.hex(field.bits, digits: 16)
            case .varint, .startGroup, .endGroup: output.bytes.append(decimal: field.bits)
            }
            output.endLine()
        }
    }

    /// Whether these bytes are fields, none of them a group, and every number in them as short as it can be: then their
    /// text says everything.
    private func isMinimalMessage(_ range: Range<Int>) -> Bool {
        var cursor = WireCursor(input.bytes, range)
        while let field = cursor.next(levels: 0) {
            // A varint of several bytes that ends in zero has a shorter form; so has one with bits that are dropped.
            let numbers = [
                field.start..<field.tagEnd,
                field.tagEnd..<(field.wireType == .varint ? field.valueEnd : field.valueStart),
            ]
            for number in numbers where number.count > 1 {
                let last = input.bytes[number.upperBound - 1]
                guard last != 0, number.count < 10 || last == 1 else { return false }
            }
        }
        return !range.isEmpty && cursor.offset == range.upperBound
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
        let (name, fieldName) = (type.declaration.name, fields[index].name)
        return type.parent == fields[index].parent && name.lowercased() == fieldName ? name : fieldName
    }
}
