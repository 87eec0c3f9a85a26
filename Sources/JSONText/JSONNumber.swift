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

    /// A number taken apart: 0.`digits` times ten to the power of `exponent`.
    private struct Decimal {
        var isNegative = false
        /// Without leading and trailing zeros, as ASCII; empty for zero.
        var digits: [UInt8] = []
        /// At most a billion in either direction.
        var exponent = 0

        /// - Parameter range: Text that ``JSONNumber/end(_:_:)`` has checked.
        init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
            var isBehindPoint = false
            var index = range.lowerBound
            digits.reserveCapacity(min(range.count, 64))
            loop: while index < range.upperBound {
                let byte = bytes[index]
                index += 1
                switch byte {
                case UInt8(ascii: "-"): isNegative = true
                case UInt8(ascii: "."): isBehindPoint = true
                case UInt8(ascii: "0") where digits.isEmpty:
                    if isBehindPoint { exponent -= 1 }
                case UInt8(ascii: "0")...UInt8(ascii: "9"):
                    digits.append(byte)
                    if !isBehindPoint { exponent += 1 }
                default: break loop
                }
            }
            while digits.last == UInt8(ascii: "0") { digits.removeLast() }
            let limit = 1_000_000_000
            let text = bytes.string(index..<range.upperBound)
            let power = text.isEmpty ? 0 : Int(text) ?? (text.hasPrefix("-") ? -limit : limit)
            exponent = min(max(exponent + min(max(power, -limit), limit), -limit), limit)
        }
    }

    package enum Integer {
        case value(isNegative: Bool, magnitude: UInt64)
        case fraction
        /// Beyond 64 bits.
        case tooLarge
    }

    /// The exact integer that a number's text says.
    package static func integer(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Integer {
        // Plain digits that fit whatever they are, which is what writers write.
        let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
        let first = range.lowerBound + (isNegative ? 1 : 0)
        if range.upperBound - first <= 19 {
            var value: UInt64 = 0
            var index = first
            while index < range.upperBound, bytes[index].isDigit {
                value = value * 10 + UInt64(bytes[index] - UInt8(ascii: "0"))
                index += 1
            }
            if index == range.upperBound { return .value(isNegative: isNegative, magnitude: value) }
        }
        let decimal = Decimal(bytes, range)
        guard !decimal.digits.isEmpty else { return .value(isNegative: isNegative, magnitude: 0) }
        guard decimal.digits.count <= decimal.exponent else { return .fraction }
        guard decimal.exponent <= 20 else { return .tooLarge }
        let zeros = repeatElement(UInt8(ascii: "0"), count: decimal.exponent - decimal.digits.count)
        let magnitude = UInt64(String(decoding: decimal.digits + zeros, as: UTF8.self))
        return magnitude.map { .value(isNegative: isNegative, magnitude: $0) } ?? .tooLarge
    }

    /// The nearest value of the type, ties to even; infinite beyond its range.
    package static func value<T: BinaryFloatingPoint & LosslessStringConvertible>(
        _ bytes: Span<UInt8>, _ range: Range<Int>, as: T.Type
    ) -> T {
        if range.count <= 100 { return T(bytes.string(range)) ?? .nan }
        // No value lies between two that agree in 800 digits but for the question whether more follow: the longest
        // exact decimal form of halfway between two doubles has 767.
        let decimal = Decimal(bytes, range)
        var text = decimal.isNegative ? "-0." : "0."
        text += String(decoding: decimal.digits.prefix(800), as: UTF8.self)
        text += decimal.digits.count > 800 ? "1" : "0"
        text += "e\(min(max(decimal.exponent, -100_000), 100_000))"
        return T(text) ?? .nan
    }
}
