/// Google's encoded polyline format: points as printable ASCII, each as its difference from the one before.
///
/// Source: https://developers.google.com/maps/documentation/utilities/polylinealgorithm
public enum EncodedPolyline {
    /// The most characters of a number: 360 degrees in steps of 0.00001, with a sign, take 27 bits, and six characters have
    /// 30. One more lets numbers that leave the globe be read and refused as such.
    private static let longestNumber = 7

    /// The points of a line; `nil` when the text is not an encoded line or leaves the globe. Linear.
    ///
    /// - Parameter limit: Longer lines are not lines of streets: `nil`.
    public static func decode(_ text: some Sequence<UInt8>, limit: Int = 100_000) -> [LatLng]? {
        var points: [LatLng] = []
        // In units of 0.00001 degree.
        var latitude = 0
        var longitude = 0
        var isLongitude = false
        let isWhole = forEachNumber(text) { difference, _ in
            isLongitude.toggle()
            guard !isLongitude else {
                latitude += difference
                return true
            }
            longitude += difference
            points.append(LatLng(latitude: Double(latitude) / 1e5, longitude: Double(longitude) / 1e5))
            return points[points.count - 1].isValid && points.count <= limit
        }
        return isWhole && !isLongitude && !points.isEmpty ? points : nil
    }

    /// The text of a line, its points rounded to 0.00001 degree; `nil` when there is none or one is not on the globe. Linear.
    public static func encode(_ points: some Sequence<LatLng>) -> String? {
        var text: [UInt8] = []
        var last = (latitude: 0, longitude: 0)
        for point in points {
            guard point.isValid else { return nil }
            let next = (Int((point.latitude * 1e5).rounded()), Int((point.longitude * 1e5).rounded()))
            append(next.0 - last.latitude, to: &text)
            append(next.1 - last.longitude, to: &text)
            last = next
        }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }

    // MARK: Numbers

    /// Gives each number in a text to `body`, with the characters that it takes, until that returns false.
    ///
    /// - Returns: Whether the text is made of whole numbers, and `body` took all of them.
    package static func forEachNumber(
        _ text: some Sequence<UInt8>, _ body: (_ number: Int, _ length: Int) -> Bool
    ) -> Bool {
        var (bits, length) = (0, 0)
        for character in text {
            // Each character holds five bits, the lowest first, and a sixth that says that more follow; plus 63.
            guard (63...126).contains(character), length < longestNumber else { return false }
            let chunk = Int(character) - 63
            bits |= (chunk & 31) << (5 * length)
            length += 1
            if chunk & 32 != 0 { continue }
            // The sign is in the lowest bit, which inverts all others.
            guard body(bits >> 1 ^ -(bits & 1), length) else { return false }
            (bits, length) = (0, 0)
        }
        return length == 0
    }

    package static func append(_ number: Int, to text: inout [UInt8]) {
        var bits = number << 1 ^ (number < 0 ? -1 : 0)
        while bits >= 32 {
            text.append(UInt8(63 + (bits & 31 | 32)))
            bits >>= 5
        }
        text.append(UInt8(63 + bits))
    }
}
