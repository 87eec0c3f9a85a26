/// A positive number as decimal digits: `digits[0].digits[1]digits[2]... * 10^exponent`.
///
/// Prints floating-point numbers as C's `printf` does with `%.15g`, which Google's C++ runtime uses for text format: with
/// as many digits as every decimal number keeps in the type, or, when these are too few to read the number back, with as
/// many as tell all values of the type apart. Source: `SimpleDtoa` and `SimpleFtoa` in
/// https://github.com/protocolbuffers/protobuf/blob/main/src/google/protobuf/io/strtod.cc
struct DecimalDigits {
    /// 0 to 9, the first and the last one not 0.
    private(set) var digits: [UInt8]
    private(set) var exponent: Int

    /// The number in text format.
    static func text(_ value: Double) -> String {
        text(value, exactly: value, certain: 15, enough: 17)
    }

    static func text(_ value: Float) -> String {
        // The C++ runtime reads a `float` back with a function that calls those below the normal ones out of range.
        text(value, exactly: Double(value), certain: value.isSubnormal ? 9 : 6, enough: 9)
    }

    /// - Parameters:
    ///   - certain: How many digits of any decimal number the type keeps (`DBL_DIG`).
    ///   - enough: How many digits tell all values of the type apart.
    private static func text<Value: BinaryFloatingPoint & LosslessStringConvertible>(
        _ value: Value, exactly double: Double, certain: Int, enough: Int
    ) -> String {
        if value.isNaN { return "nan" }
        let sign = value.sign == .minus ? "-" : ""
        if value.isInfinite { return sign + "inf" }
        if value.isZero { return sign + "0" }
        let exact = DecimalDigits(exactly: double.magnitude)
        let text = exact.rounded(to: certain).general(precision: certain)
        if Value(text) == value.magnitude { return sign + text }
        return sign + exact.rounded(to: enough).general(precision: enough)
    }

    /// Every digit of a positive finite number; at most 767.
    private init(exactly value: Double) {
        // The value is significand * 2^power, which below 1 is significand * 5^-power / 10^-power.
        let significand = Double(sign: .plus, exponent: value.significandWidth, significand: value.significand)
        let power = value.exponent - value.significandWidth
        var number = BigNumber(UInt64(significand))
        number.multiply(by: power >= 0 ? 2 : 5, times: power.magnitude)
        digits = number.decimalDigits
        exponent = digits.count - 1 + min(power, 0)
        dropZeros()
    }

    private mutating func dropZeros() {
        while digits.last == 0 { digits.removeLast() }
    }

    /// The nearest number of `count` digits; from the middle between two to the even one.
    private func rounded(to count: Int) -> DecimalDigits {
        guard digits.count > count else { return self }
        var result = self
        let next = digits[count]
        let isMiddle = next == 5 && digits.count == count + 1
        let isUp = isMiddle ? digits[count - 1] % 2 == 1 : next >= 5
        result.digits.removeSubrange(count...)
        if isUp {
            while result.digits.last == 9 { result.digits.removeLast() }
            if result.digits.isEmpty {
                result.digits = [1]
                result.exponent += 1
            } else {
                result.digits[result.digits.count - 1] += 1
            }
        }
        result.dropZeros()
        return result
    }

    /// As `printf` writes it with `%.<precision>g`.
    private func general(precision: Int) -> String {
        let text = digits.map(String.init).joined()
        if exponent >= precision || exponent < -4 {
            let fraction = text.count > 1 ? ".\(text.dropFirst())" : ""
            let zero = exponent.magnitude < 10 ? "0" : ""
            return "\(text.prefix(1))\(fraction)e\(exponent < 0 ? "-" : "+")\(zero)\(exponent.magnitude)"
        }
        if exponent < 0 { return "0." + String(repeating: "0", count: -exponent - 1) + text }
        let fraction = text.dropFirst(exponent + 1)
        let zeros = String(repeating: "0", count: max(0, exponent + 1 - text.count))
        return text.prefix(exponent + 1) + zeros + (fraction.isEmpty ? "" : ".\(fraction)")
    }
}

/// A whole number of any size, as far as printing a `Double` needs one.
private struct BigNumber {
    /// Base 10^9, the lowest first.
    private var limbs: [UInt64]

    private static let base: UInt64 = 1_000_000_000

    init(_ value: UInt64) {
        limbs = [value % Self.base, value / Self.base]
    }

    /// Multiplies by 2 or 5, whose twelfth powers are less than the base, as many times as `count` says.
    mutating func multiply(by factor: UInt64, times count: UInt) {
        let twelfthPower = (0..<12).reduce(1) { power, _ in power * factor }
        for _ in 0..<(count / 12) { multiply(by: twelfthPower) }
        for _ in 0..<(count % 12) { multiply(by: factor) }
    }

    private mutating func multiply(by factor: UInt64) {
        var carry: UInt64 = 0
        for index in limbs.indices {
            (carry, limbs[index]) = (limbs[index] * factor + carry).quotientAndRemainder(dividingBy: Self.base)
        }
        if carry > 0 { limbs.append(carry) }
    }

    /// The digits without leading zeros.
    var decimalDigits: [UInt8] {
        var digits: [UInt8] = []
        for var limb in limbs {
            for _ in 0..<9 {
                digits.append(UInt8(limb % 10))
                limb /= 10
            }
        }
        while digits.last == 0 { digits.removeLast() }
        return digits.reversed()
    }
}
