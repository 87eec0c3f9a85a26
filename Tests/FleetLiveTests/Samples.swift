import FleetEmulator
import FleetErrors
import FleetLive
import FleetMessages
import GRPCWire
import ProtobufWire

// The Swift of the article "Driving and following trips", word for word, but for what its samples are available on.

struct BackEnd: AuthorizationTokenProvider {
    let sign: @Sendable (_ claim: String?, _ ids: [String]) async throws -> String

    func token(for context: AuthorizationContext) async throws -> String {
        // Without a claim, the call is one that no token for single resources allows.
        try await sign(context.claim, context.ids.isEmpty ? ["*"] : context.ids)
    }
}

@available(macOS 15, iOS 18, *)
func drive(_ reporter: VehicleReporter, along locations: AsyncStream<VehicleLocation>) async throws {
    try await reporter.setLocationUpdateInterval(.seconds(5))
    let events = await reporter.events()
    await withTaskGroup { group in
        group.addTask { await reporter.run() }
        group.addTask { await reporter.updateLocations(from: locations) }
        for await event in events {
            switch event {
            case .didSucceed(let update, _): print("reported", update.updateMask.paths)
            case .didFail(_, let failure) where failure.needsAction: print(failure.nextStep)
            case .didFail, .didFailBenignly: break
            case .didGiveUp(let update, let failure): print("lost", update.updateMask.paths, failure)
            }
        }
    }
}

@available(macOS 15, iOS 18, *)
func beginShift(_ reporter: VehicleReporter, at location: VehicleLocation) async throws {
    await reporter.updateLocation(location)
    await reporter.setLocationTrackingEnabled(true)
    try await reporter.updateVehicleState(.online)
}

@available(macOS 15, iOS 18, *)
func deliver(_ stops: [VehicleStop], with reporter: DeliveryVehicleReporter) async throws {
    try await reporter.setVehicleStops(stops)
    for _ in stops {
        try await reporter.reportEnrouteToNextStop()
        // The courier drives.
        try await reporter.reportArrivedAtStop()
        // The courier hands over the parcels.
        try await reporter.reportCompletedStop()
    }
}

@available(macOS 15, iOS 18, *)
func follow(_ name: String, with service: TripService) async -> Trip? {
    let model = await service.tripModel(named: name)
    for await event in await model.register() {
        switch event {
        case .vehicleLocation(let location): print("vehicle at", location?.location ?? LatLng())
        case .pickupETA(let time): print("pickup at", time?.seconds ?? 0)
        case .tripStatus(let status): print("trip is", status)
        case .didFail(let failure) where failure.needsAction: print(failure.nextStep)
        default: break
        }
    }
    return await model.trip  // COMPLETE or CANCELED
}

@available(macOS 15, iOS 18, *)
actor EmulatedFleet: FleetChannel {
    private let clock: any Clock<Duration>
    private var emulator: FleetEmulator

    init(clock: any Clock<Duration>, now: @escaping @Sendable () -> Timestamp) {
        self.clock = clock
        emulator = FleetEmulator(now: now)
    }

    func with<Result: Sendable>(_ body: @Sendable (inout FleetEmulator) throws -> Result) rethrows -> Result {
        try body(&emulator)
    }

    func call<Request, Response>(
        _ method: FleetRPC<Request, Response>, _ request: Request, token: String?
    ) async throws(CallStatus) -> Response {
        let answer = emulator.answer(method, request, token: token)
        if answer.delay > 0 {
            do { try await clock.sleep(for: .seconds(answer.delay)) } catch { throw CallStatus(.cancelled) }
        }
        return try answer.result.get()
    }
}

/// A clock of which a second passes in a millisecond.
@available(macOS 15, iOS 18, *)
struct FastClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
        func duration(to other: Self) -> Duration { other.offset - offset }
        static func < (a: Self, b: Self) -> Bool { a.offset < b.offset }
    }

    private let start = ContinuousClock.now
    let minimumResolution = Duration.zero
    var now: Instant { Instant(offset: start.duration(to: .now) * 1_000) }
    var time: Timestamp { Timestamp(seconds: 1_800_000_000 + now.offset.components.seconds) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await Task.sleep(until: start.advanced(by: deadline.offset / 1_000), clock: .continuous)
    }
}

// With the samples above.
@available(macOS 15, iOS 18, *)
func rideThroughAnOutage() async throws -> Trip? {
    let (clock, name) = (FastClock(), "providers/acme/trips/7")
    let fleet = EmulatedFleet(clock: clock, now: { clock.time })
    try await fleet.with { emulator in
        emulator.state.trips[name] = .with { ($0.name, $0.tripStatus) = (name, .enrouteToDropoff) }
        emulator.faults = [try EmulatorFault("GetTrip=UNAVAILABLE:2")]
    }
    let tokens = BackEnd { claim, ids in FleetEmulator.token([claim ?? "tripid": ids], at: clock.time) }
    let client = FleetClient(fleet, tokens: tokens, now: { clock.time })
    async let trip = follow(name, with: TripService(client, clock: clock))
    try await clock.sleep(for: .seconds(60))
    await fleet.with { $0.state.trips[name]?.tripStatus = .complete }
    return await trip  // COMPLETE
}
