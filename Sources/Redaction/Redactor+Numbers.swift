extension Redactor {
    /// The stand-in of a latitude in degrees. 0, which means unset, stays; whole degrees and numbers beyond 90 degrees, which
    /// are easy to guess, get other digits; all other latitudes move with the places.
    func latitude(_ degrees: Double) -> Double {
        moved(degrees, limit: 90) { $0.latitude(degrees) }
    }

    /// The stand-in of a longitude in degrees, as for ``latitude(_:)``.
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
        // Other digits hardly ever give a number from 101 to 180, or from 91 to 99, so one is drawn.
        var stream = StandInStream(seed: hash(Array("\(degrees)".utf8)))
        let (least, count): (UInt32, UInt32) = isPlace ? (101, 79) : (UInt32(limit) + 1, 9)
        let current = UInt32(min(degrees.magnitude, 1e3))
        let whole = least + stream.other(than: current >= least ? current - least : .max, of: count)
        return degrees < 0 ? -Double(whole) : Double(whole)
    }

    /// The scope of a field inside another scope.
    func scope(_ scope: UInt64, _ name: some Collection<UInt8>) -> UInt64 {
        hash((0..<8).map { UInt8(truncatingIfNeeded: scope >> (8 * UInt64($0))) } + Array(name))
    }

    func scope(_ scope: UInt64, _ number: Int) -> UInt64 {
        self.scope(scope, [0] + (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
    }

    /// Whether unknown bits are likelier a floating-point number than an integer.
    static func isPlausible(_ value: Double) -> Bool { value == 0 || (1e-9...1e15).contains(value.magnitude) }
}
