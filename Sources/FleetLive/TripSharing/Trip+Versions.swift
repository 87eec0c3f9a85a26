internal import FleetMessages

extension GetTripRequest {
    /// Asks for a trip of which a part may be known already: data that has not changed since is left out of the answer.
    init(_ name: String, known trip: Trip?, header: RequestHeader?) {
        self.init()
        self.header = header
        self.name = name
        currentRouteSegmentVersion = trip?.currentRouteSegmentVersion
        currentRouteSegmentTrafficVersion = trip?.currentRouteSegmentTrafficVersion
        remainingWaypointsRouteVersion = trip?.remainingWaypointsRouteVersion
    }
}

extension TripStatus {
    /// The trip has ended: it never changes again.
    var isFinal: Bool { self == .complete || self == .canceled }
}

extension Trip {
    /// The trip of an answer together with the data that the answer left out because the request had its version.
    ///
    /// Left out data is that of the same vehicle as before, whose version is as old or not told. A version that is older
    /// than the known one comes from a service that lost its state: the data stays, but its version is forgotten, so that
    /// the next answer has everything. A newer version without data says that there is none any more, and so does the end of
    /// the trip.
    func filledIn(from known: Trip) -> Trip {
        guard vehicleID == known.vehicleID, !tripStatus.isFinal else { return self }
        var trip = self
        if let version = keptVersion(
            \.currentRouteSegmentVersion, of: known, if: route.isEmpty && currentRouteSegment.isEmpty)
        {
            trip.currentRouteSegmentVersion = version.known
            trip.route = known.route
            trip.currentRouteSegment = known.currentRouteSegment
            trip.currentRouteSegmentEndPoint = currentRouteSegmentEndPoint ?? known.currentRouteSegmentEndPoint
        }
        if let version = keptVersion(
            \.currentRouteSegmentTrafficVersion, of: known, if: currentRouteSegmentTraffic == nil)
        {
            trip.currentRouteSegmentTrafficVersion = version.known
            trip.currentRouteSegmentTraffic = known.currentRouteSegmentTraffic
        }
        if let version = keptVersion(
            \.remainingWaypointsRouteVersion, of: known, if: remainingWaypoints.allSatisfy(\.isWithoutPath))
        {
            trip.remainingWaypointsRouteVersion = version.known
            trip.remainingWaypoints = remainingWaypoints.map { waypoint in
                known.remainingWaypoints.first(where: waypoint.isSameStop).map(waypoint.withPath) ?? waypoint
            }
        }
        return trip
    }

    /// The version with which data stays known; `nil` if the answer decides.
    private func keptVersion(
        _ version: KeyPath<Trip, Timestamp?>, of trip: Trip, if isLeftOut: Bool
    ) -> (known: Timestamp?, Void)? {
        guard isLeftOut, let known = trip[keyPath: version] else { return nil }
        guard let answered = self[keyPath: version], answered != known else { return (known, ()) }
        return answered < known ? (nil, ()) : nil
    }
}

extension TripWaypoint {
    fileprivate var isWithoutPath: Bool {
        pathToWaypoint.isEmpty && encodedPathToWaypoint.isEmpty && trafficToWaypoint == nil
    }

    fileprivate func isSameStop(_ other: TripWaypoint) -> Bool {
        tripID == other.tripID && waypointType == other.waypointType && location == other.location
    }

    fileprivate func withPath(of other: TripWaypoint) -> TripWaypoint {
        var waypoint = self
        waypoint.pathToWaypoint = other.pathToWaypoint
        waypoint.encodedPathToWaypoint = other.encodedPathToWaypoint
        waypoint.trafficToWaypoint = other.trafficToWaypoint
        return waypoint
    }
}
