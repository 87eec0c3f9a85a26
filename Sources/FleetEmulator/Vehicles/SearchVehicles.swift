internal import FleetErrors
internal import FleetMessages
internal import GRPCWire
internal import ProtobufWire

/// A vehicle that fits a search, with the estimates that matches are sorted by.
private struct Candidate {
    let name: String
    /// Metres to the pickup as the crow flies.
    let straight: Double
    /// Metres of street to the pickup, past the stops of the vehicle's trips.
    let road: Double
    let rank: Double
}

extension FleetEmulator {
    /// How old the location of a vehicle may be where a search does not say it, in seconds.
    private static let usualStaleness = ProtobufDuration(seconds: 300)
    /// The most trips and waypoints of a vehicle that takes one more trip, where a search allows any.
    private static let sharedLimits = (trips: 5, waypoints: 10)

    func searchVehicles(
        _ request: SearchVehiclesRequest, _ call: EmulatedCall
    ) throws(CallStatus) -> SearchVehiclesResponse {
        try checkParent(request.parent)
        try authorize(call, [])
        try check(request, call.fields)
        let criteria = try criteria(request)
        let oldest =
            try time(request.maximumStaleness, before: call.now, field: "maximum_staleness")
            ?? call.now - Self.usualStaleness
        let pickup = request.pickupPoint?.point ?? LatLng()
        var candidates: [Candidate] = []
        for name in state.vehicles.names(in: "\(request.parent)/vehicles/") {
            guard let vehicle = state.vehicles[name], let place = vehicle.lastLocation?.location else { continue }
            let straight = place.metres(to: pickup)
            guard straight <= Double(request.pickupRadiusMeters),
                fits(vehicle, request, seenSince: oldest), criteria.matches(vehicle.attributes)  // Rule.matching
            else { continue }
            let road = Estimate.metres(along: [place] + vehicle.waypoints.compactMap { $0.location?.point } + [pickup])
            candidates.append(
                Candidate(name: name, straight: straight, road: road, rank: rank(request, straight: straight, road)))
        }
        var response = SearchVehiclesResponse()
        candidates.sort { ($0.rank, $0.name) < ($1.rank, $1.name) }
        response.matches = candidates.prefix(max(Int(request.count), 0)).compactMap { match($0, request, call.now) }
        return response
    }

    // MARK: Checks

    private func check(_ request: SearchVehiclesRequest, _ fields: [FieldFault]) throws(CallStatus) {
        if !(1...50).contains(request.count) || !(400...10000).contains(request.pickupRadiusMeters) {
            let values = StatusDetail.badRequest([
                ("count", "\(request.count)"), ("pickup_radius_meters", "\(request.pickupRadiusMeters)"),
            ])
            throw Rule.searchRange.failure(
                .outOfRange, "count must be 1..50 and pickup_radius_meters 400..10000", [values])
        }
        try check(fields)
        let types = request.tripTypes
        let isShared = types == [.shared]
        let saysTrips = request.currentTripsPresent != .unspecified
        let isByDropoff = request.orderBy == .dropoffPointETA
        let isUnknown = request.vehicleTypes.contains { $0.category == .unknown }
        let lacksDropoff = request.dropoffPoint == nil
        let combination = "must not be set together with current_trips_present"
        let broken = violations(
            (.searchTripTypes, types.count != 1, "trip_types", "must have exactly one type"),
            (.exclusiveFields, request.includeBackToBack && saysTrips, "include_back_to_back", combination),
            (.criteria, request.minimumCapacity < 1, "minimum_capacity", "must be at least 1"),
            (.criteria, types.contains(.unknown), "trip_types", "must not contain UNKNOWN_TRIP_TYPE"),
            (.criteria, isUnknown, "vehicle_types", "must not contain UNKNOWN"),
            (.criteria, isShared && lacksDropoff, "dropoff_point", "is required for SHARED trips"),
            (.criteria, isShared && !saysTrips, "current_trips_present", "is required for SHARED trips"),
            (.criteria, isByDropoff && lacksDropoff, "dropoff_point", "is required for the order DROPOFF_POINT_ETA"))
        try Rule.criteria.refuse(broken, "Invalid search")
    }

    // MARK: Matching

