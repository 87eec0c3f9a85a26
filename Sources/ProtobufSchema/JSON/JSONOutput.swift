import ByteText

/// JSON text in the making, as UTF-8.
struct JSONOutput: BufferedText {
    var bytes: [UInt8] = []
    private let isPretty: Bool
    let sink: (([UInt8]) -> Void)?
    private var level = 0
    private(set) var isHeld = false

    /// - Parameter sink: Takes the text in pieces; without it the text is kept.
    init(isPretty: Bool, sink: (([UInt8]) -> Void)? = nil) {
        self.isPretty = isPretty
        self.sink = sink
    }

    /// Keeps everything from here on until ``endAttempt(_:isKept:)``.
    mutating func beginAttempt() -> (count: Int, level: Int) {
        isHeld = true
        return (bytes.count, level)
    }

    /// - Parameter isKept: Otherwise what was written since the attempt began is taken back.
    mutating func endAttempt(_ start: (count: Int, level: Int), isKept: Bool) {
        isHeld = false
        guard !isKept else { return flushIfFull() }
        bytes.removeLast(bytes.count - start.count)
        level = start.level
    }

    // MARK: Structure

    mutating func open(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        level += 1
    }

    /// - Parameter isEmpty: Whether nothing was written since the bracket was opened.
    mutating func close(_ bracket: Unicode.Scalar, isEmpty: Bool) {
        level -= 1
        if !isEmpty { newline() }
        bytes.append(UInt8(ascii: bracket))
    }

