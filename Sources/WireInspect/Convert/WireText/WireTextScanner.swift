internal import ByteText
internal import ConsoleText
internal import ProtobufSchema

/// Goes over a text in the notation of ``WireText``, byte by byte.
struct WireTextScanner {
    private let text: [UInt8]
    private(set) var offset = 0

    init(_ text: [UInt8]) {
        self.text = text
    }

    /// The byte here; `nil` at the end.
    var peek: UInt8? { offset < text.count ? text[offset] : nil }

    /// What stands here, for people.
    var shown: String {
        guard let byte = peek else { return "the end" }
        return (0x21...0x7E).contains(byte) ? "'\(Character(Unicode.Scalar(byte)))'" : "the byte \(hexByte(byte))"
    }

    mutating func advance() { offset = min(offset + 1, text.count) }

    /// Passes white space, commas and comments; the byte behind them.
    mutating func next() -> UInt8? {
        while let byte = peek {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","): offset += 1
            case UInt8(ascii: "#"):
                while let byte = peek, byte != 0x0A { offset += 1 }
            default: return byte
            }
        }
        return nil
    }

    /// Passes `mark` if it stands here.
    mutating func skip(_ mark: String) -> Bool {
        guard text[offset...].starts(with: mark.utf8) else { return false }
        offset += mark.utf8.count
        return true
    }

    /// Longer words are no number, whatever they are: the longest decimals have some 330 digits.
    private static let wordLimit = 400

    /// Letters, digits, points and signs; `""` where there are none.
    mutating func word() -> String {
        let start = offset
        while let byte = peek, Self.isWord(byte), offset - start < Self.wordLimit { offset += 1 }
        return String(decoding: text[start..<offset], as: UTF8.self)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || ".+-_".utf8.contains(byte)
    }

    // MARK: Literals

    /// Reads the string or the digits that begin here.
    mutating func literal(into output: inout [UInt8]) throws(WireTextError) {
        let start = offset
        let quote = peek
        advance()
        while let byte = peek, byte != quote {
            if quote == UInt8(ascii: "`") {
                try pair(into: &output)
            } else if byte == UInt8(ascii: "\\") {
                try escape(into: &output)
            } else if byte == 0x0A {
                break
            } else {
                output.append(byte)
                offset += 1
            }
        }
        guard peek == quote, quote != nil else {
            let text =
                quote == UInt8(ascii: "`")
                ? "these digits have no ` behind them" : "this text has no \" behind it; a line break is written \\n"
            throw error(.syntax, text, at: start)
        }
        advance()
    }

    /// Two hexadecimal digits; white space may stand before them.
    private mutating func pair(into output: inout [UInt8]) throws(WireTextError) {
        if let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
            offset += 1
            return
        }
        output.append(try byte())
    }

    private mutating func byte() throws(WireTextError) -> UInt8 {
        guard offset + 1 < text.count, let high = text[offset].hexValue, let low = text[offset + 1].hexValue else {
            throw error(.syntax, "expected are two hexadecimal digits for each byte")
        }
        offset += 2
        return high << 4 | low
    }

    private mutating func escape(into output: inout [UInt8]) throws(WireTextError) {
        let start = offset
        offset += 1
        let kind = peek
        advance()
        switch kind {
        case UInt8(ascii: "n"): output.append(0x0A)
        case UInt8(ascii: "r"): output.append(0x0D)
        case UInt8(ascii: "t"): output.append(0x09)
        case UInt8(ascii: "\\"), UInt8(ascii: "\""): output.append(kind ?? 0)
        case UInt8(ascii: "x"): output.append(try byte())
        case UInt8(ascii: "u"):
            guard skip("{"), let value = UInt32(hexadecimal: word().utf8), let scalar = Unicode.Scalar(value), skip("}")
            else {
                throw error(.syntax, "a character is written \\u{…}, with its number in hexadecimal digits", at: start)
            }
            output.append(contentsOf: Character(scalar).utf8)
        default:
            throw error(
                .syntax, "strings know \\\\ \\\" \\n \\r \\t \\xHH and \\u{…}; a backslash is written \\\\", at: start)
        }
    }

    // MARK: Errors

    func error(_ code: WireTextError.Code, _ message: String, at place: Int? = nil) -> WireTextError {
        let before = text[..<(place ?? offset)]
        let line = before.count { $0 == 0x0A } + 1
        let column = (place ?? offset) - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
        return WireTextError(code: code, line: line, column: column, message: message)
    }
}
