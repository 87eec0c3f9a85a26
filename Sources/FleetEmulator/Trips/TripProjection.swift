internal import ByteText
internal import FleetMessages

/// The kind of response that a trip is shown in.
enum TripAudience {
    /// The answer to `CreateTrip` or `UpdateTrip`.
    case change
    /// The answer to `GetTrip`, which apps of riders poll.
    case poll(GetTripRequest)
    /// A trip in the answer to `SearchTrips`, which was asked for one vehicle or for all.
    case search(isOfVehicle: Bool)
}

extension FleetEmulator {
    /// A trip as responses show it, with the progress of its vehicle.
    func visible(_ stored: Trip, _ now: Timestamp, _ audience: TripAudience) -> Trip {
        var trip = visible(stored)
        guard !stored.tripStatus.isFinal, let vehicle = stored.vehicleName.flatMap({ state.vehicles[$0] }) else {
            return trip
        }
        if case .poll(let request) = audience { trip.view = request.view }
        trip.lastLocation = visible(vehicle).lastLocation
        let isOnRoad = vehicle.lastLocation?.isRoadSnapped ?? false
        trip.lastLocationSnappable = isOnRoad && !vehicle.currentRouteSegment.isEmpty  // Rule.snappable
        trip.currentRouteSegmentVersion = vehicle.currentRouteSegmentVersion
        trip.remainingWaypointsVersion = vehicle.waypointsVersion
        trip.remainingWaypointsRouteVersion = vehicle.waypointsVersion
        trip.currentRouteSegmentTrafficVersion = trafficVersion(of: vehicle)
        if case .search(isOfVehicle: false) = audience { return trip }
        let waypoints = vehicle.waypoints.estimated(from: vehicle, at: now)
        if let end = waypoints.lastIndex(where: { $0.tripID == stored.id }) {
            trip.remainingWaypoints = Array(waypoints[...end])
        }
        if case .change = audience { trip.vehicleWaypoints = vehicle.waypoints }
        trip.remainingDistanceMeters = vehicle.remainingDistanceMeters
        trip.etaToFirstWaypoint = vehicle.etaToFirstWaypoint
        trip.estimate(waypoints)  // Rule.estimates
        trip.remainingTimeToFirstWaypoint = trip.etaToFirstWaypoint.map { max($0 - now, ProtobufDuration()) }
        showRoute(of: vehicle, in: &trip, audience)
        return trip
    }

    /// The time of the last change of the traffic on the route or of the points that tell it; `nil` where a vehicle never had
    /// traffic. Without traffic, the version tells clients that what they have is over.
    private func trafficVersion(of vehicle: Vehicle) -> Timestamp? {
        state.trafficVersions[vehicle.name]
            ?? vehicle.currentRouteSegmentTraffic.flatMap { _ in vehicle.currentRouteSegmentVersion }
    }

    /// Adds the route and its traffic, as far as the client does not have them.
    private func showRoute(of vehicle: Vehicle, in trip: inout Trip, _ audience: TripAudience) {
        var request = GetTripRequest()
        request.routeFormatType = .encodedPolyline
        if case .poll(let poll) = audience { request = poll }
        if isNewer(vehicle.currentRouteSegmentVersion, than: request.currentRouteSegmentVersion) {
            if request.routeFormatType == .encodedPolyline {  // Rule.routeFormat
                trip.currentRouteSegment = vehicle.currentRouteSegment
            } else {
                trip.route = EncodedPolyline.decode(vehicle.currentRouteSegment.utf8) ?? []
            }
            trip.currentRouteSegmentEndPoint = vehicle.currentRouteSegmentEndPoint
        }
        if isNewer(trip.currentRouteSegmentTrafficVersion, than: request.currentRouteSegmentTrafficVersion) {
            trip.currentRouteSegmentTraffic = vehicle.consumableTraffic  // Rule.traffic
        }
        if !isNewer(trip.remainingWaypointsRouteVersion, than: request.remainingWaypointsRouteVersion) {
            for index in trip.remainingWaypoints.indices {
                trip.remainingWaypoints[index].pathToWaypoint = []
                trip.remainingWaypoints[index].encodedPathToWaypoint = ""
                trip.remainingWaypoints[index].trafficToWaypoint = nil
            }
        }
    }
}

