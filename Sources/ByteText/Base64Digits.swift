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

    /// The ASCII digit of a value from 0 to 63.
    @inlinable package init(base64Digit value: UInt8, isURLSafe: Bool = false) {
        // One choice after the other needs no jumps, which nobody could foretell.
        self = UInt8(ascii: "A") &+ value
        self = value < 26 ? self : UInt8(ascii: "a") &+ value &- 26
        self = value < 52 ? self : UInt8(ascii: "0") &+ value &- 52
        self = value < 62 ? self : isURLSafe ? UInt8(ascii: "-") : UInt8(ascii: "+")
        self = value < 63 ? self : isURLSafe ? UInt8(ascii: "_") : UInt8(ascii: "/")
    }
}

extension [UInt8] {
    /// Appends the digits of `bytes`, filled up with `=` to four characters for every three bytes if `isPadded`. Linear.
    package mutating func append(base64 bytes: Span<UInt8>, isURLSafe: Bool = false, isPadded: Bool = true) {
        append(addingCapacity: (bytes.count + 2) / 3 * 4) { output in
            var index = 0
            while index < bytes.count {
                let count = Swift.min(3, bytes.count - index)
                var group = UInt32(bytes[index]) << 16
                if count > 1 { group |= UInt32(bytes[index + 1]) << 8 }
                if count > 2 { group |= UInt32(bytes[index + 2]) }
                index += count
                for position in 0...count {
                    let digit = UInt8(truncatingIfNeeded: group >> UInt32(18 - 6 * position)) & 63
                    output.append(UInt8(base64Digit: digit, isURLSafe: isURLSafe))
                }
                guard isPadded, count < 3 else { continue }
                for _ in count..<3 { output.append(UInt8(ascii: "=")) }
            }
        }
    }
}
