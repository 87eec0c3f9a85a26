internal import ByteText

/// A string as it stands in JSON text.
package struct JSONString {
    /// Indices of the bytes between the quotes.
    package let range: Range<Int>
    /// The string's UTF-8, where escapes make it differ from the text.
    let decoded: [UInt8]?

    /// Index of the opening quote.
    package var offset: Int { range.lowerBound - 1 }
    package var isEmpty: Bool { range.isEmpty }
    package var hasEscapes: Bool { decoded != nil }
}

extension JSONScanner {
    /// Calls `body` with the UTF-8 of a string of this text and where it lies.
    package func withUTF8<R, E: Error>(
        of text: JSONString, _ body: (Span<UInt8>, Range<Int>) throws(E) -> R
    ) throws(E) -> R {
        guard let decoded = text.decoded else { return try body(bytes, text.range) }
        return try body(decoded.span, 0..<decoded.count)
    }

    package func utf8(of text: JSONString) -> [UInt8] { text.decoded ?? bytes.array(text.range) }

    package func string(of text: JSONString) -> String { withUTF8(of: text) { $0.string($1) } }

    /// The start of a string of this text, for messages to people: of more than 60 bytes 40 characters and an ellipsis.
    package func excerpt(of text: JSONString) -> String {
        let string = string(of: text)
        return string.utf8.count > 60 ? String(string.unicodeScalars.prefix(40)) + "…" : string
    }
}
