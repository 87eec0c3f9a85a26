internal import ByteText
internal import JSONText

// Numbers, strings, bytes and enums. Source: https://protobuf.dev/programming-guides/json/
extension JSONParser {
    /// The parts of a field that are written.
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
    mutating func scalar(_ index: FieldIndex, _ form: Form) throws(JSONError) -> Bool {
        switch pool.shapes[index].kind {
        case .string:
            let text = try string(index)
            if form == .unlessDefault, text.isEmpty { return true }
            write(text, index)
        case .bytes:
            let text = try string(index)
            if form == .unlessDefault, text.isEmpty { return true }
            let value = scanner.withUTF8(of: text) { [UInt8](base64: $0.extracting($1)) }
            guard let value else {
                throw JSONError(
                    .invalidBase64, at: text.offset, "\(pool.fields[index].name) is bytes; this is not base64.")
            }
            output.append(tag: pool.shapes[index].number, delimited: value.span)
        case let kind:
            guard let bits = try bits(index) else { return false }
            if form == .unlessDefault, bits == 0 { return true }
            if form != .bare { output.append(tag: pool.shapes[index].number, kind.wireType) }
            output.append(bits: bits, kind)
        }
        return true
    }

    /// The field and its type, as the beginning of a sentence.
    private func field(_ index: FieldIndex) -> String {
        let field = pool.descriptor(index)
        guard !field.parent.isMapEntry else { return "The \(field.name) in this map is of type \(field.typeName)" }
        return "\(field.name) is of type \(field.typeName)"
    }

    private mutating func string(_ index: FieldIndex) throws(JSONError) -> JSONString {
        let found = try kind()
        guard found == .string else { throw wrongType("\(field(index)) and takes a string, not \(found.rawValue).") }
        return try string()
    }

    mutating func write(_ text: JSONString, _ index: FieldIndex) {
        let number = pool.shapes[index].number
        scanner.withUTF8(of: text) { output.append(tag: number, delimited: $0.extracting($1)) }
    }

    /// The value of a number, `bool` or enum as it stands on the wire.
    private mutating func bits(_ index: FieldIndex) throws(JSONError) -> UInt64? {
        let found = try kind()
        switch (pool.shapes[index].kind, found) {
        case (.bool, .boolean): return try boolean() ? 1 : 0
        case (.bool, _):
            throw wrongType("\(field(index)) and takes true or false without quotes, not \(found.rawValue).")
        case (.enumeration, .string): return try enumeration(try string(), index)
        case (.enumeration, .null) where takesNull(index):
            try null()
            return 0
        case (.enumeration, .number), (_, .number):
            let start = scanner.offset
            let range = try number()
            return try number(scanner.bytes, range, of: index, at: start)
        case (.enumeration, _): throw wrongType("\(field(index)) and takes the name of a value, not \(found.rawValue).")
        case (_, .string):
            return try number(try string(), index)
        default: throw wrongType("\(field(index)) and takes a number, not \(found.rawValue).")
        }
    }

    /// A number in quotes, or one of the words for what is not a number.
    private func number(_ text: JSONString, _ index: FieldIndex) throws(JSONError) -> UInt64 {
        let kind = pool.shapes[index].kind
        if kind == .double || kind == .float, text.range.count <= 60 {
            let special: Double? =
                switch scanner.string(of: text) {
                case "NaN": .nan
                case "Infinity": .infinity
                case "-Infinity": -.infinity
                default: nil
                }
            if let special { return kind == .double ? special.bitPattern : UInt64(Float(special).bitPattern) }
        }
        return try scanner.withUTF8(of: text) { source, range throws(JSONError) in
            guard JSONNumber.end(source, range) == range.upperBound else {
                throw JSONError(
                    .wrongType, at: text.offset,
                    "\(field(index)); “\(scanner.excerpt(of: text))” is no number as JSON writes it.")
            }
            return try number(source, range, of: index, at: text.offset)
        }
    }

    private func number(
        _ source: Span<UInt8>, _ range: Range<Int>, of index: FieldIndex, at offset: Int
    ) throws(JSONError) -> UInt64 {
        let kind = pool.shapes[index].kind
        switch kind {
        case .double:
            guard let value = Double(source.string(range)), value.isFinite else { throw outOfRange(index, offset) }
            return value.bitPattern
        case .float:
            guard let value = Float(source.string(range)), value.isFinite else { throw outOfRange(index, offset) }
            return UInt64(value.bitPattern)
        default: break
        }
        switch JSONNumber.integer(source, range) {
        case .fraction: throw JSONError(.wrongType, at: offset, "\(field(index)); this number has a fraction.")
        case .tooLarge: throw outOfRange(index, offset)
        case .value(let isNegative, let magnitude):
            guard let bits = kind.bits(magnitude, isNegative: isNegative) else {
                throw outOfRange(index, offset)
            }
            try checkClosed(bits, index, at: offset)
            return bits
        }
    }

    private func outOfRange(_ index: FieldIndex, _ offset: Int) -> JSONError {
        JSONError(.outOfRange, at: offset, "\(field(index)), which cannot hold this number as it is written.")
    }

    // MARK: Enums

    /// The number of an enum name; also of a number in quotes, which the official runtimes take.
    private func enumeration(_ text: JSONString, _ index: FieldIndex) throws(JSONError) -> UInt64? {
        guard let type = pool.shapes[index].enumeration else { return nil }
        if let position = pool.enums[type].names[scanner.string(of: text)] {
            return UInt64(bitPattern: Int64(pool.enums[type].values[position].number))
        }
        let isNumber = scanner.withUTF8(of: text) { JSONNumber.end($0, $1) == $1.upperBound }
        if isNumber { return try number(text, index) }
        if options.ignoresUnknownMembers { return nil }
        let (name, names) = (scanner.excerpt(of: text), pool.enums[type].values.map(\.name))
        let hint =
            nearestName(to: name, among: names).map { ". Did you mean “\($0)”?" }
            ?? "; it has \(names.prefix(8).joined(separator: ", "))\(names.count > 8 ? ", ..." : ".")"
        throw JSONError(
            .unknownEnumValue, at: text.offset, "\(pool.enums[type].fullName) has no value “\(name)”\(hint)")
    }

    private func checkClosed(_ bits: UInt64, _ index: FieldIndex, at offset: Int) throws(JSONError) {
        guard pool.isUnknownValue(bits, of: index), let type = pool.shapes[index].enumeration else { return }
        throw JSONError(
            .unknownEnumValue, at: offset,
            "\(pool.enums[type].fullName) has no value with the number \(Int64(bitPattern: bits)), and it is closed.")
    }

    // MARK: Map keys

    /// A name as the key of a map entry, with its tag.
    @inline(never)
    mutating func key(_ name: JSONString, _ index: FieldIndex) throws(JSONError) {
        let bits: UInt64
        switch pool.shapes[index].kind {
        case .string: return write(name, index)
        case .bool:
            switch scanner.excerpt(of: name) {
            case "true": bits = 1
            case "false": bits = 0
            default:
                throw JSONError(.wrongType, at: name.offset, "The keys of this map are “true” and “false”.")
            }
        default: bits = try number(name, index)
        }
        pool.encodeNumber(bits, of: index, into: &output)
    }
}
