import ByteText

/// A word, number, string or symbol of a `.proto` file, with the comments around it.
struct ProtoToken {
    enum Kind { case identifier, integer, float, string, symbol, end }

    var kind: Kind
    /// Byte range in the text.
    var range: Range<Int>
    var position: SourcePosition
    /// The comment block that ends on the line before the token, or on its line.
    var comment: Range<Int>?
    /// The comment that begins on the line where the token before this one ends.
    var trailing: Range<Int>?
}

/// Cuts a `.proto` file into tokens.
///
/// Source: https://protobuf.dev/reference/protobuf/proto3-spec/ (lexical elements)
struct ProtoTokenizer {
    private let bytes: [UInt8]
    private let file: String
    private var offset = 0
    private var line = 1
    private var lineStart = 0

    init(_ bytes: [UInt8], file: String) {
        self.bytes = bytes
        self.file = file
        // A byte order mark is not part of the text.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            offset = 3
            lineStart = 3
        }
    }

    /// All tokens, the last one of kind `end`.
    static func tokens(of bytes: [UInt8], file: String) throws(SchemaError) -> [ProtoToken] {
        var tokenizer = ProtoTokenizer(bytes, file: file)
        var tokens: [ProtoToken] = []
        tokens.reserveCapacity(bytes.count / 5)
        repeat { tokens.append(try tokenizer.next()) } while tokens[tokens.count - 1].kind != .end
        return tokens
    }

    private var position: SourcePosition { SourcePosition(line: line, column: offset - lineStart + 1) }

    private func byte(_ distance: Int = 0) -> UInt8 {
        offset + distance < bytes.count ? bytes[offset + distance] : 0
    }

    private func failure(_ message: String) -> SchemaError {
        SchemaError(.syntax, file, position, message)
    }

    private mutating func next() throws(SchemaError) -> ProtoToken {
        let (comment, trailing) = try skipSpace()
        let start = offset
        let position = position
        let kind: ProtoToken.Kind
        if offset >= bytes.count {
            kind = .end
        } else if byte().isIdentifierStart {
            kind = .identifier
            while byte().isIdentifierPart { offset += 1 }
        } else if byte().isDigit || (byte() == UInt8(ascii: ".") && byte(1).isDigit) {
            kind = try number()
        } else if byte() == UInt8(ascii: "\"") || byte() == UInt8(ascii: "'") {
            kind = .string
            try string()
        } else if byte() > 0x20 && byte() < 0x7F {
            kind = .symbol
            offset += 1
        } else {
            throw failure("This byte (\(byte())) cannot stand outside of strings and comments.")
        }
        return ProtoToken(kind: kind, range: start..<offset, position: position, comment: comment, trailing: trailing)
    }

    private mutating func newline() {
        offset += 1
        line += 1
        lineStart = offset
    }

    /// Passes white space and comments. `comment` is the block directly before the next token, `trailing` the comment
    /// that begins on the line where the text before ended.
    private mutating func skipSpace() throws(SchemaError) -> (comment: Range<Int>?, trailing: Range<Int>?) {
        let firstLine = line
        let atStart = lineStart == offset && line == 1
        var comment: Range<Int>?
        var trailing: Range<Int>?
        var commentEnd = 0  // line on which `comment` ends
        while offset < bytes.count {
            switch byte() {
            case UInt8(ascii: "\n"): newline()
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), 0x0B, 0x0C: offset += 1
            case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/") || byte(1) == UInt8(ascii: "*"):
                let isLine = byte(1) == UInt8(ascii: "/")
                let startLine = line
                let range = try isLine ? lineComment() : blockComment()
                if startLine == firstLine && !atStart && trailing == nil {
                    trailing = range
                } else if let block = comment, isLine, commentEnd + 1 == startLine,
                    bytes[block.lowerBound + 1] == UInt8(ascii: "/")
                {
                    comment = block.lowerBound..<range.upperBound
                } else {
                    comment = range
                }
                commentEnd = line
            default:
                return (commentEnd + 1 >= line ? comment : nil, trailing)
            }
        }
        return (nil, trailing)
    }

    private mutating func lineComment() -> Range<Int> {
        let start = offset
        while offset < bytes.count, byte() != UInt8(ascii: "\n") { offset += 1 }
        return start..<offset
    }

    private mutating func blockComment() throws(SchemaError) -> Range<Int> {
        let start = offset
        let opening = failure("This comment has no end: */ is missing.")
        offset += 2
        while offset < bytes.count {
            if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
                offset += 2
                return start..<offset
            }
            if byte() == UInt8(ascii: "\n") { newline() } else { offset += 1 }
        }
        throw opening
    }

    private mutating func number() throws(SchemaError) -> ProtoToken.Kind {
        var kind = ProtoToken.Kind.integer
        if byte() == UInt8(ascii: "0"), byte(1) | 0x20 == UInt8(ascii: "x") {
            offset += 2
            while byte().hexValue != nil { offset += 1 }
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
        }
        guard !byte().isIdentifierPart else { throw failure("A number and a word must have a space between them.") }
        return kind
    }

    private mutating func string() throws(SchemaError) {
        let quote = byte()
        let opening = failure("This string has no end on its line: the closing quote is missing.")
        offset += 1
        while offset < bytes.count {
            switch byte() {
            case quote:
                offset += 1
                return
            case UInt8(ascii: "\n"), 0: throw opening
            case UInt8(ascii: "\\"): offset += byte(1) == UInt8(ascii: "\n") ? 1 : 2
            default: offset += 1
            }
        }
        offset = bytes.count
        throw opening
    }
}

extension UInt8 {
    var isIdentifierStart: Bool { isLetter || self == UInt8(ascii: "_") }

    var isIdentifierPart: Bool { isIdentifierStart || isDigit }
}
