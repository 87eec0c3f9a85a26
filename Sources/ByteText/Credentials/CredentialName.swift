/// What the name of a header, parameter or member tells of its value.
enum CredentialName {
    /// A header whose whole line is a credential: `authorization`, `cookie`.
    case line
    /// The parameter of a URL that holds headers: `$httpHeaders`.
    case headers
    /// A password: any value is one.
    case password
    /// A token, a secret, a certificate, a session.
    case token
    /// A key or a signature, which are things of everyday, too.
    case key

    /// - Returns: `nil` for names that say nothing of credentials.
    init?(_ name: some RandomAccessCollection<UInt8>) {
        let (words, heads) = (Self.words, Self.heads)
        // The word that says most.
        var found: (rank: Int, kind: Self)?
        var head: UInt32 = 0
        for (position, byte) in name.enumerated() {
            // The bit makes capital letters small ones, and no other byte a letter.
            head = head << 8 & 0xFFFFFF | UInt32(byte | 0x20)
            guard heads[Self.place(of: head)] else { continue }
            for word in words where word.head == head && word.rank < found?.rank ?? .max {
                let rest = name.dropFirst(position - 2)
                // An author or an authority is no authorization.
                let isAuthor = rest.begins(with: "author") && rest.dropFirst(6).first?.lowercased != UInt8(ascii: "i")
                if rest.begins(with: word.text), !isAuthor, !rest.begins(with: "authority") {
                    found = (word.rank, word.kind)
                }
            }
        }
        switch head {
        // `sig` begins words such as `signal`, and is a signature at the end of a name alone: `sig`, `hmac_sig`, `%26sig`.
        case 0x73_69_67 where found == nil && name.dropLast(3).last?.isLetter != true: found = (0, .key)
        // So is `otp` the password for one time, with which riders log in and begin a trip: `login_otp`, `startOtp`.
        case 0x6F_74_70
        where found == nil && (name.suffix(3).elementsEqual("Otp".utf8) || name.dropLast(3).last?.isLetter != true):
            found = (0, .password)
        // So `_pass` is a password, and people make up a secret as they do a password: `DB_PASS`, `JWT_SECRET`. `pass` alone
        // may be a turn of something, and `PASS` is the outcome of a test.
        case 0x61_73_73 where found == nil && name.suffix(5).begins(with: "_pass"): found = (0, .password)
        case 0x61_73_73 where found == nil && name.elementsEqual("pass".utf8): found = (0, .token)
        case 0x72_65_74 where found?.kind == .token && name.dropFirst().suffix(6).begins(with: "secret"):
            found = (0, .password)
        default: break
        }
        // A name that ends in `name`, such as `secretName`, stands before what a secret is called, not before the secret.
        guard let found, !name.begins(with: "access-control-"), !name.suffix(4).begins(with: "name"),
            !Self.harmless.contains(where: { $0.utf8CodeUnitCount == name.count && name.begins(with: $0) })
        else { return nil }
        self = found.kind
    }

    /// Names with such a word whose values are no credentials.
    private static let harmless: [StaticString] = [
        "idempotency-key", "x-idempotency-key", "page_token", "next_page_token", "pagetoken", "nextpagetoken",
        "token_type", "auth_time", "imagepullsecret",
    ]

    /// The words that hint at a credential, with their first three letters as a number. A lower rank says more.
    private static let words: [(head: UInt32, rank: Int, kind: Self, text: StaticString)] = {
        let words: [(words: [StaticString], kind: Self)] = [
            (["httpheaders"], .headers), (["authorization", "cookie"], .line),
            (["passw", "passphrase", "passcode", "storepass", "keypass", "otpcode", "otp_code", "pwd"], .password),
            (
                [
                    "token", "secret", "auth", "session", "credential", "assertion", "cert", "dpop", "appcheck",
                    "app-check", "jwt", "csrf", "xsrf", "sessid", "bearer", "apikey", "api-key", "api_key",
                ], .token
            ),
            (["key", "signature"], .key),
        ]
        return words.enumerated().flatMap { rank, entry in
            entry.words.map { word in
                (word.description.utf8.prefix(3).reduce(0) { $0 << 8 | UInt32($1) }, rank, entry.kind, word)
            }
        }
    }()

    /// Whether a word has its first three letters at a place. Most letters of a name have another.
    private static let heads = words.reduce(into: Array(repeating: false, count: 1024)) {
        $0[place(of: $1.head)] = true
    }

    /// The place of the first letters of words in a table such as ``heads``, by a hash: the words take 20 of the 1024 places, so
    /// that few other letters meet one of them.
    static func place(of head: UInt32) -> Int { Int((head &* 0x9E37_79B1) >> 22) }
}

extension RandomAccessCollection<UInt8> {
    /// Whether the bytes begin with a word in lower case; their own case does not count.
    fileprivate func begins(with word: StaticString) -> Bool {
        guard count >= word.utf8CodeUnitCount else { return false }
        for (position, byte) in prefix(word.utf8CodeUnitCount).enumerated() {
            guard unsafe byte.lowercased == word.utf8Start[position] else { return false }
        }
        return true
    }
}
