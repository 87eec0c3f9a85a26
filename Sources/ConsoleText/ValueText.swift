internal import ByteText

/// Text from captures and files, made safe for terminals.
package enum ValueText {
    /// A string in quotes, as ``LineBuffer/quoted(_:limit:)`` writes it.
    package static func quoted(_ text: String, limit: Int = .max) -> String {
        quoted(Array(text.utf8)[...], limit: limit)
    }

    package static func quoted(_ text: ArraySlice<UInt8>, limit: Int) -> String {
        LineBuffer.text { $0.quoted(text, limit: limit) }
    }

    /// The text with the escape `\xff` in place of each byte that is not UTF-8.
    package static func withEscapes(_ text: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        var index = text.startIndex
        while index < text.endIndex {
            let length = text.span.lengthOfCharacter(at: index - text.startIndex, before: text.count)
            if length == 0 {
                result += "\\x".utf8
                result.append(hex: text[index])
            }
            result += text[index..<(index + length)]
            index += max(1, length)
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Text that is shown without quotes, such as a name or a sentence, with escapes for control and invisible characters.
    package static func safe(_ text: String) -> String {
        // Nearly all names and sentences are printable ASCII.
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        var result: [UInt8] = []
        for scalar in text.unicodeScalars { append(scalar, to: &result) }
        return String(decoding: result, as: UTF8.self)
    }

    package static func append(_ scalar: Unicode.Scalar, to utf8: inout [UInt8]) {
        if let escape = escape(scalar) { utf8 += escape.utf8 } else { utf8 += String(scalar).utf8 }
    }

    /// The escape of a control character or an invisible character; `nil` for any other character.
    private static func escape(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        default:
            // From 0x80 on, `\x` escapes a byte that is not UTF-8.
            if scalar.value < 0x20 || scalar.value == 0x7F {
                return "\\x" + String(hex: CollectionOfOne(UInt8(scalar.value)))
            }
            return isHidden(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : nil
        }
    }

    /// Whether a byte is an ASCII character that needs no escape in quotes.
    package static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// Whether a character is invisible or changes how others are shown: C1 control characters, direction marks, separators,
    /// tags.
    package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x80..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
            true
        default: false
        }
    }

    /// Hexadecimal digits, as ``LineBuffer/hex(_:limit:)`` writes them.
    package static func hex(_ bytes: ArraySlice<UInt8>, limit: Int) -> String {
        LineBuffer.text { $0.hex(bytes, limit: limit) }
    }
}
