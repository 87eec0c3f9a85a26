internal import FleetErrors
internal import FleetMessages
internal import ProtobufSchema
internal import ProtobufWire

extension FleetEmulator {
    private static let ignoredAtCreation = FieldMask(paths: [
        "route", "current_route_segment", "current_route_segment_end_point", "current_route_segment_version",
        "current_route_segment_traffic", "waypoints", "waypoints_version", "remaining_distance_meters",
        "remaining_time_seconds", "eta_to_first_waypoint", "navigation_status",
    ])

    mutating func createVehicle(_ request: CreateVehicleRequest, _ call: EmulatedCall) throws(CallStatus) -> Vehicle {
        let name = try newName(.vehicle, request.vehicleID, in: request.parent, of: \.vehicles, for: call)
        try check(call.fields, "Vehicle", others: missingAtCreation(request.vehicle))
        var vehicle = request.vehicle ?? Vehicle()
        try checkAttributes(vehicle.attributes.map(\.parts), "vehicle.attributes")
        vehicle = BehaviorFilter.outputOnly(vehicle)  // Rule.outputOnly
        try? vehicle.apply(Vehicle(), mask: Self.ignoredAtCreation)  // Rule.ignoredAtCreation
        vehicle.name = name
        vehicle.currentTrips = []
        vehicle.lastLocation?.serverTime = call.now
        state.vehicles[name] = vehicle
        let trips = state.trips.names(in: "\(request.parent)/trips/") { $0.vehicleID == request.vehicleID }
        try assignTrips(trips, at: call.now)
        return visible(state.vehicles[name] ?? vehicle)
    }

    func getVehicle(_ request: GetVehicleRequest, _ call: EmulatedCall) throws(CallStatus) -> Vehicle {
        var vehicle = visible(try find(.vehicle, request.name, in: \.vehicles, for: call))
        if !isNewer(vehicle.currentRouteSegmentVersion, than: request.currentRouteSegmentVersion) {
            vehicle.currentRouteSegment = ""  // Rule.versions
        }
        if !isNewer(vehicle.waypointsVersion, than: request.waypointsVersion) { vehicle.waypoints = [] }
        return vehicle
    }

    mutating func deleteVehicle(_ request: DeleteVehicleRequest, _ call: EmulatedCall) throws(CallStatus) -> Empty {
        let vehicle = try find(.vehicle, request.name, in: \.vehicles, for: call)
        guard vehicle.currentTrips.isEmpty else {
            throw Rule.deletion.precondition(
                "Vehicle has active trips assigned to it", "ACTIVE_TRIP",
                vehicle.currentTrips.map {
                    ("\(ServiceDomain.fleetEngine)/trips/\($0)", "The trip is still assigned to the vehicle.")
                })
        }
        state.vehicles[request.name] = nil
        state.trafficVersions[request.name] = nil
        return Empty()
    }

    mutating func updateVehicle(_ request: UpdateVehicleRequest, _ call: EmulatedCall) throws(CallStatus) -> Vehicle {
        let stored = try find(.vehicle, request.name, in: \.vehicles, for: call, mask: request.updateMask)
        var update = request.vehicle ?? Vehicle()
        let paths = try checked(request.updateMask, for: Vehicle.self, "vehicle", in: call)
        try checkAttributes(update.attributes.map(\.parts), "vehicle.attributes", paths)
        if paths.touches("maximum_capacity"), update.maximumCapacity < 1 {
            throw Rule.vehicleAtCreation.invalid(
                "Vehicle is incomplete", [("vehicle.maximum_capacity", "must be at least 1")])
        }
        if !paths.touches("current_route_segment") {
            update.currentRouteSegmentEndPoint = stored.currentRouteSegmentEndPoint  // Rule.endPoint
        }
        var vehicle = try updated(stored, from: update, paths: paths, field: "vehicle")
        vehicle.name = stored.name
        if paths.touches("waypoints") { try checkWaypoints(of: stored, vehicle.waypoints) }
        if paths.touches("last_location") { vehicle.lastLocation?.serverTime = call.now }  // Rule.serverTimes
        let isRoute = paths.touches("current_route_segment")
        if isRoute { vehicle.currentRouteSegmentVersion = call.now.version(after: stored.currentRouteSegmentVersion) }
        if isRoute || paths.touches("current_route_segment_traffic"),
            stored.currentRouteSegmentTraffic != nil || vehicle.currentRouteSegmentTraffic != nil
        {
            state.trafficVersions[request.name] = call.now.version(after: state.trafficVersions[request.name])
        }
        if paths.touches("waypoints") { vehicle.waypointsVersion = call.now.version(after: stored.waypointsVersion) }
        if paths.touches("remaining_time_seconds"), let seconds = update.remainingTimeSeconds {  // Rule.remainingTime
            vehicle.etaToFirstWaypoint = call.now + ProtobufDuration(seconds: Int64(seconds))
        }
        vehicle.pastLocations = []
        state.vehicles[request.name] = vehicle
        return visible(vehicle)
    }

