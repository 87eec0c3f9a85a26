// Whole numbers as ASCII digits, without a string in between.
extension OutputSpan<UInt8> {
    /// Digits of the largest number, and its sign.
    package static var decimalRoom: Int { 20 }

    /// Appends a number, with zeros before it where it has fewer than `digits` digits. There has to be room for it.
    @inline(__always)
    package mutating func append(decimal value: UInt64, digits: Int = 1) {
        // As many digits as fit a word of eight bytes; more than that comes before them.
        let group: UInt64 = 100_000_000
        guard value < group, digits <= 8 else {
            append(groupsOf: value, digits: digits)
            return
        }
        append(group: UInt32(truncatingIfNeeded: value), digits: digits)
    }

    /// Appends the two digits of a number from 0 to 99. There has to be room for them.
    @inline(__always)
    package mutating func append(twoDigits value: Int) {
        append(UInt8(truncatingIfNeeded: 0x30 + value / 10))
        append(UInt8(truncatingIfNeeded: 0x30 + value % 10))
    }

    private mutating func append(groupsOf value: UInt64, digits: Int) {
        append(decimal: value / 100_000_000, digits: Swift.max(1, digits - 8))
        append(group: UInt32(truncatingIfNeeded: value % 100_000_000), digits: 8)
    }

    private mutating func append(group value: UInt32, digits: Int) {
        // The last digit is the highest byte used, so that the first one comes out first.
        var word: UInt64 = 0
        var count = 0
        var rest = value
        repeat {
            word = word << 8 | UInt64(rest % 10 + 0x30)
            rest /= 10
            count += 1
        } while rest > 0 || count < digits
        for _ in 0..<count {
            append(UInt8(truncatingIfNeeded: word))
            word >>= 8
        }
    }
}

extension Array<UInt8> {
    /// Appends a number, with zeros before it where it has fewer than `digits` digits.
    package mutating func append(decimal value: UInt64, digits: Int = 1) {
        append(addingCapacity: Swift.max(OutputSpan<UInt8>.decimalRoom, digits)) { output in
            output.append(decimal: value, digits: digits)
        }
    }

    package mutating func append(decimal value: Int64, digits: Int = 1) {
        if value < 0 { append(UInt8(ascii: "-")) }
        append(decimal: value.magnitude, digits: digits)
    }

    package mutating func append(decimal value: Int, digits: Int = 1) { append(decimal: Int64(value), digits: digits) }
}
