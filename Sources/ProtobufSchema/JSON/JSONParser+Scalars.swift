internal import ByteText
internal import ProtobufWire

// Numbers, strings, bytes and enums. Source: https://protobuf.dev/programming-guides/json/
extension JSONParser {
    /// What of a value is written.
    enum Form {
        /// Nothing at the default, else tag and value.
        case unlessDefault
        case tagged
        /// The value, for packed fields.
        case bare
    }

    /// Reads one value of a field that is no message.
    ///
    /// - Returns: Whether there was a value; false for an unknown enum name that is ignored.
    @inline(never)
    mutating func scalar(_ bytes: Span<UInt8>, _ index: FieldIndex, _ form: Form) throws(JSONError) -> Bool {
        switch pool.shapes[index].kind {
        case .string:
            let text = try string(bytes, index)
            if form == .unlessDefault, text.isEmpty { return true }
            write(bytes, text, index)
        case .bytes:
            let text = try string(bytes, index)
            if form == .unlessDefault, text.isEmpty { return true }
            let value = text.read(bytes) { [UInt8](base64: $0.extracting($1)) }
            guard let value else {
                throw JSONError(
                    .invalidBase64, at: text.offset,
                    "\(pool.fields[index].name) is bytes; this is not base64. White space and other characters have to "
                        + "go, and “=” stands only at the end.")
            }
            tag(index)
            output.append(varint: UInt64(value.count))
            output.append(contentsOf: value)
        case let kind:
            guard let bits = try bits(bytes, index) else { return false }
            if form == .unlessDefault, bits == 0 { return true }
            if form != .bare { output.append(tag: pool.shapes[index].number, kind.wireType) }
            output.append(bits: bits, kind)
        }
        return true
    }

    private func what(_ index: FieldIndex) -> String {
        let field = FieldDescriptor(pool: pool, index: index)
        guard !field.parent.isMapEntry else { return "The \(field.name) in this map is of type \(field.typeName)" }
        return "\(field.name) is of type \(field.typeName)"
    }

    private mutating func string(_ bytes: Span<UInt8>, _ index: FieldIndex) throws(JSONError) -> JSONText {
        let found = try scanner.kind(bytes)
        guard found == .string else { throw wrongType("\(what(index)) and takes a string, not \(found.name).") }
        return try scanner.string(bytes)
    }

    private mutating func write(_ bytes: Span<UInt8>, _ text: JSONText, _ index: FieldIndex) {
        tag(index)
        text.read(bytes) { source, range in
            output.append(varint: UInt64(range.count))
            output.append(source, range)
        }
    }

    /// The value of a number, `bool` or enum as it stands on the wire.
    private mutating func bits(_ bytes: Span<UInt8>, _ index: FieldIndex) throws(JSONError) -> UInt64? {
        let found = try scanner.kind(bytes)
        switch (pool.shapes[index].kind, found) {
        case (.bool, .boolean): return try scanner.boolean(bytes) ? 1 : 0
        case (.bool, _): throw wrongType("\(what(index)) and takes true or false without quotes, not \(found.name).")
        case (.enumeration, .string): return try enumeration(bytes, try scanner.string(bytes), index)
        case (.enumeration, .null) where takesNull(index):
            try scanner.null(bytes)
            return 0
        case (.enumeration, .number), (_, .number):
            let start = scanner.offset
            return try number(bytes, try scanner.number(bytes), index, at: start)
        case (.enumeration, _): throw wrongType("\(what(index)) and takes the name of a value, not \(found.name).")
        case (_, .string):
            let text = try scanner.string(bytes)
            return try number(bytes, text, index)
        default: throw wrongType("\(what(index)) and takes a number, not \(found.name).")
        }
    }

    /// A number in quotes, or one of the words for what is not a number.
    private func number(_ bytes: Span<UInt8>, _ text: JSONText, _ index: FieldIndex) throws(JSONError) -> UInt64 {
        let kind = pool.shapes[index].kind
        if kind == .double || kind == .float, text.range.count <= 60 {
            let special: Double? =
                switch text.string(bytes) {
                case "NaN": .nan
                case "Infinity": .infinity
                case "-Infinity": -.infinity
                default: nil
                }
            if let special { return kind == .double ? special.bitPattern : UInt64(Float(special).bitPattern) }
        }
        return try text.read(bytes) { source, range throws(JSONError) in
            guard JSONNumber.end(source, range) == range.upperBound else {
                let others = kind == .double || kind == .float ? ", NaN, Infinity or -Infinity" : ""
                throw JSONError(
                    .wrongType, at: text.offset,
                    "\(what(index)); “\(text.excerpt(bytes))” is no number. In quotes there may be a number as JSON "
                        + "writes it\(others), and no space.")
            }
            return try number(source, range, index, at: text.offset)
        }
    }

