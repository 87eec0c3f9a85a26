/// What the name of a header, parameter or member tells of its value. Of several words in a name, the one whose case stands
/// first here decides.
enum CredentialName: Int {
    /// The parameter of a URL that holds headers: `$httpHeaders`.
    case headers
    /// A header whose whole line is a credential: `authorization`, `cookie`.
    case line
    /// A password: any value is one.
    case password
    /// A password for one time, with which riders log in and begin a trip: a value with a digit.
    case code
    /// A token, a secret, a certificate, a session.
    case token
    /// A key or a signature, which are things of everyday, too.
    case key

    /// - Returns: `nil` for names that say nothing of credentials.
    init?(_ name: some RandomAccessCollection<UInt8>) {
        let (words, heads) = (Self.words, Self.heads)
        var found: Self?
        var head: UInt32 = 0
        for (position, byte) in name.enumerated() {
            // The bit makes capital letters small ones, and no other byte a letter.
            head = head << 8 & 0xFFFFFF | UInt32(byte | 0x20)
            guard heads[Self.place(of: head)] else { continue }
            let word = words.first { word in
                guard word.head == head else { return false }
                let rest = name.dropFirst(position - 2)
                return rest.begins(with: word.text)
                    && (!word.isLast || word.ends(rest, behind: name.prefix(position - 2).last))
            }
            guard let word, let kind = word.kind, kind.rawValue < found?.rawValue ?? .max else { continue }
            // A `secret` alone may be what one is called.
            found = word.isLast && kind == .password && position == 2 ? .token : kind
        }
        // A name that ends in `name`, such as `secretName`, stands before what a secret is called, not before the secret.
        // `PASS` is the outcome of a test.
        guard let found, !name.begins(with: "access-control-"), !name.suffix(4).begins(with: "name"),
            !name.elementsEqual("PASS".utf8),
            !Self.harmless.contains(where: { $0.utf8CodeUnitCount == name.count && name.begins(with: $0) })
        else { return nil }
        self = found
    }

    /// Names with such a word whose values are no credentials.
    private static let harmless: [StaticString] = [
        "idempotency-key", "x-idempotency-key", "page_token", "next_page_token", "pagetoken", "nextpagetoken",
        "token_type", "auth_time", "imagepullsecret",
    ]

    /// A word that says something, or without a kind says nothing. One that is last counts at the end of names only.
    private struct Word {
        let kind: CredentialName?
        let isLast: Bool
        let text: StaticString
        /// The first three letters as a number.
        let head: UInt32

        init(_ text: StaticString, _ kind: CredentialName?, isLast: Bool) {
            (self.text, self.kind, self.isLast) = (text, kind, isLast)
            head = text.description.utf8.prefix(3).reduce(0) { $0 << 8 | UInt32($1 | 0x20) }
        }

        /// Whether a name ends with the word. A short word is the end of others, unless no letter stands before it or it begins
        /// with a capital: `hmac_sig` and `startOtp` end with one, and `design` and `laptop` do not.
        func ends(_ rest: some RandomAccessCollection<UInt8>, behind before: UInt8?) -> Bool {
            guard rest.count == text.utf8CodeUnitCount else { return false }
            guard text.utf8CodeUnitCount <= 4, let before, before.isLetter else { return true }
            return before & 0x20 != 0 && rest.first?.letterKind == 2 && rest.last?.letterKind == 3
        }
    }

    /// The words that names of credentials have. Where several begin with the same letters, the first that fits counts.
    private static let words: [Word] = {
        let words: [(kind: Self?, isLast: Bool, words: [StaticString])] = [
            // People make up a `JWT_SECRET` as they do a password. A `pass` may be a ride or a turn of something, too.
            (.password, true, ["secret", "_pass"]), (.token, true, ["pass"]), (.code, true, ["otp"]),
            (.key, true, ["sig"]),
            (.headers, false, ["httpheaders"]), (.line, false, ["authorization", "cookie"]),
            (.password, false, ["passw", "passphrase", "passcode", "storepass", "keypass", "pwd"]),
            (.code, false, ["otpcode", "otp_code"]), (.key, false, ["key", "signature"]),
            // An author or an authority is no authorization.
            (.token, false, ["authoriz", "authoris"]), (nil, false, ["author"]),
            (.token, false, ["token", "secret", "auth", "session", "sessid", "credential", "assertion"]),
            (.token, false, ["cert", "dpop", "appcheck", "app-check", "jwt", "csrf", "xsrf", "bearer"]),
            (.token, false, ["apikey", "api-key", "api_key"]),
        ]
        return words.flatMap { kind, isLast, texts in texts.map { Word($0, kind, isLast: isLast) } }
    }()

    /// Whether a word has its first three letters at a place. Most letters of a name have another.
    private static let heads = words.reduce(into: Array(repeating: false, count: 1024)) {
        $0[place(of: $1.head)] = true
    }

    /// The place of the first letters of words in a table such as ``heads``, by a hash: the words take 22 of the 1024 places, so
    /// that few other letters meet one of them.
    private static func place(of head: UInt32) -> Int { Int((head &* 0x9E37_79B1) >> 22) }
}

extension RandomAccessCollection<UInt8> {
    /// Whether the bytes begin with a word in lower case; their own case does not count.
    func begins(with word: StaticString) -> Bool {
        guard count >= word.utf8CodeUnitCount else { return false }
        for (position, byte) in prefix(word.utf8CodeUnitCount).enumerated() {
            guard unsafe byte.lowercased == word.utf8Start[position] else { return false }
        }
        return true
    }
}
