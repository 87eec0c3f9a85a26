import FleetMessages

/// Moves every place by the same secret distance, so that tracks and routes keep their shape in degrees.
struct PlaceShift: Sendable {
    /// In units of 1e-5 degrees, those of encoded polylines.
    private let latitude: Int
    private let longitude: Int
    /// A fraction of a unit that single places are moved further, so that decimals after the fifth do not tell the place.
    private let further: (latitude: Double, longitude: Double)

    /// At least 3 degrees north or south and 20 east or west, at most 12 and 160.
    init(_ stream: inout StandInStream) {
        func offset(_ least: UInt32, _ most: UInt32) -> Int {
            let size = Int(least) * 100_000 + Int(stream.below((most - least) * 100_000))
            return stream.below(2) == 0 ? size : -size
        }
        latitude = offset(3, 12)
        longitude = offset(20, 160)
        func fraction() -> Double { (Double(stream.next() >> 11) / Double(1 << 53) - 0.5) * 1e-5 }
        further = (fraction(), fraction())
    }

    /// Moves a latitude of -90 to 90 degrees. A place beyond a pole is reflected there.
    func latitude(_ degrees: Double) -> Double {
        guard degrees.magnitude <= 90 else { return degrees }
        let sum = degrees + (Double(latitude) / 1e5 + further.latitude)
        return Self.tidy(sum > 90 ? 180 - sum : sum < -90 ? -180 - sum : sum, like: degrees)
    }

    /// Moves a longitude of -180 to 180 degrees.
    func longitude(_ degrees: Double) -> Double {
        guard degrees.magnitude <= 180 else { return degrees }
        let sum = degrees + (Double(longitude) / 1e5 + further.longitude)
        return Self.tidy(sum > 180 ? sum - 360 : sum < -180 ? sum + 360 : sum, like: degrees)
    }

    /// The sum without rounding errors where `degrees` has at most 7 decimals; never 0, which means unset.
    private static func tidy(_ sum: Double, like degrees: Double) -> Double {
        let isShort = (degrees * 1e7).rounded() / 1e7 == degrees
        let result = isShort ? (sum * 1e7).rounded() / 1e7 : sum
        return result == 0 ? 1e-7 : result
    }

    // MARK: Encoded polylines

    /// Moves an encoded polyline. Only the first point changes, as every other point is encoded as a distance.
    ///
    /// - Returns: `nil` for text that is no polyline, and where the moved point needs more characters.
    func polyline(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var numbers: [(value: Int, length: Int)] = []
        let isWhole = EncodedPolyline.forEachNumber(text) { value, length in
            numbers.append((value, length))
            return true
        }
        guard isWhole, numbers.count >= 2, numbers.count.isMultiple(of: 2) else { return nil }
        var bounds = Bounds()
        var point = (north: 0, east: 0)
        for index in stride(from: 0, to: numbers.count, by: 2) {
            // More than a degree from one point to the next is no route.
            if index > 0, max(abs(numbers[index].value), abs(numbers[index + 1].value)) > 100_000 { return nil }
            point = (point.north + numbers[index].value, point.east + numbers[index + 1].value)
            bounds.include(point)
            guard bounds.isOnGlobe else { return nil }
        }
        let turn =
            bounds.west + longitude > 18_000_000
            ? -36_000_000 : bounds.east + longitude < -18_000_000 ? 36_000_000 : 0
        let east = longitude + turn
        guard bounds.moved(north: latitude, east: east).isOnGlobe else { return nil }
        let length = numbers[0].length + numbers[1].length
        var first: [UInt8] = []
        EncodedPolyline.append(numbers[0].value + latitude, length: numbers[0].length, to: &first)
        guard first.count == numbers[0].length else { return nil }
        EncodedPolyline.append(numbers[1].value + east, length: numbers[1].length, to: &first)
        return first.count == length ? first + text.dropFirst(length) : nil
    }

    /// The bounds of a polyline in units of 1e-5 degrees.
    private struct Bounds {
        private(set) var (south, north, west, east) = (Int.max, Int.min, Int.max, Int.min)

        var isOnGlobe: Bool {
            south >= -9_000_000 && north <= 9_000_000 && west >= -18_000_000 && east <= 18_000_000
        }

        mutating func include(_ point: (north: Int, east: Int)) {
            (south, north) = (min(south, point.north), max(north, point.north))
            (west, east) = (min(west, point.east), max(east, point.east))
        }

        func moved(north shift: Int, east turn: Int) -> Bounds {
            var moved = self
            (moved.south, moved.north, moved.west, moved.east) = (
                south + shift, north + shift, west + turn, east + turn
            )
            return moved
        }
    }
}
