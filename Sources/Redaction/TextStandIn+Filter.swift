internal import ByteText

extension TextStandIn {
    /// Replaces the values of a filter: `attributes.plate = "B-1" AND state = OPEN`.
    ///
    /// What stands before an operator stays, as it is a name, and so do keywords and the names of enum values. Linear.
    func replaceFilter(_ bytes: inout [UInt8], in range: Range<Int>) {
        let original = bytes
        var start = range.lowerBound
        while start < range.upperBound {
            let byte = original[start]
            var end = start + 1
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                end = Self.endOfQuotation(original, start, range)
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

    /// Behind the closing mark; a quotation without one ends with the text.
    private static func endOfQuotation(_ bytes: [UInt8], _ start: Int, _ range: Range<Int>) -> Int {
        var index = start + 1
        while index < range.upperBound {
            if bytes[index] == bytes[start] { return index + 1 }
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return range.upperBound
    }

    /// Part of a word, a path or a number.
    private static func isValue(_ byte: UInt8) -> Bool { isWord(byte) || byte == UInt8(ascii: ".") }

    /// An operator follows, and what stands here is no number.
    private static func isName(_ piece: Range<Int>, of bytes: [UInt8], in range: Range<Int>) -> Bool {
        guard !bytes[piece.lowerBound].isDigit, bytes[piece.lowerBound] != UInt8(ascii: "-") else {
            return false
        }
        let next = bytes[piece.upperBound..<range.upperBound].first { $0 != UInt8(ascii: " ") }
        return next.map("=<>!:".utf8.contains) ?? false
    }
}
