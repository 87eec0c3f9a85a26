extension LatLng {
    /// Both numbers are in their ranges: a point on the earth.
    public var isValid: Bool { latitude.magnitude <= 90 && longitude.magnitude <= 180 }

    /// The point in the Gulf of Guinea that stands for "not known": no road leads there.
    public var isZero: Bool { latitude == 0 && longitude == 0 }

    /// Metres in a degree of latitude.
    ///
    /// Source: the mean radius of the earth after the IUGG, 6 371 008.8 m
    public static let metresPerDegree = 6_371_008.8 * Double.pi / 180

    /// Metres in a degree of longitude at a latitude.
    public static func metresPerDegreeOfLongitude(atLatitude latitude: Double) -> Double {
        metresPerDegree * max(0, Angle.sineAndCosine(max(-90, min(90, latitude)) * (.pi / 180)).cosine)
    }

    /// The distance in metres on a plane that is as wide as the earth is here, the shorter way around; good for what is
    /// driven in minutes.
    public func metres(to other: LatLng) -> Double {
        let north = (latitude - other.latitude) * Self.metresPerDegree
        var degrees = (longitude - other.longitude).magnitude
        if degrees > 180 { degrees = 360 - degrees }
        let east = degrees * Self.metresPerDegreeOfLongitude(atLatitude: latitude)
        return (north * north + east * east).squareRoot()
    }
}
