// The letters of a text, what stands between a name and its value, and escapes.
extension CredentialScanner {
    /// The most bytes between a name, its separator and its value.
    static let gapLimit = 32

    /// The end of the quotes, brackets and white space from `start` on, as they are or as escapes; of many, a place among them.
    /// Another escape of JSON is the beginning of a value, and behind a quote one of white space is, too.
    func endOfGap(from start: Int) -> Int {
        var end = min(start, text.endIndex)
        let limit = min(text.endIndex, end + 4 * Self.gapLimit)
        while end < limit {
            switch text[end] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "\""),
                UInt8(ascii: "'"), UInt8(ascii: "["), UInt8(ascii: "]"):
                end += 1
            case UInt8(ascii: "\\"):
                if isOne(of: "nrt", at: end + 1), !text[max(end - 1, text.startIndex)].isQuote {
                    end += 2
                } else if let escape = Self.escapes.first(where: { begins($0, at: end) }) {
                    end += escape.utf8CodeUnitCount
                } else if isOne(of: "nrtbfu/", at: end + 1), !isEscaped(at: end) || endOfEscape(at: end) != nil {
                    return end
                } else {
                    end += 1
                }
            case UInt8(ascii: "%"), UInt8(ascii: "&"):
                guard let escape = Self.escapes.first(where: { begins($0, at: end) }) else { return end }
                end += escape.utf8CodeUnitCount
            default: return end
            }
        }
        return end
    }

    /// Escapes of white space and quotes in URLs, and of quotes in HTML, in JSON as .NET writes it and in the logs of nginx.
    private static let escapes: [StaticString] = [
        "\\u0022", "\\u0027", "\\x22", "\\x27",
        "%20", "%22", "%27", "%09", "%2520", "%2522", "&quot;", "&apos;", "&#34;", "&#39;", "&#034;", "&#039;",
        "&#x22;", "&#x27;",
    ]

    /// The end of `=` or `:` as an escape of URLs, also escaped once more, or of JSON.
    func endOfEscape(at index: Int) -> Int? {
        let end =
            index + (begins("\\u003", at: index) ? 6 : begins("%253", at: index) ? 5 : begins("%3", at: index) ? 3 : 0)
        return end > index && isOne(of: "dDaA", at: end - 1) ? end : nil
    }

    /// Whether a backslash is the second of two, which stand for one.
    private func isEscaped(at index: Int) -> Bool {
        text[..<index].reversed().prefix { $0 == UInt8(ascii: "\\") }.prefix(4 * Self.gapLimit).count % 2 == 1
    }

    /// Where a value goes on that begins with the backslash of an escape, which belongs to it.
    func behindBackslash(_ start: Int) -> Int { begins("\\", at: start) && !isEscaped(at: start) ? start + 1 : start }

    /// The byte at an index, and 0 outside of the text.
    func byte(at index: Int) -> UInt8 { index >= text.startIndex && index < text.endIndex ? text[index] : 0 }

    func isOne(of bytes: StaticString, at index: Int) -> Bool { index < text.endIndex && text[index].isOne(of: bytes) }

    func isBehind(_ word: StaticString, _ index: Int) -> Bool {
        index - word.utf8CodeUnitCount >= text.startIndex && begins(word, at: index - word.utf8CodeUnitCount)
    }

    func begins(_ word: StaticString, at start: Int) -> Bool {
        text.endIndex - start >= word.utf8CodeUnitCount
            && (0..<word.utf8CodeUnitCount).allSatisfy { unsafe text[start + $0] == word.utf8Start[$0] }
    }

    /// The end of the token letters from `start` on. Eight bytes at a time take half of the time that single ones do: where
    /// a word ends is not foreseen by the processor.
    @inline(__always)
    func endOfWord(from start: Int) -> Int {
        var end = start
        while text.endIndex - end >= 8 {
            let ends = UInt64(littleEndian: text.span.eightBytes(at: end - text.startIndex)).wordEnds
            guard ends == 0 else { return end + ends.trailingZeroBitCount / 8 }
            end += 8
        }
        return self.end(of: end, while: \.isTokenLetter)
    }

    func end(of start: Int, while fits: (UInt8) -> Bool) -> Int {
        var end = start
        while end < text.endIndex, fits(text[end]) { end += 1 }
        return end
    }
}

extension UInt8 {
    @inline(__always)
    func isOne(of bytes: StaticString) -> Bool {
        (0..<bytes.utf8CodeUnitCount).contains { unsafe bytes.utf8Start[$0] == self }
    }

    /// Letters of base64url, of which words and the parts of tokens are made.
    @inlinable var isTokenLetter: Bool { isLetterOrDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }

    var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }

    /// Tells digits, capital letters and small letters apart.
    var letterKind: UInt8 { isDigit ? 1 : self & 0x20 == 0 ? 2 : 3 }

    /// Letters of the value behind a scheme.
    ///
    /// Source: https://datatracker.ietf.org/doc/html/rfc9110#section-11.2 (token68)
    var isCredentialLetter: Bool { isTokenLetter || isOne(of: ".~+/=:") }

    /// What may stand in the argument of a command or the value of a parameter that has no quotes.
    var isArgumentLetter: Bool { self > 0x20 && !isOne(of: "&\"'<>\\") }

    /// What may stand in the value of a header, but quotes and what escapes them.
    var isHeaderLetter: Bool { self >= 0x20 && !isOne(of: "\"'\\") || self == UInt8(ascii: "\t") }
}

extension ArraySlice<UInt8> {
    /// The bytes that base64 stands for, as far as it is base64.
    var base64Bytes: [UInt8] {
        var decoder = Base64Decoder()
        _ = decoder.take(span)
        _ = decoder.finish()
        return decoder.bytes
    }
}
