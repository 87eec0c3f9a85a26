internal import FleetMessages

/// A plain map of a region: equirectangular, with degrees of longitude shortened by the cosine of the middle latitude.
///
/// Right in the middle of the map; 30 km north or south of it, distances from east to west are off by less than 1 % up
/// to 60 degrees of latitude.
struct MapProjection: Hashable {
    /// The middle of the region, where both coordinates are 0.
    let latitude: Double
    let longitude: Double
    let metresPerLongitude: Double

    /// A map with its middle in the middle of `points`, also of those on both sides of the 180th meridian. O(n log n).
    init(covering points: [LatLng]) {
        let latitudes = points.map(\.latitude)
        latitude = ((latitudes.min() ?? 0) + (latitudes.max() ?? 0)) / 2
        longitude = Self.middle(points.map(\.longitude).sorted())
        metresPerLongitude = LatLng.metresPerDegreeOfLongitude(atLatitude: latitude)
    }

    /// Metres east and north of the middle.
    func position(_ point: LatLng) -> (east: Double, north: Double) {
        var degrees = point.longitude - longitude
        if degrees > 180 { degrees -= 360 }
        if degrees < -180 { degrees += 360 }
        return (degrees * metresPerLongitude, (point.latitude - latitude) * LatLng.metresPerDegree)
    }

    /// The middle of the shortest arc that holds all of some sorted longitudes: what is not in their widest gap.
    private static func middle(_ longitudes: [Double]) -> Double {
        guard let first = longitudes.first, let last = longitudes.last else { return 0 }
        var arc = (start: first, length: last - first)
        for (west, east) in zip(longitudes, longitudes.dropFirst()) where 360 - (east - west) < arc.length {
            arc = (east, 360 - (east - west))
        }
        let middle = arc.start + arc.length / 2
        return middle > 180 ? middle - 360 : middle
    }
}
