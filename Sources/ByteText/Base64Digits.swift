/// The digits of base64: RFC 4648, sections 4 (`+` and `/`) and 5 (`-` and `_`).
///
/// Source: https://www.rfc-editor.org/rfc/rfc4648
extension UInt8 {
    /// The value of this ASCII character as a base64 digit, in either alphabet: 0 to 63. `nil` for other characters.
    @inlinable package var base64Value: UInt8? {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): self &- UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): self &- UInt8(ascii: "a") &+ 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self &- UInt8(ascii: "0") &+ 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}

extension [UInt8] {
    private static let standardDigits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let urlSafeDigits = [UInt8](standardDigits.dropLast(2) + "-_".utf8)

    /// Appends the digits of `bytes`, filled up with `=` to four characters for every three bytes if `isPadded`. Linear.
    package mutating func append(base64 bytes: Span<UInt8>, isURLSafe: Bool = false, isPadded: Bool = true) {
        let digits = isURLSafe ? Self.urlSafeDigits : Self.standardDigits
        append(addingCapacity: (bytes.count + 2) / 3 * 4) { output in
            var index = 0
            while bytes.count - index >= 3 {
                let group = UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
                output.append(digits[Int(group >> 18 & 63)])
                output.append(digits[Int(group >> 12 & 63)])
                output.append(digits[Int(group >> 6 & 63)])
                output.append(digits[Int(group & 63)])
                index += 3
            }
            guard index < bytes.count else { return }
            let (first, second) = (bytes[index], index + 1 < bytes.count ? bytes[index + 1] : nil)
            output.append(digits[Int(first >> 2)])
            output.append(digits[Int(first << 4 & 63 | (second ?? 0) >> 4)])
            if let second { output.append(digits[Int(second << 2 & 63)]) }
            if isPadded, second == nil { output.append(UInt8(ascii: "=")) }
            if isPadded { output.append(UInt8(ascii: "=")) }
        }
    }
}
