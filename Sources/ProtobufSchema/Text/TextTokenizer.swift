import ByteText

/// A word, number, string or symbol of a text.
struct TextToken {
    enum Kind { case identifier, integer, float, string, symbol, end }

    var kind: Kind
    /// Byte range in the text.
    var range: Range<Int>
    /// 1-based.
    var line: Int
    var column: Int

    var place: TextPlace { TextPlace(offset: range.lowerBound, line: line, column: column) }
}

/// Cuts text format into tokens, one at a time.
///
/// Source: https://protobuf.dev/reference/protobuf/textformat-spec/ (lexical elements)
struct TextTokenizer {
    let bytes: [UInt8]
    private var offset = 0
    private var line = 1
    private var lineStart = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // Editors may put a byte order mark before the text.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            offset = 3
            lineStart = 3
        }
    }

    private func byte(_ distance: Int = 0) -> UInt8 {
        offset + distance < bytes.count ? bytes[offset + distance] : 0
    }

    private func failure(_ message: String) -> TextError {
        TextError(.syntax, message, place: .init(offset: offset, line: line, column: offset - lineStart + 1))
    }

    mutating func next() throws(TextError) -> TextToken {
        skipSpace()
        let start = offset
        var token = TextToken(kind: .symbol, range: start..<start, line: line, column: offset - lineStart + 1)
        if offset >= bytes.count {
            token.kind = .end
        } else if byte().isIdentifierStart {
            token.kind = .identifier
            while byte().isIdentifierPart { offset += 1 }
        } else if byte().isDigit || (byte() == UInt8(ascii: ".") && byte(1).isDigit) {
            token.kind = try number()
        } else if byte() == UInt8(ascii: "\"") || byte() == UInt8(ascii: "'") {
            token.kind = .string
            try string()
        } else if byte() > 0x20 && byte() < 0x7F {
            offset += 1
        } else {
            throw failure("The byte \(byte()) cannot stand outside of strings and comments; put the value in quotes.")
        }
        token.range = start..<offset
        return token
    }

    /// White space, and comments from `#` to the end of the line.
    private mutating func skipSpace() {
        while offset < bytes.count {
            switch byte() {
            case UInt8(ascii: "\n"):
                offset += 1
                line += 1
                lineStart = offset
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), 0x0B, 0x0C: offset += 1
            case UInt8(ascii: "#"):
                // A comment cannot hold NUL; what is left of it is an error then.
                while offset < bytes.count, byte() != UInt8(ascii: "\n"), byte() != 0 { offset += 1 }
            default: return
            }
        }
    }

    private mutating func number() throws(TextError) -> TextToken.Kind {
        var kind = TextToken.Kind.integer
        if byte() == UInt8(ascii: "0"), byte(1) | 0x20 == UInt8(ascii: "x") {
            offset += 2
            guard byte().hexValue != nil else { throw failure("0x needs hexadecimal digits behind it.") }
            while byte().hexValue != nil { offset += 1 }
        } else if byte() == UInt8(ascii: "0"), byte(1).isDigit {
            while byte().isDigit {
                guard byte() < UInt8(ascii: "8") else {
                    throw failure("A number that begins with 0 is octal and has no digits 8 and 9; leave the 0 out.")
                }
                offset += 1
            }
        } else {
            while byte().isDigit { offset += 1 }
            if byte() == UInt8(ascii: ".") {
                kind = .float
                offset += 1
                while byte().isDigit { offset += 1 }
            }
            if byte() | 0x20 == UInt8(ascii: "e") {
                kind = .float
                offset += 1
                if byte() == UInt8(ascii: "+") || byte() == UInt8(ascii: "-") { offset += 1 }
                guard byte().isDigit else { throw failure("The exponent of this number has no digits.") }
                while byte().isDigit { offset += 1 }
            }
            if byte() | 0x20 == UInt8(ascii: "f") {
                kind = .float
                offset += 1
            }
        }
        guard !byte().isIdentifierPart else { throw failure("A number and a word must have a space between them.") }
        guard byte() != UInt8(ascii: ".") else { throw failure("This number cannot have a point here.") }
        return kind
    }

    private mutating func string() throws(TextError) {
        let quote = byte()
        let opening = failure(
            "This string has no end on its line: the closing quote is missing, or a line break has to be written as \\n."
        )
        offset += 1
        while offset < bytes.count {
            switch byte() {
            case quote:
                offset += 1
                return
            case UInt8(ascii: "\n"): throw opening
            case 0: throw failure("A string cannot hold the byte 0 as such; write \\000.")
            case UInt8(ascii: "\\"): offset += byte(1) == UInt8(ascii: "\n") ? 1 : 2
            default: offset += 1
            }
        }
        throw opening
    }

    /// What stands between brackets, of which the first one has just been read: the URL of a type or the name of an
    /// extension. White space and comments in it mean nothing. Passes the closing bracket.
    ///
    /// Source of the characters: https://github.com/protocolbuffers/protobuf/blob/main/conformance/text_any_test.cc
    mutating func bracketed() throws(TextError) -> [UInt8] {
        var result: [UInt8] = []
        while true {
            skipSpace()
            let byte = byte()
            switch byte {
            case UInt8(ascii: "]") where offset < bytes.count:
                offset += 1
                return result
            case UInt8(ascii: "%"):
                guard self.byte(1).hexValue != nil, self.byte(2).hexValue != nil else {
                    throw failure("% in the URL of a type needs two hexadecimal digits behind it.")
                }
            case _ where byte.isIdentifierPart || Self.urlMarks.contains(byte):
                break
            default: throw failure("A name in brackets needs a closing ] behind it.")
            }
            result.append(byte)
            offset += 1
        }
    }

    private static let urlMarks = Array("./-~!$&()*+,;=".utf8)
}
