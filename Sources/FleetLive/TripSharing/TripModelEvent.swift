public import FleetMessages

/// News of a trip that is followed. Cases for single fields are those of `GMTCTripModelSubscriber`.
public enum TripModelEvent: Sendable {
    /// The trip, and the fields that are not what they were: `trip_status`, `last_location`. Comes before the events of the
    /// single fields.
    case trip(Trip, updatedFields: FieldMask)
    /// How far the trip has come.
    case tripStatus(TripStatus)
    /// Where the vehicle is; `nil` while the trip has none.
    case vehicleLocation(VehicleLocation?)
    /// Where the rider gets in.
    case pickupLocation(TerminalLocation?)
    /// Where the rider gets out.
    case dropoffLocation(TerminalLocation?)
    /// The stops between pickup and drop-off.
    case intermediateDestinations([TerminalLocation])
    /// When the rider gets in, or did.
    case pickupETA(Timestamp?)
    /// When the rider gets out, or did.
    case dropoffETA(Timestamp?)
    /// When the vehicle arrives at the next waypoint, which may be another rider's.
    case etaToNextWaypoint(Timestamp?)
    /// The route to the next waypoint; empty if there is none.
    case activeRoute([LatLng])
    /// Metres left of the active route.
    case activeRouteRemainingDistance(Int32?)
    /// Traffic on the active route.
    case activeRouteTraffic(ConsumableTrafficPolyline?)
    /// All stops up to and including the drop-off.
    case remainingWaypoints([TripWaypoint])
    /// A poll failed. Polling goes on, whatever the error. One whose ``FleetFailure/needsAction`` is set stays until the app
    /// does ``FleetFailure/nextStep``; others pass by themselves and need not be shown to the rider.
    case didFail(FleetFailure)

    /// The events of single fields, by the field that each comes from.
    private static let fields: [(path: String, event: @Sendable (Trip) -> TripModelEvent)] = [
        ("trip_status", { .tripStatus($0.tripStatus) }),
        ("last_location", { .vehicleLocation($0.lastLocation) }),
        ("pickup_point", { .pickupLocation($0.pickupPoint) }),
        ("dropoff_point", { .dropoffLocation($0.dropoffPoint) }),
        ("intermediate_destinations", { .intermediateDestinations($0.intermediateDestinations) }),
        ("pickup_time", { .pickupETA($0.pickupTime) }),
        ("dropoff_time", { .dropoffETA($0.dropoffTime) }),
        ("eta_to_first_waypoint", { .etaToNextWaypoint($0.etaToFirstWaypoint) }),
        ("route", { .activeRoute($0.route) }),
        ("remaining_distance_meters", { .activeRouteRemainingDistance($0.remainingDistanceMeters) }),
        ("current_route_segment_traffic", { .activeRouteTraffic($0.currentRouteSegmentTraffic) }),
        ("remaining_waypoints", { .remainingWaypoints($0.remainingWaypoints) }),
    ]

    /// The events of what differs between two states of a trip; none if nothing does.
    static func changes(from old: Trip, to new: Trip) -> [TripModelEvent] {
        let mask = FieldMask.difference(from: old, to: new).topLevel
        guard !mask.isEmpty else { return [] }
        return [.trip(new, updatedFields: mask)] + fields.filter { mask.covers($0.path) }.map { $0.event(new) }
    }
}
