import ByteText

/// A word, number, string or symbol of a `.proto` file or of text format.
struct Token {
    enum Kind { case identifier, integer, float, string, symbol, end }

    var kind: Kind
    /// Indices of the token's bytes in the text.
    var range: Range<Int>
    var place: TextPlace
    /// In a `.proto` file: the comment block that ends on the line before the token, or on the token's line.
    var comment: Range<Int>?
    /// In a `.proto` file: the comment that begins on the line where the token before this one ends.
    var trailingComment: Range<Int>?
}

/// Cuts `.proto` files and text format into tokens, one at a time. The two have the same words, numbers and strings.
///
/// Sources: https://protobuf.dev/reference/protobuf/proto3-spec/ (lexical elements) and
/// https://protobuf.dev/reference/protobuf/textformat-spec/ (lexical elements)
struct Tokenizer {
    enum Language {
        /// Comments are `//` to the end of the line and `/* */`.
        case proto
        /// Comments begin with `#`, and floating-point numbers may end in `f`.
        case textFormat
    }

    /// The place where the text is no sequence of tokens, and the reason.
    struct Failure: Error {
        let place: TextPlace
        let message: String
    }

    let bytes: [UInt8]
    private let language: Language
    private var offset = 0
    private var line = 1
    private var lineStart = 0

    init(_ bytes: [UInt8], _ language: Language) {
        self.bytes = bytes
        self.language = language
        // Editors may put a byte order mark before the text.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            offset = 3
            lineStart = 3
        }
    }

    private func byte(_ distance: Int = 0) -> UInt8 {
        offset + distance < bytes.count ? bytes[offset + distance] : 0
    }

    private var place: TextPlace { TextPlace(offset: offset, line: line, column: offset - lineStart + 1) }

    private func failure(_ message: String) -> Failure { Failure(place: place, message: message) }

    /// The next token; of kind `end` at the end of the text, and from then on.
    mutating func next() throws(Failure) -> Token {
        var comments: (before: Range<Int>?, trailing: Range<Int>?) = (nil, nil)
        if language == .proto { comments = try skipComments() } else { skipSpace() }
        let start = place
        let kind: Token.Kind
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
            throw failure("The byte \(byte()) cannot stand outside of strings and comments; put text in quotes.")
        }
        return Token(
            kind: kind, range: start.offset..<offset, place: start, comment: comments.before,
            trailingComment: comments.trailing)
    }

    // MARK: Space and comments

    /// Passes white space; in text format comments, too.
    private mutating func skipSpace() {
        while offset < bytes.count {
            switch byte() {
            case UInt8(ascii: "\n"): newline()
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), 0x0B, 0x0C: offset += 1
            case UInt8(ascii: "#") where language == .textFormat:
                // A comment cannot hold NUL; what is left of it is an error then.
                while offset < bytes.count, byte() != UInt8(ascii: "\n"), byte() != 0 { offset += 1 }
            default: return
            }
        }
    }

    private mutating func newline() {
        offset += 1
        line += 1
        lineStart = offset
    }

    /// Passes white space and the comments of a `.proto` file.
    ///
    /// - Returns: What ``Token/comment`` and ``Token/trailingComment`` of the next token are.
    private mutating func skipComments() throws(Failure) -> (before: Range<Int>?, trailing: Range<Int>?) {
        let firstLine = line
        let isStart = lineStart == offset && line == 1
        var before: Range<Int>?
        var trailing: Range<Int>?
        /// The line on which `before` ends.
        var lastLine = 0
        skipSpace()
        while byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "/") || byte(1) == UInt8(ascii: "*") {
            let isLine = byte(1) == UInt8(ascii: "/")
            let startLine = line
            let range = try isLine ? lineComment() : blockComment()
            if startLine == firstLine, !isStart, trailing == nil {
                trailing = range
            } else if let block = before, isLine, lastLine + 1 == startLine,
                bytes[block.lowerBound + 1] == UInt8(ascii: "/")
            {
                before = block.lowerBound..<range.upperBound
            } else {
                before = range
            }
            lastLine = line
            skipSpace()
        }
        return (offset < bytes.count && lastLine + 1 >= line ? before : nil, trailing)
    }

    private mutating func lineComment() -> Range<Int> {
        let start = offset
        while offset < bytes.count, byte() != UInt8(ascii: "\n") { offset += 1 }
        return start..<offset
    }

    private mutating func blockComment() throws(Failure) -> Range<Int> {
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

    // MARK: Numbers and strings

    private mutating func number() throws(Failure) -> Token.Kind {
        var kind = Token.Kind.integer
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
            skipDigits()
            if byte() == UInt8(ascii: ".") {
                kind = .float
                offset += 1
                skipDigits()
            }
            if byte() | 0x20 == UInt8(ascii: "e") {
                kind = .float
                offset += 1
                if byte() == UInt8(ascii: "+") || byte() == UInt8(ascii: "-") { offset += 1 }
                guard byte().isDigit else { throw failure("The exponent of this number has no digits.") }
                skipDigits()
            }
            if language == .textFormat, byte() | 0x20 == UInt8(ascii: "f") {
                kind = .float
                offset += 1
            }
        }
        guard !byte().isIdentifierPart, byte() != UInt8(ascii: ".") else {
            throw failure("The number ends before this character; put a space between them.")
        }
        return kind
    }

    private mutating func skipDigits() {
        while byte().isDigit { offset += 1 }
    }

    private mutating func string() throws(Failure) {
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
            case UInt8(ascii: "\n"), 0: throw opening
            case UInt8(ascii: "\\"): offset += byte(1) == UInt8(ascii: "\n") ? 1 : 2
            default: offset += 1
            }
        }
        throw opening
    }

    /// The URL of a type or the name of an extension, whose opening bracket was the last token of text format. White
    /// space and comments in it mean nothing. Passes the closing bracket.
    ///
    /// Source of the characters: https://github.com/protocolbuffers/protobuf/blob/main/conformance/text_any_test.cc
    mutating func bracketedName() throws(Failure) -> [UInt8] {
        var result: [UInt8] = []
        while true {
            skipSpace()
            let byte = byte()
            switch byte {
            case UInt8(ascii: "]"):
                offset += 1
                return result
            case UInt8(ascii: "%"):
                guard self.byte(1).hexValue != nil, self.byte(2).hexValue != nil else {
                    throw failure("% in the URL of a type needs two hexadecimal digits behind it.")
                }
            case _ where byte.isIdentifierPart || Self.urlMarks.contains(byte): break
            default: throw failure("A name in brackets needs a closing ] behind it.")
            }
            result.append(byte)
            offset += 1
        }
    }

    private static let urlMarks = Array("./-~!$&()*+,;=".utf8)
}

extension UInt64 {
    /// A whole number as `.proto` files and text format write it: decimal, hexadecimal behind `0x`, octal behind `0`; `nil`
    /// for other text, and for 2^64 or more.
    init?(literal: ArraySlice<UInt8>) {
        var digits = literal
        var base = 10
        if digits.first == UInt8(ascii: "0"), digits.count > 1 {
            let isHex = digits[digits.startIndex + 1] | 0x20 == UInt8(ascii: "x")
            base = isHex ? 16 : 8
            digits = digits.dropFirst(isHex ? 2 : 1)
        }
        // The standard library takes a sign, too.
        guard digits.first?.hexValue != nil else { return nil }
        self.init(String(decoding: digits, as: UTF8.self), radix: base)
    }
}
