// Tokens and keys that are known by how they begin.
extension CredentialScanner {
    /// Whether a text has the letters with which a credential begins that ``form(in:)`` knows.
    static func mayHaveForm(_ text: Span<UInt8>) -> Bool {
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
    func form(in word: Range<Int>) -> Range<Int>? {
        let isWrapped = wrappedRest(of: word) != nil
        func isLong(_ part: Range<Int>, _ least: Int) -> Bool { isWrapped || part.count >= least }
        // Behind the head may stand a letter of its own, as in tokens of service accounts: `ya29.c.`
        let head = isBehind("ya29.", word.lowerBound) ? word.lowerBound : word.lowerBound - 2
        if isLong(word, 11), isBehind(".", word.lowerBound), isBehind("ya29.", head) {
            return (head - 5)..<endOfToken(from: word.upperBound)
        }
        // No other form is shorter.
        guard isLong(word, 8) else { return nil }
        for start in word {
            let rest = start..<word.upperBound
            switch text[start] {
            // Most words have an e, and hardly any has a y behind it.
            case UInt8(ascii: "e") where begins("eyJ", at: start) && isLong(rest, 8):
                if isWebToken(rest, isWrapped: isWrapped && start == word.lowerBound) {
                    return start..<endOfToken(from: word.upperBound)
                }
            case UInt8(ascii: "A") where isLong(rest, 24) && begins("AIza", at: start): return rest
            case UInt8(ascii: "G") where isLong(rest, 20) && begins("GOCSPX-", at: start): return rest
            case UInt8(ascii: "0") where start == word.lowerBound && isLong(rest, 20) && isBehind("1//", start):
                return (start - 3)..<word.upperBound
            case UInt8(ascii: "-") where begins("-----BEGIN ", at: start): return privateKey(at: start)
            default: break
            }
        }
        return nil
    }

    /// Whether `eyJ…` is a JSON Web Token: it has two parts at least, or is the first part of a token that was cut or wrapped.
    private func isWebToken(_ part: Range<Int>, isWrapped: Bool) -> Bool {
        // What `{"alg`, `{"typ` and `{"kid` are in base64.
        let heads: [StaticString] = ["eyJhbGci", "eyJ0eXAi", "eyJraWQi"]
        return (part.count < 16 ? isWrapped : heads.contains { begins($0, at: part.lowerBound) })
            || begins(".", at: part.upperBound) && endOfWord(from: part.upperBound + 1) > part.upperBound + 8
    }

    /// The token in a long word that begins with one of ``prefixes``, or stands behind `SG.`, as those of SendGrid do, or behind
    /// `4/`.
    func otherToken(in word: Range<Int>) -> Range<Int>? {
        let start = word.lowerBound + lettersOfEscape(at: word.lowerBound)
        if isOne(of: "gswrx", at: start), Self.prefixes.contains(where: { begins($0, at: start) }) {
            return start..<endOfToken(from: word.upperBound)
        }
        // The code that Google's sign-in hands to an app, also as it stands in the URL.
        if begins("0A", at: start), isBehind("4/", start) || isBehind("4%2F", start) { return start..<word.upperBound }
        guard isBehind("SG.", word.lowerBound) else { return nil }
        let head = word.lowerBound - 3
        var first = head
        while first > text.startIndex, head - first <= 5, text[first - 1].isTokenLetter { first -= 1 }
        // Names of classes and packages may end so, too.
        guard first + lettersOfEscape(at: first) == head, !isBehind(".", head) else { return nil }
        return head..<endOfToken(from: word.upperBound)
    }

    /// The part of a URL that lets everybody who has it write to a chat, where `word` is the last of the name of the chat's host.
    ///
    /// Sources: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks,
    /// https://discord.com/developers/docs/resources/webhook, https://core.telegram.org/bots/api#authorizing-your-bot
    func webhook(behind word: Range<Int>) -> Range<Int>? {
        guard isOne(of: "/:%\\", at: word.upperBound),
            let marks = Self.webhooks.first(where: { isBehind($0.host, word.upperBound) })?.marks
        else { return nil }
        var end = word.upperBound
        while let next = endOfSign(at: end) { end = endOfWord(from: next) }
        let path = text[word.upperBound..<end]
        for mark in marks {
            guard let found = path.firstIndex(of: mark.utf8) else { continue }
            let start = endOfSign(at: found + mark.utf8.count) ?? found + mark.utf8.count
            return end - start >= Self.leastToken || wrappedRest(of: start..<end) != nil ? start..<end : nil
        }
        return nil
    }

    private static let webhooks: [(host: StaticString, marks: [String])] = [
        ("hooks.slack.com", ["services", "workflows", "triggers"]), ("discord.com", ["webhooks"]),
        ("discordapp.com", ["webhooks"]), ("api.telegram.org", ["bot"]),
    ]

    /// The end of a slash or colon, which may be an escape of JSON or of URLs, also escaped once more.
    private func endOfSign(at start: Int) -> Int? {
        let signs: [StaticString] = [
            "/", ":", "\\/", "\\u002F", "\\u002f", "%2F", "%2f", "%252F", "%3A", "%3a", "%253A",
        ]
        return signs.first { begins($0, at: start) }.map { start + $0.utf8CodeUnitCount }
    }

    /// How many letters from a place on belong to an escape of JSON or of URLs whose sign stands before it.
    private func lettersOfEscape(at start: Int) -> Int {
        isBehind("\\", start) ? begins("u00", at: start) ? 5 : 1 : isBehind("%", start) ? 2 : 0
    }

    private func endOfToken(from start: Int) -> Int {
        end(of: start) { $0.isTokenLetter || $0 == UInt8(ascii: ".") }
    }

    /// The letters of the shortest part of a token of other services.
    static let leastToken = 20

    /// How the tokens of other services begin that the programs and the people of a fleet use, with `g`, `r`, `s`, `w` or `x`. The
    /// messages of Fleet Engine are not searched for them.
    ///
    /// Sources: https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github,
    /// https://docs.gitlab.com/security/tokens/#token-prefixes, https://api.slack.com/concepts/token-types,
    /// https://docs.stripe.com/keys, https://docs.stripe.com/webhooks/signature
    private static let prefixes: [StaticString] = [
        "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "gldt-", "glrt-", "glptt-", "glcbt-", "xoxb-",
        "xoxp-", "xoxa-", "xoxe-", "xoxr-", "xoxs-", "xapp-", "sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_",
    ]

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
            if next > value.upperBound, isOne(of: ",;)}]", at: next), value.upperBound - label >= 32 { return value }
        }
        var limit = isJSON ? start : text.endIndex
        while limit < text.endIndex, text[limit] != UInt8(ascii: "\"") { limit += begins("\\", at: limit) ? 2 : 1 }
        limit = min(limit, text.endIndex)
        guard let last = text[..<limit].firstIndex(of: "-----END ".utf8, from: start) else { return start..<limit }
        return start..<(text[..<limit].firstIndex(of: "KEY-----".utf8, from: last).map { $0 + 8 } ?? limit)
    }
}
