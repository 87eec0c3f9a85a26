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
        var rest = Self.withoutSpace(text[...])
        isArray = rest.first == UInt8(ascii: "[")
        if isArray { rest = Self.withoutSpace(rest.dropFirst()) }
        var ranges: [Range<Int>] = []
        var isOpen = isArray
        while !rest.isEmpty {
            let value = Self.value(rest)
            // Something that cannot begin a value, or that follows the array.
            guard !value.isEmpty, isOpen || !isArray else { return nil }
            ranges.append(value.indices)
            rest = Self.withoutSpace(rest[value.endIndex...])
            guard isArray else { continue }
            let separator = rest.popFirst()
            guard separator == UInt8(ascii: ",") || separator == UInt8(ascii: "]") else { return nil }
            isOpen = separator == UInt8(ascii: ",")
            rest = Self.withoutSpace(rest)
        }
        guard !isOpen, isArray || ranges.count > 1 else { return nil }
        self.ranges = ranges
    }

    private static func withoutSpace(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> { text.drop { $0 <= 0x20 } }

    /// The value that a text begins with, empty for none; one that does not end goes to the end of the text.
    private static func value(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var structure = JSONStructure()
        for (index, byte) in zip(text.indices, text) {
            // White space, a comma and the bracket of an array around end a number or word.
            let isOutside = structure.depth == 0 && !structure.isInString
            if isOutside, byte <= 0x20 || ",]}".utf8.contains(byte) { return text[..<index] }
            let part = structure.take(byte)
            if structure.depth == 0, part == .closingBracket || part == .closingQuote { return text[...index] }
        }
        return text
    }
}