    /// Before each member or element: the comma but for the first, and the line break.
    mutating func separate(_ isFirst: inout Bool) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        newline()
        flushIfFull()
    }

    /// Between a name and its value.
    mutating func colon() {
        bytes.append(UInt8(ascii: ":"))
        if isPretty { bytes.append(UInt8(ascii: " ")) }
    }

    mutating func key(_ name: String) {
        string(name)
        colon()
    }

    /// Begins a member, but for its value, with a ``beginning(of:)``.
    mutating func member(_ beginning: [UInt8], _ isFirst: inout Bool) {
        if isPretty {
            separate(&isFirst)
            bytes.append(beginning.span, 1..<beginning.count)
            bytes.append(UInt8(ascii: " "))
        } else {
            bytes.append(beginning.span, (isFirst ? 1 : 0)..<beginning.count)
            isFirst = false
            flushIfFull()
        }
    }

    /// What stands before the value of a member: a comma, the name in quotes, and a colon.
    static func beginning(of name: String) -> [UInt8] {
        var output = JSONOutput(isPretty: false)
        output.bytes.append(UInt8(ascii: ","))
        output.key(name)
        return output.bytes
    }

    /// A string as JSON writes it, quotes included.
    static func literal(_ text: String) -> [UInt8] {
        var output = JSONOutput(isPretty: false)
        output.string(text)
        return output.bytes
    }

    private mutating func newline() {
        guard isPretty else { return }
        bytes.append(UInt8(ascii: "\n"))
        for _ in 0..<level {
            bytes.append(UInt8(ascii: " "))
            bytes.append(UInt8(ascii: " "))
        }
    }

    // MARK: Values

    mutating func raw(_ text: String) {
        text.withUTF8Span { bytes.append($0, 0..<$0.count) }
    }

    mutating func raw(_ text: [UInt8]) {
        bytes.append(contentsOf: text)
    }

    mutating func quoted(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        raw(text)
        bytes.append(UInt8(ascii: "\""))
    }

    /// 64-bit kinds are strings in JSON, because its numbers are often read as doubles.
    mutating func quoted(_ number: Int64) {
        bytes.append(UInt8(ascii: "\""))
        bytes.append(decimal: number)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func quoted(_ number: UInt64) {
        bytes.append(UInt8(ascii: "\""))
        bytes.append(decimal: number)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func string(_ text: String) {
        text.withUTF8Span { string($0, 0..<$0.count) }
    }

    /// The UTF-8 in a range of `source` as a string.
    mutating func string(_ source: Span<UInt8>, _ range: Range<Int>) {
        bytes.append(UInt8(ascii: "\""))
        var index = range.lowerBound
        while append(source, from: &index, upTo: range.upperBound, while: Self.isPlain, Self.arePlain) {
            if let (character, length) = Self.escapedCharacter(source, index, range.upperBound) {
                raw("\\u")
                for shift: UInt32 in [12, 8, 4, 0] { bytes.append(UInt8(hexDigit: UInt8(character >> shift & 15))) }
                index += length
            } else {
                append(escaping: source[index])
                index += 1
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Whether a byte stands for itself whatever follows.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != 0x7F && byte != 0xC2
            && byte != 0xE2 && byte != 0xEF
    }

    /// The same for eight bytes, of ASCII alone.
    private static func arePlain(_ bytes: UInt64) -> Bool {
        !(bytes.unprintableMarks | bytes.marks(of: UInt8(ascii: "\"")) | bytes.marks(of: UInt8(ascii: "\\"))).hasMark
    }

    /// A character that JSON allows as it is but that programs stumble over, and its length in UTF-8: line ends of Unicode,
    /// at which many split a text into lines; the byte order mark, which Foundation's reader drops at the start of a
    /// string; and what terminals obey, or show otherwise than it stands there: DEL, the control characters of C1, and
    /// the marks of direction.
    private static func escapedCharacter(_ source: Span<UInt8>, _ index: Int, _ end: Int) -> (UInt32, Int)? {
        let first = UInt32(source[index])
        if first == 0x7F { return (first, 1) }
        guard first > 0x7F, end - index >= 2 else { return nil }
        let second = UInt32(source[index + 1] & 0x3F)
        if first == 0xC2 { return second < 0x20 ? (0x80 | second, 2) : nil }
        guard end - index >= 3 else { return nil }
        let character = (first & 0x0F) << 12 | second << 6 | UInt32(source[index + 2] & 0x3F)
        switch character {
        case 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: return (character, 3)
        default: return nil
        }
    }

    /// Source: https://datatracker.ietf.org/doc/html/rfc8259#section-7
    private mutating func append(escaping byte: UInt8) {
        if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
            bytes.append(byte)
            return
        }
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 8: bytes.append(UInt8(ascii: "b"))
        case 9: bytes.append(UInt8(ascii: "t"))
        case 10: bytes.append(UInt8(ascii: "n"))
        case 12: bytes.append(UInt8(ascii: "f"))
        case 13: bytes.append(UInt8(ascii: "r"))
        default:
            raw("u00")
            bytes.append(hex: byte)
        }
    }

    /// Text that `write` appends, in quotes; what `write` returns.
    mutating func quoted(_ write: (inout [UInt8]) -> Bool) -> Bool {
        bytes.append(UInt8(ascii: "\""))
        defer { bytes.append(UInt8(ascii: "\"")) }
        return write(&bytes)
    }

    mutating func integer(_ value: Int64) { bytes.append(decimal: value) }

    mutating func integer(_ value: UInt64) { bytes.append(decimal: value) }

    /// The shortest digits that read back as the same value; NaN and infinities as the strings of ProtoJSON.
    mutating func number(_ value: Double) {
        if !OrdinaryDecimal.append(shortest: value, to: &bytes) { anyNumber(value) }
    }

    mutating func number(_ value: Float) { anyNumber(value) }

    private mutating func anyNumber(_ value: some BinaryFloatingPoint & LosslessStringConvertible) {
        if value.isFinite {
            raw(value.description)
        } else {
            quoted(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
        }
    }

    /// Base64 with the standard alphabet and padding.
    ///
    /// Source: https://datatracker.ietf.org/doc/html/rfc4648#section-4
    mutating func base64(_ source: Span<UInt8>, _ range: Range<Int>) {
        bytes.append(UInt8(ascii: "\""))
        var index = range.lowerBound
        while index < range.upperBound {
            // Whole groups of three bytes, but for the last piece.
            let end = min(range.upperBound, index + (3 << 16))
            bytes.append(base64: source.extracting(index..<end))
            index = end
            flushIfFull()
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
