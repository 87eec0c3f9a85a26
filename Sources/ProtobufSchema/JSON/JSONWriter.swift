public import ProtobufWire

/// Writes messages as ProtoJSON, from their bytes and their type.
///
/// Names, numbers, strings and the forms of the well-known types are those of the official mapping; fields that the type
/// does not know are left out. Members come in ascending order of field numbers, map entries in order of arrival.
///
/// Source: https://protobuf.dev/programming-guides/json/
public struct JSONWriter: Sendable {
    public struct Options: Hashable, Sendable {
        /// `trip_status` instead of `tripStatus`.
        public var keepsProtoNames = false
        /// Fields without presence are written even when they hold their default; extensions are not.
        public var printsDefaults = false
        /// Enum values as numbers instead of names.
        public var printsEnumNumbers = false
        /// Line breaks, and two spaces for each level.
        public var isPretty = false

        public init() {}
    }

    public var options: Options
    /// Limits for reading the bytes. Twice the recursion limit also bounds how deep messages inside `Any` may nest.
    public var limits: DecodingLimits

    public init(options: Options = Options(), limits: DecodingLimits = DecodingLimits()) {
        self.options = options
        self.limits = limits
    }

    /// The JSON text of the message in `bytes`, as UTF-8. Linear in the size of input and output.
    ///
    /// - Throws: ``JSONError`` when the bytes are not such a message, or the mapping has no form for what they say.
    public func json(_ bytes: Span<UInt8>, as message: MessageDescriptor) throws(JSONError) -> [UInt8] {
        var quick = JSONComposer(message.pool, options, limits, nil)
        if quick.direct(bytes, 0..<bytes.count, message.index) { return quick.output.bytes }
        return try compose(bytes, as: message, sink: nil).bytes
    }

    /// Writes the same text in pieces of about a megabyte, so that it need not fit in memory.
    ///
    /// - Parameter sink: Takes the pieces in order. When an error is thrown it may have some already, but only of a text
    ///   of more than one.
    /// - Throws: As ``json(_:as:)``.
    public func write(
        _ bytes: Span<UInt8>, as message: MessageDescriptor, to sink: @escaping ([UInt8]) -> Void
    ) throws(JSONError) {
        // What is short is written in one piece, and in one pass where that can be.
        guard bytes.count > JSONOutput.pieceSize else { return sink(try json(bytes, as: message)) }
        var output = try compose(bytes, as: message, sink: sink)
        output.flush()
    }

    private func compose(
        _ bytes: Span<UInt8>, as message: MessageDescriptor, sink: (([UInt8]) -> Void)?
    ) throws(JSONError) -> JSONOutput {
        if let damage = message.firstDamage(in: bytes, limits: limits) {
            throw JSONError(.malformed, "Not a \(message.fullName): \(damage).", damage: damage)
        }
        var composer = JSONComposer(message.pool, options, limits, sink)
        try composer.gather(bytes, [0..<bytes.count], message.index, depth: 0)
        return composer.output
    }

    /// As ``json(_:as:)``, as a string.
    public func string(_ bytes: Span<UInt8>, as message: MessageDescriptor) throws(JSONError) -> String {
        String(decoding: try json(bytes, as: message), as: UTF8.self)
    }
}

/// One run of the writer.
struct JSONComposer {
    let pool: SchemaPool
    let options: JSONWriter.Options
    let limits: DecodingLimits
    var output: JSONOutput
    /// Where the last message lies that could not be written in one pass.
    private var gathered = 0..<0
    /// No larger message is tried to be written so, since its text is kept until that is known.
    private static let attemptLimit = 256 << 10

    init(
        _ pool: SchemaPool, _ options: JSONWriter.Options, _ limits: DecodingLimits, _ sink: (([UInt8]) -> Void)? = nil
    ) {
        self.pool = pool
        self.options = options
        self.limits = limits
        output = JSONOutput(isPretty: options.isPretty, sink: sink)
    }

    func table(_ bytes: Span<UInt8>, _ pieces: [Range<Int>], _ message: MessageIndex) -> FieldTable {
        FieldTable(bytes, pieces: pieces, message: message, in: pool, levels: limits.recursion)
    }

