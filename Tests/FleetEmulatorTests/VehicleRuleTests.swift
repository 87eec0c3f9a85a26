import FleetEmulator
import FleetErrors
import FleetMessages
import GRPCWire
import ProtobufWire
import TestSupport
import Testing

@Suite struct VehicleRuleTests {
    @Test func maskedAndUnsetIsClearedUnmaskedStays() throws {
        var fleet = EmulatorFixture()
        try fleet.createVehicle { $0.backToBackEnabled = true }
        let vehicle = try fleet.updateVehicle("v1", "back_to_back_enabled") { $0.vehicleState = .offline }
        #expect(!vehicle.backToBackEnabled && vehicle.vehicleState == .online && vehicle.maximumCapacity == 4)
    }

    @Test func outputOnlyFieldsAreIgnoredAndInputOnlyFieldsAreNotShown() throws {
        var fleet = EmulatorFixture()
        try fleet.createVehicle()
        let vehicle = try fleet.updateVehicle("v1", "current_trips,last_location,device_settings,waypoints_version") {
            $0.currentTrips = ["mine"]
            $0.waypointsVersion = Timestamp(seconds: 1)
            $0.deviceSettings = DeviceSettings()
            $0.lastLocation = EmulatorFixture.location(48, 11)
            $0.lastLocation?.serverTime = Timestamp(seconds: 1)
            $0.lastLocation?.isGPSSensorEnabled = true
        }
        #expect(vehicle.currentTrips == [] && vehicle.waypointsVersion == nil && vehicle.deviceSettings == nil)
        #expect(vehicle.lastLocation?.serverTime == fleet.clock.now && vehicle.lastLocation?.isGPSSensorEnabled == nil)
    }

