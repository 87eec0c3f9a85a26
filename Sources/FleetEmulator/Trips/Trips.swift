internal import ByteText
internal import FleetErrors
internal import FleetMessages
internal import ProtobufSchema

extension FleetEmulator {
    private static let usedAtCreation = FieldMask(paths: [
        "vehicle_id", "trip_type", "pickup_point", "dropoff_point", "number_of_passengers", "intermediate_destinations",
        "attributes", "view",
    ])

    mutating func createTrip(_ request: CreateTripRequest, _ call: EmulatedCall) throws(CallStatus) -> Trip {
        let name = try newName(.trip, request.tripID, in: request.parent, of: \.trips, for: call)
        try check(call.fields, "Trip", others: missingAtCreation(request.trip))
        let draft = request.trip ?? Trip()
        try check(draft)
        var trip = Trip()
        try? trip.apply(draft, mask: Self.usedAtCreation)
        trip.name = name
        trip.tripStatus = .new
        if !trip.intermediateDestinations.isEmpty { trip.intermediateDestinationsVersion = call.now }
        try assign(trip, replacing: nil, order: draft.vehicleWaypoints, at: call.now)
        store(trip, at: call.now)
        return visible(trip, call.now, .change)
    }

    func getTrip(_ request: GetTripRequest, _ call: EmulatedCall) throws(CallStatus) -> Trip {
        visible(try find(.trip, request.name, in: \.trips, for: call), call.now, .poll(request))
    }

    mutating func updateTrip(_ request: UpdateTripRequest, _ call: EmulatedCall) throws(CallStatus) -> Trip {
        let stored = try find(.trip, request.name, in: \.trips, for: call, mask: request.updateMask)
        let update = request.trip ?? Trip()
        let paths = try checked(request.updateMask, for: Trip.self, "trip", in: call)
        try check(update, paths)
        var trip = try updated(stored, from: update, paths: paths, field: "trip")
        trip.name = stored.name
        trip.intermediateDestinationsVersion = stored.intermediateDestinationsVersion
        trip.vehicleWaypoints = []
        try checkVersion(update, stored, trip)
        try checkDestination(of: trip)
        if trip.tripStatus != stored.tripStatus {
            try checkTransition(from: stored, to: trip.tripStatus)
            if trip.tripStatus == .arrivedAtPickup { trip.pickupTime = call.now }
            if trip.tripStatus == .complete { trip.dropoffTime = call.now }
        }
        if trip.intermediateDestinations != stored.intermediateDestinations {
            trip.intermediateDestinationsVersion = call.now.version(after: stored.intermediateDestinationsVersion)
        }
        let order = paths.touches("vehicle_waypoints") ? update.vehicleWaypoints : []
        try assign(trip, replacing: stored, order: order, at: call.now)
        store(trip, at: call.now)
        return visible(trip, call.now, .change)
    }

    mutating func deleteTrip(_ request: DeleteTripRequest, _ call: EmulatedCall) throws(CallStatus) -> Empty {
        let trip = try find(.trip, request.name, in: \.trips, for: call)
        guard trip.tripStatus.isFinal || trip.vehicleID.isEmpty else {
            throw Rule.deletion.precondition(
                "Trip is active", "TRIP_STATE", [(request.name, "The trip is still active.")])
        }
        state.trips[request.name] = nil
        state.tripUpdateTimes[request.name] = nil
        return Empty()
    }

    func searchTrips(_ request: SearchTripsRequest, _ call: EmulatedCall) throws(CallStatus) -> SearchTripsResponse {
        try checkParent(request.parent)
        try authorize(call, [])
        try check(call.fields)
        let oldest = try time(request.minimumStaleness, before: call.now, field: "minimum_staleness")
        let names = state.trips.names(in: "\(request.parent)/trips/") { trip in
            (request.vehicleID.isEmpty || trip.vehicleID == request.vehicleID)
                && (!request.activeTripsOnly || !trip.tripStatus.isFinal)
                && (oldest.map { (state.tripUpdateTimes[trip.name] ?? Timestamp()) <= $0 } ?? true)
        }
        let page = try page(of: names, size: request.pageSize, token: request.pageToken)
        var response = SearchTripsResponse()
        response.trips = page.items.compactMap { state.trips[$0] }.map {
            visible($0, call.now, .search(isOfVehicle: !request.vehicleID.isEmpty))
        }
        response.nextPageToken = page.nextToken
        return response
    }