    /// Whether a vehicle could make the trip that a search is for.
    private func fits(_ vehicle: Vehicle, _ request: SearchVehiclesRequest, seenSince oldest: Timestamp) -> Bool {
        vehicle.vehicleState == .online && vehicle.wasSeen(since: oldest)
            && request.vehicleTypes.contains { $0.category == vehicle.vehicleType?.category }
            && vehicle.supportedTripTypes.contains(where: request.tripTypes.contains)
            && takesTrip(vehicle, request) && hasRoom(in: vehicle, for: request.minimumCapacity)
    }

    /// Whether the trips that a vehicle has allow it to take another.
    private func takesTrip(_ vehicle: Vehicle, _ request: SearchVehiclesRequest) -> Bool {
        if vehicle.currentTrips.isEmpty { return true }
        switch request.currentTripsPresent {
        case .any:
            return vehicle.currentTrips.count <= Self.sharedLimits.trips
                && vehicle.waypoints.count <= Self.sharedLimits.waypoints
        case .unspecified where request.includeBackToBack:
            let trips = trips(of: vehicle)
            return vehicle.backToBackEnabled && vehicle.currentTrips.count == 1
                && trips.first?.tripStatus == .enrouteToDropoff
        default: return false
        }
    }

    private func hasRoom(in vehicle: Vehicle, for passengers: Int32) -> Bool {
        // A vehicle that finishes its trip first is empty then; others carry everybody at once.
        let taken = trips(of: vehicle).filter { $0.tripType == .shared }.reduce(0) {
            $0 + max(Int($1.numberOfPassengers), 0)
        }
        return Int(vehicle.maximumCapacity) - taken >= Int(passengers)
    }

    private func trips(of vehicle: Vehicle) -> [Trip] {
        vehicle.currentTrips.compactMap { state.trips[ResourceName.name(.trip, $0, besides: vehicle.name)] }
    }

    // MARK: Estimates

    /// Metres of street from the pickup to the drop-off; `nil` where the request has none.
    private func onward(_ request: SearchVehiclesRequest) -> Double? {
        guard let pickup = request.pickupPoint?.point, let dropoff = request.dropoffPoint?.point else { return nil }
        return Estimate.metres(pickup, dropoff, detour: Estimate.dropoffDetour)
    }

    private func rank(_ request: SearchVehiclesRequest, straight: Double, _ road: Double) -> Double {
        switch request.orderBy {
        case .pickupPointStraightDistance: straight
        case .dropoffPointETA: road + (onward(request) ?? 0)
        case .cost: (road + straight) / 2  // Rule.ordering
        default: road
        }
    }

    private func match(_ candidate: Candidate, _ request: SearchVehiclesRequest, _ now: Timestamp) -> VehicleMatch? {
        guard let vehicle = state.vehicles[candidate.name] else { return nil }
        var match = VehicleMatch()
        match.vehicle = visible(vehicle)
        match.vehiclePickupETA = now + Estimate.duration(ofMetres: candidate.road)
        match.vehiclePickupDistanceMeters = Int32(metres: candidate.road)
        match.vehiclePickupStraightLineDistanceMeters = Int32(metres: candidate.straight)
        if let onward = onward(request) {
            match.vehicleDropoffETA = now + Estimate.duration(ofMetres: candidate.road + onward)
            match.vehiclePickupToDropoffDistanceMeters = Int32(metres: onward)
        }
        match.tripType = request.tripTypes.first { vehicle.supportedTripTypes.contains($0) } ?? .unknown
        match.vehicleMatchType =
            vehicle.currentTrips.isEmpty ? .exclusive : match.tripType == .shared ? .carpool : .backToBack
        match.requestedOrderedBy = request.orderBy
        match.orderedBy = request.orderBy
        func waypoint(_ point: LatLng?, _ eta: Timestamp?) -> Waypoint {
            .with { ($0.latLng, $0.eta) = (point, eta) }
        }
        match.vehicleTripsWaypoints =
            [waypoint(vehicle.lastLocation?.location, nil)]
            + vehicle.waypoints.map { waypoint($0.location?.point, $0.eta) }
            + [waypoint(request.pickupPoint?.point, match.vehiclePickupETA)]
        return match
    }
}
