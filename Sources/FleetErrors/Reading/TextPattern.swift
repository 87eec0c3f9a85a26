internal import ByteText

/// A pattern for what stands between the parts of an error's text, and for the beginnings of lines in logs.
///
/// `#` stands for digits, `~` for white space, `^` for one capital letter, and `*` for the bytes of one line up to the byte
/// that stands behind it in the pattern; each for one byte at least and 128 at most, so that matching is linear. Other bytes
/// stand for themselves.
struct TextPattern: ExpressibleByStringLiteral {
    private let pattern: [UInt8]
    private static let limit = 128

    init(stringLiteral text: String) { pattern = Array(text.utf8) }

    /// The index behind a match that begins at `start`; `nil` when none does.
    func end(in text: [UInt8], at start: Int) -> Int? {
        var index = start
        for (place, expected) in pattern.enumerated() {
            let next = place + 1 < pattern.count ? pattern[place + 1] : nil
            let rest = text[min(index, text.count)...].prefix(Self.limit)
            let taken =
                switch expected {
                case UInt8(ascii: "#"): rest.prefix(while: \.isDigit)
                case UInt8(ascii: "~"): rest.prefix { $0 <= 0x20 }
                case UInt8(ascii: "^"): rest.prefix(1).prefix { (0x41...0x5a).contains($0) }
                case UInt8(ascii: "*"): rest.prefix { $0 != next && $0 != 0x0a }
                default: rest.prefix(1).first == expected ? rest.prefix(1) : rest.prefix(0)
                }
            guard !taken.isEmpty else { return nil }
            index = taken.endIndex
        }
        return index
    }

    /// The first match at or behind `start`. The pattern has to begin with bytes that stand for themselves.
    func first(in text: [UInt8], from start: Int) -> Range<Int>? {
        let head = pattern.prefix { !"#~^*".utf8.contains($0) }
        var index = start
        while let found = text.firstIndex(of: head, from: index) {
            if let end = end(in: text, at: found) { return found..<end }
            index = found + 1
        }
        return nil
    }
}