    /// Writes the message that lies in `pieces`.
    mutating func message(
        _ bytes: Span<UInt8>, _ pieces: [Range<Int>], _ message: MessageIndex, depth: Int
    ) throws(JSONError) {
        if pieces.count == 1, attempt(bytes, pieces[0], message, depth) { return }
        try gather(bytes, pieces, message, depth: depth)
    }

    /// Writes a message in one pass if that can be. Inside of one that could not be written so, nothing is tried again.
    private mutating func attempt(_ bytes: Span<UInt8>, _ range: Range<Int>, _ message: MessageIndex, _ depth: Int)
        -> Bool
    {
        let isInside = range.lowerBound >= gathered.lowerBound && range.upperBound <= gathered.upperBound
        guard range.count <= Self.attemptLimit, !isInside else { return false }
        let start = output.beginAttempt()
        let isWritten = direct(bytes, range, message, depth: depth)
        output.endAttempt(start, isKept: isWritten)
        if !isWritten { gathered = range }
        return isWritten
    }

    /// Writes a message after its fields have been gathered.
    mutating func gather(
        _ bytes: Span<UInt8>, _ pieces: [Range<Int>], _ message: MessageIndex, depth: Int
    ) throws(JSONError) {
        guard depth <= 2 * limits.recursion else {
            throw JSONError(.tooDeep, "Messages within Any are nested too deeply here.")
        }
        let fields = table(bytes, pieces, message)
        if let type = pool.layouts[message].wellKnown {
            return try wellKnown(bytes, fields, type, message, depth)
        }
        output.open("{")
        var isFirst = true
        try members(bytes, fields, message, depth, &isFirst)
        output.close("}", isEmpty: isFirst)
    }

    /// The fields of a message that has no form of its own.
    mutating func members(
        _ bytes: Span<UInt8>, _ fields: FieldTable, _ message: MessageIndex, _ depth: Int, _ isFirst: inout Bool
    ) throws(JSONError) {
        for index in pool.layouts[message].fields {
            let isSet = fields.isSet(index, in: pool)
            guard isSet || options.printsDefaults && !pool.shapes[index].hasPresence && !pool.fields[index].isExtension
            else { continue }
            output.member(beginning(index), &isFirst)
            try field(bytes, fields, index, depth)
        }
    }

    /// How the member of a field begins, with the name that the options want.
    func beginning(_ index: FieldIndex) -> [UInt8] {
        options.keepsProtoNames ? pool.fields[index].memberBeginning : pool.fields[index].jsonMemberBeginning
    }

    private mutating func field(
        _ bytes: Span<UInt8>, _ fields: FieldTable, _ index: FieldIndex, _ depth: Int
    ) throws(JSONError) {
        if pool.shapes[index].isMap {
            try map(bytes, fields, index, depth)
        } else if pool.shapes[index].isRepeated {
            try list(bytes, fields, index, depth)
        } else {
            try singular(bytes, fields, index, depth)
        }
    }

    /// The value of a singular field; its default when there is none.
    mutating func singular(
        _ bytes: Span<UInt8>, _ fields: FieldTable, _ index: FieldIndex, _ depth: Int
    ) throws(JSONError) {
        if let type = pool.shapes[index].message {
            do throws(JSONError) {
                try message(bytes, fields.pieces(index, in: bytes, pool), type, depth: depth + 1)
            } catch {
                throw error.inside(component(index, nil))
            }
        } else if let occurrence = fields.last(index) {
            try checkText(bytes, occurrence.value, index, nil)
            scalar(bytes, occurrence.value, occurrence.bits, index)
        } else {
            scalar(bytes, 0..<0, 0, index)
        }
    }

    /// The elements of a repeated field as an array.
    mutating func list(
        _ bytes: Span<UInt8>, _ fields: FieldTable, _ index: FieldIndex, _ depth: Int
    ) throws(JSONError) {
        let kind = pool.shapes[index].kind
        output.open("[")
        var isFirst = true
        var number = 0
        try fields.forEach(index, in: bytes, pool) { occurrence throws(JSONError) in
            if let type = pool.shapes[index].message {
                output.separate(&isFirst)
                do throws(JSONError) {
                    try message(bytes, [occurrence.value], type, depth: depth + 1)
                } catch {
                    throw error.inside(component(index, number))
                }
                number += 1
            } else if kind.isPackable {
                pool.forEachScalar(bytes, occurrence, of: index) { bits in
                    output.separate(&isFirst)
                    scalar(bytes, 0..<0, bits, index)
                }
            } else {
                try checkText(bytes, occurrence.value, index, number)
                output.separate(&isFirst)
                scalar(bytes, occurrence.value, 0, index)
                number += 1
            }
        }
        output.close("]", isEmpty: isFirst)
    }

