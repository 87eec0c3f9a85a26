internal import ByteText
internal import ProtobufWire

/// A string as it stands in JSON text.
package struct JSONText {
    /// Between the quotes.
    package let range: Range<Int>
    /// What the string says, where escapes make it differ from the text.
    let decoded: [UInt8]?

    /// Of the opening quote.
    var offset: Int { range.lowerBound - 1 }
    var isEmpty: Bool { range.isEmpty }

    /// Calls `body` with the UTF-8 of the string and where it lies.
    func read<R, E: Error>(
        _ bytes: Span<UInt8>, _ body: (Span<UInt8>, Range<Int>) throws(E) -> R
    ) throws(E) -> R {
        guard let decoded else { return try body(bytes, range) }
        let slice = decoded[...]
        return try body(slice.span, 0..<slice.count)
    }

    package func array(_ bytes: Span<UInt8>) -> [UInt8] { decoded ?? bytes.array(range) }

    func string(_ bytes: Span<UInt8>) -> String { read(bytes) { $0.string($1) } }

    /// For messages to people: at most 60 bytes, and an ellipsis.
    func excerpt(_ bytes: Span<UInt8>) -> String {
        read(bytes) { source, range in
            guard range.count > 60 else { return source.string(range) }
            var end = range.lowerBound + 60
            while end > range.lowerBound, source[end] & 0xC0 == 0x80 { end -= 1 }
            return source.string(range.lowerBound..<end) + "…"
        }
    }
}

