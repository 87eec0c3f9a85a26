import FleetMessages

/// Moves every place by the same secret rotation of the globe.
///
/// # What this promises, and why it holds
///
/// The rotation is drawn at random from all rotations of a sphere, each as likely as any other. It keeps the distance
/// between two places along a great circle, and the angle between two directions at a place, so that routes keep their
/// shape, their length and their speeds. A pole, the equator and the direction of north go anywhere. Hence the output
/// tells nothing but that shape: had the same tracks been driven in another part of the world, the same output would have
/// been as likely. Lengths in metres agree with the coordinates at every latitude, so they tell none.
///
/// Coordinates are rounded to decimals, and such a grid would show in the output: its meshes are the narrower, the
/// farther from the equator they lie. So a place is first put anywhere in the mesh that it was rounded to, at least
/// 0.00001 degree wide (about a metre); distances are as exact as that. Equal places stay equal.
///
/// # What it does not promise
///
/// Places of one file keep their distances. Who knows one of them knows how far from it the others are, though not in which
/// direction; who knows two of them, or finds the shape of a route in a map of streets, can find them all. A file with a
/// rotation of its own tells nothing of other files. The earth is no sphere: many lengths that are exact to a thousandth
/// differ by up to a two-hundredth from those on a sphere, which tells the latitude to some tens of degrees at best.
/// Directions of one byte on the wire are less than 128 degrees from north, which tells roughly where north is.
struct PlaceRotation: Sendable {
    /// The matrix, column by column: where the axes of the globe go.
    private let columns: (x: Vector, y: Vector, z: Vector)
    private let hash: SipHash

    /// A vector in space. The globe has the radius 1; its axis is z, and x leads to 0 degrees east.
    private typealias Vector = SIMD3<Double>

    /// - Parameter hash: Has a secret key, which nothing but places is made of.
    ///
    /// Source: K. Shoemake, "Uniform random rotations", in: Graphics Gems III, 1992
    init(hash: SipHash) {
        self.hash = hash
        func fraction(_ word: UInt64) -> Double { Double(hash(word, word) >> 11) / Double(1 << 53) }
        let first = Angle.sineAndCosine(2 * .pi * fraction(1))
        let second = Angle.sineAndCosine(2 * .pi * fraction(2))
        let part = fraction(3)
        let (left, right) = ((1 - part).squareRoot(), part.squareRoot())
        let (a, b, c, d) = (left * first.sine, left * first.cosine, right * second.sine, right * second.cosine)
        columns = (
            Vector(1 - 2 * (b * b + c * c), 2 * (a * b + c * d), 2 * (a * c - b * d)),
            Vector(2 * (a * b - c * d), 1 - 2 * (a * a + c * c), 2 * (b * c + a * d)),
            Vector(2 * (a * c + b * d), 2 * (b * c - a * d), 1 - 2 * (a * a + b * b))
        )
    }

    private func rotated(_ vector: Vector) -> Vector {
        columns.x * vector.x + columns.y * vector.y + columns.z * vector.z
    }

    // MARK: Places

    /// The place with the seven decimals that are usual; `nil` for numbers that are no place, and for 0, 0, which stands
    /// for a place that is not known.
    func callAsFunction(_ place: LatLng) -> LatLng? {
        guard place.isValid, !place.isZero else { return nil }
        let moved = self.moved(spread(place))
        func tidy(_ degrees: Double) -> Double {
            let rounded = (degrees * 1e7).rounded() / 1e7
            // 0 means unset.
            return rounded == 0 ? 1e-7 : rounded
        }
        return LatLng(latitude: tidy(moved.latitude), longitude: tidy(moved.longitude))
    }

    private func moved(_ place: LatLng) -> LatLng {
        let moved = rotated(Self.vector(place))
        let level = (moved.x * moved.x + moved.y * moved.y).squareRoot()
        return LatLng(
            latitude: Angle.arcTangent(moved.z, level) * (180 / .pi),
            longitude: Angle.arcTangent(moved.y, moved.x) * (180 / .pi))
    }

    /// A place anywhere in the mesh that the place was rounded to, the same for the same place.
    ///
    /// - Parameter mesh: The grid that both coordinates lie on, in degrees; `nil` where their decimals tell it.
    func spread(_ place: LatLng, mesh: Double? = nil) -> LatLng {
        let mesh = mesh ?? Self.mesh(of: place)
        var stream = StandInStream(seed: hash(place.latitude.bitPattern, place.longitude.bitPattern))
        func offset() -> Double { (Double(stream.next() >> 11) / Double(1 << 53) - 0.5) * mesh }
        let latitude = place.latitude + offset()
        return LatLng(latitude: latitude, longitude: place.longitude + offset())
    }

