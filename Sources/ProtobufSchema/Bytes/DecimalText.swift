// Whole numbers as ASCII digits, without a string in between.
extension Array<UInt8> {
    /// Appends a number, with zeros before it where it has fewer than `digits` digits.
    package mutating func append(decimal value: UInt64, digits: Int = 1) {
        if value < 100, digits <= 2 {
            if value >= 10 || digits == 2 { append(0x30 + UInt8(truncatingIfNeeded: value / 10)) }
            return append(0x30 + UInt8(truncatingIfNeeded: value % 10))
        }
        // As many digits as fit a word of eight bytes; more than that comes before them.
        let group: UInt64 = 100_000_000
        if value >= group || digits > 8 {
            append(decimal: value / group, digits: Swift.max(1, digits - 8))
            return append(decimal: value % group, digits: 8)
        }
        // The last digit is the highest byte used, so that the first one comes out first.
        var word: UInt64 = 0
        var count = 0
        var rest = value
        repeat {
            word = word << 8 | (rest % 10 + 0x30)
            rest /= 10
            count += 1
        } while rest > 0 || count < digits
        for _ in 0..<count {
            append(UInt8(truncatingIfNeeded: word))
            word >>= 8
        }
    }

    package mutating func append(decimal value: Int64, digits: Int = 1) {
        if value < 0 { append(UInt8(ascii: "-")) }
        append(decimal: value.magnitude, digits: digits)
    }

    package mutating func append(decimal value: Int, digits: Int = 1) { append(decimal: Int64(value), digits: digits) }
}
