// Whole numbers as ASCII digits, without a string in between.
extension OutputSpan<UInt8> {
    /// Digits of the largest number, and its sign.
    package static var decimalRoom: Int { 20 }

    /// Appends a number, with zeros before it where it has fewer than `digits` digits. There has to be room for it.
    @inline(__always)
    package mutating func append(decimal value: UInt64, digits: Int = 1) {
        // Many numbers have one digit.
        guard value > 9 || digits > 1 else { return append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)) }
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

    /// Appends a number below 10^8, with at most 8 digits.
    private mutating func append(group value: UInt32, digits: Int) {
        let digitValues = Self.eightDigits(of: value)
        // Zeros at the beginning are the lowest bytes; the last digit always stays.
        let zeros = Swift.min(digitValues.trailingZeroBitCount / 8, 8 - Swift.max(1, digits))
        var word = (digitValues | 0x3030_3030_3030_3030) >> UInt64(8 * zeros)
        guard freeCapacity < 8 else {
            // Eight bytes are stored at once within the free capacity, and those behind the digits do not count.
            return unsafe withUnsafeMutableBufferPointer { buffer, count in
                let free = UnsafeMutableRawBufferPointer(buffer)
                unsafe free.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
                count += 8 - zeros
            }
        }
        for _ in zeros..<8 {
            append(UInt8(truncatingIfNeeded: word))
            word >>= 8
        }
    }

    /// The eight digits of a number below 10^8 as values from 0 to 9, the first one in the lowest byte.
    ///
    /// The word is split into halves three times, each time for all parts at once: dividing digit by digit would make
    /// each digit wait for the one before. The factors are exact: n * 10486 >> 20 is n / 100 below 10^4, and n * 103 >> 10
    /// is n / 10 below 100.
    private static func eightDigits(of value: UInt32) -> UInt64 {
        let fours = UInt64(value / 10_000) | UInt64(value % 10_000) << 32
        let hundreds = (fours &* 10_486) >> 20 & 0x0000_007f_0000_007f
        let twos = hundreds | (fours &- hundreds &* 100) << 16
        let tens = (twos &* 103) >> 10 & 0x000f_000f_000f_000f
        return tens | (twos &- tens &* 10) << 8
    }
}

extension Array<UInt8> {
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
