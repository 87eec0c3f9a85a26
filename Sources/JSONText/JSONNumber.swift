internal import ByteText

/// Numbers from their decimal text, as JSON writes them.
package enum JSONNumber {
    /// The end of the number that begins with `range`; `nil` when no number does.
    ///
    /// Source: https://datatracker.ietf.org/doc/html/rfc8259#section-6
    package static func end(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
        var index = range.lowerBound
        func digits() -> Int {
            let start = index
            while index < range.upperBound, bytes[index].isDigit { index += 1 }
            return index - start
        }
        if index < range.upperBound, bytes[index] == UInt8(ascii: "-") { index += 1 }
        let first = index
        let count = digits()
        guard count > 0, count == 1 || bytes[first] != UInt8(ascii: "0") else { return nil }
        if index < range.upperBound, bytes[index] == UInt8(ascii: ".") {
            index += 1
            guard digits() > 0 else { return nil }
        }
        if index < range.upperBound, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < range.upperBound, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") {
                index += 1
            }
            guard digits() > 0 else { return nil }
        }
        return index
    }

    package enum Integer {
        case value(isNegative: Bool, magnitude: UInt64)
        case fraction
        /// Beyond 64 bits; with a point or an exponent from 2^53 on, where it may stand for its neighbours, too.
        case tooLarge
    }

    /// The integer that a number's text says. One with a point or an exponent, such as `1.0` or `1e3`, which no writer of
    /// integers prints, is read as a `Double`.
    ///
    /// - Parameter range: Text that ``end(_:_:)`` has checked.
    package static func integer(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Integer {
        let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
        var value: UInt64 = 0
        var index = range.lowerBound + (isNegative ? 1 : 0)
        while index < range.upperBound, bytes[index].isDigit {
            let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, isTooLargeByOne) = tens.addingReportingOverflow(UInt64(bytes[index] - UInt8(ascii: "0")))
            if isTooLarge || isTooLargeByOne { break }
            value = sum
            index += 1
        }
        if index == range.upperBound { return .value(isNegative: isNegative, magnitude: value) }
        let number = Double(bytes.string(range))?.magnitude ?? .infinity
        if number.rounded() != number { return .fraction }
        return number < 0x1p53 ? .value(isNegative: isNegative, magnitude: UInt64(number)) : .tooLarge
    }
}
