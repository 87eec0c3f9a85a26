import FleetErrors
import FleetLive
import FleetMessages
import GRPCWire
import ProtobufWire
import TestSupport
import Testing

private let unavailable = CallStatus(.unavailable)
private let vehicleName = "providers/acme/vehicles/taxi"
private let vanName = "providers/acme/deliveryVehicles/van"

@available(macOS 15, iOS 18, *)
extension Reporter {
    /// A reporter on the clock of a fleet, whose back-off is always waited in full.
    fileprivate init(_ fleet: TestFleet, _ name: String) {
        self.init(fleet.client, vehicle: name, clock: fleet.clock, backoff: Backoff { 1 })
    }
}

@available(macOS 15, iOS 18, *)
extension Reporter<Vehicle> {
    /// Gives the reporter a first location, and enables tracking.
    fileprivate func startTracking() {
        updateLocation(location(0))
        setLocationTrackingEnabled(true)
    }
}

@available(macOS 15, iOS 18, *)
extension TestFleet {
    /// The requests of on-demand vehicles.
    fileprivate var updates: [UpdateVehicleRequest] { calls.compactMap { $0.request as? UpdateVehicleRequest } }
    fileprivate var masks: [[String]] { updates.map { $0.updateMask?.paths ?? [] } }
    /// Seconds from the start of the clock to each call.
    fileprivate var times: [Double] { calls.map { $0.time / .seconds(1) } }
}

/// What a test knows of events without their contents.
private enum Outcome: Equatable {
    case succeeded, failed(StatusCode), benign, gaveUp

    @available(macOS 15, iOS 18, *)
    init<V>(_ event: ReporterEvent<V>) {
        self =
            switch event {
            case .didSucceed: .succeeded
            case .didFail(_, let failure): .failed(failure.status.code)
            case .didFailBenignly: .benign
            case .didGiveUp: .gaveUp
            }
    }
}

@available(macOS 15, iOS 18, *)
extension AsyncStream {
    /// The outcomes until the stream ends.
    fileprivate func outcomes<V>() async -> [Outcome] where Element == ReporterEvent<V> {
        await reduce(into: []) { $0.append(Outcome($1)) }
    }
}

