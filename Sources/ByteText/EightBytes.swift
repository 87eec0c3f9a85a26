extension UInt8 {
    /// Whether the byte stands between double quotes without an escape: printable ASCII, neither `"` nor `\`.
    @inlinable package var isPlainInQuotes: Bool {
        self >= 0x20 && self < 0x7F && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
    }
}

/// Tests on eight bytes of a text at once, loaded in any byte order.
///
/// A test marks a byte by its high bit. Bytes behind the first marked one may be marked wrongly; if no byte fits the test,
/// no byte is marked.
extension UInt64 {
    /// Marks bytes outside printable ASCII, which is 0x20 to 0x7e.
    @inlinable @inline(__always)
    package var unprintableMarks: UInt64 { self | (self &- 0x2020_2020_2020_2020) | (self &+ 0x0101_0101_0101_0101) }

    /// Marks bytes equal to `byte`, provided that all eight are ASCII.
    @inlinable @inline(__always)
    package func marks(of byte: UInt8) -> UInt64 {
        (self ^ 0x0101_0101_0101_0101 &* UInt64(byte)) &- 0x0101_0101_0101_0101
    }

    /// Whether all eight bytes are printable ASCII that needs no escape between double quotes: neither `"` nor `\`.
    @inlinable @inline(__always)
    package var isPlainInQuotes: Bool {
        !(unprintableMarks | marks(of: UInt8(ascii: "\"")) | marks(of: UInt8(ascii: "\\"))).hasMark
    }

    /// Marks bytes that are no letters of base64url, the ones for which ``UInt8/isTokenLetter`` is false. All marks are right.
    @inlinable @inline(__always)
    package var wordEnds: UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // Seven bits of each byte, so that no sum carries into the next one.
        let low = self & (ones &* 0x7F)
        let lowercased = low | (ones &* 0x20)
        func marks(from first: UInt8, to last: UInt8, in bytes: UInt64) -> UInt64 {
            (bytes &+ (ones &* UInt64(0x80 - first))) & ~(bytes &+ (ones &* UInt64(0x7F - last)))
        }
        let letters = marks(from: UInt8(ascii: "a"), to: UInt8(ascii: "z"), in: lowercased)
        let digits = marks(from: UInt8(ascii: "0"), to: UInt8(ascii: "9"), in: low)
        let dashes = marks(from: UInt8(ascii: "-"), to: UInt8(ascii: "-"), in: low)
        let underscores = marks(from: UInt8(ascii: "_"), to: UInt8(ascii: "_"), in: low)
        return (~(letters | digits | dashes | underscores) | self) & ones << 7
    }

    /// Whether at least one of the eight bytes has its highest bit set, the mark that ``marks(of:)`` leaves in a match.
    @inlinable @inline(__always)
    package var hasMark: Bool { self & 0x8080_8080_8080_8080 != 0 }
}