    mutating func reportBillableTrip(
        _ request: ReportBillableTripRequest, _ call: EmulatedCall
    ) throws(CallStatus) -> Empty {
        try authorize(call, [try id(request.name, of: .billableTrip)])
        try check(call.fields)
        let (country, count) = (request.countryCode.utf8, request.relatedIDs.count)
        let isCountry = country.count == 2 && country.allSatisfy(\.isLetter)
        let broken = violations(
            (.billing, !isCountry, "country_code", "must be a country code of two letters"),
            (.billing, count > 50, "related_ids", "has \(count) ids; 50 are allowed"))
        try Rule.billing.refuse(broken, "Invalid billable trip")
        state.billableTrips.append(request)
        return Empty()
    }

    private mutating func store(_ trip: Trip, at now: Timestamp) {
        state.trips[trip.name] = trip
        state.tripUpdateTimes[trip.name] = now
    }

    // MARK: Checks

    private func missingAtCreation(_ trip: Trip?) -> [FieldViolation] {
        guard let trip else { return [] }
        return violations(
            (.tripAtCreation, trip.tripType == .unknown, "trip.trip_type", "is required"),
            (.tripAtCreation, trip.pickupPoint == nil, "trip.pickup_point", "is required"))
    }

    /// Checks the fields of a trip in a request: those that the mask of an update names, or all.
    private func check(_ trip: Trip, _ paths: FieldPaths = ["*"]) throws(CallStatus) {
        try checkAttributes(trip.attributes.map(\.parts), "trip.attributes", paths)
        if enforces(.sharedDestinations), paths.touches("intermediate_destinations"), trip.tripType == .shared,
            !trip.intermediateDestinations.isEmpty
        {
            throw Rule.sharedDestinations.invalid(
                "Trip is shared", [("trip.intermediate_destinations", "only EXCLUSIVE trips have them")])
        }
    }

    /// Checks that a trip moves on along the destinations that the client knows.
    private func checkVersion(_ update: Trip, _ stored: Trip, _ trip: Trip) throws(CallStatus) {
        guard let known = update.intermediateDestinationsVersion,
            trip.tripStatus == .enrouteToIntermediateDestination, known != stored.intermediateDestinationsVersion
        else { return }
        throw Rule.destinationsVersion.precondition(
            "The intermediate destinations have changed", "INTERMEDIATE_DESTINATIONS_VERSION",
            [(trip.name, "Read the trip and send its intermediate_destinations_version.")])
    }

    /// Checks that the intermediate destination that a trip is at or on the way to is one of its own.
    private func checkDestination(of trip: Trip) throws(CallStatus) {
        let (index, count) = (Int(trip.intermediateDestinationIndex), trip.intermediateDestinations.count)
        guard count > 0, !(0..<count).contains(index),
            TripStatus.betweenDestinations.contains(trip.tripStatus)
        else { return }
        throw Rule.destinationIndex.invalid(
            "Invalid intermediate destination",
            [("trip.intermediate_destination_index", "must be from 0 to \(count - 1)")])
    }

    private func checkTransition(from trip: Trip, to status: TripStatus) throws(CallStatus) {
        guard !trip.tripStatus.canBecome(status) else { return }
        throw Rule.transitions.precondition(
            "A trip cannot go from \(trip.tripStatus) to \(status)", "TRIP_STATE",
            [(trip.name, "The trip is \(trip.tripStatus).")])
    }
}

// MARK: - States

extension TripStatus {
    /// The steps of a trip, in their order.
    private static let course: [[TripStatus]] = [
        [.new], [.enrouteToPickup], [.arrivedAtPickup], betweenDestinations, [.enrouteToDropoff], [.complete],
    ]
    fileprivate static let betweenDestinations: [TripStatus] = [
        .enrouteToIntermediateDestination, .arrivedAtIntermediateDestination,
    ]

    /// The place in the course of a trip; `nil` for states outside of it.
    private var step: Int? { Self.course.firstIndex { $0.contains(self) } }

    /// Whether a trip may go from this state to another: forward, where steps may be left out, from one intermediate
    /// destination to the next, and from every state that is not final to CANCELED.
    func canBecome(_ next: TripStatus) -> Bool {
        guard !isFinal else { return false }
        if next == .canceled { return true }
        guard let step, let nextStep = next.step else { return self == .unknown && next.step != nil }
        return nextStep > step || Self.betweenDestinations.contains(self) && nextStep == step
    }
}
