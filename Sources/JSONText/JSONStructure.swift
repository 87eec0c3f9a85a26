/// Follows the strings and brackets of JSON text, byte by byte, so that a text may arrive in pieces. Checks nothing else of
/// the grammar.
@usableFromInline package struct JSONStructure {
    /// The part that a byte plays in the structure of the text.
    @usableFromInline package enum Part {
        case openingQuote, stringContent, closingQuote
        case openingBracket, closingBracket
        case comma
        /// White space, colons, numbers and words.
        case other
    }

    /// How many brackets are open; negative behind brackets that close nothing.
    @usableFromInline package var depth = 0
    @usableFromInline package var isInString = false
    @usableFromInline var isEscaped = false

    package init() {}

    /// Takes the next byte of the text. Inlined, as readers of large files call it for each byte.
    @inlinable package mutating func take(_ byte: UInt8) -> Part {
        if isInString {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString = false
                return .closingQuote
            }
            return .stringContent
        }
        switch byte {
        case UInt8(ascii: "\""):
            isInString = true
            return .openingQuote
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            depth += 1
            return .openingBracket
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth -= 1
            return .closingBracket
        case UInt8(ascii: ","): return .comma
        default: return .other
        }
    }
}
