public import FleetMessages

/// Google's encoded polyline format: points as printable ASCII, each as its difference from the one before.
///
/// Source: https://developers.google.com/maps/documentation/utilities/polylinealgorithm
public enum EncodedPolyline {
    /// Bits that a difference may have: 360 degrees in steps of 0.00001, with a sign, are below 2^27.
    private static let bitLimit = 30

    /// The points of a line; `nil` when the text is not an encoded line or leaves the globe. Linear.
    ///
    /// - Parameter limit: Longer lines are not lines of streets: `nil`.
    public static func decode(_ text: some Sequence<UInt8>, limit: Int = 100_000) -> [LatLng]? {
        var points: [LatLng] = []
        // Latitude and longitude so far, in units of 0.00001 degree.
        var latitude = 0
        var longitude = 0
        var isLongitude = false
        var value = 0
        var shift = 0
        for character in text {
            // Each character holds five bits, the lowest first, and a sixth that says that more follow; plus 63.
            guard (63...126).contains(character), shift <= bitLimit else { return nil }
            let chunk = Int(character) - 63
            value |= (chunk & 0x1F) << shift
            shift += 5
            if chunk & 0x20 != 0 { continue }
            // The sign is in the lowest bit, which inverts all others.
            let difference = value & 1 == 0 ? value >> 1 : ~(value >> 1)
            if isLongitude {
                longitude += difference
                guard latitude.magnitude <= 9_000_000, longitude.magnitude <= 18_000_000, points.count < limit else {
                    return nil
                }
                points.append(LatLng(latitude: Double(latitude) / 1e5, longitude: Double(longitude) / 1e5))
            } else {
                latitude += difference
            }
            isLongitude.toggle()
            value = 0
            shift = 0
        }
        return shift == 0 && !isLongitude && !points.isEmpty ? points : nil
    }
}
