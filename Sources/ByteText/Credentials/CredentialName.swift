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
        // Bytes are searched a hundred times faster than strings.
        let name = name.map(\.lowercased)
        func mentions(_ words: [StaticString]) -> Bool {
            words.contains { word in
                unsafe name.firstIndex(of: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
                    != nil
            }
        }
        if Self.harmless.contains(where: { name.elementsEqual($0.utf8) }) || name.starts(with: "access-control-".utf8) {
            return nil
        }
        if mentions(["httpheaders"]) {
            self = .headers
        } else if mentions(["authorization", "cookie"]) {
            self = .line
        } else if mentions(["passw", "pwd"]) {
            self = .password
        } else if mentions([
            "token", "secret", "auth", "session", "credential", "assertion", "cert", "dpop", "appcheck", "app-check",
            "jwt",
            "csrf", "xsrf",
        ]) {
            self = .token
        } else if mentions(["key", "signature"]) {
            self = .key
        } else {
            return nil
        }
    }

    /// Names with such a word whose values are no credentials.
    private static let harmless = [
        "idempotency-key", "x-idempotency-key", "page_token", "next_page_token", "pagetoken", "nextpagetoken",
        "token_type",
    ]
}
