/// Headers whose values let their reader act as the sender. People are never shown them.
package enum SecretHeader {
    /// Whether the value of a header with this name is a credential. Broad on purpose.
    package static func isSecret(_ name: String) -> Bool {
        // Names are ASCII. As bytes they are searched a hundred times as quickly as text.
        let name = name.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        guard name.first != UInt8(ascii: ":") else { return false }
        return name.indices.contains { start in
            words.contains { name[start...].starts(with: $0) }
        }
    }

    private static let words = [
        "auth", "token", "cookie", "api-key", "apikey", "secret", "password", "credential", "session",
    ].map { Array($0.utf8) }
}
