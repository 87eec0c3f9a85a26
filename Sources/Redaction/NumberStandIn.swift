/// Replaces floating-point numbers of unknown meaning.
///
/// A number that anybody can guess, such as 4 seats or a battery at 100 percent, must not tell how another one was changed. A
/// number as precise as degrees usually are is moved by a distance that differs from field to field and from the distance of
/// known places, so that lists keep their shape. Every other number gets other digits.
struct NumberStandIn: Sendable {
    let hash: SipHash

    /// The stand-in of a number: the same for the same number in the same scope.
    ///
    /// - Parameters:
    ///   - scope: Identifies the field.
    ///   - isEast: Whether the number is taken for a longitude.
    func callAsFunction(_ value: Double, scope: UInt64, isEast: Bool) -> Double {
        guard value.isFinite, value != 0 else { return value }
        guard value.magnitude <= 180, Self.isPrecise(value) else { return digits(of: value, scope: scope) }
        var stream = StandInStream(seed: hash(Self.bytes(scope)))
        let shift = PlaceShift(&stream)
        return isEast || value.magnitude > 90 ? shift.longitude(value) : shift.latitude(value)
    }

    /// A number with as many other digits: 37.5 may become 62.8.
    ///
    /// - Parameter isAllowed: A condition on the stand-in, which is met if one of 64 attempts meets it.
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

    /// Whether the number has 4 or more decimals, too many to guess it.
    private static func isPrecise(_ value: Double) -> Bool {
        let thousands = value.magnitude * 1e3
        return (thousands - thousands.rounded()).magnitude > 1e-6
    }

    private static func otherDigits(_ value: Double, _ stream: inout StandInStream) -> Double {
        var text = Array(value.description.utf8)
        let mantissa = text.prefix { $0 != UInt8(ascii: "e") }
        let places = mantissa.indices.filter { (0x30...0x39).contains(text[$0]) }
        // A whole number ends in `.0`; leading zeros stay.
        let isWhole = mantissa.suffix(2).elementsEqual(".0".utf8)
        let digits = (isWhole ? places.dropLast() : places[...]).drop { text[$0] == 0x30 }
        for (position, index) in digits.enumerated() {
            let isEdge = position == 0 || !isWhole && position == digits.count - 1
            let digit = UInt32(text[index] - 0x30)
            // A zero as the first digit or the last decimal would shorten the number.
            let new =
                isEdge
                ? 1 + stream.other(than: digit == 0 ? .max : digit - 1, of: 9) : stream.other(than: digit, of: 10)
            text[index] = 0x30 + UInt8(new)
        }
        let result = Double(String(decoding: text, as: UTF8.self)) ?? 0
        // Near the largest and the smallest number other digits may not give another finite number.
        guard result.isFinite, result != 0, result != value else { return value.magnitude > 1 ? value / 2 : value * 2 }
        return result
    }

    private static func bytes(_ word: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) }
    }
}
