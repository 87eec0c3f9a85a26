import ByteText

/// `<0a1b 2c>` and `{length = 3, bytes = 0x0a1b2c}` as Apple's `Data` and `NSData` describe themselves, and
/// `<Buffer 0a 1b>` of Node.
enum DataDescription {
    /// The text before the digits in the description of `NSData`.
    private static let key = "bytes = 0x".utf8

    static func reading(_ text: ArraySlice<UInt8>) -> TextReading? {
        let body: ArraySlice<UInt8>
        var length: Int?
        if let inside = text.inside(["<>"]) {
            body = inside.hasPrefix("Buffer ") ? inside.dropFirst(7) : inside
        } else if let inside = text.inside(["{}"]), inside.hasPrefix("length = "),
            let key = inside.firstIndex(of: Self.key)
        {
            length = Int(String(decoding: inside.dropFirst(9).prefix { $0.isDigit }, as: UTF8.self))
            body = inside[key...].dropFirst(Self.key.count)
        } else {
            return nil
        }
        // Long data is described by its first and last bytes only.
        let elision = Elision(body, of: text)
        guard let digits = HexDigits(elision?.head ?? body.trimmed), !digits.bytes.isEmpty else { return nil }
        let damage = elision?.damage(known: digits.bytes.count, of: length, layer: "hex text") ?? digits.damage
        return TextReading(kind: .hex, pieces: [digits.bytes], damage: damage, isCertain: true)
    }
}
