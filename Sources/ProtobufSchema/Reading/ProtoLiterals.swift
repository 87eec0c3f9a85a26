import ByteText

/// String literals and comments of a `.proto` file as values.
enum ProtoLiterals {
    /// The bytes that a literal stands for; `literal` includes the quotes.
    ///
    /// - Returns: `nil` when an escape is malformed; `offset` is where, from the start of the literal.
    static func string(_ literal: ArraySlice<UInt8>, into output: inout [UInt8]) -> (offset: Int, reason: String)? {
        var index = literal.startIndex + 1
        let end = literal.endIndex - 1
        while index < end {
            let byte = literal[index]
            guard byte == UInt8(ascii: "\\"), index + 1 < end else {
                output.append(byte)
                index += 1
                continue
            }
            let escape = literal[index + 1]
            let start = index - literal.startIndex
            index += 2
            switch escape {
            case UInt8(ascii: "a"): output.append(7)
            case UInt8(ascii: "b"): output.append(8)
            case UInt8(ascii: "f"): output.append(12)
            case UInt8(ascii: "n"): output.append(10)
            case UInt8(ascii: "r"): output.append(13)
            case UInt8(ascii: "t"): output.append(9)
            case UInt8(ascii: "v"): output.append(11)
            case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "?"): output.append(escape)
            case UInt8(ascii: "x"), UInt8(ascii: "X"):
                guard let value = digits(literal, &index, end, atMost: 2, base: 16) else {
                    return (start, "\\x needs one or two hexadecimal digits")
                }
                output.append(UInt8(truncatingIfNeeded: value))
            case UInt8(ascii: "0")...UInt8(ascii: "7"):
                index -= 1
                guard let value = digits(literal, &index, end, atMost: 3, base: 8), value < 256 else {
                    return (start, "an octal escape goes up to \\377")
                }
                output.append(UInt8(truncatingIfNeeded: value))
            case UInt8(ascii: "u"), UInt8(ascii: "U"):
                let count = escape == UInt8(ascii: "u") ? 4 : 8
                let first = index
                guard var value = digits(literal, &index, end, atMost: count, base: 16), index - first == count else {
                    return (start, unicodeReason)
                }
                if count == 4, (0xD800..<0xDC00).contains(value) { join(&value, literal, &index, end) }
                guard let scalar = Unicode.Scalar(value)
                else { return (start, unicodeReason) }
                output.append(contentsOf: UTF8.encode(scalar)!)
            default: return (start, "this escape is unknown")
            }
        }
        return nil
    }

    private static let unicodeReason = "\\u needs four and \\U eight hexadecimal digits of a Unicode scalar"

    /// Two escapes with the halves of a surrogate pair stand for one code point.
    private static func join(_ high: inout UInt32, _ bytes: ArraySlice<UInt8>, _ index: inout Int, _ end: Int) {
        guard index + 6 <= end, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else {
            return
        }
        var next = index + 2
        guard let low = digits(bytes, &next, end, atMost: 4, base: 16), next == index + 6,
            (0xDC00..<0xE000).contains(low)
        else { return }
        high = 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
        index = next
    }

    private static func digits(
        _ bytes: ArraySlice<UInt8>, _ index: inout Int, _ end: Int, atMost: Int, base: UInt32
    ) -> UInt32? {
        var value: UInt32 = 0
        var count = 0
        while count < atMost, index < end, let digit = bytes[index].hexValue, digit < base {
            value = value &* base &+ UInt32(digit)
            index += 1
            count += 1
        }
        return count > 0 ? value : nil
    }

    /// A comment as descriptor sets hold it: without marks, a space before each line.
    static func descriptorComment(_ text: String) -> String {
        joined(Array(text.utf8)[...]) { $0 }
    }

    /// The text of a comment without its marks: `//`, `/*`, `*/`, and the `*` that lines begin with.
    static func comment(_ bytes: ArraySlice<UInt8>) -> String {
        let isBlock = bytes.dropFirst().first == UInt8(ascii: "*")
        let body = isBlock ? bytes.dropFirst(2).dropLast(2) : bytes
        return joined(body) { raw in
            let line = raw.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            if !isBlock { return line.dropFirst(2) }
            return line.first == UInt8(ascii: "*") ? line.dropFirst() : line
        }
    }

    /// The lines of a text without their marks, without the space that they begin with and white space at their end; no
    /// empty lines around.
    private static func joined(_ text: ArraySlice<UInt8>, unmarked: (ArraySlice<UInt8>) -> ArraySlice<UInt8>) -> String
    {
        var joined: [UInt8] = []
        var breaks = 0
        var rest = text
        while true {
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            var line = unmarked(rest[..<end])
            if line.first == UInt8(ascii: " ") { line.removeFirst() }
            while let last = line.last, last <= 0x20 { line.removeLast() }
            if !line.isEmpty {
                if !joined.isEmpty { joined.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: breaks)) }
                joined.append(contentsOf: line)
                breaks = 0
            }
            guard end < rest.endIndex else { return String(decoding: joined, as: UTF8.self) }
            breaks += 1
            rest = rest[(end + 1)...]
        }
    }
}
