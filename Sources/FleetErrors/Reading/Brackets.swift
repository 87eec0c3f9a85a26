internal import ByteText

/// Finds the ends of bracketed and quoted texts.
enum Brackets {
    /// The index behind the bracket that closes the one at `start`; `nil` when none does. Brackets in strings, which stand
    /// in quotes, do not count.
    static func end(in text: [UInt8], at start: Int) -> Int? {
        var open: [UInt8] = []
        var index = start
        while index < text.count {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): open.append(byte + 2)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard open.popLast() == byte else { return nil }
                if open.isEmpty { return index + 1 }
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard let end = quoteEnd(in: text, at: index) else { return nil }
                index = end
                continue
            default: break
            }
            index += 1
        }
        return nil
    }

    /// The index behind the quote that closes the one at `start`; `nil` when none does.
    static func quoteEnd(in text: [UInt8], at start: Int) -> Int? {
        let quote = text[start]
        var index = start + 1
        while index < text.count, text[index] != quote { index += text[index] == UInt8(ascii: "\\") ? 2 : 1 }
        return index < text.count ? index + 1 : nil
    }
}
