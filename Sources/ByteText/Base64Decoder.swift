/// Reads base64, in either alphabet, one character after the other.
///
/// Lenient where readers of headers and JSON must be: padding may be missing, and the unused bits of the last character
/// may be set. White space is for the caller to leave out.
package struct Base64Decoder: Sendable {
    /// The bytes of the complete groups of four characters so far.
    package private(set) var bytes: [UInt8] = []
    private var group: UInt32 = 0
    /// The number of digits in `group`, which make no whole group yet: 0 to 3. A single digit is less than a byte.
    package private(set) var digitsLeft = 0
    /// The number of `=` behind the digits of `group`.
    private var padding = 0
    private var isOver = false

    package init() {}

    /// Reads one character.
    ///
    /// - Parameter canGoOn: Whether another text may follow behind padding.
    /// - Returns: Whether the character may stand here. If not, the decoder is unchanged.
    package mutating func take(_ character: UInt8, canGoOn: Bool = false) -> Bool {
        if character == UInt8(ascii: "=") {
            guard digitsLeft >= 2, digitsLeft + padding < 4 else { return false }
            padding += 1
            if digitsLeft + padding == 4 {
                flush()
                isOver = true
            }
        } else {
            guard padding == 0, !isOver || canGoOn, let value = character.base64Value else { return false }
            group = group << 6 | UInt32(value)
            digitsLeft += 1
            if digitsLeft == 4 { flush() }
        }
        return true
    }

    /// Reads the characters of a text, to its end or to the first that may not stand where it does.
    ///
    /// - Returns: The number of characters that were read.
    package mutating func take(_ text: Span<UInt8>) -> Int {
        bytes.reserveCapacity(bytes.count + text.count / 4 * 3 + 3)
        var index = 0
        // Whole groups, as nearly all are.
        while digitsLeft == 0, !isOver, index + 4 <= text.count, let first = text[index].base64Value,
            let second = text[index + 1].base64Value, let third = text[index + 2].base64Value,
            let fourth = text[index + 3].base64Value
        {
            bytes.append(first << 2 | second >> 4)
            bytes.append(second << 4 | third >> 2)
            bytes.append(third << 6 | fourth)
            index += 4
        }
        while index < text.count, take(text[index]) { index += 1 }
        return index
    }

    /// Adds the bytes of a last group that has no padding.
    ///
    /// - Returns: Whether the text may end here. If not, the decoder is unchanged.
    package mutating func finish() -> Bool {
        guard digitsLeft != 1, padding == 0 else { return false }
        flush()
        return true
    }

    package mutating func drain() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    private mutating func flush() {
        let aligned = group << UInt32(6 * (4 - digitsLeft))
        for index in 0..<max(digitsLeft - 1, 0) {
            bytes.append(UInt8(truncatingIfNeeded: aligned >> UInt32(16 - 8 * index)))
        }
        (group, digitsLeft, padding) = (0, 0, 0)
    }
}

extension [UInt8] {
    /// The bytes of a whole text in base64, in either alphabet, padded or not; `nil` for anything else.
    package init?(base64 text: Span<UInt8>) {
        var decoder = Base64Decoder()
        guard decoder.take(text) == text.count, decoder.finish() else { return nil }
        self = decoder.bytes
    }
}
