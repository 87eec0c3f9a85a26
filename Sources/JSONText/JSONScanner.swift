internal import ByteText
internal import ProtobufWire

/// Reads JSON text token by token, by the letter of the grammar. The text must have been checked to be UTF-8.
///
/// A tolerant scanner takes strings as other programs leave them: with control characters, unknown escapes and lone
/// surrogates (U+FFFD), not in UTF-8, and without an end.
///
/// Source: https://datatracker.ietf.org/doc/html/rfc8259
@usableFromInline package struct JSONScanner: ~Escapable {
    @usableFromInline package let bytes: Span<UInt8>
    /// Index of the byte where reading goes on. May be set back to a bracket.
    @usableFromInline package var offset = 0
    private let isTolerant: Bool
    /// Whether nothing stands between the last bracket that was opened and the next byte.
    private var isFirst = true
    /// Tolerant scanners: the string that has no end.
    package private(set) var damage: JSONSyntaxError?

    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>, isTolerant: Bool = false) {
        self.bytes = bytes
        self.isTolerant = isTolerant
    }

    /// The kinds of values. The raw values are for messages to people.
    package enum Kind: String {
        case object = "an object"
        case array = "an array"
        case string = "a string"
        case number = "a number"
        case boolean = "true or false"
        case null
    }

    /// The next byte that is not white space; `nil` at the end of the text.
    @inlinable @inline(__always)
    package mutating func next() -> UInt8? {
        while offset < bytes.count {
            let byte = bytes[offset]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            offset += 1
        }
        return nil
    }

    /// The kind of the value at hand, by its first byte.
    package mutating func kind() throws(JSONSyntaxError) -> Kind {
        guard let byte = next() else { throw noValue() }
        return switch byte {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
        case UInt8(ascii: "n"): .null
        default: throw noValue()
        }
    }

    @inline(never)
    private func noValue() -> JSONSyntaxError {
        guard offset < bytes.count else {
            return JSONSyntaxError(at: offset, "The text ends where a value should be.")
        }
        let hint =
            switch bytes[offset] {
            case UInt8(ascii: "]"), UInt8(ascii: "}"): " It is missing, or there is a comma too many."
            case UInt8(ascii: "'"): " Strings stand in double quotes."
            case UInt8(ascii: "/"), UInt8(ascii: "#"): " JSON has no comments."
            case UInt8(ascii: "N"), UInt8(ascii: "I"): " NaN, Infinity and -Infinity stand in quotes."
            case UInt8(ascii: "T"), UInt8(ascii: "F"): " true and false are written in lower case."
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
                " Names and words stand in double quotes."
            default: ""
            }
        return JSONSyntaxError(at: offset, "A value should be here, not \(character()).\(hint)")
    }

    /// The character at hand, in quotes.
    private func character() -> String {
        guard offset < bytes.count else { return "the end of the text" }
        guard bytes[offset] >= 0x20, bytes[offset] != 0x7F else { return "byte \(bytes[offset])" }
        var end = offset + 1
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return "“\(bytes.string(offset..<end))”"
    }

    // MARK: Structure

    /// Steps over a bracket that is known to be at hand.
    package mutating func open() {
        _ = next()
        offset += 1
        isFirst = true
    }

    /// Before each element of an array: steps over the comma, or over the end and returns false.
    @inline(never)
    package mutating func element() throws(JSONSyntaxError) -> Bool {
        try !close("]")
    }

    /// The name of the next member of an object, up to its value; `nil` behind the end.
    @inline(never)
    package mutating func member() throws(JSONSyntaxError) -> JSONString? {
        guard try !close("}") else { return nil }
        guard next() == UInt8(ascii: "\"") else {
            let hint =
                offset < bytes.count && bytes[offset] == UInt8(ascii: "}")
                ? " A comma after the last member has to go." : " Names stand in double quotes."
            throw JSONSyntaxError(at: offset, "The name of a member should be here, not \(character()).\(hint)")
        }
        let name = try string()
        guard next() == UInt8(ascii: ":") else {
            throw JSONSyntaxError(at: offset, "A colon should be here, not \(character()).")
        }
        offset += 1
        return name
    }

    /// Passes a closing bracket, or the comma before the next value.
    ///
    /// - Returns: Whether it was the bracket.
    @inline(__always)
    private mutating func close(_ bracket: Unicode.Scalar) throws(JSONSyntaxError) -> Bool {
        let byte = next()
        if byte == UInt8(ascii: bracket) {
            offset += 1
            isFirst = false
            return true
        }
        if isFirst {
            isFirst = false
        } else {
            guard byte == UInt8(ascii: ",") else {
                throw JSONSyntaxError(at: offset, "A comma or “\(bracket)” should be here, not \(character()).")
            }
            offset += 1
        }
        return false
    }

    /// Checks that nothing follows the outermost value.
    package mutating func end() throws(JSONSyntaxError) {
        guard next() != nil else { return }
        throw JSONSyntaxError(at: offset, "The text should end here; \(character()) follows.")
    }

    // MARK: Words and numbers

    package mutating func null() throws(JSONSyntaxError) {
        try word("null")
    }

    /// `true` or `false`, one of which is known to begin here.
    package mutating func boolean() throws(JSONSyntaxError) -> Bool {
        let isTrue = next() == UInt8(ascii: "t")
        try word(isTrue ? "true" : "false")
        return isTrue
    }

    private mutating func word(_ word: StaticString) throws(JSONSyntaxError) {
        _ = next()
        let start = offset
        let text = word.description
        for byte in text.utf8 {
            guard offset < bytes.count, bytes[offset] == byte else {
                throw JSONSyntaxError(
                    at: start, "This is not “\(text)”. Any other word is a string, and stands in double quotes.")
            }
            offset += 1
        }
    }

    /// The text of the number that begins here.
    package mutating func number() throws(JSONSyntaxError) -> Range<Int> {
        _ = next()
        guard let end = JSONNumber.end(bytes, offset..<bytes.count) else {
            throw JSONSyntaxError(
                at: offset,
                "This is no JSON number: those have no leading zeros, and digits on both sides of a point. NaN and infinities "
                    + "stand in quotes."
            )
        }
        defer { offset = end }
        return offset..<end
    }

    // MARK: Strings

    /// The string that begins here with a quote. A tolerant scanner ends a string without a closing quote with the text.
    package mutating func string() throws(JSONSyntaxError) -> JSONString {
        _ = next()
        let start = offset + 1
        var index = start
        // What the string says up to its last escape sequence.
        var decoded: [UInt8]?
        var plain = start
        while true {
            skipPlain(&index)
            guard index < bytes.count else { break }
            let byte = bytes[index]
            if byte == UInt8(ascii: "\\") {
                if decoded == nil { decoded = [] }
                decoded?.append(bytes, plain..<index)
                decoded?.append(contentsOf: try escape(&index))
                plain = index
            } else if byte == UInt8(ascii: "\"") {
                offset = index + 1
                decoded?.append(bytes, plain..<index)
                return JSONString(range: start..<index, decoded: decoded)
            } else if isTolerant {
                index += 1
            } else {
                throw JSONSyntaxError(
                    at: index,
                    "A string has a bare control character (byte \(byte)) here; write an escape such as “\\n” instead.")
            }
        }
        let error = JSONSyntaxError(at: offset, "The string that begins here has no closing quote.")
        guard isTolerant else { throw error }
        damage = error
        offset = bytes.count
        decoded?.append(bytes, plain..<offset)
        return JSONString(range: start..<offset, decoded: decoded)
    }

    /// Moves `index` to the next quote, backslash or control character, or to the end.
    private func skipPlain(_ index: inout Int) {
        while bytes.count - index >= 8 {
            let marks = Self.marks(in: bytes.word(at: index))
            guard marks == 0 else { return index += marks.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < bytes.count, bytes[index] >= 0x20, bytes[index] != UInt8(ascii: "\""),
            bytes[index] != UInt8(ascii: "\\")
        {
            index += 1
        }
    }

    /// The high bit of the first of eight bytes that is a quote, a backslash or a control character. The bits behind it
    /// mean nothing.
    private static func marks(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ 0x2222_2222_2222_2222
        let backslashes = word ^ 0x5C5C_5C5C_5C5C_5C5C
        // Taking more away than a byte holds sets its high bit.
        let controls = (word &- 0x2020_2020_2020_2020) & ~word
        return (controls | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes) & 0x8080_8080_8080_8080
    }

    /// The character of the escape sequence at `index`, in UTF-8; moves `index` behind the sequence.
    private func escape(_ index: inout Int) throws(JSONSyntaxError) -> [UInt8] {
        let start = index
        guard start + 1 < bytes.count else {
            index = bytes.count
            return []
        }
        let letter = bytes[start + 1]
        index += 2
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [letter]
        case UInt8(ascii: "b"): return [8]
        case UInt8(ascii: "f"): return [12]
        case UInt8(ascii: "n"): return [10]
        case UInt8(ascii: "r"): return [13]
        case UInt8(ascii: "t"): return [9]
        case UInt8(ascii: "u"): return Array(String(try scalar(&index)).utf8)
        default:
            guard isTolerant else {
                throw JSONSyntaxError(at: start, "JSON does not have this escape.")
            }
            return [letter]
        }
    }

    /// The character whose four digits stand at `index`, behind `\u`; two escapes for one that needs a surrogate pair.
    private func scalar(_ index: inout Int) throws(JSONSyntaxError) -> Unicode.Scalar {
        let start = index - 2
        guard var code = hexadecimal(index) else {
            if isTolerant { return "\u{FFFD}" }
            throw JSONSyntaxError(at: start, "“\\u” needs four hexadecimal digits.")
        }
        index += 4
        if code & 0xFC00 == 0xD800, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u"), let low = hexadecimal(index + 2), low & 0xFC00 == 0xDC00
        {
            code = 0x10000 + ((code & 0x3FF) << 10) + (low & 0x3FF)
            index += 6
        }
        if let scalar = Unicode.Scalar(code) { return scalar }
        if isTolerant { return "\u{FFFD}" }
        throw JSONSyntaxError(at: start, "This half of a surrogate pair stands alone.")
    }

    /// The value of four hexadecimal digits.
    private func hexadecimal(_ start: Int) -> UInt32? {
        guard bytes.count - start >= 4 else { return nil }
        return UInt32(hexadecimal: bytes.array(start..<start + 4))
    }
}
