/// Where a location comes from. Mirrors `maps.fleetengine.delivery.v1.DeliveryVehicleLocationSensor`.
public struct DeliveryVehicleLocationSensor: FleetEnum {
    public static let fullName = "maps.fleetengine.delivery.v1.DeliveryVehicleLocationSensor"

    public var rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// `UNKNOWN_SENSOR = 0`: not said, or not known to this version.
    public static var unknown: Self { .init(rawValue: 0) }
    /// `GPS = 1`: GPS, also with assistance.
    public static var gps: Self { .init(rawValue: 1) }
    /// `NETWORK = 2`: assisted GPS, cell towers or Wi-Fi.
    public static var network: Self { .init(rawValue: 2) }
    /// `PASSIVE = 3`: cell towers or Wi-Fi only.
    public static var passive: Self { .init(rawValue: 3) }
    /// `ROAD_SNAPPED_LOCATION_PROVIDER = 4`: the device's own guess of the place on the road.
    public static var roadSnappedLocationProvider: Self { .init(rawValue: 4) }
    /// `CUSTOMER_SUPPLIED_LOCATION = 5`: a source of the customer's outside the phone, mostly in
    /// `supplemental_location_sensor`.
    public static var customerSuppliedLocation: Self { .init(rawValue: 5) }
    /// `FLEET_ENGINE_LOCATION = 6`: computed by Fleet Engine. Only in answers; a request with it is rejected.
    public static var fleetEngineLocation: Self { .init(rawValue: 6) }
    /// `FUSED_LOCATION_PROVIDER = 100`: the Fused Location Provider of Android.
    public static var fusedLocationProvider: Self { .init(rawValue: 100) }
    /// `CORE_LOCATION = 200`: Core Location of Apple platforms.
    public static var coreLocation: Self { .init(rawValue: 200) }
}
