internal import ByteText

/// A pattern of a message: texts that follow one another, with facts between them. Capitals and small letters, spaces and low
/// lines, and single and double quotation marks are the same, since languages differ in them. A text that ends in a digit ends
/// where the number in the message does: `code 0` is not found in `code 01`.
package struct FactPattern: ExpressibleByStringLiteral, Sendable {
    /// The pattern as it was written.
    package let text: String
    /// The texts as ``folded(_:)`` returns them, and the names of the facts between them.
    private let texts: [[UInt8]]
    private let names: [Substring]

    package init(stringLiteral pattern: String) {
        text = pattern
        let parts = pattern.split(omittingEmptySubsequences: false) { $0 == "{" || $0 == "}" }
        texts = stride(from: 0, to: parts.count, by: 2).map { Self.folded(parts[$0].utf8) }
        names = stride(from: 1, to: parts.count, by: 2).map { parts[$0] }
    }

    /// A text of the same length in small letters, with single quotation marks, and spaces for low lines.
    static func folded(_ text: some Sequence<UInt8>) -> [UInt8] {
        text.map { $0 == UInt8(ascii: "\"") ? UInt8(ascii: "'") : $0 == UInt8(ascii: "_") ? 0x20 : $0.lowercased }
    }

    /// The hash of the first four bytes of the pattern. Each pattern has as many before its first fact.
    var hash: Int { Self.hash(texts[0].prefix(4).reduce(0) { $0 << 8 | UInt32($1) }) }

    /// A hash from 0 to 4095 of four bytes, the first of which is the highest of `key`.
    static func hash(_ key: UInt32) -> Int { Int((key &* 0x9e37_79b1) >> 20) }

    struct Match {
        var words: [Range<Int>]
        var facts: [(name: Substring, range: Range<Int>)] = []
    }

    /// Where the pattern is found in a text that is ``folded(_:)``; `nil` where it is not. A fact has at most 200 bytes. At the end
    /// of the pattern the number of a status or size goes to its last digit, and any other fact to the end of the line.
    func match(in text: [UInt8]) -> Match? {
        guard let start = Self.range(of: texts[0], in: text, from: 0) else { return nil }
        var index = start.upperBound
        var match = Match(words: [start])
        for (name, next) in zip(names, texts.dropFirst()) {
            let line = text[index...].prefix(200).prefix { $0 != 0x0a }
            let digits = next.isEmpty && ["status", "size"].contains(name) ? line.prefix(while: \.isDigit).count : 0
            let rest = digits == 0 ? line : line.prefix(digits)
            let words = next.isEmpty ? rest.endIndex..<rest.endIndex : Self.range(of: next, in: text, from: index)
            guard let words, words.lowerBound > index, words.lowerBound <= rest.endIndex else { return nil }
            match.facts.append((name, index..<words.lowerBound))
            index = words.upperBound
            match.words.append(words)
        }
        return match
    }

    /// The first place at or behind `start` where the words stand, and no digit behind a digit at their end.
    private static func range(of words: [UInt8], in text: [UInt8], from start: Int) -> Range<Int>? {
        var from = start
        while let found = text.firstIndex(of: words, from: from) {
            let end = found + words.count
            guard end < text.count, text[end].isDigit, words.last?.isDigit == true else { return found..<end }
            from = found + 1
        }
        return nil
    }
}

extension String {
    /// The template with the facts put in: see ``KnownCause``. Parts in brackets are left out where a fact is not known.
    package func filled(with facts: [String: String]) -> String {
        guard utf8.contains(UInt8(ascii: "{")) else { return self }
        var text = ""
        let parts = utf8.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }
        for (index, part) in parts.enumerated() {
            var (words, isKnown) = ("", true)
            let pieces = part.split(omittingEmptySubsequences: false) {
                $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}")
            }
            for (number, piece) in pieces.enumerated() {
                let word = String(Substring(piece))
                let fact = number.isMultiple(of: 2) ? word : facts[word]
                isKnown = isKnown && fact != nil
                words += fact ?? "{\(word)}"
            }
            if isKnown || index.isMultiple(of: 2) { text += words }
        }
        return text
    }
}
