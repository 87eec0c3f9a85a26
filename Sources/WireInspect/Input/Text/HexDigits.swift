import ByteText

/// Hexadecimal digits in pairs, with separators between them: spaces, line breaks, commas, colons, brackets, `0x`, `\x`;
/// comments are passed over.
struct HexDigits {
    private(set) var bytes: [UInt8] = []
    /// Set when the last byte has one digit only.
    private(set) var damage: InputDamage?
    private var hasComments = false
    /// The number of bytes with `0x` or `\x` before them.
    private var markedBytes = 0
    private var isSeparated = false

    static func reading(_ text: ArraySlice<UInt8>) -> TextReading? {
        guard let digits = HexDigits(text), !digits.bytes.isEmpty else { return nil }
        // Lines with comments are one message.
        let pieces =
            digits.damage == nil && !digits.hasComments ? LineMessages.split(text, { HexDigits($0)?.whole }) : nil
        return TextReading(
            kind: .hex, pieces: pieces ?? [digits.bytes], damage: digits.damage,
            isCertain: digits.isCertain && !isIdentifier(text), isWord: !digits.isSeparated && isWord(text))
    }

    /// Whether the text is hardly anything but bytes: many digits, or `0x` before each of several.
    private var isCertain: Bool { bytes.count >= 8 && !isAddress || bytes.count > 1 && markedBytes == bytes.count }

    /// Whether the text is an address in memory, such as `0x000055dd74c054b0`.
    private var isAddress: Bool { markedBytes == 1 && bytes.count == 8 && bytes[0] == 0 && bytes[1] == 0 }

    /// Whether the text may be a word or a number: it has only letters, or only decimal digits.
    private static func isWord(_ text: ArraySlice<UInt8>) -> Bool {
        text.allSatisfy { $0 > 0x39 } || text.allSatisfy { $0 <= 0x39 }
    }

    /// Whether the text is a UUID: 8, 4, 4, 4 and 12 digits.
    private static func isIdentifier(_ text: ArraySlice<UInt8>) -> Bool {
        text.count == 36 && text.split(separator: UInt8(ascii: "-")).map(\.count) == [8, 4, 4, 4, 12]
    }

    /// The bytes, when no digit is missing.
    var whole: [UInt8]? { damage == nil ? bytes : nil }

    /// - Returns: `nil` when something else stands in the text.
    init?(_ text: ArraySlice<UInt8>) {
        bytes.reserveCapacity(text.count / 2)
        var high: (value: UInt8, offset: Int)?
        // Behind `0x`, where a digit by itself is a byte too.
        var isShort = false
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            let next = index + 1 < text.endIndex ? text[index + 1] | 0x20 : 0
            if high == nil, next == UInt8(ascii: "x"), byte == UInt8(ascii: "0") || byte == UInt8(ascii: "\\") {
                isShort = true
                markedBytes += 1
                index += 2
            } else if let value = byte.hexValue {
                if let first = high {
                    bytes.append(first.value << 4 | value)
                    high = nil
                    isShort = false
                } else {
                    high = (value, index)
                }
                index += 1
            } else if let end = text.endOfComment(at: index) {
                index = end
                hasComments = true
            } else if Self.separators.contains(byte) {
                if let first = high, isShort {
                    bytes.append(first.value)
                    high = nil
                }
                isShort = false
                isSeparated = isSeparated || !bytes.isEmpty
                // Line breaks may fall between the two digits of a byte, other marks may not.
                if high != nil, byte != 0x0A, byte != 0x0D { return nil }
                index += 1
            } else {
                return nil
            }
        }
        guard let rest = high else { return }
        if isShort {
            bytes.append(rest.value)
        } else {
            damage = InputDamage(
                reason: "odd_hex_digits", offset: rest.offset - text.startIndex, layer: "hex text",
                message: "the last byte has one digit only; the text was cut when it was copied")
        }
    }

    private static let separators = Array(" \t\n\r,:;-[]{}()\"'".utf8)
}
