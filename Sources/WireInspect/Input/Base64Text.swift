/// Bytes written as base64 or base64url text.
///
/// Line breaks and spaces may stand anywhere, padding may be missing, and mixing the two alphabets is refused.
///
/// Source: https://datatracker.ietf.org/doc/html/rfc4648 (sections 4 and 5)
public struct Base64Text: Hashable, Sendable {
    public private(set) var bytes: [UInt8] = []
    /// `-` and `_` occur.
    public private(set) var isURLSafe = false
    /// A last digit without a second one: six bits that are no byte.
    public private(set) var damage: InputDamage?

    /// - Returns: `nil` when the text is not base64, or has less than one byte.
    public init?(_ text: [UInt8]) {
        bytes.reserveCapacity(text.count / 4 * 3)
        var group: UInt32 = 0
        var digits = 0
        var padding = 0
        var isStandard = false
        var last = 0
        for (offset, byte) in text.enumerated() {
            if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { continue }
            if byte == UInt8(ascii: "=") {
                padding += 1
                guard padding <= 2, digits >= 2 else { return nil }
                continue
            }
            guard padding == 0, let value = Self.value(byte) else { return nil }
            if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") { isURLSafe = true }
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/") { isStandard = true }
            group = group << 6 | UInt32(value)
            digits += 1
            last = offset
            if digits == 4 {
                bytes.append(UInt8(truncatingIfNeeded: group >> 16))
                bytes.append(UInt8(truncatingIfNeeded: group >> 8))
                bytes.append(UInt8(truncatingIfNeeded: group))
                group = 0
                digits = 0
            }
        }
        guard !(isURLSafe && isStandard), padding == 0 || digits + padding == 4 else { return nil }
        switch digits {
        case 1:
            damage = InputDamage(
                "odd_base64_digits", offset: last, layer: "base64 text",
                "the last digit has no second one; the text was cut when it was copied")
        case 2: bytes.append(UInt8(truncatingIfNeeded: group >> 4))
        case 3:
            bytes.append(UInt8(truncatingIfNeeded: group >> 10))
            bytes.append(UInt8(truncatingIfNeeded: group >> 2))
        default: break
        }
        guard !bytes.isEmpty else { return nil }
    }

    private static func value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x41...0x5A: byte - 0x41
        case 0x61...0x7A: byte - 0x61 + 26
        case 0x30...0x39: byte - 0x30 + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
