#if Live
import FleetEmulator
import FleetErrors
import FleetGRPC
import FleetLive
import FleetMessages
import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2Posix
import GRPCWire
import ProtobufWire
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import wiredump

/// A driver and riders, a relay that records, and the emulator: connected on this machine, by a clock that the test turns.
@available(macOS 15, *)
private final class ClosedLoop: Sendable {
    private typealias Client = GRPCClient<HTTP2ClientTransport.Posix>

    static let parent = "providers/acme"
    static let vehicleName = parent + "/vehicles/taxi"

    let clock = ManualClock()
    let now: @Sendable () -> Timestamp
    let service: FleetEmulatorService
    private let pipe: TrafficPipe
    private let running = Mutex<Running>(Running())

    private struct Running {
        var server: Task<Void, any Error>?
        var relay: Task<Void, any Error>?
        var stop = Stop()
        var serverPort = 0, relayPort = 0
    }

    init(recording path: String) throws {
        let clock = clock
        let now = { @Sendable in
            Timestamp(seconds: 1_800_000_000, nanos: 0) + ProtobufDuration(clock.now.offset)
        }
        self.now = now
        service = FleetEmulatorService(FleetEmulator(now: now))
        pipe = TrafficPipe(
            to: try .open(FilePath(path), .writeOnly, options: [.create], permissions: .ownerReadWrite)
        ) {
            now().seconds * 1_000_000_000 + Int64(now().nanos)
        }
    }

    // MARK: The server and the relay

    func startServer() async throws {
        let server = GRPCServer(
            transport: HTTP2ServerTransport.Posix(
                address: .ipv4(host: "127.0.0.1", port: running.withLock(\.serverPort)), transportSecurity: .plaintext),
            services: [service])
        let task = Task { try await server.serve() }
        let port = try #require(try await server.listeningAddress?.ipv4?.port)
        running.withLock { ($0.server, $0.serverPort) = (task, port) }
    }

    /// Ends the server at once, with its connections and calls. What it has saved, it has again afterwards.
    func killServer() async throws {
        let server = running.withLock(\.server)
        server?.cancel()
        _ = await server?.result
        let saved = try service.emulator.state.json()
        try service.update { $0.state = try FleetState(json: saved) }
    }

    func startRelay() async {
        let ports = running.withLock { ($0.serverPort, $0.relayPort) }
        let relay = Relay(listen: ServerAddress(port: ports.1), target: ServerAddress(port: ports.0), tls: nil)
        let stop = Stop()
        let (addresses, continuation) = AsyncStream<Int>.makeStream()
        let task = Task { [pipe] in
            defer { continuation.finish() }
            try await relay.run(to: pipe, until: stop) { continuation.yield($0.port) }
        }
        let port = await addresses.first { _ in true } ?? 0
        running.withLock { ($0.relay, $0.stop, $0.relayPort) = (task, stop, port) }
    }

    /// Cuts all connections that go through the relay, with the calls on them.
    func cutConnections() async {
        let relay = running.withLock(\.relay)
        relay?.cancel()
        _ = await relay?.result
    }

    /// Ends the relay as a signal does.
    func stopRelay() async {
        let (relay, stop) = running.withLock { ($0.relay, $0.stop) }
        stop.stop()
        _ = await relay?.result
    }

    // MARK: The apps

    /// Runs `body` with the clients of the apps, and of a back end, whose calls go through the relay.
    func run(
        _ body: @Sendable @escaping (_ apps: FleetClient, _ backEnd: FleetClient, CountingChannel) async throws -> Void
    ) async throws {
        try await startServer()
        await startRelay()
        var config = HTTP2ClientTransport.Posix.Config.defaults
        config.backoff = .init(initial: .milliseconds(5), max: .milliseconds(20), multiplier: 1.6, jitter: 0.2)
        let transport = try HTTP2ClientTransport.Posix(
            target: .ipv4(address: "127.0.0.1", port: running.withLock(\.relayPort)), transportSecurity: .plaintext,
            config: config)
        try await withGRPCClient(transport: transport) { client in
            var channel = GRPCChannel(client)
            // The reporter and the models repeat by the test's clock.
            channel.retryPolicy = nil
            let counting = CountingChannel(channel)
            let apps = FleetClient(counting, tokens: Tokens(isForAll: false, now: now), now: now)
            let backEnd = FleetClient(channel, tokens: Tokens(isForAll: true, now: now), now: now)
            try await body(apps, backEnd, counting)
        }
        await stopRelay()
        try await killServer()
        pipe.close()
    }

