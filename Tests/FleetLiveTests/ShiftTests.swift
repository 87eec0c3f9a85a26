import FleetEmulator
import FleetErrors
import FleetLive
import FleetMessages
import Foundation
import GRPCWire
import ProtobufWire
import Synchronization
import TestSupport
import Testing

private let parent = "providers/acme"
private let vehicleName = parent + "/vehicles/taxi"
private let tripNames = ["first", "second"].map { parent + "/trips/" + $0 }

/// Everything of a shift: the emulator, its clock, the apps of the driver and of two riders, and a back end.
@available(macOS 15, iOS 18, *)
private struct Shift {
    let clock = ManualClock()
    let fleet: EmulatedFleet
    /// The client of the apps, whose tokens are for one resource each.
    let client: FleetClient
    let backEnd: FleetClient

    init() {
        let clock = clock
        let now = { @Sendable in TestToken.time(of: clock) }
        fleet = EmulatedFleet(clock: clock, now: now)
        client = FleetClient(
            fleet, tokens: BackEnd { claim, ids in FleetEmulator.token([claim ?? "": ids], at: now()) }, now: now)
        backEnd = FleetClient(
            fleet, tokens: BackEnd { _, _ in FleetEmulator.token(["vehicleid": ["*"], "tripid": ["*"]], at: now()) },
            now: now)
    }

    /// Creates the vehicle and two trips for it.
    func create() async throws {
        _ = try await backEnd.unary(
            .createVehicle,
            .with {
                $0.parent = parent
                $0.vehicleID = "taxi"
                $0.vehicle = .with {
                    $0.vehicleState = .offline
                    $0.maximumCapacity = 4
                    $0.supportedTripTypes = [.shared]
                    $0.vehicleType = .with { $0.category = .auto }
                }
            })
        for (index, id) in ["first", "second"].enumerated() {
            _ = try await backEnd.unary(
                .createTrip,
                .with {
                    $0.parent = parent
                    $0.tripID = id
                    $0.trip = .with {
                        $0.tripType = .shared
                        $0.vehicleID = "taxi"
                        $0.numberOfPassengers = 1
                        $0.pickupPoint = .with { $0.point = place(100 + index) }
                        $0.dropoffPoint = .with { $0.point = place(300 + index) }
                    }
                })
        }
    }

    func setStatus(_ status: TripStatus, of name: String) async throws {
        _ = try await backEnd.unary(
            .updateTrip,
            .with {
                $0.name = name
                $0.trip = .with { $0.tripStatus = status }
                $0.updateMask = FieldMask(paths: ["trip_status"])
            })
    }

    func order(_ faults: String...) async throws {
        try await fleet.with { emulator in emulator.faults = try faults.map { try EmulatorFault($0) } }
    }

    var vehicle: Vehicle? { get async { await fleet.with { $0.state.vehicles[vehicleName] } } }
}

