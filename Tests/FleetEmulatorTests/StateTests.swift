import FleetEmulator
import FleetErrors
import FleetMessages
import ProtobufWire
import Testing

@Suite struct StateTests {
    @Test func theDocumentReadsBackAsTheSameState() throws {
        var fleet = try EmulatorFixture.populated()
        try fleet.updateVehicle("v1", "last_location,device_settings,current_route_segment_traffic") {
            $0.currentRouteSegmentTraffic = .init()
            $0.lastLocation = EmulatorFixture.location(48, 11)
            $0.deviceSettings = DeviceSettings()
        }
        try fleet.setStops(of: "d1", [["k1"]])
        var report = ReportBillableTripRequest()
        report.name = EmulatorFixture.name("billableTrips", "b1")
        report.countryCode = "DE"
        _ = try fleet.call(.reportBillableTrip, report)
        let document = try fleet.emulator.state.json()
        let state = try FleetState(json: document)
        #expect(try state.json() == document)
        #expect(state.vehicles[EmulatorFixture.name("vehicles", "v1")]?.deviceSettings != nil)
        #expect(state.trips.count == 1 && state.tasks.count == 1 && state.billableTrips == [report])
        #expect(state.tripUpdateTimes == fleet.emulator.state.tripUpdateTimes)
        #expect(state.trafficVersions == [EmulatorFixture.name("vehicles", "v1"): fleet.clock.now])
        #expect(try FleetState().json() == Array("{}\n".utf8))
    }

    @Test func vehiclesHaveTheTripsThatWereThereBeforeThem() throws {
        var fleet = EmulatorFixture()
        for (id, vehicle) in [("t1", "v1"), ("over", "v1"), ("other", "v2")] {
            try fleet.createTrip(id) { $0.vehicleID = vehicle }
        }
        try fleet.updateTrip("over", "trip_status") { $0.tripStatus = .canceled }
        #expect(try fleet.createVehicle().currentTrips == ["t1"])
        let name = EmulatorFixture.name("vehicles", "v1")
        // A document written by hand, in which only the trip names the vehicle.
        var state = fleet.emulator.state
        state.vehicles[name]?.currentTrips = []
        state.vehicles[name]?.waypoints = []
        var seeded = fleet
        seeded.emulator.state = try FleetState(json: state.json())
        for var fleet in [fleet, seeded] {
            #expect(fleet.emulator.state.vehicles[name]?.currentTrips == ["t1"])
            #expect(try fleet.getTrip().remainingWaypoints.map(\.waypointType) == [.pickup, .dropOff])
            #expect(
                fleet.failure(.deleteVehicle, .with { $0.name = name })?.message
                    == "Vehicle has active trips assigned to it")
        }
    }

    /// A document written by hand has no times of the server, and says once which vehicle has a task.
    @Test func seedsByHandAreFoundAndTracked() throws {
        let name = EmulatorFixture.name
        let document = """
            {"vehicles": [{"name": "\(name("vehicles", "v1"))", "vehicleState": "ONLINE", "maximumCapacity": 4,
              "supportedTripTypes": ["EXCLUSIVE"], "vehicleType": {"category": "AUTO"},
              "lastLocation": {"location": {"latitude": 48, "longitude": 11}}}],
             "tasks": [{"name": "\(name("tasks", "k1"))", "state": "OPEN", "trackingId": "x"}],
             "deliveryVehicles": [{"name": "\(name("deliveryVehicles", "d1"))",
              "lastLocation": {"location": {"latitude": 48, "longitude": 11}}, "remainingVehicleJourneySegments": [{"stop":
              {"plannedLocation": {"point": {"latitude": 48.1, "longitude": 11}}, "tasks": [{"taskId": "gone"}, {"taskId": "k1"}]}}]}]}
            """
        var fleet = EmulatorFixture()
        fleet.emulator.state = try FleetState(json: Array(document.utf8))
        #expect(try fleet.call(.searchVehicles, EmulatorFixture.search).matches.count == 1)
        let info = try fleet.call(.getTaskTrackingInfo, .with { $0.name = name("taskTrackingInfo", "x") })
        #expect(info.remainingStopCount == 1 && info.remainingDrivingDistanceMeters == 15233)
    }

    /// A seed may leave out how far a trip has come.
    @Test func tripsWithoutAStateBegin() throws {
        var fleet = EmulatorFixture()
        fleet.emulator.state = try FleetState(
            json: Array(#"{"trips": [{"name": "\#(EmulatorFixture.name("trips", "t1"))"}]}"#.utf8))
        #expect(
            try fleet.updateTrip("t1", "trip_status") { $0.tripStatus = .arrivedAtPickup }.tripStatus
                == .arrivedAtPickup)
    }

    @Test func statesWithoutAFormInJSONAreExplained() throws {
        var fleet = try EmulatorFixture.populated()
        fleet.emulator.state.tripUpdateTimes[EmulatorFixture.name("trips", "t1")] = Timestamp(seconds: 253_402_300_800)
        let error = #expect(throws: FleetEmulatorError.self) { try fleet.emulator.state.json() }
        #expect(error?.description.contains("no JSON form") ?? false)
    }

    @Test func resourcesAreInTheOrderOfTheirNames() throws {
        var store = ResourceStore<Vehicle>()
        for id in ["b", "a10", "c", "a9", "A"] { store[id] = Vehicle() }
        #expect(store.names == ["A", "a10", "a9", "b", "c"])
        store["b"] = nil
        store["nothing"] = nil
        #expect(store.names == ["A", "a10", "a9", "c"] && store.count == 4 && store["b"] == nil)
    }

    @Test(arguments: [
        ("", "Byte 0"), ("[]", "no JSON object"), (#"{"cars": []}"#, "“cars” is no member"),
        (#"{"vehicles": {}}"#, "vehicles is no array"), (#"{"vehicles": [{}]}"#, "vehicles[0]"),
        (#"{"vehicles": [{"name": "providers/p/trips/t"}]}"#, "vehicles[0]"),
        (#"{"trips": [{"name": "providers/p/trips/t"}, {"name": "providers/p/trips/t"}]}"#, "is there twice"),
        (#"{"tasks": [{"name": 5}]}"#, "tasks[0]"), (#"{"tripUpdateTimes": {"t": "noon"}}"#, "tripUpdateTimes.t"),
        (#"{"trafficVersions": {"v": "noon"}}"#, "trafficVersions.v"),
    ])
    func aWrongDocumentIsExplained(_ text: String, _ words: String) {
        let error = #expect(throws: FleetEmulatorError.self) { try FleetState(json: Array(text.utf8)) }
        #expect(error?.description.contains(words) ?? false, "\(error?.description ?? "")")
    }
}
