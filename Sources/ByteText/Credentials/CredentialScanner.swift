/// Finds the credentials in a text, in one pass over its words.
struct CredentialScanner {
    let text: ArraySlice<UInt8>
    /// The text has letters with which a credential of known form begins. Hardly any text has.
    private let mayHaveForm: Bool
    private let isJSON: Bool
    /// The ranges of the credentials, in order.
    private(set) var ranges: [Range<Int>] = []
    /// How far the text is searched; behind a credential, its end.
    private(set) var index: Int
    /// What the credential found last is, if a list of strings begins with it.
    var listed: CredentialName?
    /// The end of the last line behind a name such as `cookie` that holds no credential.
    var judged = 0
    /// The end of the last text behind a scheme that is no credential; nor is what stands behind a scheme within it.
    private var judgedScheme = 0

    /// - Parameters:
    ///   - formsOnly: Names, schemes and URLs are passed over.
    ///   - isJSON: A private key ends with its string.
    init(_ text: ArraySlice<UInt8>, formsOnly: Bool, isJSON: Bool = false) {
        (self.text, self.isJSON) = (text, isJSON)
        index = text.startIndex
        mayHaveForm = Self.mayHaveForm(text.span)
        if !formsOnly { findAll() } else if mayHaveForm { findForms() }
    }

    private mutating func findAll() {
        while index < text.endIndex {
            let start = index
            guard text[start].isTokenLetter else {
                index += 1
                if text[start] == UInt8(ascii: ":"), let found = userInfo(at: start) { add(found) }
                continue
            }
            index = endOfWord(from: start)
            let word = start..<index
            if mayHaveForm, let found = form(in: word) {
                add(found)
            } else if word.count >= Self.leastToken, let found = prefixedToken(in: word) {
                add(found)
            } else if let found = neighbour(of: word) {
                add(found)
            }
            while let found = nextInList() { add(found) }
        }
    }

    /// Looks at every eighth byte, which is part of every word of eight bytes.
    private mutating func findForms() {
        let least = 8
        while index + least <= text.endIndex {
            let probe = index + least - 1
            guard text[probe].isTokenLetter else {
                index = probe + 1
                continue
            }
            var start = probe
            while start > index, text[start - 1].isTokenLetter { start -= 1 }
            index = end(of: probe, while: \.isTokenLetter)
            if index - start >= least, let found = form(in: start..<index) { add(found) }
        }
    }