    /// The method of older apps: an update of the location, and of the state if the request has one.
    mutating func updateVehicleLocation(
        _ request: UpdateVehicleLocationRequest, _ call: EmulatedCall
    ) throws(CallStatus) -> VehicleLocation {
        let paths = ["last_location"] + (request.currentState == .unknown ? [] : ["vehicle_state"])
        let update = UpdateVehicleRequest.with {
            ($0.name, $0.updateMask) = (request.name, FieldMask(paths: paths))
            $0.vehicle = .with { ($0.lastLocation, $0.vehicleState) = (request.currentLocation, request.currentState) }
        }
        _ = try find(.vehicle, request.name, in: \.vehicles, for: call, mask: update.updateMask)
        try check(call.fields)
        var call = call
        call.fields = fieldFaults(in: update)
        return try updateVehicle(update, call).lastLocation ?? VehicleLocation()
    }

    mutating func updateVehicleAttributes(
        _ request: UpdateVehicleAttributesRequest, _ call: EmulatedCall
    ) throws(CallStatus) -> UpdateVehicleAttributesResponse {
        var vehicle = try find(.vehicle, request.name, in: \.vehicles, for: call)
        try check(call.fields)
        try checkAttributes(request.attributes.map(\.parts), "attributes")
        for attribute in request.attributes {
            if let index = vehicle.attributes.firstIndex(where: { $0.key == attribute.key }) {
                vehicle.attributes[index] = attribute
            } else {
                vehicle.attributes.append(attribute)
            }
        }
        try checkAttributes(vehicle.attributes.map(\.parts), "attributes")
        state.vehicles[request.name] = vehicle
        return .with { $0.attributes = vehicle.attributes.map(\.completed) }
    }

    /// A vehicle as responses show it.
    func visible(_ vehicle: Vehicle) -> Vehicle {
        var vehicle = BehaviorFilter.inputOnly(vehicle)
        vehicle.attributes = vehicle.attributes.map(\.completed)  // Rule.attributes
        return vehicle
    }

    /// A resource without attributes, or a part of one, as responses show it.
    func visible<M: FleetMessage>(_ message: M) -> M {
        BehaviorFilter.inputOnly(message)  // Rule.inputOnly
    }

    /// Whether data of one version is newer than what the client has; what has no version is older than everything.
    func isNewer(_ version: Timestamp?, than known: Timestamp?) -> Bool {
        known.map { (version ?? Timestamp()) > $0 } ?? true
    }
}

extension Timestamp {
    /// The version of data that changes at this time: a time that is later than the version before.
    func version(after old: Timestamp?) -> Timestamp {
        old.map { max(self, $0 + ProtobufDuration(nanoseconds: 1)) } ?? self
    }
}

// MARK: - Checks

extension FleetEmulator {
    /// What the comments of `CreateVehicleRequest` ask for, beside the fields that the schema calls `REQUIRED`.
    private func missingAtCreation(_ vehicle: Vehicle?) -> [FieldViolation] {
        guard let vehicle else { return [] }
        let rule = Rule.vehicleAtCreation
        return violations(
            (rule, vehicle.maximumCapacity < 1, "vehicle.maximum_capacity", "must be at least 1"),
            (rule, vehicle.supportedTripTypes.isEmpty, "vehicle.supported_trip_types", "must not be empty"),
            (rule, vehicle.vehicleType == nil, "vehicle.vehicle_type", "is required"),
            (rule, vehicle.vehicleState == .unknown, "vehicle.vehicle_state", "is required"))
    }
}
