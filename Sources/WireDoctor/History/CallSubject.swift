import FleetErrors

/// The kinds of resources that calls are about.
public enum CallSubject: String, CaseIterable, Sendable {
    /// Vehicles of on-demand trips and delivery vehicles.
    case vehicle
    /// Trips, also as billable trips.
    case trip
    /// Tasks, also by their tracking IDs.
    case task

    init(_ resource: FleetMethod.Resource) {
        switch resource {
        case .vehicle, .deliveryVehicle: self = .vehicle
        case .trip, .billableTrip: self = .trip
        case .task, .trackingInfo: self = .task
        }
    }

    /// The kind of resource whose id a field with this name holds: `vehicle_id`, `delivery_vehicle_id`, `current_trips`.
    package init?(fieldName name: String) {
        switch name {
        case "vehicle_id", "delivery_vehicle_id": self = .vehicle
        case "trip_id", "current_trips": self = .trip
        case "task_id", "tracking_id": self = .task
        default: return nil
        }
    }

    /// Whether a resource of the kind has this name, and the name or its id is one of `wanted`.
    package func matches(_ name: String, oneOf wanted: Set<String>) -> Bool {
        guard let parsed = ResourceName(name), let id = parsed.id, let resource = parsed.resource,
            Self(resource) == self
        else { return false }
        return wanted.contains(id) || wanted.contains(name)
    }
}