    /// Whether a text may hold a credential: each has a known form, or stands behind a space, a quote or a sign.
    static func mayFind(in text: Span<UInt8>) -> Bool {
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: " "), UInt8(ascii: "%"), UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "\""),
                UInt8(ascii: "'"), UInt8(ascii: ">"), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                return true
            default: continue
            }
        }
        return mayHaveForm(text) || mayHavePrefix(text)
    }

    /// - Parameter range: May begin within the credential before, as some forms have letters before their word.
    private mutating func add(_ range: Range<Int>) {
        let start = max(range.lowerBound, ranges.last?.upperBound ?? range.lowerBound)
        var end = range.upperBound
        while let rest = wrappedRest(of: start..<end) { end = rest.upperBound }
        ranges.append(start..<end)
        index = max(index, end)
    }

    /// The piece of a credential that a terminal, a mail or a program wrapped onto the next line, behind marks such as `> `.
    ///
    /// A credential changes between capital letters, small letters and digits more often than other words do. In JSON Web
    /// Tokens a space may stand for the line break, where a part is missing before it and stands behind it.
    private func wrappedRest(of credential: Range<Int>) -> Range<Int>? {
        let end = credential.upperBound
        guard end < text.endIndex, " \r\n\\%".utf8.contains(text[end]) else { return nil }
        let isSpace = text[end] == UInt8(ascii: " ")
        if isSpace {
            guard begins("eyJ", at: credential.lowerBound),
                text[credential].count(where: { $0 == UInt8(ascii: ".") }) < 2
            else { return nil }
        }
        guard let lineBreak = Self.lineBreaks.first(where: { begins($0, at: end) }) else { return nil }
        let line = end + lineBreak.utf8CodeUnitCount
        let start = self.end(of: line) { " \t>|".utf8.contains($0) }
        let piece = start..<self.end(of: start) { $0.isTokenLetter || "./+=".utf8.contains($0) }
        guard start - line <= Self.gapLimit, piece.count >= 16, !begins(":", at: piece.upperBound),
            !isSpace || text[piece].contains(UInt8(ascii: "."))
        else { return nil }
        let kinds = text[piece].lazy.filter(\.isLetterOrDigit).map(\.letterKind)
        return 3 * zip(kinds, kinds.dropFirst()).count { $0 != $1 } >= piece.count ? piece : nil
    }

    /// Line breaks, their escapes in JSON and in URLs, and the space in place of one.
    private static let lineBreaks: [StaticString] = [
        " ", "\r\n", "\r", "\n", "\\r\\n", "\\r", "\\n", "%0D%0A", "%0D", "%0A",
    ]

    // MARK: Forms

    /// Whether a text has the letters with which a credential begins that ``form(in:)`` knows.
    private static func mayHaveForm(_ text: Span<UInt8>) -> Bool {
        guard text.count >= 8 else { return false }
        // Eight bytes at a time, of which the last is the first of the next: so each pair is within eight.
        for start in stride(from: 0, to: text.count, by: 7) {
            let start = min(start, text.count - 8)
            var marks = Self.marks(in: UInt64(littleEndian: text.eightBytes(at: start)))
            while marks != 0 {
                if isForm(text, at: start + marks.trailingZeroBitCount / 8) { return true }
                marks &= marks - 1
            }
        }
        return false
    }

    /// The highest bits of the bytes that may be letters which ``isForm(_:at:)`` looks for, in eight bytes, the first of them
    /// lowest; now and then of others.
    private static func marks(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // Sets the highest bit of the bytes that are equal, and sometimes of those above one.
        func equal(_ byte: UInt8) -> UInt64 {
            let difference = word ^ (ones &* UInt64(byte))
            return (difference &- ones) & ~difference
        }
        let slashes = equal(UInt8(ascii: "/"))
        let pairs = equal(UInt8(ascii: "2")) << 8 & equal(UInt8(ascii: "9")) | slashes << 8 & slashes
        let letters =
            equal(UInt8(ascii: "J")) | equal(UInt8(ascii: "z")) | equal(UInt8(ascii: "X")) | equal(UInt8(ascii: "B"))
        return (pairs | letters) & ones << 7
    }

    /// Whether the beginning of a credential ends here: the rarest letter of one, and the letters before it.
    private static func isForm(_ text: Span<UInt8>, at index: Int) -> Bool {
        let before: StaticString
        switch text[index] {
        case UInt8(ascii: "J"): before = "ey"
        case UInt8(ascii: "z"): before = "AI"
        case UInt8(ascii: "X"): before = "GOCSP"
        case UInt8(ascii: "9"): before = "ya2"
        case UInt8(ascii: "/"): before = "1/"
        case UInt8(ascii: "B"): before = "-----"
        default: return false
        }
        let start = index - before.utf8CodeUnitCount
        return start >= 0 && (start..<index).allSatisfy { unsafe text[$0] == before.utf8Start[$0 - start] }
    }

    /// The credential in a word, and behind it as far as it goes on, that is known by its form. How each form begins is known
    /// to ``isForm(_:at:)``, too: a text without such a beginning is not searched.
    private func form(in word: Range<Int>) -> Range<Int>? {
        let isWrapped = wrappedRest(of: word) != nil
        // Behind the head may stand a letter of its own, as in tokens of service accounts: `ya29.c.`
        let head = isBehind("ya29.", word.lowerBound) ? word.lowerBound : word.lowerBound - 2
        if word.count >= 11 || isWrapped, isBehind(".", word.lowerBound), isBehind("ya29.", head) {
            return (head - 5)..<end(of: word.upperBound) { $0.isTokenLetter || $0 == UInt8(ascii: ".") }
        }
        // No other form is shorter.
        guard word.count >= 8 || isWrapped else { return nil }
        for start in word {
            let rest = start..<word.upperBound
            switch text[start] {
            // Most words have an e, and hardly any has a y behind it.
            case UInt8(ascii: "e")
            where (rest.count >= 8 || isWrapped) && text[start + 1] == UInt8(ascii: "y") && begins("eyJ", at: start):
                // A token with two parts at least, or the first part of a token that was cut or wrapped.
                let isHead =
                    rest.count >= 16
                    ? Self.tokenHeads.contains { begins($0, at: start) } : isWrapped && start == word.lowerBound
                guard isHead || isPart(behind: word.upperBound) else { continue }
                return start..<end(of: word.upperBound) { $0.isTokenLetter || $0 == UInt8(ascii: ".") }
            case UInt8(ascii: "A") where (rest.count >= 24 || isWrapped) && begins("AIza", at: start): return rest
            case UInt8(ascii: "G") where (rest.count >= 20 || isWrapped) && begins("GOCSPX-", at: start): return rest
            case UInt8(ascii: "0")
            where start == word.lowerBound && (rest.count >= 20 || isWrapped) && isBehind("1//", start):
                return (start - 3)..<word.upperBound
            case UInt8(ascii: "-") where begins("-----BEGIN ", at: start): return privateKey(at: start)
            default: break
            }
        }
        return nil
    }

    /// Whether a point and another part of a token stand here.
    private func isPart(behind end: Int) -> Bool {
        let part = text[end...].prefix(9)
        return part.count == 9 && part.first == UInt8(ascii: ".") && part.dropFirst().allSatisfy(\.isTokenLetter)
    }

    /// What `{"alg`, `{"typ` and `{"kid` are in base64.
    private static let tokenHeads: [StaticString] = ["eyJhbGci", "eyJ0eXAi", "eyJraWQi"]

    /// The token of another service in a long word that begins with one of ``prefixes``, or stands behind `SG.`, as those of
    /// SendGrid do.
    private func prefixedToken(in word: Range<Int>) -> Range<Int>? {
        let start = word.lowerBound + lettersOfEscape(at: word.lowerBound)
        if Self.prefixPlaces[Self.place(of: text[start...])], Self.prefixes.contains(where: { begins($0, at: start) }) {
            return start..<endOfToken(from: word.upperBound)
        }
        guard isBehind("SG.", word.lowerBound) else { return nil }
        let head = word.lowerBound - 3
        var first = head
        while first > text.startIndex, head - first <= 5, text[first - 1].isTokenLetter { first -= 1 }
        // Names of classes and packages may end so, too.
        guard first + lettersOfEscape(at: first) == head, !isBehind(".", head) else { return nil }
        return head..<endOfToken(from: word.upperBound)
    }

    /// How many letters from a place on belong to an escape of JSON or of URLs whose sign stands before it.
    private func lettersOfEscape(at start: Int) -> Int {
        isBehind("\\", start) ? begins("u00", at: start) ? 5 : 1 : isBehind("%", start) ? 2 : 0
    }

    private func endOfToken(from start: Int) -> Int {
        end(of: start) { $0.isTokenLetter || $0 == UInt8(ascii: ".") }
    }

    /// The letters of the shortest part of a token of other services.
    private static let leastToken = 20

    /// How the tokens of other services begin that the programs and the people of a fleet use. The messages of Fleet Engine
    /// are not searched for them.
    ///
    /// Sources: https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github,
    /// https://docs.gitlab.com/security/tokens/#token-prefixes, https://api.slack.com/concepts/token-types,
    /// https://docs.stripe.com/keys, https://docs.stripe.com/webhooks/signature
    private static let prefixes: [StaticString] = [
        "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "gldt-", "glrt-", "glptt-", "glcbt-", "xoxb-",
        "xoxp-", "xoxa-", "xoxe-", "xoxr-", "xoxs-", "xapp-", "sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_",
    ]

    /// Whether a prefix has its first four letters at a place. Most letters of a text have another.
    private static let prefixPlaces = prefixes.reduce(into: Array(repeating: false, count: 1024)) {
        $0[place(of: $1.description.utf8)] = true
    }

    private static func place(of text: some Sequence<UInt8>) -> Int {
        CredentialName.place(of: text.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
    }

    /// Whether a text may have a token of another service.
    private static func mayHavePrefix(_ text: Span<UInt8>) -> Bool {
        guard text.count >= leastToken else { return false }
        let places = prefixPlaces
        var head: UInt32 = 0
        for index in text.indices.dropLast(leastToken - 4) {
            head = head << 8 | UInt32(text[index])
            // The number is `SG.`, behind which any letter may stand.
            if places[CredentialName.place(of: head)] || head >> 8 == 0x53_47_2E { return true }
        }
        return false
    }

    /// The private key in PEM that begins at a line of dashes, to its last line or to the end of the text, of JSON to the
    /// end of the string at most.
    ///
    /// Source: https://datatracker.ietf.org/doc/html/rfc7468
    ///
    /// - Parameter isQuoted: The key is the value of a name, in quotes. If another member follows, it ends with them, as one
    ///   that was cut does; code may go on with the next string, and lists of lines begin with the label alone.
    func privateKey(at start: Int, isQuoted: Bool = false) -> Range<Int>? {
        guard let label = text[start...].prefix(48).firstIndex(of: "PRIVATE KEY-----".utf8) else { return nil }
        if isQuoted {
            let value = quotedValue(from: start)
            let next = end(of: value.upperBound) { $0.isQuote || $0 == UInt8(ascii: "\\") }
            let isMember = next > value.upperBound && next < text.endIndex && ",;)}]".utf8.contains(text[next])
            if isMember, value.upperBound - label >= 32 { return value }
        }
        var text = text
        if isJSON {
            var isEscaped = false
            let end = end(of: start) { byte in
                defer { isEscaped = byte == UInt8(ascii: "\\") && !isEscaped }
                return byte != UInt8(ascii: "\"") || isEscaped
            }
            text = text[..<end]
        }
        guard let last = text.firstIndex(of: "-----END ".utf8, from: start) else { return start..<text.endIndex }
        return start..<(text.firstIndex(of: "KEY-----".utf8, from: last).map { $0 + 8 } ?? text.endIndex)
    }

    // MARK: Names and schemes

    /// The credential that follows a word: a scheme of authentication, or the name of a credential.
    private mutating func neighbour(of word: Range<Int>) -> Range<Int>? {
        if text[word.lowerBound] == UInt8(ascii: "-"), let password = password(behind: word) { return password }
        // A credential follows a word of three letters or more, or the option `-u`.
        guard word.count >= 3 || text[word.lowerBound] == UInt8(ascii: "-"), word.upperBound < text.endIndex else {
            return nil
        }
        switch text[word.upperBound] {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "%"),
            UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"),
            UInt8(ascii: "]"), UInt8(ascii: "&"):
            return valueOfScheme(word) ?? value(behind: word)
        // A closing tag has no value behind it.
        case UInt8(ascii: ">"): return isBehind(UInt8(ascii: "/"), word.lowerBound) ? nil : value(behind: word)
        case UInt8(ascii: "<"): return begins("</key>", at: word.upperBound) ? value(behind: word) : nil
        default: return nil
        }
    }

    /// The credential behind `Bearer` and the like, or behind an option.
    mutating func valueOfScheme(_ word: Range<Int>) -> Range<Int>? {
        // Most words differ from all schemes in their length or first letter.
        let scheme: StaticString
        switch (word.count, text[word.lowerBound].lowercased) {
        case (6, UInt8(ascii: "b")): scheme = "bearer"
        case (5, UInt8(ascii: "b")): scheme = "basic"
        case (4, UInt8(ascii: "d")): scheme = "dpop"
        case (9, UInt8(ascii: "n")): scheme = "negotiate"
        case (_, UInt8(ascii: "-")): return userAndPassword(behind: word)
        default: return nil
        }
        guard word.allSatisfy({ unsafe text[$0].lowercased == scheme.utf8Start[$0 - word.lowerBound] }) else {
            return nil
        }
        var start = endOfGap(from: word.upperBound)
        if begins(":", at: start) || begins("=", at: start) { start = endOfGap(from: start + 1) }
        guard start > word.upperBound else { return nil }
        if word.count == 5 {
            // `Basic` is a word of its own, too: a credential is a name, a colon and a password in base64.
            let body = behindBackslash(start)
            let digits =
                body..<end(of: body) { $0.isTokenLetter || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }
            guard text[digits].base64Bytes.contains(UInt8(ascii: ":")) else { return nil }
        } else if start < judgedScheme {
            return nil
        }
        let value = start..<end(of: behindBackslash(start), while: \.isCredentialLetter)
        if word.count == 5 || isToken(value) { return value }
        judgedScheme = value.upperBound
        return nil
    }

    /// The `user:password` behind an option of `curl` that takes both: `-u`, also behind the letters of other options or in one
    /// word with the user; `-U`, `--user`, `--proxy-user`. A user of digits is a number or an hour.
    private func userAndPassword(behind option: Range<Int>) -> Range<Int>? {
        let isLong =
            option.count == 6 && begins("--user", at: option.lowerBound)
            || option.count == 12 && begins("--proxy-user", at: option.lowerBound)
        let isShort =
            text[option.upperBound - 1].lowercased == UInt8(ascii: "u")
            && text[option].dropFirst().dropLast().allSatisfy("sSkviLfgN".utf8.contains)
        var start: Int
        if isLong || isShort {
            start = endOfGap(from: option.upperBound)
            if begins("=", at: start) { start = endOfGap(from: start + 1) }
            guard start > option.upperBound else { return nil }
        } else {
            guard begins("-u", at: option.lowerBound) else { return nil }
            start = option.lowerBound + 2
        }
        // The user ends where another option could begin, so that no byte is read twice.
        let colon = end(of: behindBackslash(start)) { $0.isTokenLetter || ".@+$".utf8.contains($0) }
        let isNumber = colon > start && text[start..<colon].allSatisfy(\.isDigit)
        guard begins(":", at: colon), !begins("://", at: colon), !isNumber else { return nil }
        let value =
            text[start - 1].isQuote
            ? quotedValue(from: start) : start..<end(of: colon) { $0 > 0x20 && !"\"'\\".utf8.contains($0) }
        return value.upperBound > colon + 1 ? value : nil
    }

    /// The password behind the option `-p`, also in one word with it, of programs that take one so: `sshpass -p x`,
    /// `mysql -px`, `docker login -p x`.
    private func password(behind option: Range<Int>) -> Range<Int>? {
        guard begins("-p", at: option.lowerBound), !begins("-pass", at: option.lowerBound) else { return nil }
        // Behind a space, `-p` of `mysql` asks for the password, and that of others near it is a port.
        let isAlone = option.count == 2
        let isApart = isAlone && !(option.upperBound < text.endIndex && text[option.upperBound].isQuote)
        let programs = ["sshpass "] + (isApart ? [] : ["mysql"]) + (isAlone ? ["login "] : [])
        guard programs.contains(where: { isNear($0, before: option.lowerBound) }) else { return nil }
        let start = isAlone ? endOfGap(from: option.upperBound) : option.lowerBound + 2
        // At the end of a string, what stands behind its quote is no password.
        guard start < text.endIndex, !isReplacement(at: start), !isEnd(at: start), text[start] != UInt8(ascii: ":")
        else { return nil }
        let value =
            text[start - 1].isQuote
            ? quotedValue(from: start) : start..<end(of: start) { $0 > 0x20 && !"\"'\\".utf8.contains($0) }
        return value.isEmpty ? nil : value
    }

    /// Whether a word stands a few bytes before an index.
    func isNear(_ word: String, before index: Int) -> Bool {
        text[max(text.startIndex, index - 4 * Self.gapLimit)..<index].firstIndex(of: word.utf8) != nil
    }

    // MARK: URLs

    /// The user and password of a URL, behind the colon of `://`.
    private func userInfo(at colon: Int) -> Range<Int>? {
        guard begins("://", at: colon) else { return nil }
        let start = colon + 3
        let end = end(of: start) { $0 > 0x20 && !"/?#\"'<>\\".utf8.contains($0) }
        guard let at = text[start..<end].lastIndex(of: UInt8(ascii: "@")), at > start else { return nil }
        return start..<at
    }

    // MARK: Reading

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
                let next = end + 1 < text.endIndex ? text[end + 1] : 0
                if "nrt".utf8.contains(next), !text[max(end - 1, text.startIndex)].isQuote {
                    end += 2
                } else if let escape = Self.quoteEscapes.first(where: { begins($0, at: end) }) {
                    end += escape.utf8CodeUnitCount
                } else if "nrtbfu/".utf8.contains(next), !isEscaped(at: end) || endOfEscape(at: end) != nil {
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

    /// Whether a backslash is the second of two, which stand for one.
    private func isEscaped(at index: Int) -> Bool {
        text[..<index].reversed().prefix { $0 == UInt8(ascii: "\\") }.prefix(4 * Self.gapLimit).count % 2 == 1
    }

    /// Where a value goes on that begins with the backslash of an escape, which belongs to it.
    func behindBackslash(_ start: Int) -> Int { begins("\\", at: start) && !isEscaped(at: start) ? start + 1 : start }

    /// Escapes of quotes behind a backslash, as JSON may have them, .NET's does, and as nginx writes them.
    private static let quoteEscapes: [StaticString] = ["\\u0022", "\\u0027", "\\x22", "\\x27"]

    /// Escapes of white space and quotes in URLs, and of quotes in HTML.
    private static let escapes: [StaticString] = [
        "%20", "%22", "%27", "%09", "%2520", "%2522", "&quot;", "&apos;", "&#34;", "&#39;", "&#034;", "&#039;",
        "&#x22;", "&#x27;",
    ]

    func isBehind(_ byte: UInt8, _ index: Int) -> Bool { index > text.startIndex && text[index - 1] == byte }

    func isBehind(_ word: StaticString, _ index: Int) -> Bool {
        index - word.utf8CodeUnitCount >= text.startIndex && begins(word, at: index - word.utf8CodeUnitCount)
    }

    func begins(_ word: StaticString, at start: Int) -> Bool {
        text.endIndex - start >= word.utf8CodeUnitCount
            && (0..<word.utf8CodeUnitCount).allSatisfy { unsafe text[start + $0] == word.utf8Start[$0] }
    }

    /// The end of the token letters from `start` on. Eight bytes at a time take half of the time that single ones do: where
    /// a word ends is not foreseen by the processor.
    private func endOfWord(from start: Int) -> Int {
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
    /// Letters of base64url, of which words and the parts of tokens are made.
    @inlinable var isTokenLetter: Bool { isLetterOrDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }

    var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }

    /// Tells digits, capital letters and small letters apart.
    var letterKind: UInt8 { isDigit ? 1 : self & 0x20 == 0 ? 2 : 3 }

    /// Letters of the value behind a scheme.
    ///
    /// Source: https://datatracker.ietf.org/doc/html/rfc9110#section-11.2 (token68)
    var isCredentialLetter: Bool { isTokenLetter || ".~+/=:".utf8.contains(self) }
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
