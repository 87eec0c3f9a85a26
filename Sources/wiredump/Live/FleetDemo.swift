#if Live
import ConsoleText
import FleetEmulator
import FleetLive
import FleetMessages
import ProtobufWire

/// Vehicles and riders of a local server, so that there is something to see.
///
/// Each vehicle comes online, gets a trip, drives to the rider and to the destination in a straight line, and goes offline in
/// the end; the rider follows the trip. Drivers and riders use the reporters and models that apps use.
@available(macOS 15, *)
struct FleetDemo: Sendable {
    /// Metres per second.
    private static let velocity = 12.0
    /// Seconds of the server's clock between two places of a vehicle.
    private static let step = 5
    private static let parent = "providers/demo"

    private let backEnd: FleetClient
    /// Drivers and riders, whose tokens are for a single vehicle or trip.
    private let apps: FleetClient
    private let clock: ServerClock
    private let earlier: FleetState

    /// - Parameter earlier: The fleet of the server, which may have the vehicles and trips of an earlier demo.
    init(_ channel: any FleetChannel, clock: ServerClock, earlier: FleetState) {
        (self.clock, self.earlier) = (clock, earlier)
        backEnd = FleetClient(channel, tokens: UnsignedTokens(isForAll: true, clock: clock)) { clock.timestamp }
        apps = FleetClient(channel, tokens: UnsignedTokens(isForAll: false, clock: clock)) { clock.timestamp }
    }

    /// Drives `count` vehicles at once, until the task is cancelled.
    func run(vehicles count: Int) async {
        await withDiscardingTaskGroup { group in
            for number in 1...count {
                group.addTask {
                    do {
                        try await drive(vehicle: number)
                    } catch {
                        if !Task.isCancelled { FileSink.note(["demo: \(String(describing: error))"]) }
                    }
                }
            }
        }
    }

    private func drive(vehicle number: Int) async throws {
        let pickup = Self.place(number), dropoff = Self.place(number + 7)
        let id = "vehicle-\(number)"
        let name = "\(Self.parent)/vehicles/\(id)"
        if let vehicle = earlier.vehicles[name] {
            for trip in vehicle.currentTrips {
                try await update("\(Self.parent)/trips/\(trip)", "trip_status") { $0.tripStatus = .canceled }
            }
        } else {
            _ = try await backEnd.unary(
                .createVehicle,
                .with {
                    ($0.parent, $0.vehicleID) = (Self.parent, id)
                    $0.vehicle = .with {
                        ($0.vehicleState, $0.maximumCapacity) = (.offline, 4)
                        ($0.supportedTripTypes, $0.vehicleType) = ([.exclusive], .with { $0.category = .auto })
                    }
                })
        }
        let reporter = VehicleReporter(apps, vehicle: name, clock: clock)
        // Longer than it takes to the next place, so that each report has a new one.
        try await reporter.setLocationUpdateInterval(.seconds(2 * Self.step))
        async let _: Void = reporter.run()
        await reporter.setLocationTrackingEnabled(true)
        var place = Self.place(number + 3)
        await report(place, to: reporter)
        try await reporter.updateVehicleState(.online)
        // The end of this function cancels the reporter, whose last update takes the vehicle offline.
        for round in (earlier.trips.count + 1)... {
            try await serve(trip: "trip-\(number)-\(round)", id, from: pickup, to: dropoff, at: &place, reporter)
            try await wait(steps: 4, at: place, reporter)
        }
    }

    /// A trip from its request to its end, with a rider who follows it.
    private func serve(
        trip id: String, _ vehicle: String, from pickup: LatLng, to dropoff: LatLng, at place: inout LatLng,
        _ reporter: VehicleReporter
    ) async throws {
        let name = "\(Self.parent)/trips/\(id)"
        _ = try await backEnd.unary(
            .createTrip,
            .with {
                ($0.parent, $0.tripID) = (Self.parent, id)
                $0.trip = .with {
                    ($0.tripType, $0.numberOfPassengers) = (.exclusive, 1)
                    $0.pickupPoint = .with { $0.point = pickup }
                    $0.dropoffPoint = .with { $0.point = dropoff }
                }
            })
        let riders = TripService(apps, clock: clock)
        let model = await riders.tripModel(named: name)
        try await model.setAutoRefreshTimeInterval(.seconds(Self.step))
        let subscription = await model.register()
        try await setRoute([place, pickup], reporter)
        try await update(name, "vehicle_id", "trip_status") {
            ($0.vehicleID, $0.tripStatus) = (vehicle, .enrouteToPickup)
        }
        try await drive(from: &place, to: pickup, reporter)
        try await update(name, "trip_status") { $0.tripStatus = .arrivedAtPickup }
        try await wait(steps: 4, at: place, reporter)
        try await setRoute([pickup, dropoff], reporter)
        try await update(name, "trip_status") { $0.tripStatus = .enrouteToDropoff }
        try await drive(from: &place, to: dropoff, reporter)
        try await update(name, "trip_status") { $0.tripStatus = .complete }
        try await wait(steps: 4, at: place, reporter)
        await model.unregister(subscription)
    }

    private func update(_ name: String, _ paths: String..., change: (inout Trip) -> Void) async throws {
        _ = try await backEnd.unary(
            .updateTrip, .with { ($0.name, $0.trip, $0.updateMask) = (name, .with(change), FieldMask(paths: paths)) })
    }

    private func drive(from place: inout LatLng, to end: LatLng, _ reporter: VehicleReporter) async throws {
        let steps = max(1, Int(place.metres(to: end) / (Self.velocity * Double(Self.step))))
        let start = place
        for step in 1...steps {
            let part = Double(step) / Double(steps)
            place.latitude = start.latitude + (end.latitude - start.latitude) * part
            place.longitude = start.longitude + (end.longitude - start.longitude) * part
            try await wait(steps: 1, at: place, speed: Self.velocity, reporter)
        }
    }

    private func setRoute(_ points: [LatLng], _ reporter: VehicleReporter) async throws {
        let route = EncodedPolyline.encode(points) ?? ""
        try await reporter.update { $0.currentRouteSegment = route }
    }

    private func wait(steps: Int, at place: LatLng, speed: Double = 0, _ reporter: VehicleReporter) async throws {
        for _ in 0..<steps {
            await report(place, speed: speed, to: reporter)
            try await clock.sleep(for: .seconds(Self.step))
        }
    }

    private func report(_ place: LatLng, speed: Double = 0, to reporter: VehicleReporter) async {
        await reporter.updateLocation(
            .with {
                ($0.location, $0.locationSensor) = (place, .gps)
                ($0.updateTime, $0.speed) = (clock.timestamp, speed)
            })
    }

    /// A place in the middle of Berlin; places of different numbers lie some hundred metres apart.
    private static func place(_ number: Int) -> LatLng {
        LatLng(
            latitude: 52.51 + Double(number * 7 % 13) * 0.0015, longitude: 13.38 + Double(number * 5 % 17) * 0.0021)
    }
}

/// Tokens for servers that do not check signatures.
@available(macOS 15, *)
private struct UnsignedTokens: AuthorizationTokenProvider {
    /// Whether the tokens are those of a back end, for all vehicles and trips.
    let isForAll: Bool
    let clock: ServerClock

    func token(for context: AuthorizationContext) async throws -> String {
        let claims =
            isForAll
            ? ["vehicleid": ["*"], "tripid": ["*"]] : [context.claim ?? "": context.ids.isEmpty ? ["*"] : context.ids]
        return FleetEmulator.token(claims, at: clock.timestamp)
    }
}
#endif
