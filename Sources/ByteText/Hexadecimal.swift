extension UInt8 {
    /// The value of this ASCII character as a hexadecimal digit, of either case: 0 to 15. `nil` for other characters.
    @inlinable package var hexValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self &- UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self &- UInt8(ascii: "a") &+ 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self &- UInt8(ascii: "A") &+ 10
        default: nil
        }
    }

    /// The ASCII digit of a value from 0 to 15.
    @inlinable package init(hexDigit value: UInt8, isUppercase: Bool = false) {
        let letter = isUppercase ? UInt8(ascii: "A") : UInt8(ascii: "a")
        self = value < 10 ? UInt8(ascii: "0") &+ value : letter &+ value &- 10
    }
}

extension [UInt8] {
    @inlinable package mutating func append(hex byte: UInt8, isUppercase: Bool = false) {
        append(UInt8(hexDigit: byte >> 4, isUppercase: isUppercase))
        append(UInt8(hexDigit: byte & 15, isUppercase: isUppercase))
    }

    /// Appends the last `digits` hexadecimal digits of a number, with zeros before it where it has fewer.
    package mutating func append(hex number: UInt64, digits: Int) {
        for digit in 1...digits { append(UInt8(hexDigit: UInt8(number >> UInt64(4 * (digits - digit)) & 15))) }
    }

    /// The bytes of pairs of digits; `nil` for anything else.
    @inlinable package init?(hex digits: some Sequence<UInt8>) {
        self = []
        reserveCapacity(digits.underestimatedCount / 2)
        var high: UInt8?
        for digit in digits {
            guard let value = digit.hexValue else { return nil }
            if let first = high {
                append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        guard high == nil else { return nil }
    }
}

extension String {
    /// The hexadecimal text of `bytes`: two digits a byte, letters in lower case.
    @inlinable package init(hex bytes: some Sequence<UInt8>) {
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.underestimatedCount)
        for byte in bytes { text.append(hex: byte) }
        self = String(decoding: text, as: UTF8.self)
    }
}

extension UInt32 {
    /// The value of 1 to 8 digits; `nil` for anything else, a sign included.
    package init?(hexadecimal digits: some Collection<UInt8>) {
        guard (1...8).contains(digits.count) else { return nil }
        self = 0
        for digit in digits {
            guard let value = digit.hexValue else { return nil }
            self = self << 4 | UInt32(value)
        }
    }
}