@Suite(.timeLimit(.minutes(1))) struct ShiftTests {
    /// An hour with bursts of errors, slow answers, and a service that begins anew with what it had saved.
    @available(macOS 15, iOS 18, *)
    @Test func anHourOfFaultsLosesNoOfflineAndModelsRecover() async throws {
        let shift = Shift()
        let clock = shift.clock
        try await shift.create()
        let reporter = VehicleReporter(shift.client, vehicle: vehicleName, clock: clock, backoff: Backoff { 1 })
        let service = TripService(shift.client, clock: clock, backoff: Backoff { 1 })
        let models = [await service.tripModel(named: tripNames[0]), await service.tripModel(named: tripNames[1])]

        try await beginShift(reporter, at: location(0))
        let events = await reporter.events()
        let outcomes = Task {
            await events.reduce(into: (succeeded: 0, failed: 0, benign: 0)) { counts, event in
                switch event {
                case .didSucceed: counts.succeeded += 1
                case .didFail: counts.failed += 1
                case .didFailBenignly: counts.benign += 1
                case .didGiveUp: break
                }
            }
        }
        let run = Task { await reporter.run() }
        await clock.asleep(1)
        let subscriptions = [await models[0].register(), await models[1].register()]
        await clock.asleep(3)
        for model in models { try await model.setAutoRefreshTimeInterval(.seconds(10)) }

        // The loops that sleep: those of the reporter, unless it waits for a change, and of the models.
        var loops = 3
        var offlineCount = 0
        // The second half hour has the same events as the first, with other codes.
        let minutes = Exhaustive.size(60, inDebug: 30)
        for minute in 0..<minutes {
            switch minute {
            case 2:
                let points = [place(10), place(100)]
                try await reporter.update { $0.currentRouteSegment = EncodedPolyline.encode(points) ?? "" }
            case 5: try await shift.order("*=UNAVAILABLE:40")
            case 10: try await shift.order("*=delay:12s,count:30")
            case 15: try await shift.setStatus(.enrouteToPickup, of: tripNames[0])
            case 20, 35, 50:
                // Off and on again, while the service cannot be reached.
                try await shift.order("UpdateVehicle=UNAVAILABLE:10", "GetTrip=INTERNAL:3")
                let events = await reporter.events()
                await reporter.setLocationTrackingEnabled(false)
                let taken = Task { for await event in events { if case .didSucceed = event { break } } }
                await clock.advance(untilTheEndOf: taken, loops: loops)
                loops = 2
            case 22, 37, 52:
                #expect(await shift.vehicle?.vehicleState == .offline, "minute \(minute)")
                offlineCount += 1
                try await beginShift(reporter, at: location(minute * 6))
                loops = 3
            case 25:
                // Restarts in quick succession: what was saved is read again.
                let saved = try await shift.fleet.with { try $0.state.json() }
                try await shift.order("*=UNAVAILABLE:7")
                await clock.advance(by: .seconds(10), loops: loops)
                try await shift.fleet.with { $0.state = try FleetState(json: saved) }
            case 40: try await shift.order("*=DEADLINE_EXCEEDED:5", "*=ABORTED:5")
            case 45: try await shift.order("GetTrip=PERMISSION_DENIED:2", "*=UNAUTHENTICATED:2")
            default: break
            }
            for second in stride(from: 0, to: 60, by: 10) {
                await reporter.updateLocation(location(minute * 6 + second / 10))
                await clock.advance(by: .seconds(10), loops: loops)
            }
            guard [4, 9, 14, 19, 29, 44, 59].contains(minute) else { continue }
            // Everything is as if there had been no faults.
            let vehicle = try #require(await shift.vehicle)
            let places = (3...5).map { place(minute * 6 + $0) }
            #expect(vehicle.vehicleState == .online)
            #expect(vehicle.lastLocation?.location.map(places.contains) == true, "minute \(minute)")
            for model in models {
                let trip = try #require(await model.trip)
                #expect(await model.lastFailure == nil)
                #expect(trip.tripStatus == (minute > 15 && trip.name == tripNames[0] ? .enrouteToPickup : .new))
                #expect(trip.lastLocation?.location.map(places.contains) == true, "minute \(minute)")
                #expect(trip.route.count == 2)
            }
        }
        #expect(offlineCount == minutes / 20)

        // One trip is no longer followed. The other one ends, and with it its polls.
        await models[1].unregister(subscriptions[1])
        try await shift.setStatus(.canceled, of: tripNames[0])
        let end = Task { for await _ in subscriptions[0] {} }
        await clock.advance(untilTheEndOf: end, loops: 2)
        #expect(await models[0].trip?.tripStatus == .canceled)

        try await shift.order("UpdateVehicle=UNAVAILABLE:20")
        await clock.end(run)
        #expect(await shift.vehicle?.vehicleState == .offline)
        let counts = await outcomes.value
        #expect(counts.benign == 0 && counts.failed > Exhaustive.size(40, inDebug: 20))
        #expect(counts.succeeded > Exhaustive.size(250, inDebug: 100))
    }

    /// The samples of the article, together: a driver, a courier's stops, and a rider who follows the trip to its end.
    @available(macOS 15, iOS 18, *)
    @Test func theSamplesOfTheArticleRun() async throws {
        let shift = Shift()
        let clock = shift.clock
        try await shift.create()
        let reporter = VehicleReporter(shift.client, vehicle: vehicleName, clock: clock)
        let driver = Task {
            try? await drive(reporter, along: AsyncStream { $0.finish() })
            return
        }
        var events = await reporter.events().makeAsyncIterator()
        try await beginShift(reporter, at: location(1))
        while await shift.vehicle?.vehicleState != .online { _ = await events.next() }
        await clock.asleep(1)

        let service = TripService(shift.client, clock: clock)
        let rider = Task { await follow(tripNames[0], with: service) }
        await clock.asleep(2)
        try await shift.setStatus(.canceled, of: tripNames[0])
        await clock.advance(untilTheEndOf: Task { _ = await rider.value }, loops: 2)
        #expect(await rider.value?.tripStatus == .canceled)

        await clock.end(driver)
        #expect(await shift.vehicle?.vehicleState == .offline)

        let courier = DeliveryVehicleReporter(shift.client, vehicle: parent + "/deliveryVehicles/van", clock: clock)
        try await deliver([.with { $0.state = .new }], with: courier)
        #expect(await courier.remainingVehicleStops.isEmpty)
    }

    /// Each sample of the article stands in `Samples.swift`, which compiles.
    @Test func theSamplesOfTheArticleAreCompiled() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        func text(_ path: String) throws -> String {
            try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
        }
        let samples = try text("Samples.swift").replacing("@available(macOS 15, iOS 18, *)\n", with: "")
        let blocks = try text("../../Sources/FleetLive/FleetLive.docc/DrivingAndFollowingTrips.md")
            .components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```\n")[0] }
        #expect(blocks.count == 8)
        for block in blocks { #expect(samples.contains(block), "not in Samples.swift:\n\(block)") }
    }

    /// The test that the article shows.
    @available(macOS 15, iOS 18, *)
    @Test func aTripIsFollowedThroughAnOutage() async throws {
        #expect(try await rideThroughAnOutage()?.tripStatus == .complete)
    }
}
