/// Headers whose values let their reader act as the sender. People are never shown them.
package enum SecretHeader {
    /// Whether the value of a header with this name is a credential. Broad on purpose.
    package static func isSecret(_ name: String) -> Bool {
        guard !name.hasPrefix(":") else { return false }
        let name = name.lowercased()
        return words.contains { name.contains($0) }
    }

    private static let words = [
        "auth", "token", "cookie", "api-key", "apikey", "secret", "password", "credential", "session",
    ]
}
