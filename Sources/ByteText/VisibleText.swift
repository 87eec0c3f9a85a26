/// Text in which every character can be seen: escapes stand for characters that act on a terminal, end a line, change the
/// direction of text, or are invisible.
package enum VisibleText {
    /// The text with escapes: `\n`, `\x1b`, `\u{202e}`. Linear.
    package static func escaping(_ text: String) -> String {
        // Nearly all names and sentences are printable ASCII.
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        var result: [UInt8] = []
        for scalar in text.unicodeScalars { append(scalar, to: &result) }
        return String(decoding: result, as: UTF8.self)
    }

    /// Appends a character, or the escape of a character that cannot be seen.
    package static func append(_ scalar: Unicode.Scalar, to utf8: inout [UInt8]) {
        guard scalar.isInvisible else { return utf8 += String(scalar).utf8 }
        switch scalar {
        case "\n": utf8 += "\\n".utf8
        case "\r": utf8 += "\\r".utf8
        case "\t": utf8 += "\\t".utf8
        // From 0x80 on, `\x` escapes a byte that is not UTF-8.
        case _ where scalar.value < 0x80: utf8 += ("\\x" + String(hex: CollectionOfOne(UInt8(scalar.value)))).utf8
        default: utf8 += "\\u{\(String(scalar.value, radix: 16))}".utf8
        }
    }
}

extension Unicode.Scalar {
    /// Whether the character acts on a terminal, ends a line, changes the direction of text, or cannot be seen: control
    /// characters, separators of lines and paragraphs, marks of direction, annotation marks, and the characters with the
    /// property Default_Ignorable_Code_Point, such as joiners, fillers, tags and variation selectors.
    ///
    /// Source: https://www.unicode.org/Public/UCD/latest/ucd/DerivedCoreProperties.txt
    package var isInvisible: Bool {
        switch value {
        case 0x20..<0x7F: false
        case 0...0x9F, 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200F,
            0x2028...0x202E, 0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB,
            0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
            true
        default: false
        }
    }
}
