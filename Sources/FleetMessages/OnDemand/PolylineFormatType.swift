/// How a route is written in an answer. Mirrors `maps.fleetengine.v1.PolylineFormatType`.
public struct PolylineFormatType: FleetEnum {
    public static let fullName = "maps.fleetengine.v1.PolylineFormatType"

    public var rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// `UNKNOWN_FORMAT_TYPE = 0`: not said; the server takes ``latLngList``.
    public static var unknown: Self { .init(rawValue: 0) }
    /// `LAT_LNG_LIST_TYPE = 1`: points, in ``Trip/route``.
    public static var latLngList: Self { .init(rawValue: 1) }
    /// `ENCODED_POLYLINE_TYPE = 2`: compressed, in ``Trip/currentRouteSegment``. Only Google's SDKs can decode it.
    public static var encodedPolyline: Self { .init(rawValue: 2) }
}