/// Reads JSON text token by token, by the letter of the grammar. The text must have been checked to be UTF-8.
///
/// Source: https://datatracker.ietf.org/doc/html/rfc8259
package struct JSONScanner {
    /// Where reading goes on.
    package private(set) var offset = 0

    package init() {}

    /// What a value begins with.
    package enum Kind {
        case object, array, string, number, boolean, null

        var name: String {
            switch self {
            case .object: "an object"
            case .array: "an array"
            case .string: "a string"
            case .number: "a number"
            case .boolean: "true or false"
            case .null: "null"
            }
        }
    }

    /// The next byte that is not white space; `nil` at the end of the text.
    mutating func next(_ bytes: Span<UInt8>) -> UInt8? {
        while offset < bytes.count {
            let byte = bytes[offset]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            offset += 1
        }
        return nil
    }

    /// Goes back or on to a place where a token begins.
    mutating func move(to offset: Int) { self.offset = offset }

    /// What the value at hand is.
    package mutating func kind(_ bytes: Span<UInt8>) throws(JSONError) -> Kind {
        guard let byte = next(bytes) else { throw noValue(bytes) }
        return switch byte {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
        case UInt8(ascii: "n"): .null
        default: throw noValue(bytes)
        }
    }

    @inline(never)
    private func noValue(_ bytes: Span<UInt8>) -> JSONError {
        guard offset < bytes.count else {
            return JSONError(.syntax, at: offset, "The text ends where a value should be.")
        }
        let hint =
            switch bytes[offset] {
            case UInt8(ascii: "]"), UInt8(ascii: "}"): " A comma after the last element has to go."
            case UInt8(ascii: "'"): " Strings stand in double quotes."
            case UInt8(ascii: "/"), UInt8(ascii: "#"): " JSON has no comments."
            case UInt8(ascii: "+"): " Numbers have no plus sign."
            case UInt8(ascii: "."): " A number needs a digit before the point."
            case UInt8(ascii: "N"), UInt8(ascii: "I"): " NaN, Infinity and -Infinity stand in quotes."
            case UInt8(ascii: "T"), UInt8(ascii: "F"): " true and false are written in lower case."
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
                " Names and words stand in double quotes."
            default: ""
            }
        return JSONError(.syntax, at: offset, "A value should be here, not \(character(bytes)).\(hint)")
    }

    /// The character at hand, in quotes.
    private func character(_ bytes: Span<UInt8>) -> String {
        guard offset < bytes.count else { return "the end of the text" }
        guard bytes[offset] >= 0x20, bytes[offset] != 0x7F else { return "byte \(bytes[offset])" }
        var end = offset + 1
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return "“\(bytes.string(offset..<end))”"
    }

    // MARK: Structure

    /// Steps over a bracket that is known to be at hand.
    package mutating func open(_ bytes: Span<UInt8>) {
        _ = next(bytes)
        offset += 1
    }

    /// Before each element of an array: steps over the comma, or over the end and returns false.
    @inline(never)
    mutating func element(_ bytes: Span<UInt8>, isFirst: inout Bool) throws(JSONError) -> Bool {
        let byte = next(bytes)
        if byte == UInt8(ascii: "]") {
            offset += 1
            return false
        }
        try comma(bytes, byte, &isFirst, "]")
        return true
    }

    /// The name of the next member of an object, up to its value; `nil` behind the end.
    @inline(never)
    package mutating func member(_ bytes: Span<UInt8>, isFirst: inout Bool) throws(JSONError) -> JSONText? {
        let byte = next(bytes)
        if byte == UInt8(ascii: "}") {
            offset += 1
            return nil
        }
        try comma(bytes, byte, &isFirst, "}")
        guard next(bytes) == UInt8(ascii: "\"") else {
            let hint =
                offset < bytes.count && bytes[offset] == UInt8(ascii: "}")
                ? " A comma after the last member has to go." : " Names stand in double quotes."
            throw JSONError(.syntax, at: offset, "The name of a member should be here, not \(character(bytes)).\(hint)")
        }
        let name = try string(bytes)
        guard next(bytes) == UInt8(ascii: ":") else {
            throw JSONError(.syntax, at: offset, "A colon should be here, not \(character(bytes)).")
        }
        offset += 1
        return name
    }

    private mutating func comma(
        _ bytes: Span<UInt8>, _ byte: UInt8?, _ isFirst: inout Bool, _ end: String
    ) throws(JSONError) {
        if isFirst {
            isFirst = false
        } else {
            guard byte == UInt8(ascii: ",") else {
                throw JSONError(.syntax, at: offset, "A comma or “\(end)” should be here, not \(character(bytes)).")
            }
            offset += 1
        }
    }

    /// Behind the outermost value.
    package mutating func end(_ bytes: Span<UInt8>) throws(JSONError) {
        guard next(bytes) != nil else { return }
        throw JSONError(.syntax, at: offset, "The text should end here; \(character(bytes)) follows.")
    }

    // MARK: Words and numbers

    mutating func null(_ bytes: Span<UInt8>) throws(JSONError) {
        try word(bytes, "null")
    }

    /// `true` or `false`, one of which is known to begin here.
    mutating func boolean(_ bytes: Span<UInt8>) throws(JSONError) -> Bool {
        let isTrue = next(bytes) == UInt8(ascii: "t")
        try word(bytes, isTrue ? "true" : "false")
        return isTrue
    }

    private mutating func word(_ bytes: Span<UInt8>, _ word: StaticString) throws(JSONError) {
        _ = next(bytes)
        let start = offset
        let text = word.description
        for byte in text.utf8 {
            guard offset < bytes.count, bytes[offset] == byte else {
                throw JSONError(
                    .syntax, at: start, "“\(text)” is misspelled here. Words other than it stand in double quotes.")
            }
            offset += 1
        }
    }

    /// The text of the number that begins here.
    mutating func number(_ bytes: Span<UInt8>) throws(JSONError) -> Range<Int> {
        _ = next(bytes)
        guard let end = JSONNumber.end(bytes, offset..<bytes.count) else {
            throw JSONError(
                .syntax, at: offset,
                "This is no number of JSON: digits without leading zeros, after the point and the exponent at least one. "
                    + "NaN and infinities stand in quotes."
            )
        }
        defer { offset = end }
        return offset..<end
    }

    // MARK: Strings

    /// The string that begins here with a quote.
    package mutating func string(_ bytes: Span<UInt8>) throws(JSONError) -> JSONText {
        _ = next(bytes)
        let start = offset + 1
        var index = start
        while index < bytes.count {
            if bytes.count - index >= 8 {
                let marks = Self.marks(in: bytes.word(at: index))
                guard marks != 0 else {
                    index += 8
                    continue
                }
                index += marks.trailingZeroBitCount / 8
            }
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                offset = index + 1
                return JSONText(range: start..<index, decoded: nil)
            }
            if byte == UInt8(ascii: "\\") { return try escaped(bytes, start, index) }
            guard byte >= 0x20 else { throw control(byte, index) }
            index += 1
        }
        throw JSONError(.syntax, at: offset, "The string that begins here has no closing quote.")
    }

    /// Of eight bytes of a string the high bit of the first one that is a quote, a backslash or a control character. Of
    /// those behind it nothing is said.
    private static func marks(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ 0x2222_2222_2222_2222
        let backslashes = word ^ 0x5C5C_5C5C_5C5C_5C5C
        // Taking more away than a byte holds sets its high bit.
        let controls = (word &- 0x2020_2020_2020_2020) & ~word
        return (controls | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes) & 0x8080_8080_8080_8080
    }

    private func control(_ byte: UInt8, _ index: Int) -> JSONError {
        JSONError(
            .syntax, at: index,
            "A string has a bare control character (byte \(byte)) here; write an escape such as “\\n” instead.")
    }

    /// The rest of a string whose first escape is at `index`.
    private mutating func escaped(_ bytes: Span<UInt8>, _ start: Int, _ first: Int) throws(JSONError) -> JSONText {
        var decoded: [UInt8] = []
        decoded.append(bytes, start..<first)
        var index = first
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                offset = index + 1
                return JSONText(range: start..<index, decoded: decoded)
            }
            if byte == UInt8(ascii: "\\") {
                try escape(bytes, &index, &decoded)
            } else {
                guard byte >= 0x20 else { throw control(byte, index) }
                decoded.append(byte)
                index += 1
            }
        }
        throw JSONError(.syntax, at: offset, "The string that begins here has no closing quote.")
    }

    private func escape(_ bytes: Span<UInt8>, _ index: inout Int, _ decoded: inout [UInt8]) throws(JSONError) {
        let start = index
        let letter = start + 1 < bytes.count ? bytes[start + 1] : 0
        index += 2
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(letter)
        case UInt8(ascii: "b"): decoded.append(8)
        case UInt8(ascii: "f"): decoded.append(12)
        case UInt8(ascii: "n"): decoded.append(10)
        case UInt8(ascii: "r"): decoded.append(13)
        case UInt8(ascii: "t"): decoded.append(9)
        case UInt8(ascii: "u"):
            guard var code = hexadecimal(bytes, index) else {
                throw JSONError(.syntax, at: start, "“\\u” needs four hexadecimal digits.")
            }
            index += 4
            if code & 0xFC00 == 0xD800, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
                bytes[index + 1] == UInt8(ascii: "u"), let low = hexadecimal(bytes, index + 2), low & 0xFC00 == 0xDC00
            {
                code = 0x10000 + ((code & 0x3FF) << 10) + (low & 0x3FF)
                index += 6
            }
            guard let scalar = Unicode.Scalar(code) else {
                throw JSONError(
                    .syntax, at: start,
                    "This half of a surrogate pair stands alone; it takes a high one and then a low one.")
            }
            decoded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        default:
            throw JSONError(
                .syntax, at: start, "JSON does not have this escape; it has \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u.")
        }
    }

    /// The value of four hexadecimal digits.
    private func hexadecimal(_ bytes: Span<UInt8>, _ start: Int) -> UInt32? {
        guard bytes.count - start >= 4 else { return nil }
        var value: UInt32 = 0
        for index in start..<start + 4 {
            guard let digit = bytes[index].hexValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
