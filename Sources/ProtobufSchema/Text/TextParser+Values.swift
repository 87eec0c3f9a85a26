internal import ByteText
internal import ProtobufWire

// What stands behind the name of a field.
extension TextParser {
    /// The value or list behind a name.
    ///
    /// - Parameter number: The number, where one was written for the name.
    mutating func values(of target: Target, _ name: Token, number: Int? = nil) throws(TextError) {
        // Names in brackets have been passed already.
        if token.range == name.range { try advance() }
        let hasColon = try consume(":")
        var target = target
        if case .field(let index) = target, let number, !fits(index) { target = .number(number) }
        if !hasColon, needsColon(target) {
            throw failure(.syntax, "A : belongs between “\(spelling(name))” and its value, not \(found).")
        }
        let top = levels.count - 1
        if sees("[") {
            if case .field(let index) = target, !pool.shapes[index].isRepeated {
                throw failure(
                    .wrongType, "“\(pool.fields[index].name)” has one value; a list belongs to repeated fields.")
            }
            try advance()
            if try consume("]") { return try separator() }
            levels[top].list = target
        }
        try value(target, name)
        if levels.count == top + 1, levels[top].list == nil { try separator() }
    }

    private func needsColon(_ target: Target) -> Bool {
        if case .field(let index) = target { return !pool.shapes[index].kind.isMessage }
        return !sees("{") && !sees("<")
    }

    /// Whether the form of a value is that of the declared field with a number; if not it is an unknown field with it.
    private func fits(_ index: FieldIndex) -> Bool {
        switch token.kind {
        case .symbol where sees("{"): pool.shapes[index].kind == .message
        case .symbol where sees("<"): pool.shapes[index].kind == .group
        case .string: pool.shapes[index].accepts(.lengthDelimited)
        case .integer: pool.shapes[index].accepts(wireType(of: token)) && !isUnknownValue(index)
        case .symbol where sees("-"):
            pool.shapes[index].accepts(.varint) || [.double, .float].contains(pool.shapes[index].kind)
        default: true
        }
    }

    /// Whether the number at hand is none of the closed enum that the field has.
    private func isUnknownValue(_ index: FieldIndex) -> Bool {
        UInt64(literal: literal(token)).map { pool.isUnknownValue($0, of: index) } ?? false
    }

    /// One value or element of a list.
    mutating func value(_ target: Target, _ name: Token? = nil) throws(TextError) {
        switch target {
        case .field(let index):
            try claim(index, name ?? token)
            let shape = pool.shapes[index]
            guard let type = shape.message else { return try scalar(index) }
            try open(.type(type), of: shape.number, shape.kind.wireType)
        case .number(let number): try unknown(number)
        case .skipped: try skip()
        }
    }

    // MARK: Known fields

    private mutating func scalar(_ index: FieldIndex) throws(TextError) {
        let shape = pool.shapes[index]
        output.append(tag: shape.number, shape.kind.wireType)
        let bits: UInt64
        switch shape.kind {
        case .double: bits = try number().bitPattern
        case .float: bits = UInt64(Float(try number()).bitPattern)
        case .bool: bits = try bool()
        case .enumeration: bits = try shape.enumeration.map { type throws(TextError) in try enumeration(type) } ?? 0
        case .string, .bytes, .message, .group:
            let start = token.place
            let body = try string()
            guard shape.kind != .string || !shape.isUTF8 || output.span.isUTF8(body..<output.count) else {
                throw failure(
                    .invalidUTF8, "A string field holds UTF-8, and these bytes are none.", at: start)
            }
            return
        default: bits = try integer(shape.kind)
        }
        output.append(bits: bits, shape.kind)
    }

    /// Writes string literals side by side, with a length before them.
    ///
    /// - Returns: Where the bytes begin.
    private mutating func string() throws(TextError) -> Int {
        guard token.kind == .string else {
            throw failure(.wrongType, "A string in quotes belongs here, not \(found).")
        }
        let bytes = try literals()
        output.append(varint: UInt64(bytes.count))
        let start = output.count
        output.append(contentsOf: bytes)
        return start
    }

    /// The bytes that the string literals at hand stand for, joined.
    private mutating func literals() throws(TextError) -> [UInt8] {
        var bytes: [UInt8] = []
        while token.kind == .string {
            if let (index, reason) = bytes.append(unescaping: literal(token).dropFirst().dropLast()) {
                let place = token.place.advanced(by: index - token.range.lowerBound)
                throw failure(.syntax, "In this string \(reason.rawValue).", at: place)
            }
            try advance()
        }
        return bytes
    }

    private mutating func bool() throws(TextError) -> UInt64 {
        let value: UInt64? =
            switch token.kind == .identifier ? spelling(token) : "" {
            case "true", "True", "t": 1
            case "false", "False", "f": 0
            default: token.kind == .integer ? UInt64(literal: literal(token)) : nil
            }
        guard let value, value <= 1 else {
            throw failure(.wrongType, "true, false, 1 or 0 belongs here, not \(found).")
        }
        try advance()
        return value
    }