    /// A place on a street to the north, after so many seconds at 11 m/s.
    static func place(_ second: Int) -> LatLng { LatLng(latitude: 52 + Double(second) / 10_000, longitude: 13.4) }

    func location(_ second: Int) -> VehicleLocation {
        .with {
            ($0.location, $0.locationSensor) = (Self.place(second), .gps)
            ($0.updateTime, $0.speed) = (now(), 11.1)
        }
    }
}

/// Counts the calls of the apps.
@available(macOS 15, *)
private final class CountingChannel: FleetChannel {
    private let channel: any FleetChannel
    private let number = Mutex(0)

    init(_ channel: any FleetChannel) { self.channel = channel }

    var count: Int { number.withLock { $0 } }

    func call<Request, Response>(
        _ method: FleetRPC<Request, Response>, _ request: Request, token: String?
    ) async throws(CallStatus) -> Response {
        number.withLock { $0 += 1 }
        return try await channel.call(method, request, token: token)
    }
}

private struct Tokens: AuthorizationTokenProvider {
    let isForAll: Bool
    let now: @Sendable () -> Timestamp

    func token(for context: AuthorizationContext) -> String {
        FleetEmulator.token(
            isForAll ? ["vehicleid": ["*"], "tripid": ["*"]] : [context.claim ?? "": context.ids], at: now())
    }
}

/// An hour of a vehicle: three trips, each with two riders who follow it.
@available(macOS 15, *)
private final class Shift {
    /// Something that goes wrong in a minute of the shift.
    typealias Trouble = (_ minute: Int) async throws -> Void

    let loop: ClosedLoop
    let backEnd: FleetClient
    let reporter: VehicleReporter
    let calls: CountingChannel
    private let trips: [TripService]
    private var models: [TripModel] = []
    private var subscriptions: [TripModelSubscription] = []
    /// The loops over events. When the events end, they sleep, so that as many tasks sleep as before.
    private var riders: [Task<Void, Never>] = []
    private var second = 0

    init(_ loop: ClosedLoop, _ apps: FleetClient, _ backEnd: FleetClient, _ calls: CountingChannel) {
        (self.loop, self.backEnd, self.calls) = (loop, backEnd, calls)
        let backoff = Backoff { 1 }
        reporter = VehicleReporter(apps, vehicle: ClosedLoop.vehicleName, clock: loop.clock, backoff: backoff)
        trips = (0..<2).map { _ in TripService(apps, clock: loop.clock, backoff: backoff) }
    }

    /// The tasks that sleep when nothing happens: the reporter and the riders.
    private var sleepers: Int { 1 + riders.count }

    /// - Parameter isDownAtEnd: The server cannot be reached when the shift ends.
    func run(isDownAtEnd: Bool = false, _ trouble: Trouble) async throws {
        _ = try await backEnd.unary(
            .createVehicle,
            .with {
                ($0.parent, $0.vehicleID) = (ClosedLoop.parent, "taxi")
                $0.vehicle = .with {
                    ($0.vehicleState, $0.maximumCapacity) = (.offline, 4)
                    ($0.supportedTripTypes, $0.vehicleType) = ([.exclusive], .with { $0.category = .auto })
                }
            })
        let run = Task { [reporter] in await reporter.run() }
        try await goOnline()
        for trip in 0..<3 {
            try await begin(trip: trip)
            for minute in (trip * 20)..<(trip * 20 + 20) {
                switch minute % 20 {
                case 1: try await setRoute(to: 7)
                case 2: try await update(trip, .enrouteToPickup, vehicle: true)
                case 7: try await update(trip, .arrivedAtPickup)
                case 8:
                    try await setRoute(to: 10)
                    try await update(trip, .enrouteToDropoff)
                case 18: try await update(trip, .complete)
                default: break
                }
                try await trouble(minute)
                await drive(seconds: 60)
            }
            #expect(await models.asyncAllSatisfy { await $0.trip?.tripStatus == .complete })
            if trip < 2 { leave() }
        }
        // Nobody listens any more, and the vehicle goes offline.
        leave()
        if isDownAtEnd { try await loop.killServer() }
        run.cancel()
        if isDownAtEnd {
            await drive(seconds: 60)
            try await restartServer()
        }
        await loop.clock.advance(untilTheEndOf: run)
        let before = calls.count
        await loop.clock.advance(by: .seconds(600), loops: 0)
        #expect(calls.count == before)
        #expect(state == .offline)
    }

