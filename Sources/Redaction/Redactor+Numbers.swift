extension Redactor {
    /// A number from -1000 to 1000 with two decimals, which tells neither the size nor the sign of the original.
    func number(_ value: Double) -> Double {
        var stream = StandInStream(seed: hash(value.bitPattern, 0))
        let number = (Double(stream.below(199_999)) - 99_999) / 100
        return number == value || number == 0 ? 1_000.25 : number
    }

    /// Larger numbers in fields for measures are none.
    static let measureLimit = 1e6

    /// A stand-in for a finite number that is too large for a measure: another one.
    func measure(_ value: Double) -> Double {
        let size = Self.measureLimit + (number(value) + 1001) * 100
        return value < 0 ? -size : size
    }

    /// The stand-in of a latitude or longitude that is no place together with the other one: it stays within 90 or 180
    /// degrees or beyond them, and 0 stays.
    func coordinate(_ degrees: Double) -> Double {
        guard degrees.isFinite, degrees != 0 else { return degrees.isNaN ? .nan : degrees }
        // From 0 up to 1.
        let part = (number(degrees) + 1000) / 2001
        let (least, most): (Double, Double) =
            degrees.magnitude <= 90 ? (1e-3, 90) : degrees.magnitude <= 180 ? (90.5, 180) : (180.5, 1000)
        let size = least + part * (most - least)
        return hash(degrees.bitPattern, 1) & 1 == 0 ? size : -size
    }
}