@Suite(.timeLimit(.minutes(1))) struct ReporterTests {
    @available(macOS 15, iOS 18, *)
    @Test(arguments: [(4.999, false), (5, true), (10, true), (60, true), (60.001, false), (0, false), (-10, false)])
    func anIntervalOutside5To60SecondsIsAnError(seconds: Double, isValid: Bool) async throws {
        let reporter = VehicleReporter(TestFleet(), vehicleName)
        do {
            try await reporter.setLocationUpdateInterval(.seconds(seconds))
            #expect(isValid)
            #expect(await reporter.locationUpdateInterval == .seconds(seconds))
        } catch {
            #expect(!isValid && error.code == .intervalOutOfRange)
            #expect(error.message.hasSuffix("choose one of 5 to 60 s."))
            #expect(await reporter.locationUpdateInterval == .seconds(10), "the default stays")
        }
    }

    // MARK: Masks

    @available(macOS 15, iOS 18, *)
    @Test func eachUpdateNamesWhatItChanges() async throws {
        let fleet = TestFleet()
        let reporter = VehicleReporter(fleet, vehicleName)
        await reporter.startTracking()
        try await reporter.updateVehicleState(.online)
        let run = Task { await reporter.run() }
        await fleet.clock.asleep(1)
        #expect(fleet.masks == [["last_location", "vehicle_state"]])
        #expect(fleet.with(\.vehicle).vehicleState == .online)

        await reporter.updateLocation(location(1))
        await fleet.clock.advance(by: .seconds(10))
        #expect(fleet.masks.last == ["last_location"])

        try await reporter.update {
            $0.waypoints = [.with { $0.tripID = "t" }]
            $0.currentRouteSegment = "polyline"
            $0.remainingDistanceMeters = 900
        }
        await fleet.clock.asleep(1)
        #expect(fleet.times == [0, 10, 10], "what is no location goes at once")
        #expect(fleet.masks.last == ["current_route_segment", "remaining_distance_meters", "waypoints"])

        await fleet.clock.advance(by: .seconds(5))
        try await reporter.update { $0.waypoints = [] }
        await fleet.clock.asleep(1)
        #expect(fleet.masks.last == ["last_location", "waypoints"], "5 s after the location before")
        #expect(fleet.with(\.vehicle).waypoints.isEmpty, "masked and unset: cleared")

        for update in fleet.updates {
            let set = FieldMask.difference(from: Vehicle(), to: update.vehicle ?? Vehicle()).topLevel
            #expect(Set(set.paths).isSubset(of: update.updateMask?.paths ?? []))
            #expect(update.name == vehicleName)
        }
        await fleet.clock.end(run)
        #expect(fleet.masks.last == ["vehicle_state"])
        #expect(fleet.with(\.vehicle).vehicleState == .offline)
    }

    @available(macOS 15, iOS 18, *)
    @Test func theEmptyMaskOfTheFirstUpdateIsBenign() async throws {
        let fleet = TestFleet()
        let reporter = VehicleReporter(fleet, vehicleName)
        let events = await reporter.events()
        await reporter.setLocationTrackingEnabled(true)
        let run = Task { await reporter.run() }
        await fleet.clock.advance(by: .seconds(35))
        #expect(fleet.masks == [[]], "with nothing to tell, no further update is sent")
        await reporter.updateLocation(location(0))
        await fleet.clock.advance(by: .seconds(5))
        #expect(fleet.times == [0, 40])
        await fleet.clock.end(run)
        #expect(await events.outcomes() == [.benign, .succeeded, .succeeded])
    }

    @available(macOS 15, iOS 18, *)
    @Test func aLocationThatIsSentAgainTellsHowOldItIs() async throws {
        let fleet = TestFleet()
        let reporter = VehicleReporter(fleet, vehicleName)
        await reporter.startTracking()
        let run = Task { await reporter.run() }
        await fleet.clock.advance(by: .seconds(20))
        await reporter.updateLocation(location(1))
        await fleet.clock.advance(by: .seconds(10))
        #expect(fleet.updates.map(\.vehicle?.lastLocation?.timeSinceUpdate) == [nil, 10, 20, nil])
        await fleet.clock.end(run)
    }

    @available(macOS 15, iOS 18, *)
    @Test func fieldsThatOnlyTheServiceSetsAreRefusedAtOnce() async throws {
        let fleet = TestFleet()
        let reporter = VehicleReporter(fleet, vehicleName)
        let error = await #expect(throws: FleetLiveError.self) { try await reporter.update { $0.currentTrips = ["t"] } }
        #expect(error?.code == .fieldNotUpdatable && error?.message.contains("current_trips") == true)
        #expect(await reporter.vehicle == Vehicle())
    }

    // MARK: Time

    @available(macOS 15, iOS 18, *)
    @Test func theIntervalCountsFromStartToStartAndUpdatesDoNotOverlap() async throws {
        let fleet = TestFleet()
        fleet.with { $0.latency = .seconds(4) }
        let reporter = VehicleReporter(fleet, vehicleName)
        try await reporter.setLocationUpdateInterval(.seconds(5))
        await reporter.startTracking()
        let run = Task { await reporter.run() }
        await fleet.clock.advance(by: .seconds(14))
        fleet.with { $0.latency = .seconds(12) }
        await fleet.clock.advance(by: .seconds(26))
        #expect(fleet.times == [0, 5, 10, 15, 27, 39])
        await fleet.clock.end(run)
    }

    @available(macOS 15, iOS 18, *)
    @Test func aNewIntervalCountsAtOnce() async throws {
        let fleet = TestFleet()
        let reporter = VehicleReporter(fleet, vehicleName)
        try await reporter.setLocationUpdateInterval(.seconds(60))
        await reporter.startTracking()
        let run = Task { await reporter.run() }
        await fleet.clock.advance(by: .seconds(7))
        try await reporter.setLocationUpdateInterval(.seconds(5))
        await fleet.clock.advance(by: .seconds(3))
        #expect(fleet.times == [0, 7])
        await fleet.clock.end(run)
    }

    /// The update that was under way when tracking was toggled says nothing about the locations since then.
    @available(macOS 15, iOS 18, *)
    @Test func trackingCanBeToggledWhileAnUpdateIsUnderWay() async throws {
        let fleet = TestFleet()
        fleet.with { $0.latency = .seconds(2) }
        let reporter = VehicleReporter(fleet, vehicleName)
        await reporter.startTracking()
        let run = Task { await reporter.run() }
        await fleet.clock.advance(by: .seconds(1))
        await reporter.setLocationTrackingEnabled(false)
        await reporter.setLocationTrackingEnabled(true)
        await fleet.clock.advance(by: .seconds(12))
        #expect(fleet.times == [0, 2, 12])
        #expect(fleet.masks == [["last_location"], ["last_location", "vehicle_state"], ["last_location"]])
        await fleet.clock.end(run)
    }

    // MARK: Failures

    @available(macOS 15, iOS 18, *)
    @Test func afterFailuresTheLatestDataGoes() async throws {
        let fleet = TestFleet()
        fleet.with { $0.faults = [nil, unavailable, CallStatus(.permissionDenied), CallStatus(.internal)] }
        let reporter = VehicleReporter(fleet, vehicleName)
        let events = await reporter.events()
        await reporter.setLocationTrackingEnabled(true)
        let run = Task { await reporter.run() }
        await fleet.clock.asleep(1)
        for step in 0...4 {
            await reporter.updateLocation(location(step))
            await fleet.clock.advance(by: .seconds(10))
        }
        #expect(fleet.times == [0, 10, 20, 30, 40, 50])
        #expect(fleet.with(\.vehicle).lastLocation?.location == place(4))
        await fleet.clock.end(run)
        #expect(
            await events.outcomes() == [
                .benign, .failed(.unavailable), .failed(.permissionDenied), .failed(.internal), .succeeded, .succeeded,
                .succeeded,
            ])
    }

    /// The state is retried after the back-off, 1 s and growing by 1.3, with the location that is the latest then.
    @available(macOS 15, iOS 18, *)
    @Test func aChangeOfStateIsRepeatedWithBackoff() async throws {
        let fleet = TestFleet()
        fleet.with { $0.faults = [unavailable, unavailable, unavailable] }
        let reporter = VehicleReporter(fleet, vehicleName)
        await reporter.startTracking()
        try await reporter.updateVehicleState(.online)
        let run = Task { await reporter.run() }
        await fleet.clock.advance(by: .seconds(2))
        await reporter.updateLocation(location(1))
        await fleet.clock.advance(by: .seconds(2))
        #expect(fleet.times.map { ($0 * 100).rounded() / 100 } == [0, 1, 2.3, 3.99])
        #expect(Set(fleet.masks) == [["last_location", "vehicle_state"]])
        #expect(fleet.with(\.vehicle).lastLocation?.location == place(1))
        await fleet.clock.end(run)
    }

    @available(macOS 15, iOS 18, *)
    @Test(arguments: [(30.0, [0.0, 31, 41]), (1e12, [0, 601])])
    func theWaitThatTheServiceAsksForIsKept(seconds: Double, times: [Double]) async throws {
        let fleet = TestFleet()
        let info = RetryInfo.with { $0.retryDelay = ProtobufDuration(seconds: Int64(seconds), nanos: 0) }
        fleet.with { $0.faults = [CallStatus(.resourceExhausted, details: [StatusDetail(info)])] }
        let reporter = VehicleReporter(fleet, vehicleName)
        await reporter.startTracking()
        let run = Task { await reporter.run() }
        await fleet.clock.advance(by: .seconds(times.last ?? 0))
        #expect(fleet.times == times)
        await fleet.clock.end(run)
    }

    /// A refused update is repeated field by field: what is right arrives, and what is wrong does not hold up the rest.
    @available(macOS 15, iOS 18, *)
    @Test(
        arguments: [
            (["last_location"], [], ["last_location"]), (["waypoints"], ["waypoints"], ["last_location"]),
            (["back_to_back_enabled", "waypoints"], ["back_to_back_enabled", "waypoints"], ["last_location"]),
            (["vehicle_state"], [], ["last_location", "vehicle_state"]),
        ] as [(Set<String>, [String], [String])])
    func onlyFieldsThatAreRefusedAloneAreGivenUp(wrong: Set<String>, givenUp: [String], next: [String]) async throws {
        let fleet = TestFleet()
        fleet.with { $0.wrongFields = wrong }
        let reporter = VehicleReporter(fleet, vehicleName)
        let events = await reporter.events()
        await reporter.startTracking()
        try await reporter.update {
            $0.vehicleState = .online
            $0.backToBackEnabled = true
            $0.waypoints = [.with { $0.tripID = "t" }]
        }
        let run = Task { await reporter.run() }
        await fleet.clock.advance(by: .seconds(10))
        let all = ["back_to_back_enabled", "last_location", "vehicle_state", "waypoints"]
        #expect(
            fleet.masks.prefix(5) == [all, ["back_to_back_enabled"], ["vehicle_state"], ["waypoints"], next])
        #expect(fleet.with(\.vehicle).waypoints.isEmpty == wrong.contains("waypoints"))
        fleet.with { $0.wrongFields = [] }
        await fleet.clock.end(run)
        let lost = await events.reduce(into: [String]()) { lost, event in
            if case .didGiveUp(let update, _) = event { lost += update.updateMask.paths }
        }
        #expect(lost == givenUp)
    }

    @available(macOS 15, iOS 18, *)
    @Test func aFailureTellsItsCategoryAndTheNextStep() async throws {
        let fleet = TestFleet()
        fleet.with { $0.outage = CallStatus(.notFound, "Vehicle not found") }
        let reporter = VehicleReporter(fleet, vehicleName)
        var events = await reporter.events().makeAsyncIterator()
        await reporter.startTracking()
        let run = Task { await reporter.run() }
        guard case .didFail(let update, let failure)? = await events.next() else {
            Issue.record("no failure")
            return
        }
        #expect(update.updateMask.paths == ["last_location"] && update.vehicle.lastLocation == location(0))
        #expect(failure.category == .clientMustAct && failure.needsAction)
        let request = RequestFacts(
            path: FleetRPC.updateVehicle.path, message: try #require(fleet.updates.first).encoded())
        #expect(failure.nextStep == FailedCall(failure.status, request: request).diagnosis.nextStep)
        #expect(!failure.description.contains("Bearer"))
        await fleet.clock.end(run)
    }

    // MARK: OFFLINE

    @available(macOS 15, iOS 18, *)
    @Test func aVehicleCanBeOnlineOnlyWhileTrackingIsEnabled() async throws {
        let fleet = TestFleet()
        let reporter = VehicleReporter(fleet, vehicleName)
        let error = await #expect(throws: FleetLiveError.self) { try await reporter.updateVehicleState(.online) }
        #expect(error?.code == .onlineWithoutTracking)
        await reporter.startTracking()
        try await reporter.updateVehicleState(.online)
        var events = await reporter.events().makeAsyncIterator()
        let run = Task { await reporter.run() }
        _ = await events.next()
        await reporter.setLocationTrackingEnabled(false)
        _ = await events.next()
        #expect(fleet.with(\.vehicle).vehicleState == .offline)
        #expect(await reporter.vehicleState == .offline)

        await reporter.setLocationTrackingEnabled(true)
        await fleet.clock.advance(by: .seconds(10))
        #expect(fleet.with(\.vehicle).vehicleState == .offline, "enabled again, the vehicle stays OFFLINE")
        #expect(fleet.masks.suffix(2) == [["last_location"], ["last_location"]])
        await fleet.clock.end(run)
    }

    @available(macOS 15, iOS 18, *)
    @Test func offlineIsRepeatedUntilItIsTaken() async throws {
        let fleet = TestFleet()
        let reporter = VehicleReporter(fleet, vehicleName)
        await reporter.startTracking()
        try await reporter.updateVehicleState(.online)
        let run = Task { await reporter.run() }
        await fleet.clock.asleep(1)
        let codes: [StatusCode] = [.unavailable, .unauthenticated, .unauthenticated, .permissionDenied, .internal]
        fleet.with { $0.faults = codes.map { CallStatus($0) } }
        let events = await reporter.events()
        await fleet.clock.end(run)
        #expect((fleet.clock.now.offset / .seconds(1) * 1_000).rounded() == 6_187, "1 s + 1.3 s + 1.69 s + 2.197 s")
        #expect(fleet.masks.dropFirst().allSatisfy { $0 == ["vehicle_state"] })
        #expect(fleet.with(\.vehicle).vehicleState == .offline)
        #expect(
            await events.outcomes() == [
                .failed(.unavailable), .failed(.unauthenticated), .failed(.permissionDenied), .failed(.internal),
                .succeeded,
            ])
    }

    @available(macOS 15, iOS 18, *)
    @Test func offlineIsGivenUpAfterFiveMinutes() async throws {
        let fleet = TestFleet()
        let reporter = VehicleReporter(fleet, vehicleName)
        let events = await reporter.events()
        await reporter.startTracking()
        let run = Task { await reporter.run() }
        await fleet.clock.asleep(1)
        fleet.with { $0.outage = unavailable }
        await fleet.clock.end(run)
        let outcomes = await events.outcomes()
        #expect(outcomes.first == .succeeded && outcomes.last == .gaveUp)
        #expect(outcomes.dropFirst().dropLast().allSatisfy { $0 == .failed(.unavailable) })
        let last = try #require(fleet.times.last)
        #expect(last <= 300 && last > 290, "the next attempt would have come later than 5 min")
        // The outcomes are those of all calls, and that the last update was given up.
        #expect(outcomes.count == fleet.calls.count + 1)
    }

    @available(macOS 15, iOS 18, *)
    @Test(
        arguments: [
            (1, .infinity, false), (1, 1e300, false), (1, .nan, true), (1, -1e300, true), (.infinity, 300, true),
            (1e300, 300, true), (.nan, 0, false),
        ] as [(Double, Double, Bool)])
    func everyNumberOfSecondsHasAMeaning(initialBackoff: Double, timeLimit: Double, isGivenUp: Bool) async throws {
        let fleet = TestFleet()
        fleet.with { $0.faults = [unavailable] }
        var policy = RetryPolicy.fleetEngine
        (policy.initialBackoff, policy.maxBackoff) = (initialBackoff, .infinity)
        var backoff = Backoff(policy: policy) { 1 }
        backoff.timeLimit = timeLimit
        let reporter = VehicleReporter(fleet.client, vehicle: vehicleName, clock: fleet.clock, backoff: backoff)
        let events = await reporter.events()
        try await reporter.updateVehicleState(.offline)
        let run = Task { await reporter.run() }
        await fleet.clock.end(run)
        #expect(await events.outcomes() == [.failed(.unavailable), isGivenUp ? .gaveUp : .succeeded])
    }

    @available(macOS 15, iOS 18, *)
    @Test func offlineOfAVehicleThatDoesNotExistIsGivenUpAtOnce() async throws {
        let fleet = TestFleet()
        let reporter = VehicleReporter(fleet, vehicleName)
        await reporter.startTracking()
        let run = Task { await reporter.run() }
        await fleet.clock.asleep(1)
        fleet.with { $0.outage = CallStatus(.notFound) }
        let events = await reporter.events()
        await fleet.clock.end(run)
        #expect(await events.outcomes() == [.failed(.notFound), .gaveUp])

        // What was given up goes with the next shift.
        fleet.with { $0.outage = nil }
        await reporter.setLocationTrackingEnabled(true)
        let next = Task { await reporter.run() }
        await fleet.clock.advance(by: .seconds(1))
        #expect(fleet.masks.last == ["last_location", "vehicle_state"])
        await fleet.clock.end(next)
    }

    /// The update that is cut off is no failure: what it should have changed goes with the last one.
    @available(macOS 15, iOS 18, *)
    @Test func theEndOfTheTaskCutsAnUpdateOffAndSendsOffline() async throws {
        let fleet = TestFleet()
        fleet.with { $0.latency = .seconds(5) }
        let reporter = VehicleReporter(fleet, vehicleName)
        let events = await reporter.events()
        await reporter.startTracking()
        try await reporter.update { $0.waypoints = [.with { $0.tripID = "t" }] }
        let run = Task { await reporter.run() }
        await fleet.clock.advance(by: .seconds(2))
        await fleet.clock.end(run)
        #expect(fleet.masks == [["last_location", "waypoints"], ["vehicle_state", "waypoints"]])
        #expect(await events.outcomes() == [.succeeded])
    }

    @available(macOS 15, iOS 18, *)
    @Test func withoutTrackingNothingIsSentAtTheEnd() async throws {
        let fleet = TestFleet()
        let reporter = VehicleReporter(fleet, vehicleName)
        await reporter.updateLocation(location(0))
        let run = Task { await reporter.run() }
        await fleet.clock.end(run)
        #expect(fleet.calls.isEmpty)
    }

    @available(macOS 15, iOS 18, *)
    @Test func aReporterRunsOnceAtATimeAndCanRunAgain() async throws {
        let fleet = TestFleet()
        let reporter = VehicleReporter(fleet, vehicleName)
        await reporter.updateLocation(location(0))
        for round in 1...2 {
            await reporter.setLocationTrackingEnabled(true)
            let run = Task { await reporter.run() }
            await fleet.clock.asleep(1)
            await reporter.run()
            #expect(fleet.calls.count == round * 2 - 1)
            await fleet.clock.end(run)
            #expect(fleet.calls.count == round * 2)
        }
    }

    // MARK: Sources and listeners

    @available(macOS 15, iOS 18, *)
    @Test func locationsComeFromASequence() async throws {
        let reporter = VehicleReporter(TestFleet(), vehicleName)
        await reporter.updateLocations(
            from: AsyncStream { continuation in
                for step in 0...3 { continuation.yield(location(step)) }
                continuation.finish()
            })
        #expect(await reporter.vehicle.lastLocation == location(3))
    }

    @available(macOS 15, iOS 18, *)
    @Test func everyListenerHearsEveryUpdate() async throws {
        let fleet = TestFleet()
        let reporter = VehicleReporter(fleet, vehicleName)
        let (first, second) = (await reporter.events(), await reporter.events())
        await reporter.startTracking()
        let run = Task { await reporter.run() }
        await fleet.clock.advance(by: .seconds(10))
        await fleet.clock.end(run)
        #expect(await first.outcomes() == [.succeeded, .succeeded, .succeeded])
        #expect(await second.outcomes() == [.succeeded, .succeeded, .succeeded])
    }

    // MARK: Deliveries

    @available(macOS 15, iOS 18, *)
    @Test func aCourierReportsStopsAndRoute() async throws {
        let fleet = TestFleet()
        let reporter = DeliveryVehicleReporter(fleet, vanName)
        let stops = (1...2).map { number in
            VehicleStop.with {
                $0.plannedLocation = .with { $0.point = place(number) }
                $0.tasks = [.with { $0.taskID = "task-\(number)" }]
                $0.state = .new
            }
        }
        func states() -> [VehicleStop.State?] {
            fleet.with(\.deliveryVehicle).remainingVehicleJourneySegments.map(\.stop?.state)
        }
        func masks() -> [[String]] {
            fleet.calls.compactMap { ($0.request as? UpdateDeliveryVehicleRequest)?.updateMask?.paths }
        }
        await reporter.updateLocation(.with { $0.location = place(0) })
        await reporter.setLocationTrackingEnabled(true)
        try await reporter.setVehicleStops(stops)
        let run = Task { await reporter.run() }
        await fleet.clock.asleep(1)
        #expect(masks() == [["last_location", "remaining_vehicle_journey_segments"]])

        try await reporter.reportEnrouteToNextStop()
        await fleet.clock.asleep(1)
        #expect(states() == [.enroute, .new])
        try await reporter.reportArrivedAtStop()
        await fleet.clock.asleep(1)
        #expect(states() == [.arrived, .new])
        let left = try await reporter.reportCompletedStop()
        await fleet.clock.asleep(1)
        #expect(states() == [.new] && left == [stops[1]])
        #expect(await reporter.remainingVehicleStops == [stops[1]])

        try await reporter.update {
            $0.currentRouteSegment = [1, 2, 3]
            $0.remainingDistanceMeters = 800
        }
        await fleet.clock.asleep(1)
        try await reporter.update { $0.remainingDistanceMeters = 700 }
        await fleet.clock.asleep(1)
        // The service ignores the distance in an update that does not name the route.
        #expect(masks().last == ["current_route_segment", "remaining_distance_meters"])
        #expect(fleet.with(\.deliveryVehicle).remainingDistanceMeters == 700)

        let calls = fleet.calls.count
        await fleet.clock.end(run)
        #expect(fleet.calls.count == calls, "a delivery vehicle has no state to go OFFLINE")
        let names = fleet.calls.compactMap { ($0.request as? UpdateDeliveryVehicleRequest)?.deliveryVehicle?.name }
        #expect(Set(names) == [vanName])
    }

    @available(macOS 15, iOS 18, *)
    @Test func stopsThatCannotBeAreErrors() async throws {
        let reporter = DeliveryVehicleReporter(TestFleet(), vanName)
        let none = await #expect(throws: FleetLiveError.self) { try await reporter.reportArrivedAtStop() }
        #expect(none?.code == .noStopLeft)
        let later = await #expect(throws: FleetLiveError.self) {
            try await reporter.setVehicleStops([.with { $0.state = .enroute }, .with { $0.state = .enroute }])
        }
        #expect(later?.code == .laterStopNotNew)
    }

    /// What the service could not be told is told when it is back, also with tracking disabled.
    @available(macOS 15, iOS 18, *)
    @Test func aCompletedStopIsNotLost() async throws {
        let fleet = TestFleet()
        let reporter = DeliveryVehicleReporter(fleet, vanName)
        let events = await reporter.events()
        let run = Task { await reporter.run() }
        fleet.with { $0.faults = [unavailable, unavailable] }
        try await reporter.setVehicleStops([.with { $0.state = .enroute }])
        await fleet.clock.asleep(1)
        try await reporter.reportCompletedStop()
        await fleet.clock.asleep(1)
        await fleet.clock.end(run)
        #expect(fleet.with(\.deliveryVehicle).remainingVehicleJourneySegments.isEmpty)
        #expect(await events.outcomes().count { $0 == .succeeded } == 1)
    }
}
