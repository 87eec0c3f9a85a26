import FleetMessages
import ProtobufSchema
import ProtobufWire

/// Answers that leave data out because the request says that the client has it already.
struct OmissionRule: CallRule {
    func examine(_ facts: CallFacts) -> [Finding] {
        guard facts.call.isOK, let message = facts.message, let resource = message.resource,
            let answer = facts.call.responses.last,
            let text = Omissions(request: message.bytes, as: message.type, answer: answer)?.text
        else { return [] }
        return [facts.finding(.unchangedLeftOut, evidence: text).about(resource)]
    }
}

/// The fields that an answer leaves out because the request says which version of them the client has.
struct Omissions {
    private(set) var fields: [String] = []
    /// The paths of all that stays as it was before the answer.
    private(set) var kept: [String] = []

    /// What an answer leaves out; `nil` for methods whose requests have no versions, and for trips that are over, which have
    /// no such data any more.
    init?(request: [UInt8], as type: MessageDescriptor, answer: [UInt8]) {
        switch type.fullName {
        case GetTripRequest.fullName:
            guard let request = try? GetTripRequest(decoding: request), let trip = try? Trip(decoding: answer),
                !trip.tripStatus.isFinal
            else { return nil }
            self.init(request, trip)
        case GetVehicleRequest.fullName:
            guard let request = try? GetVehicleRequest(decoding: request), let vehicle = try? Vehicle(decoding: answer)
            else { return nil }
            self.init(request, vehicle)
        default: return nil
        }
    }

    init(_ request: GetTripRequest, _ trip: Trip) {
        add(
            "current_route_segment", isAbsent: trip.currentRouteSegment.isEmpty && trip.route.isEmpty,
            known: request.currentRouteSegmentVersion, sent: trip.currentRouteSegmentVersion,
            with: trip.currentRouteSegmentEndPoint == nil ? ["route", "current_route_segment_end_point"] : ["route"])
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
            }, known: request.remainingWaypointsRouteVersion, sent: trip.remainingWaypointsRouteVersion, with: nil)
    }

    private init(_ request: GetVehicleRequest, _ vehicle: Vehicle) {
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
    ///   - others: The other paths that belong to the data; `nil` where no path names the data alone.
    private mutating func add(
        _ field: String, isAbsent: Bool, known: Timestamp?, sent: Timestamp?, with others: [String]? = []
    ) {
        guard let known, isAbsent else { return }
        if let sent, (sent.seconds, sent.nanos) > (known.seconds, known.nanos) { return }
        fields.append(field)
        guard let others else { return }
        kept += [field] + others + (sent == nil ? ["\(field)_version"] : [])
    }

    var text: String? { fields.isEmpty ? nil : "without \(fields.joined(separator: ", "))" }
}
