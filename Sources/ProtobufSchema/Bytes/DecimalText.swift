// Whole numbers as ASCII digits, without a string in between.
extension Array<UInt8> {
    package mutating func append(decimal value: UInt64) {
        if value < 10 { return append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)) }
        let start = count
        var rest = value
        repeat {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        reverse(from: start)
    }

    package mutating func append(decimal value: Int64) {
        if value < 0 { append(UInt8(ascii: "-")) }
        append(decimal: value.magnitude)
    }

    /// Decimal digits with leading zeros.
    mutating func append(digits value: Int, count: Int) {
        let start = self.count
        var rest = value
        for _ in 0..<count {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        }
        reverse(from: start)
    }

    private mutating func reverse(from start: Int) {
        var low = start
        var high = count - 1
        while low < high {
            swapAt(low, high)
            low += 1
            high -= 1
        }
    }
}
