import FleetEmulator
import FleetErrors
import FleetMessages
import GRPCWire
import ProtobufWire
import TestSupport
import Testing

@Suite struct DeliveryRuleTests {
    /// All times of a trip go by what the driver's app reports, so that the rider reads one time of arrival.
    @Test func whatADriverReportsIsTheTimeOfThePickup() throws {
        var fleet = try EmulatorFixture.populated()
        try fleet.updateVehicle("v1", "last_location,remaining_distance_meters,remaining_time_seconds") {
            $0.lastLocation = EmulatorFixture.location(48, 11)
            ($0.remainingDistanceMeters, $0.remainingTimeSeconds) = (500, 60)
        }
        let time = fleet.clock.now + ProtobufDuration(seconds: 60)
        let trip = try fleet.getTrip()
        #expect(trip.etaToFirstWaypoint == time && trip.pickupTime == time)
        #expect(trip.remainingWaypoints.first?.eta == time && trip.remainingWaypoints.first?.distanceMeters == 500)
        #expect(try #require(trip.dropoffTime) > time)
        fleet.clock.advance(by: 60)
        try fleet.updateTrip("t1", "trip_status") { $0.tripStatus = .enrouteToDropoff }
        // 68 km are left, and not those 500 m.
        #expect(try #require(fleet.getTrip().dropoffTime) > fleet.clock.now + ProtobufDuration(seconds: 2400))
    }

    /// The clock of the server runs fast, that of clients does not.
    @Test func tokensAreValidByTheClockOfClientsToo() throws {
        var fleet = try EmulatorFixture.populated()
        let start = fleet.clock.now
        fleet.clock.advance(by: 7200)
        #expect(fleet.failure(.getTrip, EmulatorFixture.tripRequest())?.code == .unauthenticated)
        fleet.emulator.clientNow = { start }
        _ = try fleet.getTrip()
        fleet.token = EmulatorFixture.token(at: fleet.clock.now)
        _ = try fleet.getTrip()
        fleet.token = EmulatorFixture.token(at: start - ProtobufDuration(seconds: 7200))
        #expect(fleet.failure(.getTrip, EmulatorFixture.tripRequest())?.code == .unauthenticated)
    }

    @Test func aNewVehicleIsSeenAtTheTimeOfTheServer() throws {
        var fleet = EmulatorFixture()
        let time = Timestamp(seconds: 1)
        func create(_ id: String) throws -> DeliveryVehicle {
            try fleet.createDeliveryVehicle(id) {
                $0.lastLocation = .with { ($0.updateTime, $0.serverTime) = (time, time) }
            }
        }
        let seen = try create("d1").lastLocation
        #expect(seen?.updateTime == time && seen?.serverTime == fleet.clock.now)
    }