    @Test func dataThatTheClientHasIsLeftOut() throws {
        var fleet = try EmulatorFixture.populated()
        let version = fleet.clock.now
        let line = try #require(
            EncodedPolyline.encode([LatLng(latitude: 48, longitude: 11), LatLng(latitude: 48.1, longitude: 11)]))
        try fleet.updateVehicle("v1", "current_route_segment") { $0.currentRouteSegment = line }
        #expect(try fleet.getTrip().route.count == 2)
        #expect(try fleet.getTrip { $0.routeFormatType = .encodedPolyline }.currentRouteSegment == line)
        let known = try fleet.getTrip { $0.currentRouteSegmentVersion = version }
        #expect(known.route.isEmpty && known.currentRouteSegmentVersion == version)
        var request = GetVehicleRequest.with { $0.name = EmulatorFixture.name("vehicles", "v1") }
        #expect(try fleet.call(.getVehicle, request).currentRouteSegment == line)
        request.currentRouteSegmentVersion = version
        #expect(try fleet.call(.getVehicle, request).currentRouteSegment.isEmpty)
        fleet.clock.advance(by: 1)
        try fleet.updateVehicle("v1", "current_route_segment") { $0.currentRouteSegment = line }
        #expect(try fleet.getTrip { $0.currentRouteSegmentVersion = version }.route.count == 2)
        let name = EmulatorFixture.name("vehicles", "v1")
        let vehicle = try fleet.call(.getVehicle, .with { $0.name = name })
        #expect(vehicle.currentRouteSegment == line && vehicle.waypoints.count == 2)
        let seen = try fleet.call(
            .getVehicle,
            .with {
                $0.name = name
                $0.currentRouteSegmentVersion = vehicle.currentRouteSegmentVersion
                $0.waypointsVersion = vehicle.waypointsVersion
            })
        #expect(seen.currentRouteSegment.isEmpty && seen.waypoints.isEmpty)
    }

    /// The method of older apps, which has no mask.
    @Test func locationsAreUpdatedAlone() throws {
        var fleet = try EmulatorFixture.populated()
        let location = try fleet.call(
            .updateVehicleLocation,
            .with {
                $0.name = EmulatorFixture.name("vehicles", "v1")
                ($0.currentLocation, $0.currentState) = (EmulatorFixture.location(48, 11), .offline)
            })
        #expect(location.location == LatLng(latitude: 48, longitude: 11) && location.serverTime == fleet.clock.now)
        let vehicle = try #require(fleet.emulator.state.vehicles[EmulatorFixture.name("vehicles", "v1")])
        #expect(vehicle.lastLocation == location && vehicle.vehicleState == .offline && vehicle.maximumCapacity == 4)
    }

    @Test func vehiclesWithoutTripsAreDeleted() throws {
        var fleet = try EmulatorFixture.populated()
        let name = EmulatorFixture.name("vehicles", "v2")
        try fleet.createVehicle("v2")
        _ = try fleet.call(.deleteVehicle, .with { $0.name = name })
        #expect(fleet.failure(.getVehicle, .with { $0.name = name })?.code == .notFound)
    }

    @Test(arguments: [(.unknown, .offline), (.online, .online)] as [(VehicleState, VehicleState)])
    func theMethodOfOlderAppsSetsAStateThatItHas(sent: VehicleState, state: VehicleState) throws {
        var fleet = EmulatorFixture()
        try fleet.createVehicle { $0.vehicleState = .offline }
        let name = EmulatorFixture.name("vehicles", "v1")
        _ = try fleet.call(
            .updateVehicleLocation,
            .with { ($0.name, $0.currentState, $0.currentLocation) = (name, sent, EmulatorFixture.location(48, 11)) })
        #expect(try fleet.call(.getVehicle, .with { $0.name = name }).vehicleState == state)
    }

    /// The clock may stand still, or go back.
    @Test(arguments: [0, -5]) func everyChangeHasALaterVersion(_ seconds: Double) throws {
        var fleet = try EmulatorFixture.populated()
        var routes: [Timestamp?] = []
        var stops: [Timestamp?] = []
        for id in ["t2", "t3"] {
            try fleet.updateVehicle("v1", "current_route_segment") { $0.currentRouteSegment = id }
            try fleet.createTrip(id) { $0.vehicleID = "v1" }
            let trip = try fleet.getTrip()
            routes.append(trip.currentRouteSegmentVersion)
            stops.append(trip.remainingWaypointsVersion)
            fleet.clock.advance(by: seconds)
        }
        for versions in [routes, stops] { #expect(try #require(versions[1]) > #require(versions[0])) }
    }

    @Test func attributesAreReplacedByUpdatesAndMergedByTheirOwnMethod() throws {
        var fleet = EmulatorFixture()
        func attribute(_ key: String, _ value: String) -> VehicleAttribute {
            .with { ($0.key, $0.value) = (key, value) }
        }
        try fleet.createVehicle { $0.attributes = [attribute("a", "1"), attribute("b", "2")] }
        let update = UpdateVehicleAttributesRequest.with {
            $0.name = EmulatorFixture.name("vehicles", "v1")
            $0.attributes = [attribute("b", "3"), attribute("c", "4")]
        }
        let merged = try fleet.call(.updateVehicleAttributes, update)
        #expect(merged.attributes.map(\.value) == ["1", "3", "4"])
        let replaced = try fleet.updateVehicle("v1", "attributes") { $0.attributes = [attribute("d", "5")] }
        #expect(replaced.attributes.map(\.key) == ["d"])
    }

    @Test func theTimeLeftSetsTheArrival() throws {
        var fleet = EmulatorFixture()
        try fleet.createVehicle()
        let vehicle = try fleet.updateVehicle("v1", "remaining_time_seconds,eta_to_first_waypoint") {
            $0.remainingTimeSeconds = 60
            $0.etaToFirstWaypoint = Timestamp(seconds: 1)
        }
        #expect(vehicle.etaToFirstWaypoint == fleet.clock.now + ProtobufDuration(seconds: 60))
        #expect(vehicle.remainingTimeSeconds == nil)
    }

    // MARK: Search

    /// A fleet with one vehicle that matches, and one for each reason not to match.
    private func town() throws -> EmulatorFixture {
        var fleet = EmulatorFixture()
        func park(_ id: String, _ north: Double, _ change: (inout Vehicle) -> Void = { _ in }) throws {
            try fleet.createVehicle(id) {
                $0.lastLocation = EmulatorFixture.location(48 + north, 11)
                change(&$0)
            }
        }
        try park("stale", 0.001)
        fleet.clock.advance(by: 301)
        try park("near", 0.01)
        try park("nearer", 0.005)
        try park("far", 0.1)
        try park("offline", 0.001) { $0.vehicleState = .offline }
        try park("taxi", 0.001) { $0.vehicleType?.category = .taxi }
        try park("shared", 0.001) { $0.supportedTripTypes = [.shared] }
        try park("small", 0.001) { $0.maximumCapacity = 1 }
        try park("busy", 0.001)
        try fleet.createTrip("t1") { $0.vehicleID = "busy" }
        return fleet
    }

    @Test func searchesFindWhatFits() throws {
        var fleet = try town()
        var request = EmulatorFixture.search
        request.minimumCapacity = 2
        func ids() throws -> [String] {
            try fleet.call(.searchVehicles, request).matches.compactMap {
                $0.vehicle.map { String($0.name.split(separator: "/")[3]) }
            }
        }
        #expect(try ids() == ["nearer", "near"])
        request.count = 1
        #expect(try ids() == ["nearer"])
        request.count = 10
        request.currentTripsPresent = .any
        #expect(try ids().contains("busy"))
        request.maximumStaleness = ProtobufDuration(seconds: 400)
        #expect(try ids().contains("stale"))
    }

    @Test func searchesFindBusyDriversWhoTakeBackToBackTrips() throws {
        var fleet = try town()
        try fleet.updateTrip("t1", "trip_status") { $0.tripStatus = .enrouteToDropoff }
        var request = EmulatorFixture.search
        request.includeBackToBack = true
        func findsTheBusyOne() throws -> Bool {
            let matches = try fleet.call(.searchVehicles, request).matches
            for match in matches {
                let isBusy = match.vehicle?.name == EmulatorFixture.name("vehicles", "busy")
                #expect(match.vehicleMatchType == (isBusy ? .backToBack : .exclusive))
            }
            return matches.contains { $0.vehicle?.name == EmulatorFixture.name("vehicles", "busy") }
        }
        #expect(try !findsTheBusyOne())
        try fleet.updateVehicle("busy", "back_to_back_enabled") { $0.backToBackEnabled = true }
        #expect(try findsTheBusyOne())
        request.includeBackToBack = false
        #expect(try !findsTheBusyOne())
        // vehicle_api.proto: only vehicles "with a single active trip".
        request.includeBackToBack = true
        try fleet.createTrip("t2") { $0.vehicleID = "busy" }
        #expect(try !findsTheBusyOne())
    }

    @Test func deliveryVehiclesAreCarsUnlessTheySayOtherwise() throws {
        var fleet = EmulatorFixture()
        #expect(try fleet.createDeliveryVehicle("d1") { $0.type = .unspecified }.type == .auto)
        #expect(try fleet.createDeliveryVehicle("d2") { $0.type = .bicycle }.type == .bicycle)
    }

    @Test func estimatesAreStraightLinesWithASurcharge() throws {
        var fleet = try town()
        let matches = try fleet.call(.searchVehicles, EmulatorFixture.search).matches
        let match = try #require(matches.first)
        // 0.001 degree of latitude: 111 m.
        #expect(match.vehiclePickupStraightLineDistanceMeters == 111 && match.vehiclePickupDistanceMeters == 152)
        #expect(match.vehiclePickupETA == fleet.clock.now + ProtobufDuration(seconds: 19))
        #expect(match.vehicleMatchType == .exclusive)
    }

    @Test func listsHavePagesAndFilters() throws {
        var fleet = try town()
        var request = ListVehiclesRequest()
        request.parent = EmulatorFixture.parent
        request.vehicleTypeCategories = [.auto]
        request.pageSize = 5
        let first = try fleet.call(.listVehicles, request)
        #expect(first.vehicles.count == 5 && first.totalSize == 8 && first.nextPageToken == "p5")
        request.pageToken = first.nextPageToken
        let second = try fleet.call(.listVehicles, request)
        #expect(second.vehicles.count == 3 && second.nextPageToken.isEmpty)
        let names = (first.vehicles + second.vehicles).map(\.name)
        #expect(names == names.sorted())
        request.pageToken = "pzzzzzz"
        #expect(try fleet.call(.listVehicles, request).vehicles.isEmpty)
        request.pageToken = ""
        request.onTripOnly = true
        #expect(try fleet.call(.listVehicles, request).vehicles.count == 1)
    }

    @Test func listsHaveWhatTheRequestAsksFor() throws {
        var fleet = try town()
        func check(_ ids: String, _ change: (inout ListVehiclesRequest) -> Void) throws {
            let request = ListVehiclesRequest.with {
                $0.parent = EmulatorFixture.parent
                change(&$0)
            }
            let names = try fleet.call(.listVehicles, request).vehicles.map(\.name)
            #expect(names == ids.split(separator: " ").map { EmulatorFixture.name("vehicles", String($0)) })
        }
        try check("offline") { $0.vehicleState = .offline }
        try check("shared") { $0.tripTypes = [.shared] }
        try check("busy far near nearer offline shared stale taxi") { $0.minimumCapacity = 4 }
        try check("busy far near nearer offline shared taxi") {
            ($0.maximumStaleness, $0.minimumCapacity) = (ProtobufDuration(seconds: 300), 4)
        }
        try check("far") { $0.viewport = viewport(48.05, 10, 49, 12) }
        try check("near nearer") { ($0.viewport, $0.minimumCapacity) = (viewport(48.002, 10, 48.05, 12), 4) }
        // Across the 180th meridian.
        try check("far") { $0.viewport = viewport(48.05, 170, 49, 12) }
        try check("") { $0.viewport = viewport(48.05, 170, 49, 10) }
        try check("") { $0.viewport = viewport(50, 10, 60, 12) }
    }

    /// Attributes have two fields for a text, and requests set one of them.
    @Test func responsesHaveTheTextsOfAttributesInBothFields() throws {
        var fleet = EmulatorFixture()
        let new: [VehicleAttribute] = [
            .with { ($0.key, $0.value) = ("old", "a") },
            .with { ($0.key, $0.attributeValue) = ("new", .string("b")) },
            .with { ($0.key, $0.attributeValue) = ("flag", .bool(true)) },
            .with { $0.key = "empty" },
        ]
        func check(_ attributes: [VehicleAttribute]?) {
            #expect(attributes?.map(\.value) == ["a", "b", "", ""])
            #expect(attributes?.map(\.attributeValue) == [.string("a"), .string("b"), .bool(true), .string("")])
        }
        check(try fleet.createVehicle("v1") { $0.attributes = new }.attributes)
        check(try fleet.updateVehicle("v1", "attributes") { $0.attributes = new }.attributes)
        check(try fleet.call(.listVehicles, .with { $0.parent = EmulatorFixture.parent }).vehicles.first?.attributes)
        let update = UpdateVehicleAttributesRequest.with {
            ($0.name, $0.attributes) = (EmulatorFixture.name("vehicles", "v1"), [new[1]])
        }
        check(try fleet.call(.updateVehicleAttributes, update).attributes)
        let van = try fleet.createDeliveryVehicle {
            $0.attributes = [.with { ($0.key, $0.value) = ("depot", "north") }]
        }
        #expect(van.attributes.first?.attributeValue == .string("north"))
    }

    private func viewport(_ south: Double, _ west: Double, _ north: Double, _ east: Double) -> Viewport {
        .with {
            ($0.low, $0.high) = (LatLng(latitude: south, longitude: west), LatLng(latitude: north, longitude: east))
        }
    }

    /// Lists and searches ask for attributes in the same four ways.
    @Test(arguments: [
        ("all", ["seats:4"], "ab"), ("all", ["seats:4", "pet:yes"], "a"), ("all", ["seats:5"], ""),
        ("one of each", ["pet:yes|seats:6"], "ac"), ("one of each", ["pet:yes|seats:6", "seats:4"], "a"),
        ("all of one", ["seats:4|pet:no", "seats:6"], "bc"), ("filter", ["attributes.seats > 4"], "c"),
        ("filter", ["attributes.pet = yes OR attributes.seats = 6"], "ac"), ("filter", ["NOT attributes.pet = *"], "c"),
    ])
    func attributesAreAskedFor(_ way: String, _ texts: [String], _ ids: String) throws {
        func attributes(_ text: String) -> [VehicleAttribute] {
            text.split(separator: "|").map { pair in
                let parts = pair.split(separator: ":").map(String.init)
                return .with { ($0.key, $0.value) = (parts[0], parts[1]) }
            }
        }
        func list(_ text: String) -> VehicleAttributeList { .with { $0.attributes = attributes(text) } }
        var fleet = EmulatorFixture()
        for (id, text) in [("a", "seats:4|pet:yes"), ("b", "seats:4|pet:no"), ("c", "seats:6")] {
            try fleet.createVehicle(id) {
                ($0.attributes, $0.lastLocation) = (attributes(text), EmulatorFixture.location(48, 11))
            }
        }
        var (search, request) = (
            EmulatorFixture.search, ListVehiclesRequest.with { $0.parent = EmulatorFixture.parent }
        )
        switch way {
        case "all": (search.requiredAttributes, request.requiredAttributes) = (texts.flatMap(attributes), texts)
        case "one of each":
            (search.requiredOneOfAttributes, request.requiredOneOfAttributes) = (texts.map(list), texts)
        case "all of one":
            (search.requiredOneOfAttributeSets, request.requiredOneOfAttributeSets) = (texts.map(list), texts)
        default: (search.filter, request.filter) = (texts[0], texts[0])
        }
        let names = ids.map { EmulatorFixture.name("vehicles", String($0)) }
        #expect(try fleet.call(.listVehicles, request).vehicles.map(\.name) == names)
        #expect(try fleet.call(.searchVehicles, search).matches.compactMap(\.vehicle?.name) == names)
    }

    /// A shared ride takes the seats that others leave. The way to the drop-off has a surcharge as well: 1,112 m times 1.31.
    @Test(
        arguments: [.pickupPointETA, .pickupPointStraightDistance, .dropoffPointETA, .cost]
            as [SearchVehiclesRequest.VehicleMatchOrder])
    func sharedRidesFillTheSeats(_ order: SearchVehiclesRequest.VehicleMatchOrder) throws {
        var fleet = EmulatorFixture()
        for (id, latitude) in [("v1", 48.001), ("v2", 48.002)] {
            try fleet.createVehicle(id) {
                $0.supportedTripTypes = [.shared]
                $0.lastLocation = EmulatorFixture.location(latitude, 11)
            }
        }
        try fleet.createTrip { ($0.tripType, $0.vehicleID, $0.numberOfPassengers) = (.shared, "v2", 3) }
        var request = EmulatorFixture.search
        (request.tripTypes, request.currentTripsPresent, request.orderBy) = ([.shared], .any, order)
        request.dropoffPoint = EmulatorFixture.place(48.01, 11)
        let matches = try fleet.call(.searchVehicles, request).matches
        #expect(matches.map(\.vehicleMatchType) == [.exclusive, .carpool])
        let match = try #require(matches.first)
        #expect(match.vehiclePickupToDropoffDistanceMeters == 1456)
        #expect(
            try #require(match.vehicleDropoffETA) - #require(match.vehiclePickupETA) == ProtobufDuration(seconds: 182))
        request.minimumCapacity = 2
        #expect(try fleet.call(.searchVehicles, request).matches.count == 1)
        // A trip takes as many seats as it says, which may be none.
        try fleet.createTrip("t2") { ($0.tripType, $0.vehicleID, $0.numberOfPassengers) = (.shared, "v1", 0) }
        request.minimumCapacity = 4
        #expect(try fleet.call(.searchVehicles, request).matches.compactMap(\.vehicle?.name.last) == ["1"])
    }
}
