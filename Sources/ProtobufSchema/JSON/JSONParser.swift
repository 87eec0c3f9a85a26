internal import ProtobufWire

/// One run of the reader: writes each value to the wire as it is read.
struct JSONParser {
    let pool: SchemaPool
    let options: JSONReader.Options
    let limits: DecodingLimits
    var scanner = JSONScanner()
    var output: [UInt8] = []
    /// Whether all fields so far came in the order that the canonical form has.
    var isSorted = true
    private var marks = FieldMarks()

    init(_ pool: SchemaPool, _ options: JSONReader.Options, _ limits: DecodingLimits) {
        self.pool = pool
        self.options = options
        self.limits = limits
    }

    /// The whole text.
    mutating func document(_ bytes: Span<UInt8>, _ type: MessageIndex) throws(JSONError) -> [UInt8] {
        if let offset = bytes.firstInvalidUTF8(from: 0, before: bytes.count) {
            throw JSONError(.syntax, at: offset, "The text is not UTF-8 here. Save it with that encoding.")
        }
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
            throw JSONError(.syntax, at: 0, "The text begins with a byte order mark. Save it without one.")
        }
        output.reserveCapacity(bytes.count / 2)
        try message(bytes, type, depth: 0)
        try scanner.end(bytes)
        if !isSorted { sort(from: 0, type) }
        return output
    }

    /// Brings the message that begins at `start` and ends the output into canonical order.
    @inline(never)
    mutating func sort(from start: Int, _ type: MessageIndex) {
        var sorted: [UInt8] = []
        sorted.reserveCapacity(output.count - start)
        let slice = output[...]
        WireComposer(pool: pool, limits: limits).message(slice.span, [start..<slice.count], type, into: &sorted)
        output.replaceSubrange(start..., with: sorted)
    }

    // MARK: Messages

    /// Reads one value as the content of a message.
    mutating func message(_ bytes: Span<UInt8>, _ type: MessageIndex, depth: Int) throws(JSONError) {
        if let wellKnown = pool.layouts[type].wellKnown {
            try self.wellKnown(bytes, wellKnown, type, depth)
        } else {
            try expect(.object, scanner.kind(bytes), pool.messages[type].fullName)
            scanner.open(bytes)
            try members(bytes, type, depth)
        }
    }

    /// Reads the members of an object as the fields of a message, up to its end.
    ///
    /// - Parameter isAny: Whether `@type` is among them and has been read.
    mutating func members(
        _ bytes: Span<UInt8>, _ type: MessageIndex, _ depth: Int, isAny: Bool = false
    ) throws(JSONError) {
        let layout = pool.layouts[type]
        let base = marks.open(layout.fields.count + layout.oneofs.count)
        var others: Set<[UInt8]> = []
        var isFirst = true
        var last: FieldIndex?
        while let name = try scanner.member(bytes, isFirst: &isFirst) {
            guard let index = field(bytes, name, type, after: last) else {
                try other(bytes, name, type, depth, &others, isAny)
                continue
            }
            guard marks.insert(base, index - layout.fields.lowerBound) else {
                throw duplicate(name, index)
            }
            if let last, index < last { isSorted = false }
            last = index
            do throws(JSONError) {
                guard try !isNull(bytes, index) else { continue }
                if let oneof = pool.shapes[index].oneof {
                    guard marks.insert(base, layout.fields.count + (oneof - layout.oneofs.lowerBound)) else {
                        throw duplicate(name, oneof: oneof)
                    }
                }
                try value(bytes, index, depth)
                try checkSize()
            } catch {
                throw error.inside(name, bytes)
            }
        }
        marks.close(base)
    }

    /// The field with a name. Most texts name fields in ascending order, so the next one is tried before the table.
    @inline(never)
    private func field(_ bytes: Span<UInt8>, _ name: JSONText, _ type: MessageIndex, after last: FieldIndex?)
        -> FieldIndex?
    {
        let fields = pool.layouts[type].fields
        let next = last.map { $0 + 1 } ?? fields.lowerBound
        if next < fields.upperBound, name.decoded == nil, matches(bytes, name.range, next) { return next }
        let text = name.string(bytes)
        return pool.messages[type].jsonNames[text] ?? pool.messages[type].names[text]
    }

    private func matches(_ bytes: Span<UInt8>, _ range: Range<Int>, _ index: FieldIndex) -> Bool {
        // The name stands in quotes, between a comma and a colon. Names with escapes are not found here, but in the table.
        let beginning = pool.fields[index].jsonMemberBeginning
        guard beginning.count == range.count + 4 else { return false }
        for position in 0..<range.count where beginning[position + 2] != bytes[range.lowerBound + position] {
            return false
        }
        return true
    }

    /// A member that is no field.
    @inline(never)
    private mutating func other(
        _ bytes: Span<UInt8>, _ name: JSONText, _ type: MessageIndex, _ depth: Int, _ others: inout Set<[UInt8]>,
        _ isAny: Bool
    ) throws(JSONError) {
        guard others.insert(name.array(bytes)).inserted else {
            throw duplicate(name, bytes)
        }
        let isTypeName = isAny && name.string(bytes) == "@type"
        guard isTypeName || options.ignoresUnknownMembers else { throw unknownMember(bytes, name, type) }
        do throws(JSONError) {
            try scanner.skip(bytes, levels: max(0, limits.recursion - depth))
        } catch {
            throw error.inside(name, bytes)
        }
    }

    func unknownMember(_ bytes: Span<UInt8>, _ name: JSONText, _ type: MessageIndex) -> JSONError {
        let descriptor = MessageDescriptor(pool: pool, index: type)
        let hint: String
        if descriptor.options.isMessageSet {
            hint = "It is a MessageSet, which is not supported: neither are its extensions."
        } else if let nearest = descriptor.nearestFieldName(to: name.excerpt(bytes)),
            let field = descriptor.field(named: nearest)
        {
            hint = "Did you mean “\(field.jsonName)”?"
        } else {
            hint = "Remove it, or let unknown members be ignored."
        }
        return JSONError(
            .unknownMember, at: name.offset, "\(descriptor.fullName) has no field “\(name.excerpt(bytes))”. \(hint)"
        ).inside(.member(name.excerpt(bytes)))
    }

    /// Whether the value at hand is the `null` that leaves a field unset; it is stepped over then.
    private mutating func isNull(_ bytes: Span<UInt8>, _ index: FieldIndex) throws(JSONError) -> Bool {
        guard scanner.next(bytes) == UInt8(ascii: "n"), pool.shapes[index].isRepeated || !takesNull(index) else {
            return false
        }
        try scanner.null(bytes)
        return true
    }

    /// Whether `null` is a value of the field's type.
    func takesNull(_ index: FieldIndex) -> Bool {
        let shape = pool.shapes[index]
        return shape.enumeration.map { pool.enums[$0].isNull }
            ?? shape.message.map { pool.layouts[$0].wellKnown == .value } ?? false
    }

    // MARK: Fields

    /// The value of a field, whatever it is, tags included.
    mutating func value(_ bytes: Span<UInt8>, _ index: FieldIndex, _ depth: Int) throws(JSONError) {
        let shape = pool.shapes[index]
        if shape.isMap {
            try map(bytes, index, depth)
        } else if shape.isRepeated {
            try list(bytes, index, depth)
        } else if shape.kind.isMessage {
            try submessage(bytes, index, depth)
        } else {
            _ = try scalar(bytes, index, shape.hasPresence ? .tagged : .unlessDefault)
        }
    }

    /// One message with its tag.
    private mutating func submessage(_ bytes: Span<UInt8>, _ index: FieldIndex, _ depth: Int) throws(JSONError) {
        try checkDepth(bytes, depth + 1)
        guard let type = pool.shapes[index].message else { return }
        if pool.shapes[index].kind == .group {
            output.append(tag: pool.shapes[index].number, .startGroup)
            try message(bytes, type, depth: depth + 1)
            output.append(tag: pool.shapes[index].number, .endGroup)
        } else {
            let start = open(index)
            try message(bytes, type, depth: depth + 1)
            close(start)
        }
    }

    /// An array as the elements of a repeated field.
    mutating func list(_ bytes: Span<UInt8>, _ index: FieldIndex, _ depth: Int) throws(JSONError) {
        try expect(.array, scanner.kind(bytes), "The repeated field \(pool.fields[index].name)")
        scanner.open(bytes)
        let isMessage = pool.shapes[index].kind.isMessage
        let isPacked = pool.shapes[index].isPacked
        let before = output.count
        let start = isPacked ? open(index) : 0
        var isFirst = true
        var number = 0
        while try scanner.element(bytes, isFirst: &isFirst) {
            do throws(JSONError) {
                if isMessage {
                    try submessage(bytes, index, depth)
                } else {
                    _ = try scalar(bytes, index, isPacked ? .bare : .tagged)
                }
                try checkSize()
            } catch {
                throw error.inside(.element(number))
            }
            number += 1
        }
        guard isPacked else { return }
        if output.count == start {
            output.removeLast(output.count - before)
        } else {
            close(start)
        }
    }

    /// An object as the entries of a map.
    mutating func map(_ bytes: Span<UInt8>, _ index: FieldIndex, _ depth: Int) throws(JSONError) {
        try expect(.object, scanner.kind(bytes), "The map \(pool.fields[index].name)")
        scanner.open(bytes)
        guard let (_, keyField, valueField) = pool.mapEntry(of: index) else { return }
        let isMessage = pool.shapes[valueField].kind.isMessage
        var keys: Set<[UInt8]> = []
        var isFirst = true
        while let name = try scanner.member(bytes, isFirst: &isFirst) {
            if !keys.isEmpty { isSorted = false }
            do throws(JSONError) {
                try checkDepth(bytes, depth + 1)
                let before = output.count
                let start = open(index)
                try self.key(bytes, name, keyField)
                guard keys.insert(Array(output[start...])).inserted else {
                    throw duplicate(name, bytes)
                }
                if isMessage {
                    try submessage(bytes, valueField, depth + 1)
                } else if try !scalar(bytes, valueField, .tagged) {
                    output.removeLast(output.count - before)
                    continue
                }
                close(start)
                try checkSize()
            } catch {
                throw error.inside(name, bytes)
            }
        }
    }

    // MARK: Wire

    /// The tag of a length-delimited field.
    mutating func tag(_ index: FieldIndex) {
        output.append(tag: pool.shapes[index].number, .lengthDelimited)
    }

    /// Begins a length-delimited field; one byte is left for its length.
    ///
    /// - Returns: Where its value begins.
    mutating func open(_ index: FieldIndex) -> Int {
        tag(index)
        output.append(0)
        return output.count
    }

    /// Writes the length of the field whose value begins at `start`; a long one moves the value.
    mutating func close(_ start: Int) { output.putLength(before: start) }

    // MARK: Errors, out of line: the functions that call each other for every level need little stack this way

    @inline(never)
    private func duplicate(_ name: JSONText, _ index: FieldIndex) -> JSONError {
        JSONError(.duplicateMember, at: name.offset, "The field \(pool.fields[index].name) is given twice.")
    }

    @inline(never)
    private func duplicate(_ name: JSONText, oneof: OneofIndex) -> JSONError {
        JSONError(
            .duplicateMember, at: name.offset,
            "Another member of the oneof \(pool.oneofs[oneof].name) is given too; only one can be set.")
    }

    @inline(never)
    func duplicate(_ name: JSONText, _ bytes: Span<UInt8>) -> JSONError {
        JSONError(.duplicateMember, at: name.offset, "“\(name.excerpt(bytes))” is given twice in this object.")
    }

    @inline(never)
    func wrongType(_ message: String) -> JSONError {
        JSONError(.wrongType, at: scanner.offset, message)
    }

    /// Throws when the value at hand is of another kind.
    @inline(never)
    func expect(
        _ kind: JSONScanner.Kind, _ found: JSONScanner.Kind, _ what: @autoclosure () -> String
    ) throws(JSONError) {
        guard found == kind else { throw wrongType("\(what()) is \(kind.name) in JSON, not \(found.name).") }
    }

    @inline(never)
    mutating func checkDepth(_ bytes: Span<UInt8>, _ depth: Int) throws(JSONError) {
        guard depth > limits.recursion else { return }
        _ = scanner.next(bytes)
        throw JSONError(
            .tooDeep, at: scanner.offset,
            "Messages are nested more than \(limits.recursion) levels deep here; decoders refuse that. "
                + "Raise the limit if it is meant.")
    }

    private func checkSize() throws(JSONError) {
        guard output.count > limits.messageSize else { return }
        throw JSONError(
            .tooLarge, at: scanner.offset, "The message is larger than the limit of \(limits.messageSize) bytes.")
    }
}

extension JSONError {
    /// The same error, seen from the object that has the member.
    @inline(never)
    func inside(_ name: JSONText, _ bytes: Span<UInt8>) -> Self {
        inside(.member(name.excerpt(bytes)))
    }
}

/// The fields and oneofs that were met in each message that is open, as bits in one array.
private struct FieldMarks {
    private var words: [UInt64] = []

    mutating func open(_ count: Int) -> Int {
        let base = words.count
        words.append(contentsOf: repeatElement(0, count: (count + 63) / 64))
        return base
    }

    mutating func close(_ base: Int) {
        words.removeLast(words.count - base)
    }

    /// False when it is there already.
    mutating func insert(_ base: Int, _ position: Int) -> Bool {
        let bit: UInt64 = 1 << UInt64(position % 64)
        guard words[base + position / 64] & bit == 0 else { return false }
        words[base + position / 64] |= bit
        return true
    }
}
