internal import ByteText
internal import JSONText
internal import ProtobufWire

/// One run of the reader: writes each value to the wire as it is read.
struct JSONParser: ~Escapable {
    let pool: SchemaPool
    let options: JSONReader.Options
    let limits: DecodingLimits
    var scanner: JSONScanner
    var output: [UInt8] = []
    /// How many messages and map entries are open around the value at hand.
    var depth = 0
    /// Whether all fields so far came in the order that the canonical form has.
    var isSorted = true
    /// Whether the fields and oneofs of each message that is open were met, those of the innermost one last.
    private var marks: [Bool] = []

    @_lifetime(copy text)
    init(_ text: Span<UInt8>, pool: SchemaPool, options: JSONReader.Options, limits: DecodingLimits) {
        self.pool = pool
        self.options = options
        self.limits = limits
        scanner = JSONScanner(text)
    }

    /// Reads the whole text as one message.
    mutating func document(as type: MessageIndex) throws(JSONError) -> [UInt8] {
        let bytes = scanner.bytes
        if let offset = bytes.firstInvalidUTF8(from: 0, before: bytes.count) {
            throw JSONError(.syntax, at: offset, "The text is not UTF-8 here. Save it with that encoding.")
        }
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
            throw JSONError(.syntax, at: 0, "The text begins with a byte order mark. Save it without one.")
        }
        output.reserveCapacity(bytes.count / 2)
        try message(type)
        try scan { scanner throws(JSONSyntaxError) in try scanner.end() }
        if !isSorted { sort(from: 0, type) }
        return output
    }

    /// Brings the message that reaches from `start` to the end of the output into canonical order.
    @inline(never)
    mutating func sort(from start: Int, _ type: MessageIndex) {
        let sorted = WireInput(output.span, pool: pool, limits: limits).canonical(start..<output.count, as: type)
        output.replaceSubrange(start..., with: sorted)
    }

    // MARK: Tokens

    /// Takes a step in the text. An error in the text's grammar becomes one of the reader.
    @inline(__always)
    private mutating func scan<R>(
        _ step: (inout JSONScanner) throws(JSONSyntaxError) -> R
    ) throws(JSONError) -> R {
        do throws(JSONSyntaxError) {
            return try step(&scanner)
        } catch {
            throw JSONError(error)
        }
    }

    @inline(never)
    mutating func kind() throws(JSONError) -> JSONScanner.Kind {
        try scan { scanner throws(JSONSyntaxError) in try scanner.kind() }
    }

    /// The name of the next member of an object; `nil` behind the end.
    @inline(never)
    mutating func member() throws(JSONError) -> JSONString? {
        try scan { scanner throws(JSONSyntaxError) in try scanner.member() }
    }

    @inline(never)
    mutating func string() throws(JSONError) -> JSONString {
        try scan { scanner throws(JSONSyntaxError) in try scanner.string() }
    }

    mutating func number() throws(JSONError) -> Range<Int> { try scan { s throws(JSONSyntaxError) in try s.number() } }

    mutating func boolean() throws(JSONError) -> Bool { try scan { s throws(JSONSyntaxError) in try s.boolean() } }

    mutating func null() throws(JSONError) { try scan { s throws(JSONSyntaxError) in try s.null() } }

    /// Passes the value of the member `name`, in which `levels` objects and arrays may be open at once.
    @inline(never)
    mutating func skip(_ name: JSONString, levels: Int) throws(JSONError) {
        do throws(JSONError) {
            try scan { scanner throws(JSONSyntaxError) in try scanner.skip(levels: max(0, levels)) }
        } catch {
            throw inside(name, error)
        }
    }

    // MARK: Messages

    /// Reads one value as the content of a message.
    mutating func message(_ type: MessageIndex) throws(JSONError) {
        if let wellKnown = pool.layouts[type].wellKnown {
            try read(wellKnown, type)
        } else {
            try expect(.object, found: kind(), pool.messages[type].fullName)
            scanner.open()
            try members(type)
        }
    }

    /// Reads the members of an object as the fields of a message, up to its end.
    ///
    /// - Parameter isAny: Whether `@type` is among them and has been read.
    mutating func members(_ type: MessageIndex, isAny: Bool = false) throws(JSONError) {
        let layout = pool.layouts[type]
        let base = marks.count
        marks += repeatElement(false, count: layout.fields.count + layout.oneofs.count)
        var others: Set<[UInt8]> = []
        var last: FieldIndex?
        while let name = try member() {
            guard let index = field(name, type, after: last) else {
                try other(name, of: type, &others, isAny: isAny)
                continue
            }
            guard mark(base + (index - layout.fields.lowerBound)) else {
                throw duplicate(name, index)
            }
            if let last, index < last { isSorted = false }
            last = index
            do throws(JSONError) {
                guard try !isNull(index) else { continue }
                if let oneof = pool.shapes[index].oneof {
                    guard mark(base + layout.fields.count + (oneof - layout.oneofs.lowerBound)) else {
                        throw duplicate(name, oneof: oneof)
                    }
                }
                try value(index)
                try checkSize()
            } catch {
                throw inside(name, error)
            }
        }
        marks.removeLast(marks.count - base)
    }

    /// Takes note of a field or oneof at a position of ``marks``; false when it was met before.
    private mutating func mark(_ position: Int) -> Bool {
        defer { marks[position] = true }
        return !marks[position]
    }

    /// The field with a name. Most texts name fields in ascending order, so the next ones are tried before the table.
    @inline(never)
    private func field(_ name: JSONString, _ type: MessageIndex, after last: FieldIndex?) -> FieldIndex? {
        let fields = pool.layouts[type].fields
        let next = last.map { $0 + 1 } ?? fields.lowerBound
        if !name.hasEscapes {
            let text = scanner.bytes.extracting(name.range)
            for index in next..<min(next + 8, fields.upperBound) {
                // The name stands in quotes, between a comma and a colon. Names with escapes are found in the table only.
                let beginning = pool.fields[index].jsonMemberBeginning
                guard beginning.count == text.count + 4 else { continue }
                if beginning.span.extracting(2..<(text.count + 2)).hasSameBytes(as: text) { return index }
            }
        }
        let text = scanner.string(of: name)
        return pool.messages[type].jsonNames[text] ?? pool.messages[type].names[text]
    }

    /// A member that is no field.
    @inline(never)
    mutating func other(
        _ name: JSONString, of type: MessageIndex, _ others: inout Set<[UInt8]>, isAny: Bool
    ) throws(JSONError) {
        guard others.insert(scanner.utf8(of: name)).inserted else {
            throw duplicate(name)
        }
        let isTypeName = isAny && scanner.string(of: name) == "@type"
        guard isTypeName || options.ignoresUnknownMembers else { throw inside(name, unknownMember(name, type)) }
        try skip(name, levels: limits.recursion - depth)
    }

    private func unknownMember(_ name: JSONString, _ type: MessageIndex) -> JSONError {
        let descriptor = pool.descriptor(type)
        guard descriptor.wellKnown == nil else {
            return JSONError(
                .unknownMember, at: name.offset,
                "An Any that holds a \(descriptor.fullName) has the members “@type” and “value”.")
        }
        let nearest = descriptor.nearestFieldName(to: scanner.excerpt(of: name)).flatMap(descriptor.field(named:))
        let hint =
            nearest.map { "Did you mean “\($0.jsonName)”?" } ?? "Remove it, or let unknown members be ignored."
        return JSONError(
            .unknownMember, at: name.offset,
            "\(descriptor.fullName) has no field “\(scanner.excerpt(of: name))”. \(hint)")
    }

    /// Whether the value at hand is the `null` that leaves a field unset; it is stepped over then.
    private mutating func isNull(_ index: FieldIndex) throws(JSONError) -> Bool {
        guard scanner.next() == UInt8(ascii: "n"), pool.shapes[index].isRepeated || !takesNull(index) else {
            return false
        }
        try null()
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
    mutating func value(_ index: FieldIndex) throws(JSONError) {
        let shape = pool.shapes[index]
        if shape.isMap {
            try map(index)
        } else if shape.isRepeated {
            try list(index)
        } else if shape.kind.isMessage {
            try submessage(index)
        } else {
            _ = try scalar(index, shape.hasPresence ? .tagged : .unlessDefault)
        }
    }

    /// One message with its tag.
    private mutating func submessage(_ index: FieldIndex) throws(JSONError) {
        guard let type = pool.shapes[index].message else { return }
        try enter()
        if pool.shapes[index].kind == .group {
            output.append(tag: pool.shapes[index].number, .startGroup)
            try message(type)
            output.append(tag: pool.shapes[index].number, .endGroup)
        } else {
            let start = open(index)
            try message(type)
            output.putLength(before: start)
        }
        depth -= 1
    }

    /// An array as the elements of a repeated field.
    mutating func list(_ index: FieldIndex) throws(JSONError) {
        try expect(.array, found: kind(), "The repeated field \(pool.fields[index].name)")
        scanner.open()
        let isMessage = pool.shapes[index].kind.isMessage
        let isPacked = pool.shapes[index].isPacked
        let before = output.count
        let start = isPacked ? open(index) : 0
        var number = 0
        while try scan({ scanner throws(JSONSyntaxError) in try scanner.element() }) {
            do throws(JSONError) {
                if isMessage {
                    try submessage(index)
                } else {
                    _ = try scalar(index, isPacked ? .bare : .tagged)
                }
                try checkSize()
            } catch {
                throw error.inside(.element(number))
            }
            number += 1
        }
        if isPacked { closeUnlessEmpty(start, from: before) }
    }

    /// An object as the entries of a map.
    mutating func map(_ index: FieldIndex) throws(JSONError) {
        try expect(.object, found: kind(), "The map \(pool.fields[index].name)")
        scanner.open()
        guard let (_, keyField, valueField) = pool.mapEntry(of: index) else { return }
        let isMessage = pool.shapes[valueField].kind.isMessage
        var keys: Set<[UInt8]> = []
        while let name = try member() {
            if !keys.isEmpty { isSorted = false }
            do throws(JSONError) {
                try enter()
                let before = output.count
                let start = open(index)
                try self.key(name, keyField)
                guard keys.insert(Array(output[start...])).inserted else {
                    throw duplicate(name)
                }
                if isMessage {
                    try submessage(valueField)
                } else if try !scalar(valueField, .tagged) {
                    output.removeLast(output.count - before)
                    depth -= 1
                    continue
                }
                depth -= 1
                output.putLength(before: start)
                try checkSize()
            } catch {
                throw inside(name, error)
            }
        }
    }

    // MARK: Wire

    /// Begins a length-delimited field; one byte is left for its length. Returns where its value begins.
    mutating func open(_ index: FieldIndex) -> Int {
        output.append(tag: pool.shapes[index].number, .lengthDelimited)
        output.append(0)
        return output.count
    }

    /// Writes the length of the field whose value begins at `start`, or takes the field back to `before`, where its tag begins,
    /// if it has no value.
    mutating func closeUnlessEmpty(_ start: Int, from before: Int) {
        if output.count == start { output.removeLast(start - before) } else { output.putLength(before: start) }
    }

    // MARK: Errors, out of line: the functions that call each other for every level need little stack this way

    @inline(never)
    private func duplicate(_ name: JSONString, _ index: FieldIndex) -> JSONError {
        JSONError(.duplicateMember, at: name.offset, "The field \(pool.fields[index].name) is given twice.")
    }

    @inline(never)
    private func duplicate(_ name: JSONString, oneof: OneofIndex) -> JSONError {
        JSONError(
            .duplicateMember, at: name.offset,
            "Another member of the oneof \(pool.oneofs[oneof].declaration.name) is given too; only one can be set.")
    }

    @inline(never)
    func duplicate(_ name: JSONString) -> JSONError {
        JSONError(.duplicateMember, at: name.offset, "“\(scanner.excerpt(of: name))” is given twice in this object.")
    }

    @inline(never)
    func wrongType(_ message: String) -> JSONError {
        JSONError(.wrongType, at: scanner.offset, message)
    }

    /// Throws when the value at hand is of another kind.
    @inline(never)
    func expect(
        _ kind: JSONScanner.Kind, found: JSONScanner.Kind, _ what: @autoclosure () -> String
    ) throws(JSONError) {
        guard found == kind else { throw wrongType("\(what()) is \(kind.rawValue) in JSON, not \(found.rawValue).") }
    }

    /// Begins a message or map entry.
    @inline(never)
    mutating func enter() throws(JSONError) {
        depth += 1
        guard depth > limits.recursion else { return }
        _ = scanner.next()
        throw JSONError(
            .tooDeep, at: scanner.offset, "Messages are nested more than \(limits.recursion) levels deep here.")
    }

    func checkSize() throws(JSONError) {
        guard output.count > limits.messageSize else { return }
        throw JSONError(
            .tooLarge, at: scanner.offset, "The message is larger than the limit of \(limits.messageSize) bytes.")
    }

    /// The error with the member `name` before its path, for the object around.
    @inline(never)
    func inside(_ name: JSONString, _ error: JSONError) -> JSONError {
        error.inside(.member(scanner.excerpt(of: name)))
    }
}