    /// Strings that need not be UTF-8 have no form in JSON when they are not.
    private func checkText(
        _ bytes: Span<UInt8>, _ value: Range<Int>, _ index: FieldIndex, _ position: Int?
    ) throws(JSONError) {
        let shape = pool.shapes[index]
        guard shape.kind == .string, !shape.isUTF8, !WireScan.isUTF8(bytes, value) else { return }
        throw JSONError(.invalidUTF8, "The string is not UTF-8, so JSON has no form for it.")
            .inside(component(index, position))
    }

    /// The entries of a map as an object. Of equal keys the last one counts.
    mutating func map(
        _ bytes: Span<UInt8>, _ fields: FieldTable, _ index: FieldIndex, _ depth: Int
    ) throws(JSONError) {
        guard let (entry, keyField, valueField) = pool.mapEntry(of: index) else { return }
        var entries: [(key: [UInt8], fields: FieldTable)] = []
        var positions: [[UInt8]: Int] = [:]
        try fields.forEach(index, in: bytes, pool) { occurrence throws(JSONError) in
            let parts = table(bytes, [occurrence.value], entry)
            if let occurrence = parts.last(keyField) { try checkText(bytes, occurrence.value, keyField, nil) }
            let key = mapKey(bytes, parts.last(keyField), keyField)
            if let position = positions[key] {
                entries[position].fields = parts
            } else {
                positions[key] = entries.count
                entries.append((key, parts))
            }
        }
        output.open("{")
        var isFirst = true
        for (position, entry) in entries.enumerated() {
            output.separate(&isFirst)
            let key = entry.key[...]
            output.string(key.span, 0..<key.count)
            output.colon()
            do throws(JSONError) {
                try singular(bytes, entry.fields, valueField, depth + 1)
            } catch {
                throw error.inside(component(index, position))
            }
        }
        output.close("}", isEmpty: isFirst)
    }

    /// The name that a map key has in JSON, before escapes.
    private func mapKey(_ bytes: Span<UInt8>, _ occurrence: FieldTable.Occurrence?, _ index: FieldIndex) -> [UInt8] {
        let kind = pool.shapes[index].kind
        if kind == .string { return occurrence.map { bytes.array($0.value) } ?? [] }
        return switch ScalarValue(kind, bits: occurrence?.bits ?? 0) {
        case .bool(let value): Array((value ? "true" : "false").utf8)
        case .signed(let value): Array(String(value).utf8)
        case .unsigned(let value): Array(String(value).utf8)
        default: []
        }
    }

    /// One number, string, `bool`, enum or bytes value.
    mutating func scalar(_ bytes: Span<UInt8>, _ value: Range<Int>, _ bits: UInt64, _ index: FieldIndex) {
        let kind = pool.shapes[index].kind
        switch ScalarValue(kind, bits: bits) {
        case .signed(let number):
            let isWide = kind == .int64 || kind == .sint64 || kind == .sfixed64
            if isWide { output.quoted(number) } else { output.integer(number) }
        case .unsigned(let number):
            let isWide = kind == .uint64 || kind == .fixed64
            if isWide { output.quoted(number) } else { output.integer(number) }
        case .bool(let flag): output.raw(flag ? "true" : "false")
        case .float(let number): output.number(number)
        case .double(let number): output.number(number)
        case .enumeration(let number): enumeration(number, index)
        case nil:
            if kind == .bytes { output.base64(bytes, value) } else { output.string(bytes, value) }
        }
    }

    private mutating func enumeration(_ number: Int32, _ index: FieldIndex) {
        if !options.printsEnumNumbers, let type = pool.shapes[index].enumeration {
            if pool.enums[type].isNull { return output.raw("null") }
            if let value = pool.enums[type].numbers[number] {
                return output.quoted(pool.enums[type].values[value].name)
            }
        }
        output.integer(Int64(number))
    }

    func component(_ index: FieldIndex, _ position: Int?) -> FieldPath.Component {
        FieldPath.Component(number: pool.shapes[index].number, name: pool.fields[index].name, index: position)
    }
}
