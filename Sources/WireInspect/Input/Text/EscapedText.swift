import ByteText

/// Strings with escapes: those of Python, C, Go, JSON and protobuf's text format.
///
/// Several literals side by side are one string, as in C and Python.
enum EscapedText {
    static func reading(_ text: ArraySlice<UInt8>) -> TextReading? {
        if let string = literal(text) {
            if string.hasEscapes {
                return TextReading(kind: .escaped, pieces: [string.bytes], isCertain: string.namesBytes)
            }
            let leftOut = TextCost.bits(text) - TextCost.bits(string.bytes[...])
            return TextReading(kind: .wrapping(.quotes), pieces: [string.bytes], leftOut: leftOut)
        }
        guard text.contains(backslash), let content = unescaped(text), content.namesBytes else { return nil }
        let hasQuotes = text.contains(UInt8(ascii: "\"")) || text.contains(UInt8(ascii: "'"))
        // Of several lines, the escapes may be in one only.
        return TextReading(kind: .escaped, pieces: [content.bytes], isCertain: !hasQuotes && !text.contains(0x0A))
    }

    private static let backslash = UInt8(ascii: "\\")

    // MARK: Literals

    /// The content of a text that is a literal or several, with a prefix such as `b` or `X`.
    private static func literal(_ text: ArraySlice<UInt8>) -> (bytes: [UInt8], hasEscapes: Bool, namesBytes: Bool)? {
        let prefix = text.prefix(2).prefix { $0.isLetter || $0 == UInt8(ascii: "@") }
        var unclosed: Set<UInt8> = []
        guard let (parts, end) = literals(text.dropFirst(prefix.count), unclosed: &unclosed), end == text.endIndex
        else { return nil }
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

    /// Whether a text is several literals of which each holds a message by itself, such as a quoted one in each line.
    static func areMessages(_ text: ArraySlice<UInt8>, repeats: inout Int) -> Bool {
        let prefix = text.prefix(2).prefix { $0.isLetter }
        var unclosed: Set<UInt8> = []
        guard let (parts, _) = literals(text.dropFirst(prefix.count), unclosed: &unclosed), parts.count > 1 else {
            return false
        }
        return parts.allSatisfy { part in
            PastedText.direct(part.trimmed, repeats: &repeats).contains { !$0.isWrapping && $0.isSound }
        }
    }

    /// The most literals side by side that are one string: each takes more memory than the two quotes that it may consist of.
    private static let literalLimit = 1 << 16

    /// The contents of literals that begin here and follow each other, and where the last one ends.
    ///
    /// - Parameter unclosed: Quotes that are not closed in the rest of the text: no later one is, either, and looking at
    ///   each would take quadratic time.
    static func literals(
        _ text: ArraySlice<UInt8>, unclosed: inout Set<UInt8>
    ) -> (parts: [ArraySlice<UInt8>], end: Int)? {
        var parts: [ArraySlice<UInt8>] = []
        var end = text.startIndex
        var index = text.startIndex
        while index < text.endIndex {
            let quote = text[index]
            if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                guard !unclosed.contains(quote), parts.count < literalLimit else { break }
                guard let close = text.closingQuote(of: index) else {
                    unclosed.insert(quote)
                    break
                }
                parts.append(text[(index + 1)..<close])
                end = close + 1
                index = end
            } else if !parts.isEmpty,
                quote <= 0x20 || quote == backslash || quote == UInt8(ascii: "+") || text[index...].hasPrefix("b\"")
                    || text[index...].hasPrefix("b'")
            {
                index += 1
            } else {
                break
            }
        }
        return parts.isEmpty ? nil : (parts, end)
    }

    // MARK: Escapes

    /// The bytes behind escapes, and whether any of them stands for a byte that cannot be typed.
    private static func unescaped(_ text: ArraySlice<UInt8>) -> (bytes: [UInt8], namesBytes: Bool)? {
        let areZerosShort = areZerosShort(text)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var namesBytes = false
        var index = text.startIndex
        while index < text.endIndex {
            guard text[index] == backslash else {
                bytes.append(text[index])
                index += 1
                continue
            }
            if areZerosShort, text[index...].hasPrefix("\\0") {
                bytes.append(0)
                namesBytes = true
                index += 2
                continue
            }
            switch try? CEscape(text, at: &index, joinsSurrogates: true) {
            case .character(let byte): bytes.append(byte)
            case .byte(let byte):
                bytes.append(byte)
                namesBytes = true
            case .scalar(let scalar):
                // Up to U+00FF, a byte that was taken for a character of Latin-1, as in JSON.
                if let byte = UInt8(exactly: scalar.value) {
                    bytes.append(byte)
                    namesBytes = true
                } else {
                    bytes.append(.scalar(scalar))
                }
            case nil:
                guard let (byte, end) = other(text, at: index) else { return nil }
                if let byte { bytes.append(byte) }
                index = end
            }
        }
        return (bytes, namesBytes)
    }

    /// Whether `\0` is a byte 0 before any digit: Rust writes other bytes in hexadecimal digits and none in octal ones. Octal
    /// digits beside hexadecimal ones, as people write them in C, are three each.
    private static func areZerosShort(_ text: ArraySlice<UInt8>) -> Bool {
        var (hasHexadecimal, hasShortZero) = (false, false)
        var rest = text
        while let start = rest.firstIndex(of: backslash) {
            let digits = rest[(start + 1)...].prefix(3).prefix { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }
            switch digits.first {
            case nil: hasHexadecimal = hasHexadecimal || rest[(start + 1)...].first == UInt8(ascii: "x")
            case UInt8(ascii: "0"): hasShortZero = hasShortZero || digits.count < 3
            default: return false
            }
            rest = rest[(start + 1)...].dropFirst()
        }
        return hasHexadecimal && hasShortZero
    }

    /// The meaning of a backslash and the character behind it in other languages than C: `\/` of JSON, `\e` and `\#` of
    /// Ruby, a line break that is left out. `nil` for anything else.
    private static func other(_ text: ArraySlice<UInt8>, at start: Int) -> (byte: UInt8?, end: Int)? {
        let next = text[(start + 1)...].prefix(2)
        switch next.first {
        case 0x0A: return (nil, start + 2)
        case 0x0D: return (nil, start + (next.last == 0x0A ? 3 : 2))
        case UInt8(ascii: "e"): return (0x1B, start + 2)
        case UInt8(ascii: "/"), UInt8(ascii: "`"), UInt8(ascii: "$"), UInt8(ascii: "#"): return (next.first, start + 2)
        default: return nil
        }
    }
}
