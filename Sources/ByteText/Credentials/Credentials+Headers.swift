extension Credentials {
    /// What may be shown of a header's value.
    package enum HeaderValue: Hashable, Sendable {
        /// The value is a credential.
        case hidden
        /// The value is text: the value itself, or what is left of it without the credentials in it.
        case text(ArraySlice<UInt8>)
        /// The value of a `-bin` header holds no credential.
        case binary
    }

    /// Decides what may be shown of a header's value.
    ///
    /// A header with a name that hints at a credential shows nothing. Of the headers that carry ids, and of those of HTTP and
    /// gRPC itself, the credentials within their values are left out. Of any other header, a value that is made of letters
    /// and digits at random is taken for a token.
    ///
    /// - Parameter value: As it was sent: `-bin` headers in base64, or as bytes behind a zero byte.
    package static func show(header name: String, value: ArraySlice<UInt8>) -> HeaderValue {
        let kind = HeaderKind.known[name] ?? HeaderKind(name)
        if kind == .credential { return .hidden }
        if name.hasSuffix("-bin") {
            // Most have no comma, and are not worth a split.
            let pieces = value.contains(UInt8(ascii: ",")) ? value.split(separator: UInt8(ascii: ",")) : [value]
            var isBase64 = true
            let isHarmless = pieces.allSatisfy { piece in
                let piece = piece.trimmed { $0 == 0x20 || $0 == 0x09 }
                var decoder = Base64Decoder()
                if decoder.take(piece.span) < piece.count || !decoder.finish() { isBase64 = false }
                return CredentialScanner(decoder.bytes[...], formsOnly: false).ranges.isEmpty
            }
            // In base64 no name or scheme can stand: behind it would be a colon, a space, or "=" before other letters.
            guard isHarmless, CredentialScanner(value, formsOnly: isBase64).ranges.isEmpty else { return .hidden }
            return .binary
        }
        let host = kind == .authority ? withoutUserInfo(value) : value
        let shown = hidden(in: host)
        if kind == .other, shown == value, CredentialScanner.isRandom(value) { return .hidden }
        return .text(shown)
    }

    /// A header's value as it may be shown, that of a `-bin` header as it was sent; of a credential its size.
    package static func shown(header name: String, value: ArraySlice<UInt8>) -> String {
        switch show(header: name, value: value) {
        case .hidden where !value.isEmpty: replacement(size: value.count)
        case .text(let text): String(decoding: text, as: UTF8.self)
        case .hidden, .binary: String(decoding: value, as: UTF8.self)
        }
    }

    /// What the name of a header tells of its value.
    private enum HeaderKind {
        case credential
        /// The value is a host, and may have a user and a password in front.
        case authority
        /// The value may be an id that looks like a token: of a request, a trace, a version, or what a call is about.
        case id
        case other

        init(_ name: String) {
            let name = name.utf8.map(\.lowercased)
            if name.elementsEqual(":authority".utf8) || name.elementsEqual("host".utf8) {
                self = .authority
            } else if name.first != UInt8(ascii: ":"), CredentialName(name) != nil {
                self = .credential
            } else {
                self = Self.idWords.contains { name.firstIndex(of: $0) != nil } ? .id : .other
            }
        }

        private static let idWords = [
            ":", "grpc-", "trace", "span", "request-id", "requestid", "request-params", "correlation", "etag",
            "idempotency", "user-agent", "api-client", "content-", "call-id", "if-match", "if-none-match",
        ].map { Array($0.utf8) }

        /// The kinds of headers that nearly every call has, found once.
        static let known = Dictionary(
            uniqueKeysWithValues: [
                ":authority", ":method", ":path", ":scheme", ":status", "accept-encoding", "authorization",
                "content-type", "date", "grpc-accept-encoding", "grpc-encoding", "grpc-message", "grpc-status",
                "grpc-status-details-bin", "grpc-timeout", "server", "te", "user-agent", "x-goog-api-client",
                "x-goog-request-params",
            ].map { ($0, HeaderKind($0)) })
    }

    /// Whether the name of a header hints at a credential.
    package static func isSecret(header name: String) -> Bool { HeaderKind(name) == .credential }

    /// A line without the credentials in it. A line of the form `name: value` is judged as a header.
    package static func hidden(inHeaderLine line: String) -> String {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy(\.isTokenLetter) else {
            return hidden(in: line)
        }
        let value = parts[1].drop { $0 == " " }
        let space = String(repeating: " ", count: parts[1].utf8.count - value.utf8.count)
        return "\(parts[0]):\(space)\(shown(header: parts[0].lowercased(), value: Array(value.utf8)[...]))"
    }

    /// The host of `user:password@host`, which an `:authority` may be.
    private static func withoutUserInfo(_ authority: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let at = authority.lastIndex(of: UInt8(ascii: "@")), at > authority.startIndex else { return authority }
        return replacement(size: at - authority.startIndex).utf8 + authority[at...]
    }
}
