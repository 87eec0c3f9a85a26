import FleetMessages

/// Moves every place of a run by the same secret distance, so that tracks and routes keep their shape in degrees.
struct PlaceShift: Sendable {
    /// In units of 1e-5 degrees, those of encoded polylines.
    private let latitude: Int
    private let longitude: Int
    /// Less than half a unit more for places by themselves: the digits behind the fifth one are those of a known place, too.
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

    /// Degrees north, from -90 to 90. What would lie beyond a pole is reflected there.
    func latitude(_ degrees: Double) -> Double {
        guard degrees.magnitude <= 90 else { return degrees }
        let sum = degrees + (Double(latitude) / 1e5 + further.latitude)
        return Self.tidy(sum > 90 ? 180 - sum : sum < -90 ? -180 - sum : sum, like: degrees)
    }

    /// Degrees east, from -180 to 180.
    func longitude(_ degrees: Double) -> Double {
        guard degrees.magnitude <= 180 else { return degrees }
        let sum = degrees + (Double(longitude) / 1e5 + further.longitude)
        return Self.tidy(sum > 180 ? sum - 360 : sum < -180 ? sum + 360 : sum, like: degrees)
    }

    /// Without the noise of the addition where there were at most 7 decimals; never 0, which means unset.
    private static func tidy(_ sum: Double, like degrees: Double) -> Double {
        let isShort = (degrees * 1e7).rounded() / 1e7 == degrees
        let result = isShort ? (sum * 1e7).rounded() / 1e7 : sum
        return result == 0 ? 1e-7 : result
    }

    // MARK: Encoded polylines

    /// Moves an encoded polyline: only its first point, as each other one is the distance from the one before. `nil` for
    /// what is no polyline, and where the moved point needs more characters.
    func polyline(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var numbers: [(value: Int, length: Int)] = []
        let isWhole = EncodedPolyline.forEachNumber(text) { value, length in
            numbers.append((value, length))
            return true
        }
        guard isWhole, numbers.count >= 2, numbers.count.isMultiple(of: 2) else { return nil }
        var bounds = (south: Int.max, north: Int.min, west: Int.max, east: Int.min)
        var point = (north: 0, east: 0)
        for index in stride(from: 0, to: numbers.count, by: 2) {
            // More than a degree from one point to the next is no route.
            if index > 0, max(abs(numbers[index].value), abs(numbers[index + 1].value)) > 100_000 { return nil }
            point = (point.north + numbers[index].value, point.east + numbers[index + 1].value)
            bounds = (
                min(bounds.south, point.north), max(bounds.north, point.north), min(bounds.west, point.east),
                max(bounds.east, point.east)
            )
            guard Self.contains(bounds.south, bounds.north, bounds.west, bounds.east) else { return nil }
        }
        let turn =
            bounds.west + longitude > 18_000_000
            ? -36_000_000 : bounds.east + longitude < -18_000_000 ? 36_000_000 : 0
        let east = longitude + turn
        guard
            Self.contains(
                bounds.south + latitude, bounds.north + latitude, bounds.west + east, bounds.east + east)
        else { return nil }
        let length = numbers[0].length + numbers[1].length
        var first: [UInt8] = []
        EncodedPolyline.append(numbers[0].value + latitude, length: numbers[0].length, to: &first)
        guard first.count == numbers[0].length else { return nil }
        EncodedPolyline.append(numbers[1].value + east, length: numbers[1].length, to: &first)
        return first.count == length ? first + text.dropFirst(length) : nil
    }

    private static func contains(_ south: Int, _ north: Int, _ west: Int, _ east: Int) -> Bool {
        south >= -9_000_000 && north <= 9_000_000 && west >= -18_000_000 && east <= 18_000_000
    }
}
