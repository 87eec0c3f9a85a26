extension UInt32 {
    /// The value of 1 to 8 hexadecimal digits; `nil` for anything else, a sign included.
    package init?(hexadecimal digits: some Collection<UInt8>) {
        guard (1...8).contains(digits.count) else { return nil }
        self = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): self = self << 4 | UInt32(digit & 0x0f)
            case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
                self = self << 4 | UInt32(digit & 0x0f) + 9
            default: return nil
            }
        }
    }
}
