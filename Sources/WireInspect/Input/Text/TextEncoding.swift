internal import ByteText
internal import ProtobufSchema
internal import ProtobufWire

/// Encodings of text, and the special white space that other programs put into it.
enum TextEncoding {
    /// The text as UTF-8 without a byte order mark; `nil` when it has none. No message begins with one: the wire types 6
    /// and 7 do not exist.
    ///
    /// Source: https://www.unicode.org/faq/utf_bom.html
    static func decoded(_ text: [UInt8]) -> TextReading? {
        if text.starts(with: [0xEF, 0xBB, 0xBF]) {
            return TextReading(kind: .wrapping(.byteOrderMark), pieces: [Array(text.dropFirst(3))], isCertain: true)
        }
        guard text.count >= 4, text.count.isMultiple(of: 2) else { return nil }
        let isLittle = text[0] == 0xFF && text[1] == 0xFE
        guard isLittle || text[0] == 0xFE && text[1] == 0xFF else { return nil }
        let units = stride(from: 2, to: text.count, by: 2).map { index in
            let (first, second) = (UInt16(text[index]), UInt16(text[index + 1]))
            return isLittle ? second << 8 | first : first << 8 | second
        }
        let decoded = Array(String(decoding: units, as: UTF16.self).utf8)
        guard decoded[...].isPrintable else { return nil }
        return TextReading(kind: .wrapping(.utf16), pieces: [decoded], isCertain: true)
    }

    /// No-break spaces and the like as plain spaces; spaces of no width left out.
    static func withPlainSpaces(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard !text.span.isASCII else { return text }
        var result: [UInt8] = []
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0x200B...0x200D, 0x2060, 0xFEFF: break
            case 0x80...:
                result.append(contentsOf: scalar.properties.isWhitespace ? [0x20] : Array(String(scalar).utf8))
            default: result.append(UInt8(scalar.value))
            }
        }
        return result[...]
    }
}
