extension Redactor {
    /// Degrees north. What anybody could guess is not moved like other places: 0, which means unset, stays; whole degrees,
    /// and what is no latitude, have other digits.
    func latitude(_ degrees: Double) -> Double {
        moved(degrees, limit: 90) { $0.latitude(degrees) }
    }

    /// Degrees east, as for ``latitude(_:)``.
    func longitude(_ degrees: Double) -> Double {
        moved(degrees, limit: 180) { $0.longitude(degrees) }
    }

    private func moved(_ degrees: Double, limit: Double, _ move: (PlaceShift) -> Double) -> Double {
        guard degrees.isFinite, degrees != 0 else { return degrees }
        let isPlace = degrees.magnitude <= limit
        let isGuessable = (degrees - degrees.rounded()).magnitude < 1e-6
        if isPlace, !isGuessable { return move(places) }
        let other = numbers.digits(of: degrees, scope: UInt64(limit)) { ($0.magnitude <= limit) == isPlace }
        if (other.magnitude <= limit) == isPlace { return other }
        // Few numbers begin like those from 100 to 180, or from 91 to 99.
        var stream = StandInStream(seed: hash(Array("\(degrees)".utf8)))
        let (least, count): (UInt32, UInt32) = isPlace ? (101, 79) : (UInt32(limit) + 1, 9)
        let current = UInt32(min(degrees.magnitude, 1e3))
        let whole = least + stream.other(than: current >= least ? current - least : .max, of: count)
        return degrees < 0 ? -Double(whole) : Double(whole)
    }

    /// What stands for a field, or a way to it, that lies in what `scope` stands for.
    func scope(_ scope: UInt64, _ name: some Collection<UInt8>) -> UInt64 {
        hash((0..<8).map { UInt8(truncatingIfNeeded: scope >> (8 * UInt64($0))) } + Array(name))
    }

    func scope(_ scope: UInt64, _ number: Int) -> UInt64 {
        self.scope(scope, [0] + (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
    }

    /// Whether unknown bits are rather a number with a point than an integer.
    static func isPlausible(_ value: Double) -> Bool { value == 0 || (1e-9...1e15).contains(value.magnitude) }
}
