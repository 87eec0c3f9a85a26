internal import ByteText

extension TextStandIn {
    /// Replaces the values of a filter: `attributes.plate = "B-1" AND state = OPEN`.
    ///
    /// Names before operators, keywords and names of enum values stay. Linear.
    func replaceFilter(_ bytes: inout [UInt8], in range: Range<Int>) {
        let original = bytes
        var start = range.lowerBound
        while start < range.upperBound {
            let byte = original[start]
            var end = start + 1
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                end = Self.endOfQuotation(in: original, at: start, before: range.upperBound)
                if !Self.isName(start..<end, of: original, in: range) {
                    replace(&bytes, in: start..<end, mode: .freeText)
                }
            } else if Self.isWord(byte) {
                end = original[start..<range.upperBound].firstIndex { !Self.isValue($0) } ?? range.upperBound
                let word = String(decoding: original[start..<end], as: UTF8.self)
                if !Vocabulary.isFilterWord(word), !Self.isName(start..<end, of: original, in: range) {
                    replace(&bytes, in: start..<end, mode: .freeText)
                }
            }
            start = end
        }
    }

    /// The index after the closing mark; the end of the text where the mark is missing.
    private static func endOfQuotation(in bytes: [UInt8], at start: Int, before limit: Int) -> Int {
        var index = start + 1
        while index < limit {
            if bytes[index] == bytes[start] { return index + 1 }
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return limit
    }

    /// Whether a byte is part of a word, a path or a number.
    private static func isValue(_ byte: UInt8) -> Bool { isWord(byte) || byte == UInt8(ascii: ".") }

    /// Whether an operator follows, and the piece is no number.
    private static func isName(_ piece: Range<Int>, of bytes: [UInt8], in range: Range<Int>) -> Bool {
        guard !bytes[piece.lowerBound].isDigit, bytes[piece.lowerBound] != UInt8(ascii: "-") else {
            return false
        }
        let next = bytes[piece.upperBound..<range.upperBound].first { $0 != UInt8(ascii: " ") }
        return next.map("=<>!:".utf8.contains) ?? false
    }
}
