import FleetErrors
import FleetMessages
import FleetProtos
import ProtobufSchema

/// A trip through a capture: who polls it, how its status moves, what the rider does not get, and why.
struct TripTrack {
    /// Status changes that are kept; trips have a handful.
    static let statusLimit = 32
    /// Polls after the end that a rider's app needs to notice it.
    static let pollsAfterEnd = 5

    let name: String
    private(set) var polls = 0
    private(set) var updates = 0
    private(set) var statuses: [TripStatus] = []
    private(set) var vehicleID = ""
    private var ended = false
    private var pollsSinceEnd = 0
    private let wanted: Int?
    private var book: FindingBook
    /// Polls that miss an arrival time or a route on the way; which vehicle should have sent it is known at the end.
    private var missing: [(field: String, evidence: Finding.Evidence)] = []
    /// The last poll that misses each of them, in nanoseconds since 1970.
    private var lastMissing: [String: Int64] = [:]

    /// - Parameter call: The call whose evidence is kept, however much of others there is.
    init(_ name: String, keeping call: Int? = nil) {
        self.name = name
        wanted = call
        book = FindingBook(keeping: call)
    }

    // MARK: Calls

    /// Takes an accepted update of the trip, or its creation.
    mutating func add(written trip: Trip, mask: [String]?, _ call: ExaminedCall) {
        updates += 1
        if mask?.contains("vehicle_id") ?? true { note(vehicleID: trip.vehicleID) }
        guard mask?.contains("trip_status") ?? true, trip.tripStatus != .unknown else { return }
        if ended, !trip.tripStatus.isEnd {
            book.add(
                Finding(
                    "status_after_end", .warning, "The trip moves on after it was COMPLETE or CANCELED.",
                    remedy: "Create a new trip instead.", resource: name,
                    evidence: [
                        Finding.Evidence(
                            call: call.number, path: "trip.trip_status",
                            "\(trip.tripStatus.text) after \(statuses.last?.text ?? "the end")")
                    ]))
        }
        note(trip.tripStatus)
    }

    /// Takes an answered poll.
    mutating func add(poll request: GetTripRequest, _ trip: Trip, _ call: ExaminedCall) {
        polls += 1
        note(vehicleID: trip.vehicleID)
        if ended {
            pollsSinceEnd += 1
            if pollsSinceEnd > Self.pollsAfterEnd {
                book.add(
                    Finding(
                        "polled_after_end", .note, "The trip is polled on after its end.",
                        remedy: "End journey sharing when the trip is COMPLETE or CANCELED.", resource: name,
                        evidence: [Finding.Evidence(call: call.number, "poll \(pollsSinceEnd) after the end")]))
            }
        }
        note(trip.tripStatus)
        guard !trip.tripStatus.isEnd else { return }
        let omissions = Omissions(request, trip)
        if let text = omissions.text {
            book.add(Omissions.finding(name, Finding.Evidence(call: call.number, text)))
        }
        guard trip.tripStatus.isOnTheWay else { return }
        // The time belongs to the waypoints, which are left out while the client has them.
        if trip.etaToFirstWaypoint == nil, !omissions.fields.contains("remaining_waypoints") {
            miss("eta_to_first_waypoint", call)
        }
        if trip.currentRouteSegment.isEmpty, !omissions.fields.contains("current_route_segment") {
            miss("current_route_segment", call)
        }
    }

    private mutating func note(vehicleID id: String) {
        if (1...ResourceName.lengthLimit).contains(id.utf8.count) { vehicleID = id }
    }

    private mutating func miss(_ field: String, _ call: ExaminedCall) {
        if let time = call.time { lastMissing[field] = time }
        guard missing.count < 2 * Finding.evidenceLimit || isWanted(call) else { return }
        let reason = vehicleID.isEmpty ? "the trip has no vehicle" : "vehicle \(vehicleID)"
        missing.append((field, Finding.Evidence(call: call.number, path: field, "absent; \(reason)")))
    }

    private func isWanted(_ call: ExaminedCall) -> Bool { wanted != nil && call.number == wanted }

    private mutating func note(_ status: TripStatus) {
        guard status != .unknown else { return }
        if status.isEnd { ended = true } else if ended { (ended, pollsSinceEnd) = (false, 0) }
        guard statuses.last != status else { return }
        // Of too many the last one stays the last.
        if statuses.count == Self.statusLimit { statuses.removeLast() }
        statuses.append(status)
    }

    // MARK: The end

