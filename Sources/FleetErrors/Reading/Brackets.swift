internal import ByteText

/// Finds the ends of bracketed texts.
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
                guard let close = text.closingQuote(of: index) else { return nil }
                index = close
            default: break
            }
            index += 1
        }
        return nil
    }
}
