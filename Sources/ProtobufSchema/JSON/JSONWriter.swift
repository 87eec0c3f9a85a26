public import ByteText
internal import JSONText
public import ProtobufWire

/// Writes messages as ProtoJSON, from their bytes and their type.
///
/// Names, numbers, strings and the forms of the well-known types are those of the official mapping; fields that the type
/// does not know are left out. Members come in ascending order of field numbers, map entries in order of arrival.
///
/// Source: https://protobuf.dev/programming-guides/json/
public struct JSONWriter: Sendable {
    /// The choices that the mapping leaves.
    public struct Options: Hashable, Sendable {
        /// Whether fields have their names of the `.proto` file: `trip_status` instead of `tripStatus`.
        public var keepsProtoNames = false
        /// Whether fields without presence are written even when they hold their default; extensions are not.
        public var printsDefaults = false
        /// Whether enum values are written as numbers instead of names.
        public var printsEnumNumbers = false
        /// Whether the text has line breaks, and two spaces for each level.
        public var isPretty = false

        /// Options for compact JSON with camelCase names and without defaults.
        public init() {}
    }

    /// The choices that the mapping leaves.
    public var options: Options
    /// Limits for reading the bytes. Twice the recursion limit also bounds how deep messages inside `Any` may nest.
    public var limits: DecodingLimits

    /// Whether bytes that hold a credential become a text that tells their size.
    package let hidesCredentials: Bool

    /// A writer for output from which credentials are left out, with compact JSON.
    package init(hidesCredentials: Bool) {
        (options, limits) = (Options(), DecodingLimits())
        self.hidesCredentials = hidesCredentials
    }

    /// A writer of ProtoJSON.
    public init(options: Options = Options(), limits: DecodingLimits = DecodingLimits()) {
        self.options = options
        self.limits = limits
        hidesCredentials = false
    }

    /// The JSON text of the message in `bytes`, as UTF-8. Linear in the size of input and output.
    ///
    /// - Throws: ``JSONError`` when the bytes are not such a message, or the mapping has no form for what they say.
    public func json(
        _ bytes: some SpanProviding & ~Escapable, as message: MessageDescriptor
    ) throws(JSONError) -> [UInt8] {
        try bytes.withByteSpan { (span) throws(JSONError) in
            var direct = JSONComposer(span, as: message, self)
            // The JSON of recorded messages is 1.5 to 4.5 times as long as their bytes.
            direct.output.bytes.reserveCapacity(2 * span.count)
            if direct.direct(0..<span.count, as: message.index) { return direct.output.bytes }
            return try gather(span, message, sink: nil).bytes
        }
    }

    /// Writes the same text in pieces of about a megabyte, so that it need not fit in memory.
    ///
    /// - Parameter sink: Takes the pieces in order. When an error is thrown it may have some already, but only of a text
    ///   of more than one.
    /// - Throws: As ``json(_:as:)``.
    public func write(
        _ bytes: Span<UInt8>, as message: MessageDescriptor, to sink: @escaping ([UInt8]) -> Void
    ) throws(JSONError) {
        // A short message is written in one piece, and in one pass where its fields are in order.
        guard bytes.count > JSONPrinter.pieceSize else { return sink(try json(bytes, as: message)) }
        var output = try gather(bytes, message, sink: sink)
        output.flush()
    }

    private func gather(
        _ bytes: Span<UInt8>, _ message: MessageDescriptor, sink: (([UInt8]) -> Void)?
    ) throws(JSONError) -> JSONPrinter {
        if let damage = message.firstDamage(in: bytes, limits: limits) {
            throw JSONError(.malformed, "Not a \(message.fullName): \(damage).", damage: damage)
        }
        var composer = JSONComposer(bytes, as: message, self, sink: sink)
        try composer.gather([0..<bytes.count], as: message.index)
        return composer.output
    }

    /// The text of ``json(_:as:)`` as a string.
    public func string(
        _ bytes: some SpanProviding & ~Escapable, as message: MessageDescriptor
    ) throws(JSONError) -> String {
        String(decoding: try json(bytes, as: message), as: UTF8.self)
    }
}

