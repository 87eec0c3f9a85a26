import FleetErrors
import FleetLive
import FleetMessages
import GRPCWire
import ProtobufWire
import TestSupport
import Testing

private let tripName = "providers/acme/trips/ride"

@available(macOS 15, iOS 18, *)
extension TestFleet {
    /// A service on the fleet's clock, whose back-off is always waited in full.
    fileprivate var tripService: TripService { TripService(client, clock: clock, backoff: Backoff { 1 }) }
    fileprivate var polls: [GetTripRequest] { calls.compactMap { $0.request as? GetTripRequest } }
}

private func version(_ number: Int64) -> Timestamp { Timestamp(seconds: 1_800_000_000 + number, nanos: 0) }

/// A trip under way to its pickup, with everything that has a version.
private let enroute = Trip.with {
    $0.vehicleID = "taxi"
    $0.tripStatus = .enrouteToPickup
    $0.pickupPoint = .with { $0.point = place(5) }
    $0.dropoffPoint = .with { $0.point = place(9) }
    $0.route = [place(0), place(5)]
    $0.currentRouteSegmentVersion = version(1)
    $0.currentRouteSegmentTraffic = .with { $0.encodedPathToWaypoint = "traffic" }
    $0.currentRouteSegmentTrafficVersion = version(2)
    $0.remainingWaypoints = [(5, WaypointType.pickup), (9, .dropOff)].map { step, type in
        .with {
            $0.location = .with { $0.point = place(step) }
            $0.waypointType = type
            $0.pathToWaypoint = [place(0), place(step)]
        }
    }
    $0.remainingWaypointsRouteVersion = version(3)
    $0.remainingDistanceMeters = 500
    $0.lastLocation = location(0)
}

extension TripModelEvent {
    /// The name of the case.
    fileprivate var kind: String { Mirror(reflecting: self).children.first?.label ?? "\(self)" }
}

