import ByteText

/// Strings with escapes: those of Python, C, Go, JSON and protobuf's text form, and percent-encoding.
///
/// Several literals side by side are one string, as in C and Python.
enum EscapedText {
    static func readings(_ text: ArraySlice<UInt8>) -> [TextReading] {
        if let string = literal(text) {
            if string.hasEscapes { return readings(of: string.bytes, in: text, isCertain: string.namesBytes) }
            let leftOut = TextCost.bits(text) - TextCost.bits(string.bytes[...])
            return [TextReading(kind: .wrapping(.quotes), pieces: [string.bytes], leftOut: leftOut)]
        }
        if let bytes = percentDecoded(text) {
            // With more before them, the bytes are what follows.
            let isCertain = text.first == UInt8(ascii: "%") && !TextCost.isPrintable(bytes[...])
            return [TextReading(kind: .percent, pieces: [bytes], isCertain: isCertain)]
        }
        guard text.contains(backslash), let content = unescaped(text), content.namesBytes else { return [] }
        let hasQuotes = text.contains(UInt8(ascii: "\"")) || text.contains(UInt8(ascii: "'"))
        // Of several lines, the escapes may be in one only.
        return readings(of: content.bytes, in: text, isCertain: !hasQuotes && !text.contains(0x0A))
    }

    /// The bytes and, where other characters stand among the escapes, also with these as bytes of Latin-1: so
    /// JavaScript writes strings that bytes were read into.
    private static func readings(
        of bytes: [UInt8], in text: ArraySlice<UInt8>, isCertain: Bool
    ) -> [TextReading] {
        let reading = TextReading(kind: .escaped, pieces: [bytes], isCertain: isCertain)
        guard text.contains(where: { $0 >= 0x80 }), let latin = TextEncoding.latin1(text),
            let other = literal(latin[...])?.bytes ?? unescaped(latin[...])?.bytes
        else { return [reading] }
        return [reading, TextReading(kind: .escaped, pieces: [other], isCertain: isCertain)]
    }

    private static let backslash = UInt8(ascii: "\\")

    // MARK: Literals

    /// The content of a text that is a literal or several, with a prefix such as `b` or `X`.
    private static func literal(_ text: ArraySlice<UInt8>) -> (bytes: [UInt8], hasEscapes: Bool, namesBytes: Bool)? {
        let prefix = text.prefix(2).prefix { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 == UInt8(ascii: "@") }
        guard let (parts, end) = literals(text.dropFirst(prefix.count)), end == text.endIndex else { return nil }
        var bytes: [UInt8] = []
        var hasEscapes = false
        var namesBytes = false
        for part in parts {
            guard let content = unescaped(part) else { return nil }
            bytes += content.bytes
            hasEscapes = hasEscapes || part.contains(backslash)
            namesBytes = namesBytes || content.namesBytes
        }
        return bytes.isEmpty ? nil : (bytes, hasEscapes, namesBytes)
    }

    /// The contents of literals that begin here and follow each other, and where the last one ends.
    static func literals(_ text: ArraySlice<UInt8>) -> (parts: [ArraySlice<UInt8>], end: Int)? {
        var unclosed: Set<UInt8> = []
        return literals(text, &unclosed)
    }

