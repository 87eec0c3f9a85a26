import FleetErrors
import FleetMessages
import ProtobufWire

/// A trip through a capture: how often it is polled, how its status moves, what the rider does not get, and why.
struct TripTrack {
    /// The most status changes that are kept; trips have a handful.
    static let statusLimit = 32
    /// Polls after the end that a rider's app needs to notice it.
    static let pollsAfterEnd = 5

    /// A field that answers lack while the vehicle is on the way.
    private struct MissingField {
        let name: String
        let kind: FindingKind
        var evidence = EvidenceList()
        /// The last poll without the field, in nanoseconds since 1970.
        var lastTime: Int64?

        /// Takes an answer without the field.
        mutating func add(_ call: ExaminedCall?, vehicleID: String) {
            if let time = call?.time { lastTime = time }
            let reason = vehicleID.isEmpty ? "the trip has no vehicle" : "vehicle \(vehicleID)"
            evidence.add(Finding.Evidence(of: call?.reference, path: name, "absent; \(reason)"))
        }
    }

    let name: String
    private(set) var polls = 0
    private(set) var updates = 0
    private(set) var statuses: [TripStatus] = []
    private(set) var vehicleID = ""
    /// The vehicles that writes gave the trip to, each another than the one before, the last three.
    private var assigned: [String] = []
    /// Where the rider is picked up, and the call that says so.
    private var pickup: (place: LatLng, call: CallReference)?
    /// Whether the trip comes without a call, so that nothing is known of what its vehicle sends.
    private var isLone = false
    /// `nil` while the trip is not over.
    private var pollsSinceEnd: Int?
    private var collector = FindingCollector()
    private var eta = MissingField(name: "eta_to_first_waypoint", kind: .etaMissing)
    private var route = MissingField(name: "current_route_segment", kind: .routeMissing)

    init(_ name: String) { self.name = name }

    // MARK: Calls

    /// Takes an accepted update of the trip, or its creation, for which `mask` is `nil`.
    mutating func add(written trip: Trip, mask: [String]?, _ call: ExaminedCall) {
        if call.isSelected { updates += 1 }
        if mask?.contains("vehicle_id") ?? true {
            note(vehicleID: trip.vehicleID)
            note(assigned: trip.vehicleID, call)
        }
        if mask?.contains("pickup_point") ?? true { note(pickup: trip, call) }
        guard mask?.contains("trip_status") ?? true, trip.tripStatus != .unknown else { return }
        if pollsSinceEnd != nil, !trip.tripStatus.isFinal {
            let text = "\(trip.tripStatus) after \(statuses.last?.description ?? "the end")"
            let evidence = Finding.Evidence(of: call.reference, path: "trip.trip_status", text)
            collector.add(Finding(.statusAfterEnd, resource: name, evidence: [evidence]))
        }
        note(trip.tripStatus)
    }

    mutating func add(poll request: GetTripRequest, answer trip: Trip, _ call: ExaminedCall) {
        if call.isSelected { polls += 1 }
        note(vehicleID: trip.vehicleID)
        if pickup == nil { note(pickup: trip, call) }
        if let before = pollsSinceEnd {
            pollsSinceEnd = before + 1
            if before >= Self.pollsAfterEnd {
                let evidence = Finding.Evidence(of: call.reference, "poll \(before + 1) after the end")
                collector.add(Finding(.polledAfterEnd, resource: name, evidence: [evidence]))
            }
        }
        note(trip.tripStatus)
        noteMissingFields(of: trip, omitted: Omissions(request, trip).fields, call)
    }

    /// Notes what the rider does not get of a trip whose vehicle is on the way.
    ///
    /// - Parameters:
    ///   - omitted: The fields that the answer leaves out because the client has them.
    ///   - call: The call with the answer; `nil` for a trip that comes without a call.
    private mutating func noteMissingFields(of trip: Trip, omitted: [String], _ call: ExaminedCall?) {
        guard trip.tripStatus.isOnTheWay else { return }
        // The arrival time belongs to the waypoints, which are left out while the client has them.
        if trip.etaToFirstWaypoint == nil, !omitted.contains("remaining_waypoints") {
            eta.add(call, vehicleID: vehicleID)
        }
        // Requests choose the form of the route: points, unless they ask for a polyline.
        if trip.currentRouteSegment.isEmpty, trip.route.isEmpty, !omitted.contains(route.name) {
            route.add(call, vehicleID: vehicleID)
        }
    }

    /// Takes into account that the trip was deleted: what comes then is about a new one of the same name.
    mutating func noteDeletion() { (pollsSinceEnd, assigned) = (nil, []) }

    private mutating func note(vehicleID id: String) {
        if (1...ResourceName.lengthLimit).contains(id.utf8.count) { vehicleID = id }
    }

