internal import ByteText

/// Recognizes headers whose values are credentials, which are never shown.
package enum SecretHeader {
    /// Whether the value of a header with this name may be a credential.
    package static func isSecret(_ name: String) -> Bool {
        // Names are ASCII; bytes are searched a hundred times faster than strings.
        let name = name.utf8.map(\.lowercased)
        guard name.first != UInt8(ascii: ":") else { return false }
        return words.contains { name.firstIndex(of: $0) != nil }
    }

    private static let words = [
        "auth", "token", "cookie", "api-key", "apikey", "secret", "password", "credential", "session",
    ].map { Array($0.utf8) }
}