    private static func vector(_ place: LatLng) -> Vector {
        let (sine, cosine) = Angle.sineAndCosine(place.latitude * (.pi / 180))
        let (east, level) = Angle.sineAndCosine(place.longitude * (.pi / 180))
        return Vector(cosine * level, cosine * east, sine)
    }

    /// The grid that both coordinates lie on, in degrees. One coordinate alone may have few decimals by chance.
    private static func mesh(of place: LatLng) -> Double {
        var mesh = polylineMesh
        for scale in [1e4, 1e3, 1e2, 1e1, 1] as [Double] {
            let (north, east) = (place.latitude * scale, place.longitude * scale)
            guard max((north - north.rounded()).magnitude, (east - east.rounded()).magnitude) < 1e-6 else { break }
            mesh = 1 / scale
        }
        return mesh
    }

    /// The grid of encoded polylines, in degrees.
    private static let polylineMesh = 1e-5

    // MARK: Directions

    /// The direction at the moved place, in degrees clockwise from north, 0 up to 360.
    func heading(_ degrees: Double, at place: LatLng) -> Double {
        // The place a quarter of the globe to the north, seen as a vector, is the direction of north at this place.
        let north = Self.vector(LatLng(latitude: place.latitude + 90, longitude: place.longitude))
        let longitude = Angle.sineAndCosine(place.longitude * (.pi / 180))
        let east = Vector(-longitude.sine, longitude.cosine, 0)
        let (sine, cosine) = Angle.sineAndCosine(degrees * (.pi / 180))
        let direction = rotated(cosine * north + sine * east)
        let here = rotated(Self.vector(place))
        // East is perpendicular to the axis and to the place; z grows to the north.
        let angle = Angle.arcTangent(here.x * direction.y - here.y * direction.x, direction.z) * (180 / .pi)
        return angle < 0 ? angle + 360 : angle
    }
}

// MARK: - Encoded polylines

extension PlaceRotation {
    /// An encoded polyline of the same number of characters: where the moved line needs more of them, points are left out;
    /// where it needs fewer, the last point is repeated. `nil` for text that is no polyline, or too short for any point.
    func polyline(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var line = PolylineWriter()
        var place = (north: 0, east: 0)
        var moved = place
        var (north, isEast, end) = (0, false, 0)
        let isWhole = EncodedPolyline.forEachNumber(text) { number, length in
            end += length
            isEast.toggle()
            guard !isEast else {
                north = number
                return true
            }
            place = (place.north + north, place.east + number)
            let old = LatLng(latitude: Double(place.north) / 1e5, longitude: Double(place.east) / 1e5)
            guard old.isValid else { return false }
            let new = self.moved(spread(old, mesh: Self.polylineMesh))
            moved = (Int((new.latitude * 1e5).rounded()), Int((new.longitude * 1e5).rounded()))
            line.append(moved, before: end)
            return true
        }
        guard isWhole, !isEast, end > 0 else { return nil }
        return line.text(endingAt: moved, length: end)
    }
}

/// Writes an encoded polyline of a given length.
private struct PolylineWriter {
    typealias Point = (north: Int, east: Int)

    private var text: [UInt8] = []
    /// The points in the text, each with the number of characters before it.
    private var points: [(place: Point, start: Int)] = []

    /// Appends a point, unless the text would get longer than the limit.
    ///
    /// - Returns: Whether the point is in the text.
    @discardableResult
    mutating func append(_ place: Point, before limit: Int) -> Bool {
        let start = text.count
        let last = points.last?.place ?? Point(0, 0)
        EncodedPolyline.append(place.north - last.north, to: &text)
        EncodedPolyline.append(place.east - last.east, to: &text)
        guard text.count <= limit else {
            text.removeSubrange(start...)
            return false
        }
        points.append((place, start))
        return true
    }

    /// The text with `end` as its last point; `nil` where that alone is too long.
    consuming func text(endingAt end: Point, length: Int) -> [UInt8]? {
        while points.last.map({ $0.place != end }) ?? true {
            if append(end, before: length) { break }
            guard let removed = points.popLast() else { return nil }
            text.removeSubrange(removed.start...)
        }
        if !(length - text.count).isMultiple(of: 2), let last = text.popLast() {
            // A sixth bit says that more digits of the number follow, here a zero.
            text += [last + 32, 63]
        }
        return text + Array(repeating: 63, count: length - text.count)
    }
}
