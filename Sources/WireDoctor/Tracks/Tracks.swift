import FleetErrors
import FleetMessages
import ProtobufSchema

/// Follows the vehicles and trips of a capture through its calls.
struct Tracks {
    /// The most vehicles, and the most trips, that are followed.
    private let limit: Int
    /// The selected calls about vehicles and trips, by resource name, and the position of the resource among all.
    private var lines: [String: (position: Int, tally: CallTally)] = [:]
    private var vehicles: [String: VehicleTrack] = [:]
    private var trips: [String: TripTrack] = [:]
    /// The positions of these vehicles and trips by the first call that is followed of each.
    private var positions: [String: Int] = [:]
    /// Calls about vehicles and trips beyond ``limit``.
    private var untrackedCalls = 0

    init(limit: Int) { self.limit = limit }

    // MARK: Calls

    mutating func add(_ facts: CallFacts) {
        count(facts)
        if let message = facts.message {
            if let report = VehicleReport(message), vehicles[report.name] != nil || vehicles.count < limit {
                positions[report.name] = positions[report.name] ?? positions.count
                vehicles[report.name, default: VehicleTrack(report.name)].add(report, facts.call)
            }
            followTrip(message, facts)
        }
        guard let name = facts.resource, let method = facts.method else { return }
        if method.action == .delete {
            guard facts.call.isOK else { return }
            vehicles[name]?.noteDeletion()
            trips[name]?.noteDeletion()
        } else if method.resource == .vehicle, let vehicle = facts.answer(as: Vehicle.self) {
            vehicles[name]?.add(answer: vehicle)
        }
    }

    private mutating func count(_ facts: CallFacts) {
        guard facts.call.isSelected, let name = facts.resource, let kind = ResourceName(name)?.resource,
            [.vehicle, .deliveryVehicle, .trip].contains(kind)
        else { return }
        guard lines[name] != nil || lines.count < 2 * limit else {
            untrackedCalls += 1
            return
        }
        let position = lines.count
        lines[name, default: (position, CallTally())].tally.add(facts.ending)
    }

    private mutating func followTrip(_ message: ExaminedMessage, _ facts: CallFacts) {
        guard facts.call.isOK, message.method.resource == .trip, let name = message.resource,
            trips[name] != nil || trips.count < limit
        else { return }
        let track = TripTrack(name)
        defer { if trips[name] != nil { positions[name] = positions[name] ?? positions.count } }
        if let request = message.request(UpdateTripRequest.self) {
            trips[name, default: track].add(
                written: request.trip ?? Trip(), mask: message.mask?.paths ?? [], facts.call)
        } else if let request = message.request(CreateTripRequest.self) {
            trips[name, default: track].add(written: request.trip ?? Trip(), mask: nil, facts.call)
        } else if let request = message.request(GetTripRequest.self), let trip = facts.answer(as: Trip.self) {
            trips[name, default: track].add(poll: request, answer: trip, facts.call)
        }
    }

    // MARK: The end

    /// Tells the clock how the times of messages and packets relate.
    func inform(_ clock: inout CaptureClock) {
        for track in inOrder(vehicles) { track.cadence.inform(&clock, vehicle: track.name) }
    }

    func findings(_ capture: CaptureFacts) -> [Finding] {
        let hosts = Dictionary(grouping: vehicles.values.flatMap(\.cadence.lastHosts)) { $0 }
        let shared = Set(hosts.filter { $1.count > 1 }.keys)
        return inOrder(vehicles).flatMap { $0.findings(capture, shared: shared) }
            + inOrder(trips).flatMap { $0.findings(vehicle(of: $0)) }
    }

    /// The tracks by the first selected call about each, then those without one by their first call. An order by name would
    /// tell of names that stand-ins hide.
    private func inOrder<Track>(_ tracks: [String: Track]) -> [Track] {
        func place(_ name: String) -> (Int, Int) { (lines[name]?.position ?? .max, positions[name] ?? .max) }
        return tracks.sorted { place($0.key) < place($1.key) }.map(\.value)
    }

    private func vehicle(of trip: TripTrack) -> VehicleTrack? {
        trip.vehicleID.isEmpty ? nil : vehicles[ResourceName.name(.vehicle, trip.vehicleID, besides: trip.name)]
    }

    func summarize(_ capture: CaptureFacts, in checkup: inout Checkup) {
        checkup.untrackedCalls = untrackedCalls
        let ordered = lines.sorted {
            ($1.value.tally.notOK, $0.value.position) < ($0.value.tally.notOK, $1.value.position)
        }
        for (name, line) in ordered {
            if ResourceName(name)?.resource == .trip {
                let track = trips[name] ?? TripTrack(name)
                checkup.trips.append(
                    Checkup.Trip(
                        name: name, polls: track.polls, updates: track.updates,
                        statuses: track.statuses.map(\.description), tally: line.tally))
            } else {
                let track = vehicles[name] ?? VehicleTrack(name)
                let interval = track.cadence.intervals(capture.clock).mean
                checkup.vehicles.append(
                    Checkup.Vehicle(
                        name: name, updates: track.updates, interval: interval, state: track.state?.description,
                        tally: line.tally))
            }
        }
    }
}
