internal import ByteText

/// A pattern of a message: texts that follow one another, with facts between them. Single and double quotation marks are the
/// same, since languages differ in them. A text that ends in a digit ends where the number in the message does: `code 0` is not
/// found in `code 01`.
package struct FactPattern: ExpressibleByStringLiteral, Sendable {
    /// The pattern as it was written.
    package let text: String
    /// The texts and the names of the facts, in turn; the first is a text, in which all quotation marks are single.
    private let parts: [Substring]

    package init(stringLiteral pattern: String) {
        text = pattern
        let unquoted = String(pattern.map { $0 == "\"" ? "'" : $0 })
        parts = unquoted.split(omittingEmptySubsequences: false) { $0 == "{" || $0 == "}" }
    }

    /// A text with single quotation marks only.
    static func unquoted(_ text: [UInt8]) -> [UInt8] {
        text.map { $0 == UInt8(ascii: "\"") ? UInt8(ascii: "'") : $0 }
    }

    struct Match {
        var words: [Range<Int>]
        var facts: [(name: Substring, range: Range<Int>)] = []
    }

    /// Where the pattern is found in the text; `nil` where it is not. A fact has at most 200 bytes, and one at the end of the
    /// pattern goes to the end of the line.
    func match(in text: [UInt8], unquoted: [UInt8]) -> Match? {
        guard let start = Self.range(of: parts[0], in: unquoted, from: 0) else { return nil }
        var index = start.upperBound
        var match = Match(words: [start])
        for number in stride(from: 1, to: parts.count, by: 2) {
            let next = number + 1 < parts.count ? parts[number + 1] : ""
            let rest = text[index...].prefix(200).prefix { $0 != 0x0a }
            let words =
                next.isEmpty ? rest.endIndex..<rest.endIndex : Self.range(of: next, in: unquoted, from: index)
            guard let words, words.lowerBound > index, words.lowerBound <= rest.endIndex else { return nil }
            match.facts.append((parts[number], index..<words.lowerBound))
            index = words.upperBound
            match.words.append(words)
        }
        return match
    }

    /// The first place at or behind `start` where the words stand, and no digit behind a digit at their end.
    private static func range(of words: Substring, in text: [UInt8], from start: Int) -> Range<Int>? {
        var from = start
        while let found = text.firstIndex(of: words.utf8, from: from) {
            let end = found + words.utf8.count
            guard end < text.count, text[end].isDigit, words.utf8.last?.isDigit == true else { return found..<end }
            from = found + 1
        }
        return nil
    }
}

extension String {
    /// The template with the facts put in: see ``KnownCause``. Parts in brackets are left out where a fact is not known.
    package func filled(with facts: [String: String]) -> String {
        guard utf8.contains(UInt8(ascii: "{")) else { return self }
        return split(omittingEmptySubsequences: false) { $0 == "[" || $0 == "]" }.enumerated().map { index, part in
            var isKnown = true
            let words = part.split(omittingEmptySubsequences: false) { $0 == "{" || $0 == "}" }.enumerated().map {
                number, word -> String in
                guard !number.isMultiple(of: 2) else { return String(word) }
                isKnown = isKnown && facts[String(word)] != nil
                return facts[String(word)] ?? "{\(word)}"
            }
            return isKnown || index.isMultiple(of: 2) ? words.joined() : ""
        }.joined()
    }
}