    private mutating func enumeration(_ type: EnumIndex) throws(TextError) -> UInt64 {
        let record = pool.enums[type]
        let start = token.place
        if token.kind == .identifier {
            guard let index = record.names[spelling(token)] else {
                let nearest = nearestName(to: spelling(token), among: record.values.map(\.name))
                let hint = nearest.map { " Did you mean “\($0)”?" } ?? ""
                throw failure(.unknownEnumValue, "\(found) is no value of \(record.fullName).\(hint)")
            }
            try advance()
            return UInt64(bitPattern: Int64(record.values[index].number))
        }
        guard token.kind == .integer || sees("-") else {
            throw failure(.wrongType, "A name or number of \(record.fullName) belongs here, not \(found).")
        }
        let bits = try integer(.enumeration)
        guard !record.isClosed || record.numbers[Int32(truncatingIfNeeded: bits)] != nil else {
            throw failure(.unknownEnumValue, "\(Int64(bitPattern: bits)) is no value of \(record.fullName).", at: start)
        }
        return bits
    }

    // MARK: Numbers

    /// The bits of a whole number as a field of the kind has them.
    private mutating func integer(_ kind: FieldKind) throws(TextError) -> UInt64 {
        let start = token.place
        let isNegative = try consume("-")
        guard token.kind == .integer else {
            throw failure(.wrongType, "A whole number belongs here, not \(found).")
        }
        let magnitude = UInt64(literal: literal(token))
        try advance()
        let (least, most) = kind.integers
        guard !isNegative || least < 0, let bits = magnitude.flatMap({ kind.bits($0, isNegative: isNegative) }) else {
            throw failure(.outOfRange, "The field holds whole numbers from \(least) to \(most).", at: start)
        }
        return bits
    }

    /// Any number, `inf` or `nan`. A `float` is rounded from this, as in Google's C++ and Python runtimes.
    private mutating func number() throws(TextError) -> Double {
        let isNegative = try consume("-")
        var value: Double
        switch token.kind {
        case .integer:
            let digits = literal(token)
            guard digits.count == 1 || digits.first != UInt8(ascii: "0") else {
                throw failure(.wrongType, "Floating-point numbers are decimal, without a leading 0: not \(found).")
            }
            value = Double(spelling(token)) ?? .infinity
        case .float:
            var digits = literal(token)
            if let last = digits.last, last | 0x20 == UInt8(ascii: "f") { digits = digits.dropLast() }
            value = Double(String(decoding: digits, as: UTF8.self)) ?? .infinity
        default:
            switch token.kind == .identifier ? spelling(token).lowercased() : "" {
            case "inf", "infinity": value = .infinity
            case "nan": value = .nan
            default: throw failure(.wrongType, "A number, inf or nan belongs here, not \(found).")
            }
        }
        try advance()
        if isNegative { value.negate() }
        return value
    }

    // MARK: Unknown fields

    /// How a whole number stands on the wire behind the number of a field.
    private func wireType(of token: Token) -> WireType {
        let digits = literal(token)
        guard digits.count > 2, digits[digits.startIndex + 1] | 0x20 == UInt8(ascii: "x") else { return .varint }
        return digits.count == 10 ? .fixed32 : digits.count == 18 ? .fixed64 : .varint
    }

    /// A value behind the number of a field that the type does not know.
    private mutating func unknown(_ number: Int) throws(TextError) {
        current = .init(number: number)
        if sees("<") { return try open(.numbers, of: number, .startGroup) }
        if sees("{") { return try open(.numbers, of: number, .lengthDelimited) }
        switch token.kind {
        case .string:
            output.append(tag: number, .lengthDelimited)
            _ = try string()
        case .integer:
            let type = wireType(of: token)
            output.append(tag: number, type)
            let bits = try integer(.uint64)
            output.append(bits: bits, type == .varint ? .uint64 : type == .fixed32 ? .fixed32 : .fixed64)
        case .symbol where sees("-"):
            output.append(tag: number, .varint)
            output.append(varint: try integer(.int64))
        default:
            throw failure(
                .wrongType,
                "A whole number, a string or a message belongs behind the number of an unknown field, not \(found).")
        }
    }

    // MARK: Reserved names

    /// Passes a value of any kind.
    private mutating func skip() throws(TextError) {
        if sees("{") || sees("<") { return try open(.skipped, .none) }
        if token.kind == .string {
            _ = try literals()
            return
        }
        let isNegative = try consume("-")
        let isWord = token.kind == .identifier
        guard isWord || token.kind == .integer || token.kind == .float,
            !isNegative || !isWord || ["inf", "infinity", "nan"].contains(spelling(token).lowercased())
        else { throw failure(.syntax, "A value belongs here, not \(found).") }
        try advance()
    }
}
