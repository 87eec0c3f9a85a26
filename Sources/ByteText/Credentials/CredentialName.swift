/// What the name of a header, parameter or member tells of its value.
package enum CredentialName {
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
    package init?(_ name: some Collection<UInt8>) {
        let name = name.map(\.lowercased)
        // The word that says most.
        var found: (rank: Int, kind: Self)?
        for index in name.indices where name[index].isLetter {
            for word in Self.words[Int(name[index] - UInt8(ascii: "a"))] where word.rank < found?.rank ?? .max {
                if name[index...].starts(with: word.text) { found = (word.rank, word.kind) }
            }
        }
        guard let found, !name.starts(with: "access-control-".utf8),
            !Self.harmless.contains(where: { name.elementsEqual($0.utf8) })
        else { return nil }
        self = found.kind
    }

    /// Names with such a word whose values are no credentials.
    private static let harmless = [
        "idempotency-key", "x-idempotency-key", "page_token", "next_page_token", "pagetoken", "nextpagetoken",
        "token_type",
    ]

    /// The words that hint at a credential, by their first letters. A lower rank says more.
    private static let words: [[(text: [UInt8], rank: Int, kind: Self)]] = {
        let words: [(words: [String], kind: Self)] = [
            (["httpheaders"], .headers), (["authorization", "cookie"], .line), (["passw", "pwd"], .password),
            (
                [
                    "token", "secret", "auth", "session", "credential", "assertion", "cert", "dpop", "appcheck",
                    "app-check", "jwt", "csrf", "xsrf",
                ], .token
            ),
            (["key", "signature"], .key),
        ]
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).map { letter in
            words.enumerated().flatMap { rank, entry in
                entry.words.filter { $0.utf8.first == letter }.map { (Array($0.utf8), rank, entry.kind) }
            }
        }
    }()
}
