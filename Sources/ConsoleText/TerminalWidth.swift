extension String {
    /// The width of the text on a terminal, in columns: two for wide characters, none for marks that combine with the
    /// character before them. Linear.
    package var columns: Int {
        if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
        return unicodeScalars.reduce(0) { $0 + $1.columns }
    }

    /// The text cut to a width in columns, with `…` in place of what was cut off.
    ///
    /// - Parameter keepsEnd: Whether the start is cut off, not the end.
    package func fitted(to columns: Int, keepsEnd: Bool = false) -> String {
        guard utf8.count > columns, self.columns > columns else { return self }
        guard columns > 0 else { return "" }
        var room = columns - 1
        func fits(_ scalar: Unicode.Scalar) -> Bool {
            room -= scalar.columns
            return room >= 0
        }
        guard keepsEnd else { return String(unicodeScalars.prefix(while: fits)) + "…" }
        let end = unicodeScalars.reversed().prefix(while: fits).count
        return "…" + String(unicodeScalars.suffix(end))
    }

    /// The text with spaces after it, up to a width in columns.
    package func padded(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - columns)) }

    /// The text with spaces before it, up to a width in columns.
    package func leftPadded(to width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - columns)) + self
    }
}

extension Unicode.Scalar {
    /// The number of columns that terminals give the character: 2 for one that is wide or full-width in East Asian text, or
    /// shown as an emoji; 0 for a mark that combines with the character before it; else 1.
    ///
    /// Sources: https://www.unicode.org/reports/tr11/ and https://www.unicode.org/Public/UCD/latest/ucd/EastAsianWidth.txt
    var columns: Int {
        if value < 0x300 { return 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        switch value {
        // Vowels and final consonants of Hangul, which join the consonant before them.
        case 0x1160...0x11FF, 0xD7B0...0xD7FB: return 0
        // Two of these letters are a flag, which is two columns wide.
        case 0x1F1E6...0x1F1FF: return 1
        // The values W and F of East_Asian_Width, with the unassigned characters between them, but for emoji.
        case 0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E, 0x3041...0x3247,
            0x3250...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B,
            0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DF2, 0x1AFF0...0x1B2FB, 0x1D300...0x1D376,
            0x1F200...0x1F265, 0x20000...0x3FFFD:
            return 2
        default: return properties.isEmojiPresentation ? 2 : 1
        }
    }
}