// MARK: - Estimates

extension Trip {
    /// Fills in, from the waypoints of the vehicle, what nobody has reported.
    fileprivate mutating func estimate(_ waypoints: [TripWaypoint]) {
        func eta(_ type: WaypointType) -> Timestamp? {
            waypoints.first { $0.tripID == id && $0.waypointType == type }?.eta
        }
        remainingDistanceMeters = remainingDistanceMeters ?? waypoints.first?.distanceMeters
        etaToFirstWaypoint = etaToFirstWaypoint ?? waypoints.first?.eta
        pickupTime = pickupTime ?? eta(.pickup)
        dropoffTime = dropoffTime ?? eta(.dropOff)
    }
}

extension [TripWaypoint] {
    /// The waypoints with distances and times of arrival where nobody has reported them: a way as the crow flies, from the
    /// vehicle to the first waypoint and on from each to the next. To the first, what the vehicle reports of its way counts.
    fileprivate func estimated(from vehicle: Vehicle, at now: Timestamp) -> [TripWaypoint] {
        guard !isEmpty, var place = vehicle.lastLocation?.location else { return self }
        var time = now
        var waypoints = self
        // A way whose time is over is that to the waypoint before.
        if vehicle.etaToFirstWaypoint.map({ $0 > now }) ?? true {
            waypoints[0].distanceMeters = waypoints[0].distanceMeters ?? vehicle.remainingDistanceMeters
            waypoints[0].eta = waypoints[0].eta ?? vehicle.etaToFirstWaypoint
        }
        return waypoints.map { waypoint in
            var waypoint = waypoint
            guard let point = waypoint.location?.point else { return waypoint }
            let metres = waypoint.distanceMeters.map(Double.init) ?? Estimate.metres(place, point)
            let duration = waypoint.duration ?? Estimate.duration(ofMetres: metres)
            time = waypoint.eta ?? time + duration
            place = point
            waypoint.distanceMeters = Int32(metres: metres)
            waypoint.duration = duration
            waypoint.eta = time
            return waypoint
        }
    }
}

// MARK: - Traffic

extension Vehicle {
    /// The traffic on the route by the points of its line, as apps of riders read it; `nil` where none is reported.
    var consumableTraffic: ConsumableTrafficPolyline? {
        guard let stretches = currentRouteSegmentTraffic?.trafficRendering?.roadStretch, !stretches.isEmpty,
            let points = EncodedPolyline.decode(currentRouteSegment.utf8)
        else { return nil }
        var metres = [0.0]
        for (start, end) in zip(points, points.dropFirst()) {
            metres.append(metres[metres.count - 1] + start.metres(to: end))
        }
        /// The last point that is not behind a place on the line.
        func index(_ place: Double) -> Int { Swift.max(metres.partitioningIndex { $0 > place } - 1, 0) }
        var traffic = ConsumableTrafficPolyline()
        var position = 0
        func add(_ end: Int, _ speed: SpeedReadingInterval.Speed) {
            guard end > position else { return }
            var interval = SpeedReadingInterval()
            interval.startPolylinePointIndex = Int32(position)
            interval.endPolylinePointIndex = Int32(end)
            interval.speed = speed
            traffic.speedReadingInterval.append(interval)
            position = end
        }
        for stretch in stretches.sorted(by: { $0.offsetMeters < $1.offsetMeters }) {
            let offset = Double(stretch.offsetMeters)
            add(index(offset), .normal)
            let end = Swift.min(index(offset + Double(stretch.lengthMeters)) + 1, points.count - 1)
            add(end, stretch.style == .trafficJam ? .trafficJam : .slow)
        }
        add(points.count - 1, .normal)
        traffic.encodedPathToWaypoint = currentRouteSegment
        return traffic
    }
}
