public import FleetMessages

/// Everything that the service remembers.
public struct FleetState: Sendable {
    /// The vehicles of on-demand trips, by their full names.
    public var vehicles = ResourceStore<Vehicle>()
    /// The on-demand trips, by their full names.
    public var trips = ResourceStore<Trip>()
    /// The delivery vehicles, by their full names.
    public var deliveryVehicles = ResourceStore<DeliveryVehicle>()
    /// The tasks of delivery vehicles, by their full names.
    public var tasks = ResourceStore<DeliveryTask>()
    /// The reports of billable trips, in the order in which they came.
    public var billableTrips: [ReportBillableTripRequest] = []
    /// The times of the last change of each trip, by its full name.
    public var tripUpdateTimes: [String: Timestamp] = [:]
    /// The times of the last change of the traffic on the route of each vehicle that has had traffic, by its full name.
    public var trafficVersions: [String: Timestamp] = [:]

    /// A service that remembers nothing.
    public init() {}
}