/// One run of the writer.
struct JSONComposer: ~Escapable {
    let input: WireInput
    let options: JSONWriter.Options
    private let hidesCredentials: Bool
    var output: JSONPrinter
    /// How many messages and map entries are open around the value that is being written.
    var depth = 0
    /// The range of the last message that could not be written in one pass.
    private var gathered = 0..<0
    /// Largest message that is tried in one pass, in bytes: its text is kept until the attempt has succeeded.
    private static let attemptLimit = 256 << 10

    @_lifetime(copy bytes)
    init(
        _ bytes: Span<UInt8>, as message: MessageDescriptor, _ writer: JSONWriter, sink: (([UInt8]) -> Void)? = nil
    ) {
        input = WireInput(bytes, pool: message.pool, limits: writer.limits)
        options = writer.options
        hidesCredentials = writer.hidesCredentials
        output = JSONPrinter(options.isPretty ? .indented : .compact, sink: sink)
    }

    var pool: SchemaPool { input.pool }

    // MARK: Messages

    /// Writes a message inside another one; it lies in `pieces`.
    mutating func submessage(_ pieces: [Range<Int>], as type: MessageIndex) throws(JSONError) {
        depth += 1
        defer { depth -= 1 }
        if pieces.count == 1, attempt(pieces[0], as: type) { return }
        try gather(pieces, as: type)
    }

    /// Writes a message in one pass if its fields are in order. Nothing is tried again inside a message that could not be
    /// written so.
    private mutating func attempt(_ range: Range<Int>, as type: MessageIndex) -> Bool {
        let isInside = range.lowerBound >= gathered.lowerBound && range.upperBound <= gathered.upperBound
        guard range.count <= Self.attemptLimit, !isInside else { return false }
        output.beginAttempt()
        let isWritten = direct(range, as: type)
        output.endAttempt(isKept: isWritten)
        if !isWritten { gathered = range }
        return isWritten
    }

    /// Writes a message after its fields have been gathered.
    mutating func gather(_ pieces: [Range<Int>], as type: MessageIndex) throws(JSONError) {
        try checkDepth()
        let message = GatheredMessage(input, pieces, as: type)
        if let wellKnown = pool.layouts[type].wellKnown { return try write(message, as: wellKnown) }
        output.openObject()
        try members(message)
        output.closeObject()
    }

    func checkDepth() throws(JSONError) {
        guard depth > 2 * input.limits.recursion else { return }
        throw JSONError(.tooDeep, "Messages within Any are nested too deeply here.")
    }

    /// Writes the fields of a message that has no form of its own.
    mutating func members(_ message: GatheredMessage) throws(JSONError) {
        for index in pool.layouts[message.type].fields {
            guard
                message.isSet(index)
                    || options.printsDefaults && !pool.shapes[index].hasPresence && !pool.fields[index].isExtension
            else { continue }
            output.key(beginning: beginning(index))
            if pool.shapes[index].isMap {
                try map(message, index)
            } else if pool.shapes[index].isRepeated {
                try list(message, index)
            } else {
                try singular(message, index)
            }
        }
    }

    /// How the member of a field begins, with the name that the options want.
    func beginning(_ index: FieldIndex) -> ArraySlice<UInt8> {
        options.keepsProtoNames ? pool.fields[index].memberBeginning : pool.fields[index].jsonMemberBeginning
    }

    // MARK: Fields

    /// Writes the value of a singular field; its default when there is none.
    mutating func singular(_ message: GatheredMessage, _ index: FieldIndex) throws(JSONError) {
        if let type = pool.shapes[index].message {
            do throws(JSONError) {
                try submessage(message.pieces(of: index), as: type)
            } catch {
                throw error.inside(component(index, nil))
            }
        } else {
            let occurrence = message.last(index)
            if let occurrence { try checkText(occurrence.value, of: index, at: nil) }
            scalar(occurrence?.value ?? 0..<0, bits: occurrence?.bits ?? 0, of: index)
        }
    }

