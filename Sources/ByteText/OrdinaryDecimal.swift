/// A number from 0.001 to 10^14, as nearly all in messages are, rounded to some decimal digits with 128-bit arithmetic.
/// ``DecimalDigits`` prints every number, but takes many times as long.
package struct OrdinaryDecimal {
    /// The number times ten to the power of `places`.
    private let value: UInt64
    private let places: Int
    /// Twice what rounding has changed, in units of the number's last bit over ten to the power of `places`.
    private let twiceError: UInt64
    /// Two numbers of so many digits are equally near.
    private let isTie: Bool

    private static let powers: [UInt64] = (0...19).map { (0..<$0).reduce(1) { power, _ in power * 10 } }
    private static let whole: [Double] = (0...14).map { Double(powers[$0]) }

    /// Appends a number in text format: see ``DecimalDigits/text(_:)``.
    package static func append(_ number: Double, to text: inout [UInt8]) {
        guard (1e-3..<1e14).contains(number.magnitude) else {
            return text.append(contentsOf: DecimalDigits.text(number).utf8)
        }
        let short = OrdinaryDecimal(number.magnitude, digits: 15)
        if number < 0 { text.append(UInt8(ascii: "-")) }
        (short.reads(as: number.magnitude) ? short : OrdinaryDecimal(number.magnitude, digits: 17)).append(to: &text)
    }

    package static func append(_ number: Float, to text: inout [UInt8]) {
        // From a million on, six digits need an exponent.
        guard (1e-3..<1e5).contains(number.magnitude) else {
            return text.append(contentsOf: DecimalDigits.text(number).utf8)
        }
        let magnitude = Double(number.magnitude)
        let short = OrdinaryDecimal(magnitude, digits: 6)
        let isEnough = Float(short.value) / Float(powers[short.places]) == number.magnitude
        if number < 0 { text.append(UInt8(ascii: "-")) }
        (isEnough ? short : OrdinaryDecimal(magnitude, digits: 9)).append(to: &text)
    }

    /// Appends the fewest digits that read back as the same number, with at least one behind the point.
    ///
    /// - Returns: False, and nothing is written, for numbers that need an exponent, and where more than 15 digits are needed
    ///   and the choice among them is not obvious.
    package static func append(shortest number: Double, to text: inout [UInt8]) -> Bool {
        guard (1e-3..<1e14).contains(number.magnitude) else { return false }
        // No two numbers of 15 digits are the same in the type, so none of fewer digits is this one.
        var decimal = OrdinaryDecimal(number.magnitude, digits: 15)
        if !decimal.reads(as: number.magnitude) {
            // No power of two, below which numbers are closer together than above: none in the range has so many digits.
            decimal = OrdinaryDecimal(number.magnitude, digits: 16)
            if !decimal.isClose { decimal = OrdinaryDecimal(number.magnitude, digits: 17) }
            guard decimal.isClose, !decimal.isTie else { return false }
        }
        if number < 0 { text.append(UInt8(ascii: "-")) }
        decimal.append(to: &text, hasPoint: true)
        return true
    }

    /// The nearest number of `digits` digits; from the middle between two to the even one.
    ///
    /// - Precondition: `number` is at least 0.001 and below 1e14, `digits` at most 17.
    private init(_ number: Double, digits: Int) {
        places = digits - Self.digitsBeforePoint(number)
        // The number is significand / 2^shift; shift is between 6 and 62.
        let significand = number.significandBitPattern | 1 << 52
        let shift = 1075 - UInt64(number.exponentBitPattern)
        let product = significand.multipliedFullWidth(by: Self.powers[places])
        let quotient = product.high << (64 - shift) | product.low >> shift
        let rest = product.low & (1 << shift - 1)
        let half: UInt64 = 1 << (shift - 1)
        isTie = rest == half
        let isUp = rest > half || isTie && quotient & 1 == 1
        value = quotient + (isUp ? 1 : 0)
        twiceError = 2 * (isUp ? 2 * half - rest : rest)
    }

    /// Digits before the point; fewer than 0 for zeros behind it.
    private static func digitsBeforePoint(_ number: Double) -> Int {
        guard number >= 1 else { return number >= 0.1 ? 0 : number >= 0.01 ? -1 : -2 }
        // The digits of the power of two below the number: 1233 / 4096 is log10(2), near enough for 64 bits.
        let digits = (Int(number.exponent) * 1233) >> 12 + 1
        return number >= whole[digits] ? digits + 1 : digits
    }

    /// Whether the digits are nearer to the number than half the distance to the next number of the type, so that they read
    /// back as the number, unless it is a power of two.
    private var isClose: Bool { twiceError < Self.powers[places] }

    /// For 15 digits: whether they read back as a number.
    private func reads(as number: Double) -> Bool {
        // Both are exact in their type, so that dividing rounds once, as reading the text does.
        Double(value) / Double(Self.powers[places]) == number
    }

    /// - Parameter hasPoint: Also behind whole numbers, with a zero.
    private func append(to text: inout [UInt8], hasPoint: Bool = false) {
        var (whole, fraction) = value.quotientAndRemainder(dividingBy: Self.powers[places])
        var digits = places
        // There are fewer than 16 zeros at its end.
        if fraction > 0, fraction.isMultiple(of: 10) {
            for zeros in [8, 4, 2, 1] where fraction.isMultiple(of: Self.powers[zeros]) {
                fraction /= Self.powers[zeros]
                digits -= zeros
            }
        }
        text.append(addingCapacity: 2 * OutputSpan<UInt8>.decimalRoom + 1) { output in
            output.append(decimal: whole)
            guard fraction > 0 || hasPoint else { return }
            output.append(UInt8(ascii: "."))
            output.append(decimal: fraction, digits: fraction > 0 ? digits : 1)
        }
    }
}