    /// Notes to which vehicle a write gives the trip. One that comes back once may have been offered the trip again. A write that
    /// takes the trip from its vehicle undoes nothing unseen, so that the count begins anew.
    private mutating func note(assigned id: String, _ call: ExaminedCall) {
        if id.isEmpty { assigned = [] }
        guard id != assigned.last, (1...ResourceName.lengthLimit).contains(id.utf8.count) else { return }
        if assigned.count == 3, assigned[0] == assigned[2], assigned[1] == id {
            let text = "from \(assigned[2]) back to \(id)"
            let evidence = Finding.Evidence(of: call.reference, path: "trip.vehicle_id", text)
            collector.add(Finding(.assignedInTurn, resource: name, evidence: [evidence]))
        }
        assigned = assigned.suffix(2) + [id]
    }

    private mutating func note(pickup trip: Trip, _ call: ExaminedCall) {
        if let place = trip.pickupPoint?.point { pickup = (place, call.reference) }
    }

    private mutating func note(_ status: TripStatus) {
        guard status != .unknown else { return }
        pollsSinceEnd = status.isFinal ? pollsSinceEnd ?? 0 : nil
        guard statuses.last != status else { return }
        // When there are too many, the newest replaces the one before.
        if statuses.count == Self.statusLimit { statuses.removeLast() }
        statuses.append(status)
    }

    // MARK: Trips without a call

    /// What the rider does not get of a trip that comes without a call, and why.
    static func findings(inLone trip: Trip) -> [Finding] {
        var track = TripTrack(trip.name)
        track.isLone = true
        track.note(vehicleID: trip.vehicleID)
        // A version without the data that it is of says that the client had the data.
        let request = GetTripRequest.with {
            $0.currentRouteSegmentVersion = trip.currentRouteSegmentVersion
            $0.currentRouteSegmentTrafficVersion = trip.currentRouteSegmentTrafficVersion
            $0.remainingWaypointsVersion = trip.remainingWaypointsVersion
        }
        let omissions = Omissions(request, trip)
        track.noteMissingFields(of: trip, omitted: omissions.fields, nil)
        let leftOut = omissions.text.map { Finding(.unchangedLeftOut, evidence: [Finding.Evidence($0)]) }
        return (track.findings(nil) + [leftOut].compactMap { $0 }).map { $0.about(trip.name.isEmpty ? nil : trip.name) }
    }

    // MARK: The end

    /// - Parameter vehicle: The track of the trip's vehicle, when it reports in the same capture.
    func findings(_ vehicle: VehicleTrack?) -> [Finding] {
        let fields = [(eta, vehicle?.eta), (route, vehicle?.route)].filter { $0.0.evidence.count > 0 }
        return collector.findings + swapped(vehicle?.locations.last?.location)
            + fields.map { field, sent in
                Finding(field.kind, remedy: remedy(field, sent), resource: name).with { $0.list.add(field.evidence) }
            }
    }

    /// Degrees that a vehicle may have driven from the pickup: where latitude and longitude are alike, as around Ufa, such a
    /// trip can end at the mirror image of its start.
    private static let longestTrip = 3.0

    /// The pickup and the vehicle are near to each other once one of them is read the other way round.
    private func swapped(_ vehicle: LatLng?) -> [Finding] {
        guard let vehicle, let (place, call) = pickup, !vehicle.isSuspect, !place.isSuspect,
            !place.isNear(vehicle, within: Self.longestTrip), place.isNear(vehicle.swapped)
        else { return [] }
        let text = "pickup at \(place.text), but its vehicle is at \(vehicle.text)"
        return [Finding(.coordinatesSwapped, resource: name, evidence: [Finding.Evidence(of: call, text)])]
    }

    private func remedy(_ missing: MissingField, _ sent: SentField?) -> String {
        let name = missing.name
        guard !vehicleID.isEmpty else { return "Assign a vehicle to the trip with vehicle_id." }
        guard let sent else {
            let absence = isLone ? " with its updates" : ": it does not report in this capture"
            return "See whether vehicle \(vehicleID) is ONLINE and sends \(name)\(absence)."
        }
        guard let accepted = sent.accepted else {
            return sent.isRefused
                ? "Its vehicle sends \(name) only in updates that fail: see why, and send it again."
                : "Its vehicle never sends \(name): start guidance in the driver's app, or set the field."
        }
        guard sent.isBefore(missing.lastTime) else {
            return "Its vehicle sends \(name), but not before these polls: ask again after its next update."
        }
        return
            "Its vehicle sends \(name) in call \(accepted.call), and still the trip has none: see that the trip's vehicle_id names it "
            + "and that the vehicle's waypoints have this trip."
    }
}

extension TripStatus {
    var isOnTheWay: Bool {
        [.enrouteToPickup, .enrouteToIntermediateDestination, .enrouteToDropoff].contains(self)
    }
}
