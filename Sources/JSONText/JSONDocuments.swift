/// The ranges of the documents in a text that holds several: one behind another, over any number of lines each, or the
/// elements of one array.
///
/// Only braces, brackets and quotes are looked at. An error inside a document is found when the document is read.
package struct JSONDocuments {
    package let ranges: [Range<Int>]
    /// Whether the documents are the elements of an array.
    package let isArray: Bool

    /// - Returns: `nil` for a text of one document, and for one that is not made of documents.
    package init?(_ text: [UInt8]) {
        var splitter = Splitter(text: text)
        splitter.skipSpace()
        isArray = splitter.skip(UInt8(ascii: "["))
        guard let ranges = splitter.values(isArray: isArray), isArray || ranges.count > 1 else { return nil }
        self.ranges = ranges
    }

    private struct Splitter {
        let text: [UInt8]
        var index = 0

        mutating func skipSpace() {
            while index < text.count, text[index] <= 0x20 { index += 1 }
        }

        mutating func skip(_ byte: UInt8) -> Bool {
            guard index < text.count, text[index] == byte else { return false }
            index += 1
            return true
        }

        /// The values in the rest of the text, or the elements of the array whose opening bracket has been passed; `nil`
        /// where something cannot begin a value, and when the array does not end, or is followed by something.
        mutating func values(isArray: Bool) -> [Range<Int>]? {
            var ranges: [Range<Int>] = []
            skipSpace()
            while index < text.count {
                guard let range = value() else { return nil }
                ranges.append(range)
                skipSpace()
                if isArray, !skip(UInt8(ascii: ",")) {
                    guard skip(UInt8(ascii: "]")) else { return nil }
                    skipSpace()
                    return index == text.count ? ranges : nil
                }
                skipSpace()
            }
            return isArray ? nil : ranges
        }

        /// The value that begins here; one that does not end goes to the end of the text.
        private mutating func value() -> Range<Int>? {
            let start = index
            var structure = JSONStructure()
            while index < text.count {
                let byte = text[index]
                // White space, a comma and the bracket of an array around end a number or word.
                let isOutside = structure.depth == 0 && !structure.isInString
                if isOutside, byte <= 0x20 || ",]}".utf8.contains(byte) { break }
                index += 1
                let part = structure.take(byte)
                if structure.depth == 0, part == .closingBracket || part == .closingQuote { break }
            }
            return start < index ? start..<index : nil
        }
    }
}
