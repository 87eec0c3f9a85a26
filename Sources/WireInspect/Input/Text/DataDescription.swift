import ByteText

/// `<0a1b 2c>` and `{length = 3, bytes = 0x0a1b2c}` as Apple's `Data` and `NSData` describe themselves, and
/// `<Buffer 0a 1b>` of Node.
enum DataDescription {
    /// What stands in front of the digits of `NSData`.
    private static let key = "bytes = 0x".utf8

    static func readings(_ text: ArraySlice<UInt8>) -> [TextReading] {
        guard let first = text.first, let last = text.last else { return [] }
        let body: ArraySlice<UInt8>
        let style: HexText.Style
        if first == UInt8(ascii: "<"), last == UInt8(ascii: ">") {
            let inside = text.dropFirst().dropLast()
            let isBuffer = inside.hasPrefix("Buffer ")
            style = isBuffer ? .buffer : .data
            body = isBuffer ? inside.dropFirst(7) : inside
            // Elixir parts numbers by commas.
            guard !body.contains(UInt8(ascii: ",")) else { return [] }
        } else if first == UInt8(ascii: "{"), last == UInt8(ascii: "}"),
            let key = text.firstIndex(of: Self.key), text.hasPrefix("{length = ")
        {
            style = .data
            body = text[key...].dropFirst(Self.key.count).dropLast()
        } else {
            return []
        }
        // Long data is described by its first and last bytes only; what follows the gap cannot be placed.
        let gap = body.firstIndex(of: "...".utf8)
        guard let digits = HexDigits((gap.map { body[..<$0] } ?? body).trimmed), !digits.bytes.isEmpty
        else { return [] }
        let elision = gap.map {
            InputDamage(
                "elided_bytes", offset: $0 - text.startIndex, layer: "hex text",
                "the description leaves out \(style == .data ? "the middle" : "the rest") of the data; print all of it, "
                    + (style == .data
                        ? "in Swift with `map { String(format: \"%02x\", $0) }.joined()`"
                        : "in Node with `toString(\"hex\")`"))
        }
        return [
            TextReading(
                kind: .hex(style), pieces: [digits.bytes], damage: elision ?? digits.damage, isCertain: true)
        ]
    }
}
