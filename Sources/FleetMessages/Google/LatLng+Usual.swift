public import ProtobufWire

// A route has hundreds of points, and nearly every one is 18 bytes of the same layout: both doubles, nothing else. They
// are matched all at once, field by field only where they differ, and a run of them goes straight into its array.
extension LatLng: DoublePair {
    /// The same as ``init(latitude:longitude:)``.
    @inline(__always)
    public init(_ first: Double, _ second: Double) { self.init(latitude: first, longitude: second) }

    @inline(__always)
    public var pair: (Double, Double) { (latitude, longitude) }
}
