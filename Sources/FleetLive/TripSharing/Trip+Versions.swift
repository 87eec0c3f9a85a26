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
        if leavesOut(\.currentRouteSegmentVersion, of: known, isEmpty: route.isEmpty && currentRouteSegment.isEmpty) {
            trip.keepVersion(\.currentRouteSegmentVersion, of: known)
            trip.route = known.route
            trip.currentRouteSegment = known.currentRouteSegment
            trip.currentRouteSegmentEndPoint = currentRouteSegmentEndPoint ?? known.currentRouteSegmentEndPoint
        }
        if leavesOut(\.currentRouteSegmentTrafficVersion, of: known, isEmpty: currentRouteSegmentTraffic == nil) {
            trip.keepVersion(\.currentRouteSegmentTrafficVersion, of: known)
            trip.currentRouteSegmentTraffic = known.currentRouteSegmentTraffic
        }
        let hasNoPaths = remainingWaypoints.allSatisfy(\.isWithoutPath)
        if leavesOut(\.remainingWaypointsRouteVersion, of: known, isEmpty: hasNoPaths) {
            trip.keepVersion(\.remainingWaypointsRouteVersion, of: known)
            for index in trip.remainingWaypoints.indices {
                trip.remainingWaypoints[index].fillInPath(from: known.remainingWaypoints)
            }
        }
        return trip
    }

    /// Whether the answer has no data because the request had its version.
    private func leavesOut(_ version: KeyPath<Trip, Timestamp?>, of known: Trip, isEmpty: Bool) -> Bool {
        guard isEmpty, let knownVersion = known[keyPath: version] else { return false }
        return self[keyPath: version].map { $0 <= knownVersion } ?? true
    }

    /// Takes over the version of data that stays; none if the answer has an older one.
    private mutating func keepVersion(_ version: WritableKeyPath<Trip, Timestamp?>, of known: Trip) {
        let knownVersion = known[keyPath: version]
        self[keyPath: version] = (self[keyPath: version] ?? knownVersion) == knownVersion ? knownVersion : nil
    }
}

extension TripWaypoint {
    fileprivate var isWithoutPath: Bool {
        pathToWaypoint.isEmpty && encodedPathToWaypoint.isEmpty && trafficToWaypoint == nil
    }

    /// Copies the path and traffic from the waypoint in `known` with the same stop, if there is one.
    fileprivate mutating func fillInPath(from known: [TripWaypoint]) {
        let stop = known.first { ($0.tripID, $0.waypointType) == (tripID, waypointType) && $0.location == location }
        guard let stop else { return }
        pathToWaypoint = stop.pathToWaypoint
        encodedPathToWaypoint = stop.encodedPathToWaypoint
        trafficToWaypoint = stop.trafficToWaypoint
    }
}