    @Test func stopsAssignAndCloseTasks() throws {
        var fleet = try EmulatorFixture.populated()
        try fleet.createTask("k2")
        let vehicle = try fleet.setStops(of: "d1", [["k1"], ["k2"]])
        #expect(
            vehicle.remainingVehicleJourneySegments.map { $0.stop?.tasks.first?.taskDuration?.seconds } == [120, 120])
        func task(_ id: String) throws -> DeliveryTask {
            try fleet.call(.getTask, .with { $0.name = EmulatorFixture.name("tasks", id) })
        }
        #expect(try task("k2").deliveryVehicleID == "d1")
        #expect(try task("k2").journeySharingInfo?.remainingVehicleJourneySegments.count == 2)
        #expect(try task("k2").journeySharingInfo?.remainingVehicleJourneySegments.first?.stop == nil)
        try fleet.setStops(of: "d1", [["k2"]])
        #expect(try task("k1").state == .closed && task("k1").journeySharingInfo == nil && task("k2").state == .open)
        // How a task went is told once it is closed.
        try fleet.updateTask("k1", "task_outcome") { $0.taskOutcome = .succeeded }
        #expect(try task("k1").taskOutcome == .succeeded)
    }

    @Test func recipientsSeeWhatTheViewAllows() throws {
        var fleet = try EmulatorFixture.populated()
        func option(
            _ option: TaskTrackingViewConfig.VisibilityOption.Option
        ) -> TaskTrackingViewConfig.VisibilityOption {
            .with { $0.option = option }
        }
        try fleet.createTask("k2") {
            $0.taskTrackingViewConfig = .with {
                $0.remainingStopCountVisibility = option(.remainingStopCountThreshold(1))
                $0.remainingDrivingDistanceVisibility = option(.never(true))
                $0.routePolylinePointsVisibility = option(.never(true))
            }
        }
        try fleet.setStops(of: "d1", [["k1"], ["k2"]])
        let request = GetTaskTrackingInfoRequest.with { $0.name = EmulatorFixture.name("taskTrackingInfo", "track-k2") }
        let info = try fleet.call(.getTaskTrackingInfo, request)
        #expect(info.remainingStopCount == nil && info.remainingDrivingDistanceMeters == nil)
        #expect(info.routePolylinePoints.isEmpty)
        // From the first stop to the second 11 119.5 m, times 1.37, at 8 m/s; and 120 s for the task before.
        #expect(info.estimatedArrivalTime == fleet.clock.now + ProtobufDuration(seconds: 1904 + 120))
        try fleet.setStops(of: "d1", [["k2"]])
        #expect(try fleet.call(.getTaskTrackingInfo, request).remainingStopCount == 1)
    }

    /// Tasks may share a tracking ID. Recipients see the one that is on its way, then one that is open.
    @Test func ofTasksWithOneTrackingIDTheOneOnItsWayIsShown() throws {
        var fleet = try EmulatorFixture.populated()
        for id in ["k2", "k3", "k4"] { try fleet.createTask(id) { $0.trackingID = "same" } }
        let request = GetTaskTrackingInfoRequest.with { $0.name = EmulatorFixture.name("taskTrackingInfo", "same") }
        func isOnItsWay() throws -> Bool { try fleet.call(.getTaskTrackingInfo, request).remainingStopCount != nil }
        #expect(try !isOnItsWay())
        try fleet.setStops(of: "d1", [["k4"]])
        #expect(try isOnItsWay())
    }

    /// The way to a task gets shorter while its vehicle reports nothing but where it is.
    @Test func journeysBeginWhereTheVehicleWasLastSeen() throws {
        var fleet = try EmulatorFixture.populated()
        try fleet.setStops(of: "d1", [["k1"]])
        let request = GetTaskTrackingInfoRequest.with { $0.name = EmulatorFixture.name("taskTrackingInfo", "track-k1") }
        for (latitude, metres) in [(48.0, 15233), (48.05, 7616), (48.1, 0)] {
            let place = LatLng(latitude: latitude, longitude: 11)
            _ = try fleet.call(
                .updateDeliveryVehicle,
                .with {
                    $0.deliveryVehicle = .with {
                        $0.name = EmulatorFixture.name("deliveryVehicles", "d1")
                        $0.lastLocation = .with { $0.location = place }
                    }
                    $0.updateMask = FieldMask(\DeliveryVehicle.lastLocation)
                })
            let info = try fleet.call(.getTaskTrackingInfo, request)
            #expect(info.routePolylinePoints.first == place)
            #expect(info.remainingDrivingDistanceMeters == Int32(metres))
            // At 8 m/s.
            let seconds = (Double(metres) / 8).rounded()
            #expect(info.estimatedArrivalTime == fleet.clock.now + ProtobufDuration(seconds: Int64(seconds)))
        }
    }

    @Test(arguments: [
        ("", 3), ("state = OPEN", 3), ("state=CLOSED", 0), ("tracking_id = track-k1", 1),
        ("tracking_id = \"track-k1\" OR tracking_id = 'track-k2'", 2), ("NOT tracking_id = track-k1", 2),
        ("state = OPEN AND (tracking_id = track-k1 OR tracking_id = track-k2) AND type = DELIVERY", 2),
        ("delivery_vehicle_id = *", 0), ("delivery_vehicle_id != d1", 3), ("task_duration.seconds >= 120", 3),
        ("attributes.floor > 2", 1), ("attributes.floor = 3", 1), ("attributes.floor = \"10\"", 0),
        ("attributes.floor < 10", 0), ("attributes.floor > \"10\"", 1), ("attributes.floor = 3.0", 0),
        ("attributes.floor != 3.00", 3), ("attributes.unit < \"10\"", 0), ("attributes.unit = 7", 1),
        ("attributes.unit = 7.0", 0), ("attributes.unit != 7.0", 3),
        // AIP-160: a minus is NOT, and terms that follow one another have to match all.
        ("-tracking_id = track-k1", 2), ("-(tracking_id = track-k1 OR tracking_id = track-k2)", 1),
        ("state = OPEN -tracking_id = track-k1", 2),
        ("state = OPEN tracking_id = track-k1 OR tracking_id = track-k2", 2),
        ("(state = OPEN state = CLOSED) OR attributes.floor = 3", 1), ("attributes.floor > -3", 1),
        (#"attributes.quoted = "5\" \\ \d""#, 1), (#"attributes.quoted = '5" \\\\ \d'"#, 0),
        ("planned_location.point.longitude = 11.50", 3),
        ("planned_location.point.latitude = 52", 0), ("planned_location.point.latitude = 48.1", 3),
        ("task_duration.seconds = 120.0", 3), ("task_duration.seconds = *", 3),
    ])
    func tasksAreFiltered(_ filter: String, _ count: Int) throws {
        var fleet = try EmulatorFixture.populated()
        try fleet.createTask("k2")
        try fleet.createTask("k3") {
            $0.attributes = [
                .with { ($0.key, $0.value) = ("floor", .number(3)) },
                .with { ($0.key, $0.value) = ("unit", .string("7")) },
                .with { ($0.key, $0.value) = ("quoted", .string(#"5" \ \d"#)) },
            ]
        }
        let request = ListTasksRequest.with { ($0.parent, $0.filter) = (EmulatorFixture.parent, filter) }
        #expect(try fleet.call(.listTasks, request).totalSize == Int64(count))
    }

    @Test(arguments: [
        ("", 2), ("attributes.depot = north", 1), ("attributes.depot > north", 1), ("attributes.size = *", 0),
    ])
    func deliveryVehiclesAreFiltered(_ filter: String, _ count: Int) throws {
        var fleet = EmulatorFixture()
        for (id, depot) in [("d1", "north"), ("d2", "south")] {
            try fleet.createDeliveryVehicle(id) { $0.attributes = [.with { ($0.key, $0.value) = ("depot", depot) }] }
        }
        let request = ListDeliveryVehiclesRequest.with { ($0.parent, $0.filter) = (EmulatorFixture.parent, filter) }
        #expect(try fleet.call(.listDeliveryVehicles, request).totalSize == Int64(count))
    }

    @Test(arguments: [
        ("task_outcome = SUCCEEDED", 1), ("task_outcome = *", 1), ("task_outcome_location_source = PROVIDER", 1),
    ])
    func outcomesAreFiltered(_ filter: String, _ count: Int) throws {
        var fleet = try EmulatorFixture.populated()
        try fleet.createTask("k2")
        try fleet.updateTask("k1", "task_outcome,task_outcome_location") {
            ($0.taskOutcome, $0.taskOutcomeLocation) = (
                .succeeded, .with { $0.point = LatLng(latitude: 1, longitude: 1) }
            )
        }
        let request = ListTasksRequest.with { ($0.parent, $0.filter) = (EmulatorFixture.parent, filter) }
        #expect(try fleet.call(.listTasks, request).totalSize == Int64(count))
    }

    /// Times of filters have any offset to UTC, as AIP-160 says, and are compared as times.
    @Test(arguments: [
        ("= \"2026-01-01T09:00:00.5+01:00\"", 1), ("= \"2026-01-01T08:00:00.500000+00:00\"", 1),
        ("> \"2026-01-01T08:00:00Z\"", 1), ("< \"2026-01-01T09:30:00+02:00\"", 0),
        (">= \"2026-01-01T03:00:01-05:00\"", 0), ("<= \"2026-01-01T08:00:00.5Z\"", 1),
        ("<= \"2026-01-01T08:00:00Z\"", 0), ("= *", 1), ("> \"2025-12-31\"", 1),
    ])
    func timesAreFiltered(_ condition: String, _ count: Int) throws {
        var fleet = try EmulatorFixture.populated()
        try fleet.updateTask("k1", "task_outcome,task_outcome_time") {
            $0.taskOutcome = .succeeded
            $0.taskOutcomeTime = Timestamp(seconds: 1_767_254_400, nanos: 500_000_000)  // 2026-01-01T08:00:00.5Z
        }
        let filter = "task_outcome_time \(condition)"
        let request = ListTasksRequest.with { ($0.parent, $0.filter) = (EmulatorFixture.parent, filter) }
        #expect(try fleet.call(.listTasks, request).totalSize == Int64(count))
    }
}
