/// Stand-ins for numbers with a point of which nobody knows what they mean.
///
/// A number that anybody could guess, such as 4 seats or a battery at 100 percent, must not tell how another one was changed.
/// So what is added is never that of the known places, differs from field to field, and is added to numbers only that are as
/// precise as degrees usually are: lists and series of them keep their shape. Every other number has a stand-in of its own.
struct NumberStandIn: Sendable {
    let hash: SipHash

    /// Another number for a number, the same one for the same number in the same scope.
    ///
    /// - Parameters:
    ///   - scope: Stands for the field.
    ///   - isEast: Whether the number would be a longitude, if it were one of degrees.
    func callAsFunction(_ value: Double, scope: UInt64, isEast: Bool) -> Double {
        guard value.isFinite, value != 0 else { return value }
        guard value.magnitude <= 180, Self.isPrecise(value) else { return digits(of: value, scope: scope) }
        var stream = StandInStream(seed: hash(Self.bytes(scope)))
        let shift = PlaceShift(&stream)
        return isEast || value.magnitude > 90 ? shift.longitude(value) : shift.latitude(value)
    }

    /// Other digits in the place of digits, as many of them: 37.5 may become 62.8.
    ///
    /// - Parameter isAllowed: What the stand-in has to be beyond that, if any of many is.
    func digits(of value: Double, scope: UInt64, where isAllowed: (Double) -> Bool = { _ in true }) -> Double {
        guard value.isFinite, value != 0 else { return value }
        var stream = StandInStream(seed: hash(Self.bytes(scope) + Self.bytes(value.bitPattern)))
        var result = value
        for _ in 0..<64 {
            result = Self.otherDigits(value, &stream)
            if isAllowed(result) { break }
        }
        return result
    }

    /// Whether there are so many decimals that nobody could guess the number: 4 or more behind the point.
    private static func isPrecise(_ value: Double) -> Bool {
        let thousands = value.magnitude * 1e3
        return (thousands - thousands.rounded()).magnitude > 1e-6
    }

    private static func otherDigits(_ value: Double, _ stream: inout StandInStream) -> Double {
        var text = Array(value.description.utf8)
        let mantissa = text.prefix { $0 != UInt8(ascii: "e") }
        let places = mantissa.indices.filter { (0x30...0x39).contains(text[$0]) }
        // `.0` says that the number is whole; zeros at the beginning hold a place.
        let isWhole = mantissa.suffix(2).elementsEqual(".0".utf8)
        let digits = (isWhole ? places.dropLast() : places[...]).drop { text[$0] == 0x30 }
        for (position, index) in digits.enumerated() {
            let isEdge = position == 0 || !isWhole && position == digits.count - 1
            let digit = UInt32(text[index] - 0x30)
            // At the beginning, and behind a point at the end, a zero would be a digit less.
            let new =
                isEdge
                ? 1 + stream.other(than: digit == 0 ? .max : digit - 1, of: 9) : stream.other(than: digit, of: 10)
            text[index] = 0x30 + UInt8(new)
        }
        let result = Double(String(decoding: text, as: UTF8.self)) ?? 0
        // Beyond the largest number there is none with as many digits, and near zero others are no other numbers.
        guard result.isFinite, result != 0, result != value else { return value.magnitude > 1 ? value / 2 : value * 2 }
        return result
    }

    private static func bytes(_ word: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) }
    }
}
