/// Which fields of a trip an answer carries. More views may come. Mirrors `maps.fleetengine.v1.TripView`.
public struct TripView: FleetEnum {
    public static let fullName = "maps.fleetengine.v1.TripView"

    public var rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// `TRIP_VIEW_UNSPECIFIED = 0`: not said; the server takes ``sdk``.
    public static var unspecified: Self { .init(rawValue: 0) }
    /// `SDK = 1`: also fields that only Google's SDKs can read.
    public static var sdk: Self { .init(rawValue: 1) }
    /// `JOURNEY_SHARING_V1S = 2`: for servers that share a journey; the stable choice.
    public static var journeySharingV1S: Self { .init(rawValue: 2) }
}
