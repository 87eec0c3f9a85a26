import FleetErrors
import FleetMessages
import FleetProtos
import ProtobufSchema

/// A trip through a capture: how often it is polled, how its status moves, what the rider does not get, and why.
struct TripTrack {
    /// The most status changes that are kept; trips have a handful.
    static let statusLimit = 32
    /// Polls after the end that a rider's app needs to notice it.
    static let pollsAfterEnd = 5

    /// A field that answers lack while the vehicle is on the way.
    private struct MissingField {
        var evidence: EvidenceList
        /// The last poll without the field, in nanoseconds since 1970.
        var lastTime: Int64?
    }

    let name: String
    private(set) var polls = 0
    private(set) var updates = 0
    private(set) var statuses: [TripStatus] = []
    private(set) var vehicleID = ""
    private var hasEnded = false
    private var pollsSinceEnd = 0
    private var collector: FindingCollector
    private var eta: MissingField
    private var route: MissingField

    /// - Parameter call: The only call whose evidence is kept; `nil` for all calls.
    init(_ name: String, onlyOf call: Int?) {
        self.name = name
        collector = FindingCollector(onlyOf: call)
        eta = MissingField(evidence: EvidenceList(onlyOf: call))
        route = eta
    }

    // MARK: Calls

    /// Takes an accepted update of the trip, or its creation, for which `mask` is `nil`.
    mutating func add(written trip: Trip, mask: [String]?, _ call: ExaminedCall) {
        updates += 1
        if mask?.contains("vehicle_id") ?? true { note(vehicleID: trip.vehicleID) }
        guard mask?.contains("trip_status") ?? true, trip.tripStatus != .unknown else { return }
        if hasEnded, !trip.tripStatus.isEnd {
            let text = "\(trip.tripStatus.text) after \(statuses.last?.text ?? "the end")"
            let evidence = Finding.Evidence(call: call.number, path: "trip.trip_status", text)
            collector.add(Finding(.statusAfterEnd, resource: name, evidence: [evidence]))
        }
        note(trip.tripStatus)
    }

    /// Takes an answered poll.
    mutating func add(poll request: GetTripRequest, answer trip: Trip, _ call: ExaminedCall) {
        polls += 1
        note(vehicleID: trip.vehicleID)
        if hasEnded {
            pollsSinceEnd += 1
            if pollsSinceEnd > Self.pollsAfterEnd {
                let evidence = Finding.Evidence(call: call.number, "poll \(pollsSinceEnd) after the end")
                collector.add(Finding(.polledAfterEnd, resource: name, evidence: [evidence]))
            }
        }
        note(trip.tripStatus)
        guard trip.tripStatus.isOnTheWay else { return }
        let omitted = Omissions(request, trip).fields
        // The arrival time belongs to the waypoints, which are left out while the client has them.
        if trip.etaToFirstWaypoint == nil, !omitted.contains("remaining_waypoints") {
            miss("eta_to_first_waypoint", \.eta, call)
        }
        if trip.currentRouteSegment.isEmpty, !omitted.contains("current_route_segment") {
            miss("current_route_segment", \.route, call)
        }
    }

    private mutating func note(vehicleID id: String) {
        if (1...ResourceName.lengthLimit).contains(id.utf8.count) { vehicleID = id }
    }

    private mutating func miss(_ field: String, _ missing: WritableKeyPath<Self, MissingField>, _ call: ExaminedCall) {
        if let time = call.time { self[keyPath: missing].lastTime = time }
        let reason = vehicleID.isEmpty ? "the trip has no vehicle" : "vehicle \(vehicleID)"
        self[keyPath: missing].evidence.add(
            Finding.Evidence(call: call.number, path: field, "absent; \(reason)"))
    }

    private mutating func note(_ status: TripStatus) {
        guard status != .unknown else { return }
        if status.isEnd { hasEnded = true } else if hasEnded { (hasEnded, pollsSinceEnd) = (false, 0) }
        guard statuses.last != status else { return }
        // When there are too many, the newest replaces the one before.
        if statuses.count == Self.statusLimit { statuses.removeLast() }
        statuses.append(status)
    }

    // MARK: The end

    /// - Parameter vehicle: The track of the trip's vehicle, when it reports in the same capture.
    func findings(_ vehicle: VehicleTrack?) -> [Finding] {
        let missing = [
            (FindingKind.etaMissing, eta, remedy("eta_to_first_waypoint", eta, vehicle?.eta)),
            (.routeMissing, route, remedy("current_route_segment", route, vehicle?.route)),
        ]
        return collector.findings
            + missing.filter { $0.1.evidence.count > 0 }.map { kind, field, remedy in
                var finding = Finding(kind, remedy: remedy, resource: name)
                finding.add(field.evidence)
                return finding
            }
    }

    /// The remedy for a field that polls lack.
    private func remedy(_ name: String, _ missing: MissingField, _ delivery: FieldDelivery?) -> String {
        guard !vehicleID.isEmpty else { return "Assign a vehicle to the trip with vehicle_id." }
        guard let delivery else {
            return "See whether vehicle \(vehicleID) is ONLINE and sends \(name): it does not report in this capture."
        }
        guard let accepted = delivery.accepted else {
            return delivery.isRefused
                ? "Its vehicle sends \(name) only in updates that fail: see why, and send it again."
                : "Its vehicle never sends \(name): start guidance in the driver's app, or set the field."
        }
        guard delivery.isBefore(missing.lastTime) else {
            return "Its vehicle sends \(name), but not before these polls: ask again after its next update."
        }
        let call = accepted.call.map { " in call \($0)" } ?? ""
        return
            "Its vehicle sends \(name)\(call), and still the trip has none: see that the trip's vehicle_id names it "
            + "and that the vehicle's waypoints have this trip."
    }
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
