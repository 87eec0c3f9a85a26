public import FleetMessages

/// Everything that the service remembers.
public struct FleetState: Sendable {
    public var vehicles = ResourceStore<Vehicle>()
    public var trips = ResourceStore<Trip>()
    public var deliveryVehicles = ResourceStore<DeliveryVehicle>()
    public var tasks = ResourceStore<DeliveryTask>()
    /// The reports of billable trips, in the order in which they came.
    public var billableTrips: [ReportBillableTripRequest] = []
    /// The times of the last change of each trip, by its full name.
    public var tripUpdateTimes: [String: Timestamp] = [:]

    public init() {}
}
