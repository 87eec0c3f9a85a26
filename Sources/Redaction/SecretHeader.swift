internal import ByteText

/// Headers whose values let their reader act as the sender. People are never shown them.
package enum SecretHeader {
    /// Whether the value of a header with this name is a credential. Broad on purpose.
    package static func isSecret(_ name: String) -> Bool {
        // Names are ASCII. As bytes they are searched a hundred times as quickly as text.
        let name = name.utf8.map(\.lowercased)
        guard name.first != UInt8(ascii: ":") else { return false }
        return words.contains { name.firstIndex(of: $0) != nil }
    }

    private static let words = [
        "auth", "token", "cookie", "api-key", "apikey", "secret", "password", "credential", "session",
    ].map { Array($0.utf8) }
}