    private func number(
        _ bytes: Span<UInt8>, _ range: Range<Int>, _ index: FieldIndex, at offset: Int
    ) throws(JSONError) -> UInt64 {
        let kind = pool.shapes[index].kind
        switch kind {
        case .double:
            let value = JSONNumber.value(bytes, range, as: Double.self)
            guard value.isFinite else { throw outOfRange(index, offset) }
            return value.bitPattern
        case .float:
            let value = JSONNumber.value(bytes, range, as: Float.self)
            guard value.isFinite else { throw outOfRange(index, offset) }
            return UInt64(value.bitPattern)
        default: break
        }
        switch JSONNumber.integer(bytes, range) {
        case .fraction: throw JSONError(.wrongType, at: offset, "\(what(index)); this number has a fraction.")
        case .tooLarge: throw outOfRange(index, offset)
        case .value(let isNegative, let magnitude):
            guard let bits = Self.bits(isNegative, magnitude, kind) else { throw outOfRange(index, offset) }
            if kind == .enumeration { try checkClosed(Int32(truncatingIfNeeded: bits), index, at: offset) }
            return bits
        }
    }

    private func outOfRange(_ index: FieldIndex, _ offset: Int) -> JSONError {
        JSONError(.outOfRange, at: offset, "\(what(index)), which cannot hold this number.")
    }

    /// The wire form of an integer, `nil` when the kind cannot hold it.
    private static func bits(_ isNegative: Bool, _ magnitude: UInt64, _ kind: FieldKind) -> UInt64? {
        switch kind {
        case .uint32, .fixed32:
            return magnitude <= UInt64(UInt32.max) && (!isNegative || magnitude == 0) ? magnitude : nil
        case .uint64, .fixed64: return !isNegative || magnitude == 0 ? magnitude : nil
        default: break
        }
        let isWide = kind == .int64 || kind == .sint64 || kind == .sfixed64
        let limit: UInt64 = (isWide ? 1 << 63 : 1 << 31) - (isNegative ? 0 : 1)
        guard magnitude <= limit else { return nil }
        let value = Int64(bitPattern: isNegative ? 0 &- magnitude : magnitude)
        switch kind {
        case .sint32, .sint64: return UInt64(bitPattern: value << 1 ^ value >> 63)
        default: return UInt64(bitPattern: value)
        }
    }

    // MARK: Enums

    /// The number of an enum name; also of a number in quotes, which the official runtimes take.
    private func enumeration(_ bytes: Span<UInt8>, _ text: JSONText, _ index: FieldIndex) throws(JSONError) -> UInt64? {
        guard let type = pool.shapes[index].enumeration else { return nil }
        if let position = pool.enums[type].names[text.string(bytes)] {
            return UInt64(bitPattern: Int64(pool.enums[type].values[position].number))
        }
        let isNumber = text.read(bytes) { JSONNumber.end($0, $1) == $1.upperBound }
        if isNumber { return try number(bytes, text, index) }
        if options.ignoresUnknownMembers { return nil }
        let names = pool.enums[type].values.prefix(8).map(\.name).joined(separator: ", ")
        let more = pool.enums[type].values.count > 8 ? ", ..." : ""
        throw JSONError(
            .unknownEnumValue, at: text.offset,
            "\(pool.enums[type].fullName) has no value “\(text.excerpt(bytes))”; it has \(names)\(more).")
    }

    private func checkClosed(_ number: Int32, _ index: FieldIndex, at offset: Int) throws(JSONError) {
        guard let type = pool.shapes[index].enumeration, pool.enums[type].isClosed,
            pool.enums[type].numbers[number] == nil
        else { return }
        throw JSONError(
            .unknownEnumValue, at: offset,
            "\(pool.enums[type].fullName) has no value with the number \(number), and it is closed.")
    }

    // MARK: Map keys

    /// A name as the key of a map entry, with its tag.
    @inline(never)
    mutating func key(_ bytes: Span<UInt8>, _ name: JSONText, _ index: FieldIndex) throws(JSONError) {
        let kind = pool.shapes[index].kind
        let bits: UInt64
        switch kind {
        case .string: return write(bytes, name, index)
        case .bool:
            switch name.excerpt(bytes) {
            case "true": bits = 1
            case "false": bits = 0
            default:
                throw JSONError(
                    .wrongType, at: name.offset,
                    "The keys of this map are “true” and “false”, not “\(name.excerpt(bytes))”.")
            }
        default: bits = try number(bytes, name, index)
        }
        output.append(tag: pool.shapes[index].number, kind.wireType)
        output.append(bits: bits, kind)
    }
}