    mutating func list(_ message: GatheredMessage, _ index: FieldIndex) throws(JSONError) {
        let isPackable = pool.shapes[index].kind.isPackable
        output.openArray()
        var number = 0
        try message.forEach(index) { occurrence throws(JSONError) in
            if let type = pool.shapes[index].message {
                do throws(JSONError) {
                    try submessage([occurrence.value], as: type)
                } catch {
                    throw error.inside(component(index, number))
                }
                number += 1
            } else if isPackable {
                input.forEachScalar(of: index, in: occurrence) { scalar(0..<0, bits: $0, of: index) }
            } else {
                try checkText(occurrence.value, of: index, at: number)
                scalar(occurrence.value, bits: 0, of: index)
                number += 1
            }
        }
        output.closeArray()
    }

    /// Refuses a string that need not be UTF-8 and is not: JSON has no form for it.
    private func checkText(_ value: Range<Int>, of index: FieldIndex, at position: Int?) throws(JSONError) {
        let shape = pool.shapes[index]
        guard shape.kind == .string, !shape.isUTF8, !input.bytes.isUTF8(value) else { return }
        throw JSONError(.invalidUTF8, "The string is not UTF-8, so JSON has no form for it.")
            .inside(component(index, position))
    }

    /// Writes the entries of a map as an object. Of equal keys the last one counts.
    mutating func map(_ message: GatheredMessage, _ index: FieldIndex) throws(JSONError) {
        guard let (type, keyField, valueField) = pool.mapEntry(of: index) else { return }
        depth += 1
        defer { depth -= 1 }
        output.openObject()
        for (position, entry) in message.entriesInOrderOfArrival(of: index).enumerated() {
            let entry = GatheredMessage(input, [entry.range], as: type)
            let key = entry.last(keyField)
            if let key { try checkText(key.value, of: keyField, at: nil) }
            if let number = ScalarValue(pool.shapes[keyField].kind, bits: key?.bits ?? 0) {
                let text = Array(number.text().utf8)
                output.key(text.span, 0..<text.count)
            } else {
                output.key(input.bytes, key?.value ?? 0..<0)
            }
            do throws(JSONError) {
                try singular(entry, valueField)
            } catch {
                throw error.inside(component(index, position))
            }
        }
        output.closeObject()
    }

    /// Writes one number, string, `bool`, enum or bytes value.
    ///
    /// 64-bit integers are strings in JSON, because its numbers are often read as doubles.
    mutating func scalar(_ value: Range<Int>, bits: UInt64, of index: FieldIndex) {
        let kind = pool.shapes[index].kind
        switch ScalarValue(kind, bits: bits) {
        case .signed(let number):
            output.integer(number, isQuoted: kind == .int64 || kind == .sint64 || kind == .sfixed64)
        case .unsigned(let number): output.integer(number, isQuoted: kind == .uint64 || kind == .fixed64)
        case .bool(let flag): output.bool(flag)
        case .float(let number): output.number(number)
        case .double(let number): output.number(number)
        case .enumeration(let number): enumeration(number, of: index)
        case nil:
            if kind != .bytes {
                output.string(input.bytes, value)
            } else if hidesCredentials, let size = Credentials.replacement(of: input.bytes.array(value)[...]) {
                output.string(size)
            } else {
                output.base64(input.bytes, value)
            }
        }
    }

    private mutating func enumeration(_ number: Int32, of index: FieldIndex) {
        if !options.printsEnumNumbers, let type = pool.shapes[index].enumeration {
            if pool.enums[type].isNull { return output.null() }
            if let value = pool.enums[type].numbers[number] {
                return output.string(pool.enums[type].values[value].name)
            }
        }
        output.integer(Int64(number))
    }

    func component(_ index: FieldIndex, _ position: Int?) -> FieldPath.Component {
        FieldPath.Component(number: pool.shapes[index].number, name: pool.fields[index].name, index: position)
    }
}
