internal import ByteText
internal import JSONText

/// Prints text format in the layout of `protoc --decode`, or all on one line.
struct TextOutput: BufferedText {
    var bytes: [UInt8] = []
    let isSingleLine: Bool
    let sink: (([UInt8]) -> Void)?
    private(set) var level = 0
    private(set) var hasBegun = false

    // MARK: Structure

    /// The name of a field, at the beginning of its line.
    mutating func name(_ name: String) { name.withUTF8Span { self.name($0, 0..<$0.count) } }

    /// The name of a field, in a range of UTF-8, at the beginning of its line.
    mutating func name(_ source: Span<UInt8>, _ range: Range<Int>) {
        flushIfFull()
        if isSingleLine {
            if hasBegun { bytes.append(UInt8(ascii: " ")) }
            hasBegun = true
        } else {
            for _ in 0..<level {
                bytes.append(UInt8(ascii: " "))
                bytes.append(UInt8(ascii: " "))
            }
        }
        bytes.append(source, range)
    }

    mutating func colon() {
        bytes.append(UInt8(ascii: ":"))
        bytes.append(UInt8(ascii: " "))
    }

    /// Ends the line of a value that is no message.
    mutating func endLine() {
        if !isSingleLine { bytes.append(UInt8(ascii: "\n")) }
    }

    mutating func open(_ bracket: String = "{") {
        raw(" ")
        raw(bracket)
        endLine()
        level += 1
    }

    mutating func close(_ bracket: String = "}") {
        level -= 1
        name(bracket)
        endLine()
    }

    // MARK: Values

    mutating func raw(_ text: String) { text.withUTF8Span { bytes.append($0, 0..<$0.count) } }

    /// `0x`, and the last `digits` hexadecimal digits with leading zeros.
    mutating func hex(_ value: UInt64, digits: Int) {
        raw("0x")
        bytes.append(hex: value, digits: digits)
    }

    /// A quoted string; what is not printable ASCII is escaped in octal, as the C++ runtime does it.
    mutating func string(_ source: Span<UInt8>, _ range: Range<Int>) {
        bytes.append(UInt8(ascii: "\""))
        var index = range.lowerBound
        while append(source, from: &index, upTo: range.upperBound, while: Self.isPlain, Self.arePlain) {
            bytes.append(escaping: source[index])
            index += 1
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func isPlain(_ byte: UInt8) -> Bool { byte.isPlainInQuotes && byte != UInt8(ascii: "'") }

    private static func arePlain(_ bytes: UInt64) -> Bool {
        bytes.isPlainInQuotes && !bytes.marks(of: UInt8(ascii: "'")).hasMark
    }
}
