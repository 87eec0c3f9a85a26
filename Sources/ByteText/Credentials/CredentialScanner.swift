/// Finds the credentials in a text, in one pass over its words, which are runs of letters of base64url.
///
///     credential = form | scheme gap value | name separator value | program option value | "://" userinfo "@" | webhook
///     form       = a token that is known by how it begins          CredentialScanner+Forms
///     webhook    = the part of a URL behind the name of a chat     CredentialScanner+Forms
///     scheme     = "Bearer" | "Basic" | "DPoP" | "Negotiate"       CredentialScanner+Names, also the options
///     name       = a word that says so                             CredentialName
///     separator  = "=" | ":" | "," | ">" | white space | …         CredentialScanner+Names
///     value      = quoted | header | bare                          CredentialScanner+Values
///     gap        = quotes, brackets and white space                CredentialScanner+Reading
///
/// Quotes, signs and white space may be escapes of URLs, JSON and HTML. A gap may stand on both sides of a separator. No byte
/// is read again and again: what looks ahead stops soon, where another name could begin, or where one looked before.
struct CredentialScanner {
    let text: ArraySlice<UInt8>
    /// The text has letters with which a credential of known form begins. Hardly any text has.
    private let mayHaveForm: Bool
    let isJSON: Bool
    /// The ranges of the credentials, in order.
    private(set) var ranges: [Range<Int>] = []
    /// How far the text is searched; behind a credential, its end.
    private(set) var index: Int
    /// What the credential found last is, if a list of strings begins with it.
    var listed: CredentialName?
    /// The end of the last line behind a name such as `cookie` that holds no credential.
    var judged = 0
    /// The end of the last text behind a scheme that is no credential; nor is what stands behind a scheme within it.
    var judgedScheme = 0

    /// - Parameters:
    ///   - formsOnly: Names, schemes and URLs are passed over.
    ///   - isJSON: A private key ends with its string.
    init(_ text: ArraySlice<UInt8>, formsOnly: Bool, isJSON: Bool = false) {
        (self.text, self.isJSON) = (text, isJSON)
        index = text.startIndex
        mayHaveForm = Self.mayHaveForm(text.span)
        if mayHaveForm || !formsOnly { findAll(formsOnly: formsOnly) }
    }

    private mutating func findAll(formsOnly: Bool) {
        while index < text.endIndex {
            let start = index
            guard text[start].isTokenLetter else {
                index += 1
                if text[start] == UInt8(ascii: ":"), !formsOnly, let found = userInfo(at: start) { add(found) }
                continue
            }
            index = endOfWord(from: start)
            let word = start..<index
            if mayHaveForm, let found = form(in: word) {
                add(found)
            } else if !formsOnly, let found = word.count >= Self.leastToken ? otherToken(in: word) : nil {
                add(found)
            } else if !formsOnly, let found = webhook(behind: word) ?? neighbour(of: word) {
                add(found)
            }
            while listed != nil, let found = nextInList() { add(found) }
        }
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
    func wrappedRest(of credential: Range<Int>) -> Range<Int>? {
        let end = credential.upperBound
        guard isOne(of: " \r\n\\%", at: end) else { return nil }
        let isSpace = text[end] == UInt8(ascii: " ")
        if isSpace {
            guard begins("eyJ", at: credential.lowerBound),
                text[credential].count(where: { $0 == UInt8(ascii: ".") }) < 2
            else { return nil }
        }
        guard let lineBreak = Self.lineBreaks.first(where: { begins($0, at: end) }) else { return nil }
        let line = end + lineBreak.utf8CodeUnitCount
        let start = self.end(of: line) { $0.isOne(of: " \t>|") }
        let piece = start..<self.end(of: start) { $0.isTokenLetter || $0.isOne(of: "./+=") }
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

    /// The user and password of a URL, behind the colon of `://`.
    private func userInfo(at colon: Int) -> Range<Int>? {
        guard begins("://", at: colon) else { return nil }
        let start = colon + 3
        let end = end(of: start) { $0 > 0x20 && !$0.isOne(of: "/?#\"'<>\\") }
        guard let at = text[start..<end].lastIndex(of: UInt8(ascii: "@")), at > start else { return nil }
        return start..<at
    }
}