    /// - Parameter vehicle: The track of the trip's vehicle, when it reports in the same capture.
    func findings(_ vehicle: VehicleTrack?) -> [Finding] {
        book.findings
            + missing("eta_to_first_waypoint", "eta_missing", "arrival time", vehicle?.eta)
            + missing("current_route_segment", "route_missing", "route", vehicle?.route)
    }

    private func missing(_ field: String, _ code: String, _ what: String, _ sending: Sending?) -> [Finding] {
        let evidence = missing.filter { $0.field == field }.map(\.evidence)
        guard !evidence.isEmpty else { return [] }
        return [
            Finding(
                code, .warning, "The rider gets no \(what) while the vehicle is on the way.",
                remedy: remedy(field, sending), resource: name, evidence: evidence, keeping: wanted)
        ]
    }

    /// What to do about a field that polls miss.
    private func remedy(_ field: String, _ sending: Sending?) -> String {
        guard !vehicleID.isEmpty else { return "Assign a vehicle to the trip with vehicle_id." }
        guard let sending else {
            return "See whether vehicle \(vehicleID) is ONLINE and sends \(field): it does not report in this capture."
        }
        guard let accepted = sending.accepted else {
            return sending.isRefused
                ? "Its vehicle sends \(field) only in updates that fail: see why, and send it again."
                : "Its vehicle never sends \(field): start guidance in the driver's app, or set the field."
        }
        guard sending.isBefore(lastMissing[field]) else {
            return "Its vehicle sends \(field), but not before these polls: ask again after its next update."
        }
        let call = accepted.call.map { " in call \($0)" } ?? ""
        return
            "Its vehicle sends \(field)\(call), and still the trip has none: see that the trip's vehicle_id names it "
            + "and that the vehicle's waypoints have this trip."
    }
}

/// What an answer leaves out because the request says that it is known.
struct Omissions {
    private(set) var fields: [String] = []

    init(_ request: GetTripRequest, _ trip: Trip) {
        add(
            "current_route_segment", request.currentRouteSegmentVersion, trip.currentRouteSegmentVersion,
            trip.currentRouteSegment.isEmpty)
        add(
            "current_route_segment_traffic", request.currentRouteSegmentTrafficVersion,
            trip.currentRouteSegmentTrafficVersion, trip.currentRouteSegmentTraffic == nil)
        add(
            "remaining_waypoints", request.remainingWaypointsVersion, trip.remainingWaypointsVersion,
            trip.remainingWaypoints.isEmpty)
        add(
            "the routes of remaining_waypoints", request.remainingWaypointsRouteVersion,
            trip.remainingWaypointsRouteVersion,
            trip.remainingWaypoints.allSatisfy { $0.pathToWaypoint.isEmpty && $0.encodedPathToWaypoint.isEmpty })
    }

    init(_ request: GetVehicleRequest, _ vehicle: Vehicle) {
        add(
            "current_route_segment", request.currentRouteSegmentVersion, vehicle.currentRouteSegmentVersion,
            vehicle.currentRouteSegment.isEmpty)
        add("waypoints", request.waypointsVersion, vehicle.waypointsVersion, vehicle.waypoints.isEmpty)
    }

    /// - Parameters:
    ///   - known: The version that the client has.
    ///   - current: That of the answer. Of a newer one the data would be there, if the server had any.
    private mutating func add(_ field: String, _ known: Timestamp?, _ current: Timestamp?, _ isAbsent: Bool) {
        guard let known, isAbsent else { return }
        if let current, (current.seconds, current.nanos) > (known.seconds, known.nanos) { return }
        fields.append(field)
    }

    static func finding(_ resource: String, _ evidence: Finding.Evidence) -> Finding {
        Finding(
            "unchanged_left_out", .note,
            "Data is left out of the answer: the request says that the client has it already.",
            remedy: "Keep what came with that version, or leave the version out of the request.", resource: resource,
            evidence: [evidence])
    }

    var text: String? { fields.isEmpty ? nil : "without \(fields.joined(separator: ", "))" }
}

extension TripStatus {
    var isEnd: Bool { self == .complete || self == .canceled }

    var isOnTheWay: Bool {
        [.enrouteToPickup, .enrouteToIntermediateDestination, .enrouteToDropoff].contains(self)
    }

    /// The name in the schema.
    var text: String {
        let names = FleetSchema.shared.enumeration(named: "maps.fleetengine.v1.TripStatus")
        return names?.value(number: rawValue)?.name ?? "\(rawValue)"
    }
}
