/// What the navigation of the driver's app is doing. Mirrors
/// `maps.fleetengine.delivery.v1.DeliveryVehicleNavigationStatus`.
public struct DeliveryVehicleNavigationStatus: FleetEnum {
    public static let fullName = "maps.fleetengine.delivery.v1.DeliveryVehicleNavigationStatus"

    public var rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// `UNKNOWN_NAVIGATION_STATUS = 0`: not said.
    public static var unknown: Self { .init(rawValue: 0) }
    /// `NO_GUIDANCE = 1`: free driving, without a destination.
    public static var noGuidance: Self { .init(rawValue: 1) }
    /// `ENROUTE_TO_DESTINATION = 2`: turn-by-turn guidance is on.
    public static var enrouteToDestination: Self { .init(rawValue: 2) }
    /// `OFF_ROUTE = 3`: the vehicle has left the proposed route.
    public static var offRoute: Self { .init(rawValue: 3) }
    /// `ARRIVED_AT_DESTINATION = 4`: the vehicle is within about 50 m of the destination.
    public static var arrivedAtDestination: Self { .init(rawValue: 4) }
}