@Suite(.timeLimit(.minutes(1))) struct TripModelTests {
    @available(macOS 15, iOS 18, *)
    private func kinds(_ subscription: TripModelSubscription) async -> [String] {
        var kinds: [String] = []
        for await event in subscription { kinds.append(event.kind) }
        return kinds
    }

    // MARK: Listeners

    @available(macOS 15, iOS 18, *)
    @Test func theSameNameGivesTheSameModelAsLongAsItIsHeld() async {
        let service = TestFleet().tripService
        weak var released: TripModel?
        do {
            let model = await service.tripModel(named: tripName)
            #expect(await service.tripModel(named: tripName) === model)
            #expect(await service.tripModel(named: "providers/acme/trips/other") !== model)
            released = model
        }
        #expect(released == nil)
    }

    @available(macOS 15, iOS 18, *)
    @Test func nothingIsPolledWithoutListeners() async {
        let fleet = TestFleet()
        let model = await fleet.tripService.tripModel(named: tripName)
        await fleet.clock.advance(by: .seconds(60), loops: 0)
        #expect(fleet.calls.isEmpty)

        let (first, second) = (await model.register(), await model.register())
        await fleet.clock.advance(by: .seconds(12))
        #expect(fleet.calls.count == 3, "at once, after 5 s and 10 s; once for both listeners")
        await model.unregister(first)
        await fleet.clock.advance(by: .seconds(3))
        #expect(fleet.calls.count == 4)
        await model.unregister(second)
        await fleet.clock.advance(by: .seconds(600), loops: 0)
        #expect(fleet.calls.count == 4)

        for _ in 0..<6 {
            let next = await model.register()
            await fleet.clock.advance(by: .seconds(1))
            await model.unregister(next)
        }
        #expect(
            fleet.calls.suffix(2).map(\.time) == [.seconds(675), .seconds(680)],
            "a new listener starts the polls anew, at the same interval")
    }

    /// The model of a trip that somebody listens to, and which has been polled for once.
    @available(macOS 15, iOS 18, *)
    private func polled(_ fleet: TestFleet) async -> (model: TripModel, subscription: TripModelSubscription) {
        let model = await fleet.tripService.tripModel(named: tripName)
        let subscription = await model.register()
        await fleet.clock.asleep(1)
        return (model, subscription)
    }

    /// The model of a poll that was cancelled neither tells anything nor polls again.
    @available(macOS 15, iOS 18, *)
    @Test func unregisteringCancelsThePollUnderWay() async {
        let fleet = TestFleet()
        fleet.with { $0.latency = .seconds(3) }
        let (model, subscription) = await polled(fleet)
        await model.unregister(subscription)
        #expect(await kinds(subscription) == [])
        await fleet.clock.advance(by: .seconds(600), loops: 0)
        #expect(fleet.calls.count == 1)
        #expect(await model.trip == nil)
    }

    @available(macOS 15, iOS 18, *)
    @Test func leavingTheLoopEndsThePolls() async {
        let fleet = TestFleet(trip: enroute)
        let model = await fleet.tripService.tripModel(named: tripName)
        for await event in await model.register() {
            await fleet.clock.asleep(1)
            if case .remainingWaypoints = event { break }
        }
        await fleet.clock.asleep(exactly: 0)
        await fleet.clock.advance(by: .seconds(600), loops: 0)
        #expect(fleet.calls.count == 1)
    }

    @available(macOS 15, iOS 18, *)
    @Test func aLateListenerFirstHearsWhatIsKnown() async throws {
        let fleet = TestFleet(trip: enroute)
        let model = await fleet.tripService.tripModel(named: tripName)
        let first = await model.register()
        await fleet.clock.asleep(1)
        let second = await model.register()
        await model.unregister(first)
        await model.unregister(second)
        let heard = await kinds(second)
        #expect(await kinds(first) == heard)
        #expect(
            heard == [
                "trip", "tripStatus", "vehicleLocation", "pickupLocation", "dropoffLocation", "activeRoute",
                "activeRouteRemainingDistance", "activeRouteTraffic", "remainingWaypoints",
            ])
    }

    @available(macOS 15, iOS 18, *)
    @Test(arguments: [(4.9, false), (5, true), (60, true), (61, false)])
    func anIntervalOutside5To60SecondsIsAnError(seconds: Double, isValid: Bool) async throws {
        let fleet = TestFleet()
        let model = await fleet.tripService.tripModel(named: tripName)
        let subscription = await model.register()
        await fleet.clock.advance(by: .seconds(1))
        do {
            try await model.setAutoRefreshTimeInterval(.seconds(seconds))
            #expect(isValid)
        } catch {
            #expect(!isValid && error.code == .intervalOutOfRange)
        }
        let interval = isValid ? seconds : 5
        #expect(await model.autoRefreshTimeInterval == .seconds(interval))
        await fleet.clock.advance(by: .seconds(interval))
        #expect(fleet.calls.map(\.time) == [.zero, .seconds(interval)])
        await model.unregister(subscription)
    }

    // MARK: Contents

    @available(macOS 15, iOS 18, *)
    @Test func eachEventTellsWhatChanged() async throws {
        let fleet = TestFleet(trip: enroute)
        let model = await fleet.tripService.tripModel(named: tripName)
        let before = await model.register()
        await fleet.clock.asleep(1)
        await model.unregister(before)

        let changes: [(String, @Sendable (inout Trip) -> Void, [String])] = [
            ("last_location", { $0.lastLocation = location(1) }, ["vehicleLocation"]),
            ("trip_status", { $0.tripStatus = .arrivedAtPickup }, ["tripStatus"]),
            ("pickup_time", { $0.pickupTime = version(9) }, ["pickupETA"]),
            ("dropoff_time", { $0.dropoffTime = version(99) }, ["dropoffETA"]),
            ("eta_to_first_waypoint", { $0.etaToFirstWaypoint = version(9) }, ["etaToNextWaypoint"]),
            ("remaining_distance_meters", { $0.remainingDistanceMeters = 400 }, ["activeRouteRemainingDistance"]),
            ("pickup_point", { $0.pickupPoint = .with { $0.point = place(6) } }, ["pickupLocation"]),
            ("dropoff_point", { $0.dropoffPoint = .with { $0.point = place(8) } }, ["dropoffLocation"]),
            (
                "intermediate_destinations", { $0.intermediateDestinations = [.with { $0.point = place(7) }] },
                ["intermediateDestinations"]
            ),
            ("attributes", { $0.attributes = [.with { $0.key = "k" }] }, []),
        ]
        for (field, change, kinds) in changes {
            let known = await model.trip
            fleet.with { change(&$0.trip) }
            let subscription = await model.register()
            await fleet.clock.advance(by: .seconds(5))
            await model.unregister(subscription)
            let events = await subscription.reduce(into: []) { $0.append($1) }
            // What is known comes first.
            let changed = events.drop { !isTrip($0, after: known) }
            guard case .trip(let trip, let fields)? = changed.first else {
                Issue.record("no event for \(field)")
                continue
            }
            #expect(fields.paths == [field])
            #expect(trip == (await model.trip))
            #expect(changed.dropFirst().map(\.kind) == kinds)
        }
    }

    private func isTrip(_ event: TripModelEvent, after known: Trip?) -> Bool {
        if case .trip(let trip, _) = event { trip != known } else { false }
    }

    @available(macOS 15, iOS 18, *)
    @Test func whatHasNotChangedIsNotSentAgainAndNotLost() async throws {
        let fleet = TestFleet(trip: enroute)
        let model = await fleet.tripService.tripModel(named: tripName)
        let subscription = await model.register()
        await fleet.clock.advance(by: .seconds(5))
        let polls = fleet.polls
        #expect(polls[0].currentRouteSegmentVersion == nil)
        #expect(polls[1].currentRouteSegmentVersion == version(1))
        #expect(polls[1].currentRouteSegmentTrafficVersion == version(2))
        #expect(polls[1].remainingWaypointsRouteVersion == version(3))
        var expected = enroute
        expected.name = tripName
        #expect(await model.trip == expected)

        // The first stop is passed; the path to the second one is not sent again.
        fleet.with { $0.trip.remainingWaypoints.removeFirst() }
        expected.remainingWaypoints.removeFirst()
        await fleet.clock.advance(by: .seconds(5))
        #expect(await model.trip == expected)

        // A new route comes with its version.
        fleet.with {
            $0.trip.route = [place(3), place(9)]
            $0.trip.currentRouteSegmentVersion = version(20)
        }
        await fleet.clock.advance(by: .seconds(5))
        #expect(await model.trip?.route == [place(3), place(9)])
        #expect(await model.trip?.currentRouteSegmentTraffic == enroute.currentRouteSegmentTraffic)

        // A newer version without a route: there is none any more.
        fleet.with {
            $0.trip.route = []
            $0.trip.currentRouteSegmentVersion = version(21)
        }
        await fleet.clock.advance(by: .seconds(5))
        #expect(await model.trip?.route == [])
        await model.unregister(subscription)
    }

    @available(macOS 15, iOS 18, *)
    @Test func anotherVehicleHasNothingOfTheFirstOnesRoute() async throws {
        let fleet = TestFleet(trip: enroute)
        let (model, subscription) = await polled(fleet)
        fleet.with { $0.trip.vehicleID = "other" }
        await fleet.clock.advance(by: .seconds(5))
        #expect(await model.trip?.route == [])
        await model.unregister(subscription)
    }

    /// A service may send the same data in its other form: a route as an encoded line.
    @available(macOS 15, iOS 18, *)
    @Test func dataThatIsSentIsNotReplacedByTheKnownOne() async throws {
        let fleet = TestFleet(trip: enroute)
        let (model, subscription) = await polled(fleet)
        fleet.with {
            $0.trip.currentRouteSegment = "route"
            $0.trip.remainingWaypoints[0].encodedPathToWaypoint = "path"
        }
        await fleet.clock.advance(by: .seconds(5))
        let trip = try #require(await model.trip)
        #expect(trip.route == [] && trip.currentRouteSegment == "route")
        #expect(trip.remainingWaypoints.map(\.pathToWaypoint) == [[], []])
        #expect(trip.remainingWaypoints.map(\.encodedPathToWaypoint) == ["path", ""])
        await model.unregister(subscription)
    }

    /// Versions of a service that begins anew are older than those that the model has.
    @available(macOS 15, iOS 18, *)
    @Test func aServiceThatLostItsStateIsAskedForEverything() async throws {
        let fleet = TestFleet(trip: enroute)
        let (model, subscription) = await polled(fleet)
        fleet.with {
            $0.trip.route = [place(1), place(5)]
            $0.trip.currentRouteSegmentVersion = version(0)
        }
        await fleet.clock.advance(by: .seconds(5))
        #expect(await model.trip?.route == enroute.route)
        await fleet.clock.advance(by: .seconds(5))
        #expect(fleet.polls.last?.currentRouteSegmentVersion == nil)
        #expect(await model.trip?.route == [place(1), place(5)])
        await model.unregister(subscription)
    }

    @available(macOS 15, iOS 18, *)
    @Test(arguments: [TripStatus.complete, .canceled])
    func theEndOfTheTripIsToldAndEndsThePolls(status: TripStatus) async throws {
        let fleet = TestFleet(trip: enroute)
        let (model, subscription) = await polled(fleet)
        fleet.with { $0.trip.tripStatus = status }
        let heard = Task { await kinds(subscription) }
        await fleet.clock.advance(untilTheEndOf: Task { _ = await heard.value })
        #expect(await heard.value.suffix(4).contains("tripStatus"))
        #expect(await model.trip?.tripStatus == status)
        #expect(await model.trip?.route == [], "no route is left")
        let calls = fleet.calls.count
        await fleet.clock.advance(by: .seconds(600), loops: 0)
        #expect(fleet.calls.count == calls)

        // Who comes later hears how it ended, and nothing is polled.
        #expect(await kinds(model.register()).contains("tripStatus"))
        let service = fleet.tripService
        let session = JourneySharingSession(model)
        #expect(await kinds(service.show(session)).contains("tripStatus"))
        #expect(await session.state == .inactive)
        #expect(fleet.calls.count == calls)
    }

    // MARK: Failures

    @available(macOS 15, iOS 18, *)
    @Test(arguments: [
        (StatusCode.cancelled, ErrorCategory.recoversByItself, false), (.deadlineExceeded, .recoversByItself, false),
        (.aborted, .recoversByItself, false), (.unavailable, .recoversByItself, false),
        (.invalidArgument, .clientMustAct, true), (.notFound, .clientMustAct, true),
        (.permissionDenied, .clientMustAct, true), (.resourceExhausted, .clientMustAct, true),
        (.unauthenticated, .clientMustAct, true), (.internal, .unclassified, false), (.unknown, .unclassified, false),
        (.failedPrecondition, .unclassified, true),
    ])
    func everyFailureIsToldByCategoryAndPollsGoOn(code: StatusCode, category: ErrorCategory, needsAction: Bool)
        async throws
    {
        let fleet = TestFleet()
        fleet.with {
            $0.trip = enroute
            $0.faults = Array(repeating: CallStatus(code), count: code == .unauthenticated ? 2 : 1)
        }
        let (model, subscription) = await polled(fleet)
        let failure = try #require(await model.lastFailure)
        #expect(failure.status.code == code && failure.category == category)
        #expect(failure.needsAction == needsAction)
        let request = RequestFacts(path: FleetRPC.getTrip.path, message: try #require(fleet.polls.first).encoded())
        let call = FailedCall(
            failure.status, request: request, authorization: .value("Bearer \(FixedToken().token(for: tripContext))"),
            time: TestToken.start)
        #expect(failure.nextStep == call.diagnosis.nextStep)

        await fleet.clock.advance(by: .seconds(5))
        #expect(await model.lastFailure == nil)
        #expect(await model.trip?.tripStatus == .enrouteToPickup)
        await model.unregister(subscription)
        #expect(await kinds(subscription).prefix(2) == ["didFail", "trip"])
    }

    private var tripContext: AuthorizationContext {
        AuthorizationContext(provider: "acme", resource: .trip, ids: ["ride"])
    }

    /// The back-off grows from 1 s to 10 s, and counts as soon as it is longer than the interval.
    @available(macOS 15, iOS 18, *)
    @Test func pollsOfAServiceThatIsDownGrowRarer() async throws {
        let fleet = TestFleet()
        fleet.with { $0.outage = CallStatus(.unavailable) }
        let model = await fleet.tripService.tripModel(named: tripName)
        let subscription = await model.register()
        await fleet.clock.advance(by: .seconds(300))
        let gaps = zip(fleet.calls.dropFirst(), fleet.calls).map { ($0.time - $1.time) / .seconds(1) }
        #expect(gaps.first == 5 && gaps.last.map { ($0 * 1_000).rounded() } == 10_000)
        #expect(zip(gaps.dropFirst(), gaps).allSatisfy { $0 + 1e-9 >= $1 })

        fleet.with { $0.outage = nil }
        await fleet.clock.advance(by: .seconds(15))
        let last = fleet.calls.suffix(2).map(\.time)
        #expect(last[1] - last[0] == .seconds(5))
        await model.unregister(subscription)
    }

    // MARK: Sessions

    /// The suite's time limit is what fails for a trip that is kept.
    @available(macOS 15, iOS 18, *)
    @Test func nothingIsKeptOfATripThatHasEnded() async throws {
        let fleet = TestFleet(trip: .with { $0.tripStatus = .canceled })
        let service = fleet.tripService
        weak var released: TripModel?
        weak var session: JourneySharingSession?
        do {
            let model = await service.tripModel(named: tripName)
            let shown = JourneySharingSession(model)
            (released, session) = (model, shown)
            for await _ in await service.show(shown) {}
        }
        while released != nil || session != nil { await Task.yield() }
    }

    @available(macOS 15, iOS 18, *)
    @Test func aSessionIsActiveWhileItIsShown() async throws {
        let fleet = TestFleet()
        let service = fleet.tripService
        let model = await service.tripModel(named: tripName)
        let other = await service.tripModel(named: "providers/acme/trips/other")
        let sessions = [model, model, other].map { JourneySharingSession($0) }
        func states() async -> [JourneySharingSession.State] {
            var states: [JourneySharingSession.State] = []
            for session in sessions { states.append(await session.state) }
            return states
        }
        #expect(await states() == [.inactive, .inactive, .inactive])
        for session in sessions { await service.show(session) }
        await service.show(sessions[0])
        #expect(await states() == [.active, .active, .active])

        await service.hide(sessions[0])
        #expect(await states() == [.inactive, .active, .active])
        await fleet.clock.advance(by: .seconds(5), loops: 2)
        #expect(fleet.calls.count == 4, "both trips are still polled")

        await service.hideAllSessions()
        #expect(await states() == [.inactive, .inactive, .inactive])
        await fleet.clock.advance(by: .seconds(600), loops: 0)
        #expect(fleet.calls.count == 4)

        let events = await service.show(sessions[0])
        #expect(await states() == [.active, .inactive, .inactive])
        await service.hide(sessions[0])
        for await _ in events {}
    }
}
