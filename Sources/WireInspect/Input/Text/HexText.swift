internal import ByteText

/// Bytes written as hexadecimal text, in the forms that people paste.
///
/// Read are digits with or without spaces, line breaks, commas, colons, `0x` and `\x`; `<0a1b 2c>` and
/// `{length = 3, bytes = 0x0a1b2c}` as Apple's `Data` and `NSData` describe themselves; and dumps with an offset column:
/// `xxd`, `hexdump`, `od -t x1`, Wireshark, tcpdump, gdb, lldb.
public struct HexText: Hashable, Sendable {
    /// The notations that are told apart.
    public enum Style: String, Hashable, Sendable {
        case plain
        /// `<0a1b 2c>`, or with `length` and `bytes`.
        case data = "NSData"
        /// `<Buffer 0a 1b 2c>`
        case buffer = "Buffer"
        /// Lines of bytes without bars or colons.
        case dump
        case xxd
        case hexdump = "hexdump -C"
        /// Numbers of several bytes each, the least significant byte first in memory: `hexdump`, `xxd -e`.
        case words = "dump of little-endian words"
    }

    public let bytes: [UInt8]
    public let style: Style
    /// Set when the text was cut within a byte, or leaves bytes out.
    public let damage: InputDamage?

    /// - Returns: `nil` when the text is not hexadecimal, or stands for no byte.
    public init?(_ text: [UInt8]) {
        for reading in PastedText.direct(text[...].trimmed) {
            if case .hex(let style) = reading.kind {
                bytes = reading.pieces.flatMap { $0 }
                self.style = style
                damage = reading.damage
                return
            }
        }
        return nil
    }
}
