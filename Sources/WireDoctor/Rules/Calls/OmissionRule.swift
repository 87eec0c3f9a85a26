import FleetMessages

/// Answers that leave data out because the request says that the client has it already.
struct OmissionRule: CallRule {
    func examine(_ call: CallFacts) -> [Finding] {
        guard let message = call.message, let resource = message.resource, let text = omissions(message, call)?.text
        else { return [] }
        return [call.finding(.unchangedLeftOut, evidence: text).about(resource)]
    }

    private func omissions(_ message: ExaminedMessage, _ call: CallFacts) -> Omissions? {
        if let request = message.request(GetTripRequest.self), let trip = call.answer(as: Trip.self),
            !trip.tripStatus.isFinal
        {
            return Omissions(request, trip)
        }
        if let request = message.request(GetVehicleRequest.self), let vehicle = call.answer(as: Vehicle.self) {
            return Omissions(request, vehicle)
        }
        return nil
    }
}

/// The fields that an answer leaves out because the request says which version of them the client has.
struct Omissions {
    private(set) var fields: [String] = []

    init(_ request: GetTripRequest, _ trip: Trip) {
        add(
            "current_route_segment", isAbsent: trip.currentRouteSegment.isEmpty && trip.route.isEmpty,
            known: request.currentRouteSegmentVersion, sent: trip.currentRouteSegmentVersion)
        add(
            "current_route_segment_traffic", isAbsent: trip.currentRouteSegmentTraffic == nil,
            known: request.currentRouteSegmentTrafficVersion, sent: trip.currentRouteSegmentTrafficVersion)
        add(
            "remaining_waypoints", isAbsent: trip.remainingWaypoints.isEmpty,
            known: request.remainingWaypointsVersion, sent: trip.remainingWaypointsVersion)
        add(
            "the routes of remaining_waypoints",
            isAbsent: trip.remainingWaypoints.allSatisfy {
                $0.pathToWaypoint.isEmpty && $0.encodedPathToWaypoint.isEmpty
            }, known: request.remainingWaypointsRouteVersion, sent: trip.remainingWaypointsRouteVersion)
    }

    init(_ request: GetVehicleRequest, _ vehicle: Vehicle) {
        add(
            "current_route_segment", isAbsent: vehicle.currentRouteSegment.isEmpty,
            known: request.currentRouteSegmentVersion, sent: vehicle.currentRouteSegmentVersion)
        add(
            "waypoints", isAbsent: vehicle.waypoints.isEmpty, known: request.waypointsVersion,
            sent: vehicle.waypointsVersion)
    }

    /// - Parameters:
    ///   - known: The version that the client has, as the request says.
    ///   - sent: The version in the answer. Of a newer one the data would be there, if the server had any.
    private mutating func add(_ field: String, isAbsent: Bool, known: Timestamp?, sent: Timestamp?) {
        guard let known, isAbsent else { return }
        if let sent, (sent.seconds, sent.nanos) > (known.seconds, known.nanos) { return }
        fields.append(field)
    }

    var text: String? { fields.isEmpty ? nil : "without \(fields.joined(separator: ", "))" }
}