    var state: VehicleState? { loop.service.emulator.state.vehicles[ClosedLoop.vehicleName]?.vehicleState }

    func goOnline() async throws {
        await reporter.updateLocation(loop.location(second))
        await reporter.setLocationTrackingEnabled(true)
        try await reporter.updateVehicleState(.online)
        await loop.clock.asleep(sleepers)
    }

    /// Disables tracking while the service cannot be reached, and waits until it has taken the final update.
    func goOffline(untilReachable: () async throws -> Void) async throws {
        let events = await reporter.events()
        await reporter.setLocationTrackingEnabled(false)
        await drive(seconds: 60)
        #expect(state == .online)
        try await untilReachable()
        let taken = Task { for await event in events { if case .didSucceed = event { break } } }
        await loop.clock.advance(untilTheEndOf: taken, loops: riders.count)
        #expect(state == .offline)
    }

    func restartServer() async throws {
        try await loop.startServer()
        await reconnect()
    }

    func restartRelay() async {
        await loop.startRelay()
        await reconnect()
    }

    /// Waits until the client of the apps is connected again, which it is by the system's clock.
    private func reconnect() async {
        while (try? await backEnd.unary(.getVehicle, .with { $0.name = ClosedLoop.vehicleName })) == nil {
            try? await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Drives on, with a new location every second.
    func drive(seconds: Int) async {
        for _ in 0..<seconds {
            second += 1
            await loop.clock.advance(by: .seconds(1), loops: sleepers)
            await reporter.updateLocation(loop.location(second))
        }
    }

    /// Whether riders see where the vehicle was in the last 20 seconds.
    var isUpToDate: Bool {
        get async {
            let places = ((second - 20)...second).map(ClosedLoop.place)
            return await models.asyncAllSatisfy { model in
                let place = await model.trip?.lastLocation?.location
                return await model.lastFailure == nil && place.map(places.contains) == true
            }
        }
    }

    /// One of the riders stops listening, and later listens again.
    func leaveForAMinute() async {
        await models[1].unregister(subscriptions[1])
        let before = calls.count
        await drive(seconds: 60)
        #expect(calls.count - before == 18, "6 updates, and 12 polls of the other rider")
        riders[1].cancel()
        await follow(1)
    }

    private func begin(trip: Int) async throws {
        _ = try await backEnd.unary(
            .createTrip,
            .with {
                ($0.parent, $0.tripID) = (ClosedLoop.parent, "ride-\(trip)")
                $0.trip = .with {
                    ($0.tripType, $0.numberOfPassengers) = (.exclusive, 1)
                    $0.pickupPoint = .with { $0.point = ClosedLoop.place(second + 7 * 60) }
                    $0.dropoffPoint = .with { $0.point = ClosedLoop.place(second + 18 * 60) }
                }
            })
        models = []
        for service in trips {
            models.append(await service.tripModel(named: "\(ClosedLoop.parent)/trips/ride-\(trip)"))
        }
        subscriptions = []
        for index in models.indices { await follow(index) }
    }

    private func follow(_ index: Int) async {
        let subscription = await models[index].register()
        let rider = Task { [clock = loop.clock] in
            for await _ in subscription {}
            try? await clock.sleep(for: .seconds(1_000_000))
        }
        if subscriptions.indices.contains(index) {
            (subscriptions[index], riders[index]) = (subscription, rider)
        } else {
            subscriptions.append(subscription)
            riders.append(rider)
        }
        await loop.clock.asleep(sleepers)
    }

    private func leave() {
        for rider in riders { rider.cancel() }
        riders = []
    }

    private func setRoute(to minutes: Int) async throws {
        let points = [ClosedLoop.place(second), ClosedLoop.place(second + minutes * 60)]
        try await reporter.update { $0.currentRouteSegment = EncodedPolyline.encode(points) ?? "" }
        await loop.clock.asleep(sleepers)
    }

    private func update(_ trip: Int, _ status: TripStatus, vehicle: Bool = false) async throws {
        _ = try await backEnd.unary(
            .updateTrip,
            .with {
                $0.name = "\(ClosedLoop.parent)/trips/ride-\(trip)"
                $0.trip = .with {
                    $0.tripStatus = status
                    if vehicle { $0.vehicleID = "taxi" }
                }
                $0.updateMask = FieldMask(paths: ["trip_status"] + (vehicle ? ["vehicle_id"] : []))
            })
    }
}

extension Sequence {
    fileprivate func asyncAllSatisfy(_ predicate: (Element) async -> Bool) async -> Bool {
        for element in self where await !predicate(element) { return false }
        return true
    }
}

@Suite(.serialized, .timeLimit(.minutes(3))) struct ClosedLoopTests {
    @available(macOS 15, *)
    private func shift(_ body: @escaping @Sendable (Shift) async throws -> Void) async throws -> [[String: Any]] {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("loop-\(UUID().uuidString).pcap").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let loop = try ClosedLoop(recording: path)
        try await loop.run { apps, backEnd, calls in try await body(Shift(loop, apps, backEnd, calls)) }
        let lines = try Command.run(["doctor", "--json", path]).text.split(separator: "\n")
        return try lines.compactMap { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
    }

    /// What the doctor finds, but for the note that parts which riders have are not sent again.
    private func findings(_ lines: [[String: Any]]) -> [String] {
        lines.flatMap { $0["findings"] as? [[String: Any]] ?? [] }.compactMap { $0["code"] as? String }
            .filter { $0 != "unchanged_left_out" }
    }

    @available(macOS 15, *)
    @Test func theDoctorFindsNothingInAnHourThroughTheRelay() async throws {
        let lines = try await shift { shift in
            try await shift.run { minute in
                if minute == 4 { await shift.leaveForAMinute() }
                if (3...17).contains(minute % 20) { #expect(await shift.isUpToDate, "minute \(minute)") }
            }
        }
        #expect(findings(lines) == [])
    }

    @available(macOS 15, *)
    @Test func restartsCutsAndSlownessLoseNothing() async throws {
        let lines = try await shift { shift in
            let loop = shift.loop
            try await shift.run(isDownAtEnd: true) { minute in
                switch minute {
                case 4:
                    try await loop.killServer()
                    await shift.drive(seconds: 60)
                    #expect(await !shift.isUpToDate)
                    try await shift.restartServer()
                case 10:
                    // Calls that are under way are cut off.
                    try loop.service.update { $0.faults = [try EmulatorFault("*=delay:0.2s,count:4")] }
                    let cut = Task {
                        try? await Task.sleep(for: .milliseconds(100))
                        await loop.cutConnections()
                        await loop.startRelay()
                    }
                    await shift.drive(seconds: 20)
                    await cut.value
                case 14: try loop.service.update { $0.faults = [try EmulatorFault("*=delay:0.03s,count:60")] }
                case 30:
                    try await loop.killServer()
                    try await shift.goOffline { try await shift.restartServer() }
                    try await shift.goOnline()
                case 52:
                    await loop.cutConnections()
                    try await shift.goOffline { await shift.restartRelay() }
                    try await shift.goOnline()
                case 6, 12, 16, 32, 35, 54: #expect(await shift.isUpToDate, "minute \(minute)")
                default: break
                }
            }
        }
        // The outages themselves, and no vehicle that is left ONLINE.
        #expect(Set(findings(lines)).isSubset(of: ["connection_lost", "retried", "stale_answer", "update_gap"]))
    }

    @available(macOS 15, *)
    @Test func aRelayThatIsStoppedLetsOpenCallsEnd() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("loop-\(UUID().uuidString).pcap").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let loop = try ClosedLoop(recording: path)
        try await loop.run { _, backEnd, _ in
            let request = GetVehicleRequest.with { $0.name = ClosedLoop.vehicleName }
            try loop.service.update { $0.faults = [try EmulatorFault("GetVehicle=delay:0.3s,count:1")] }
            let call = Task { try await backEnd.unary(.getVehicle, request) }
            while !loop.service.emulator.faults.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
            await loop.stopRelay()
            let answer = await #expect(throws: CallStatus.self) { try await call.value }
            #expect(answer?.code == .notFound)
            let refusal = await #expect(throws: CallStatus.self) { try await backEnd.unary(.getVehicle, request) }
            #expect(refusal?.code == .unavailable)
        }
    }
}
#endif