    /// The same.
    ///
    /// - Parameter unclosed: Quotes that are not closed in the rest of the text: no later one is, either, and looking at
    ///   each would take quadratic time.
    static func literals(
        _ text: ArraySlice<UInt8>, _ unclosed: inout Set<UInt8>
    ) -> (parts: [ArraySlice<UInt8>], end: Int)? {
        var parts: [ArraySlice<UInt8>] = []
        var end = text.startIndex
        var index = text.startIndex
        while index < text.endIndex {
            let quote = text[index]
            if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                guard !unclosed.contains(quote) else { break }
                guard let close = closing(text, index) else {
                    unclosed.insert(quote)
                    break
                }
                parts.append(text[(index + 1)..<close])
                end = close + 1
                index = end
            } else if !parts.isEmpty, quote <= 0x20 || quote == backslash || quote == UInt8(ascii: "+") {
                index += 1
            } else if !parts.isEmpty, quote == UInt8(ascii: "b"), index + 1 < text.endIndex,
                text[index + 1] == UInt8(ascii: "\"") || text[index + 1] == UInt8(ascii: "'")
            {
                index += 1
            } else {
                break
            }
        }
        return parts.isEmpty ? nil : (parts, end)
    }

    private static func closing(_ text: ArraySlice<UInt8>, _ start: Int) -> Int? {
        var index = start + 1
        while index < text.endIndex {
            if text[index] == text[start] { return index }
            index += text[index] == backslash ? 2 : 1
        }
        return nil
    }

    // MARK: Escapes

    /// The bytes behind escapes, and whether any of them stands for a byte that cannot be typed.
    private static func unescaped(_ text: ArraySlice<UInt8>) -> (bytes: [UInt8], namesBytes: Bool)? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var namesBytes = false
        var index = text.startIndex
        /// Up to `most` digits.
        func number(_ radix: UInt8, most: Int) -> UInt32? {
            var value: UInt32 = 0
            var count = 0
            while index < text.endIndex, count < most, let digit = text[index].hexValue, digit < radix {
                value = value * UInt32(radix) + UInt32(digit)
                count += 1
                index += 1
            }
            return count > 0 ? value : nil
        }
        while index < text.endIndex {
            let byte = text[index]
            index += 1
            guard byte == backslash else {
                bytes.append(byte)
                continue
            }
            guard index < text.endIndex else { return nil }
            let escape = text[index]
            index += 1
            switch escape {
            case UInt8(ascii: "n"): bytes.append(0x0A)
            case UInt8(ascii: "r"): bytes.append(0x0D)
            case UInt8(ascii: "t"): bytes.append(0x09)
            case UInt8(ascii: "a"): bytes.append(0x07)
            case UInt8(ascii: "b"): bytes.append(0x08)
            case UInt8(ascii: "f"): bytes.append(0x0C)
            case UInt8(ascii: "v"): bytes.append(0x0B)
            case UInt8(ascii: "e"): bytes.append(0x1B)
            case 0x0A: break
            case 0x0D: if index < text.endIndex, text[index] == 0x0A { index += 1 }
            case UInt8(ascii: "x"), UInt8(ascii: "X"):
                guard let value = number(16, most: 2) else { return nil }
                bytes.append(UInt8(value))
                namesBytes = true
            case UInt8(ascii: "0")...UInt8(ascii: "7"):
                index -= 1
                guard let value = number(8, most: 3), value <= 255 else { return nil }
                bytes.append(UInt8(value))
                namesBytes = true
            case UInt8(ascii: "u"):
                // A byte that was taken for a character of Latin-1: what is above has a form of its own.
                guard let value = number(16, most: 4) else { return nil }
                if value <= 0xFF {
                    bytes.append(UInt8(value))
                    namesBytes = true
                } else {
                    guard let scalar = Unicode.Scalar(value) else { return nil }
                    bytes.append(contentsOf: Array(String(scalar).utf8))
                }
            case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "/"), UInt8(ascii: "?"),
                UInt8(ascii: "`"), UInt8(ascii: "$"):
                bytes.append(escape)
            default: return nil
            }
        }
        return (bytes, namesBytes)
    }

    /// `%0A%05en`: one word of printable characters.
    ///
    /// Source: https://datatracker.ietf.org/doc/html/rfc3986#section-2.1
    private static func percentDecoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.contains(UInt8(ascii: "%")), text.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        var bytes: [UInt8] = []
        var index = text.startIndex
        while index < text.endIndex {
            guard text[index] == UInt8(ascii: "%") else {
                bytes.append(text[index])
                index += 1
                continue
            }
            guard index + 2 < text.endIndex, let high = text[index + 1].hexValue, let low = text[index + 2].hexValue
            else { return nil }
            bytes.append(high << 4 | low)
            index += 3
        }
        return bytes
    }
}
