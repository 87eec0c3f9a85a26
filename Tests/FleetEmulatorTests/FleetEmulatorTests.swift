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
        #expect(first.vehicles.count == 5 && first.totalSize == 8 && !first.nextPageToken.isEmpty)
        request.pageToken = first.nextPageToken
        let second = try fleet.call(.listVehicles, request)
        #expect(second.vehicles.count == 3 && second.nextPageToken.isEmpty)
        let names = (first.vehicles + second.vehicles).map(\.name)
        #expect(names == names.sorted())
        // What goes between two pages moves no other vehicle.
        _ = try fleet.call(.deleteVehicle, .with { $0.name = names[1] })
        #expect(try fleet.call(.listVehicles, request).vehicles.map(\.name) == Array(names[5...]))
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
    }
}

@Suite struct TripRuleTests {
    @Test func aRideGoesThroughItsStates() throws {
        var fleet = EmulatorFixture()
        try fleet.createVehicle()
        try fleet.createTrip { $0.vehicleID = "v1" }
        try fleet.updateVehicle("v1", "last_location") { $0.lastLocation = EmulatorFixture.location(48.0, 11.5) }
        let trip = try fleet.getTrip()
        #expect(trip.tripStatus == .new && trip.vehicleWaypoints.isEmpty)
        #expect(trip.lastLocation?.serverTime == fleet.clock.now)
        #expect(trip.remainingWaypoints.map(\.waypointType) == [.pickup, .dropOff])
        // 0.1 degree of latitude: 11 119.5 m, times 1.37.
        #expect(trip.remainingDistanceMeters == 15_233)
        #expect(trip.etaToFirstWaypoint == fleet.clock.now + ProtobufDuration(seconds: 1904))
        for status: TripStatus in [.enrouteToPickup, .arrivedAtPickup, .enrouteToDropoff] {
            let answer = try fleet.updateTrip("t1", "trip_status") { $0.tripStatus = status }
            #expect(answer.tripStatus == status && !answer.vehicleWaypoints.isEmpty)
        }
        #expect(try fleet.getTrip().remainingWaypoints.map(\.waypointType) == [.dropOff])
        try fleet.updateTrip("t1", "trip_status") { $0.tripStatus = .complete }
        let vehicle = try #require(fleet.emulator.state.vehicles[EmulatorFixture.name("vehicles", "v1")])
        #expect(vehicle.currentTrips == [] && vehicle.waypoints == [])
    }

    @Test func intermediateDestinationsAreServedOneAfterTheOther() throws {
        var fleet = EmulatorFixture()
        try fleet.createVehicle()
        try fleet.createTrip {
            $0.vehicleID = "v1"
            $0.intermediateDestinations = [EmulatorFixture.place(1, 1), EmulatorFixture.place(2, 2)]
        }
        try fleet.updateTrip("t1", "trip_status,intermediate_destination_index") {
            $0.tripStatus = .enrouteToIntermediateDestination
            $0.intermediateDestinationIndex = 1
        }
        let stops = try fleet.getTrip().remainingWaypoints
        #expect(stops.map(\.waypointType) == [.intermediateDestination, .dropOff])
        #expect(stops.first?.location?.point == LatLng(latitude: 2, longitude: 2))
        try fleet.updateTrip("t1", "intermediate_destination_index") { $0.intermediateDestinationIndex = 0 }
        #expect(try fleet.getTrip().remainingWaypoints.compactMap { $0.location?.point?.latitude } == [1, 2, 48.2])
    }

    /// Riders change their places while the vehicle is on its way.
    @Test func changedStopsStandInTheOrderOfTheTrip() throws {
        var fleet = EmulatorFixture()
        try fleet.createVehicle { $0.supportedTripTypes = [.shared] }
        try fleet.createTrip { ($0.tripType, $0.vehicleID) = (.shared, "v1") }
        let others = try fleet.createTrip("t2") { ($0.tripType, $0.vehicleID) = (.shared, "v1") }.vehicleWaypoints
        let order = [others[0], others[2], others[1], others[3]]
        try fleet.updateTrip("t1", "vehicle_waypoints") { $0.vehicleWaypoints = order }
        func check(_ latitudes: [Double], _ mask: String, _ change: (inout Trip) -> Void) throws {
            let answer = try fleet.updateTrip("t1", mask, change)
            let stops = answer.vehicleWaypoints
            #expect(stops.filter { $0.tripID == "t1" }.compactMap { $0.location?.point?.latitude } == latitudes)
            #expect(stops.filter { $0.tripID == "t2" }.map(\.waypointType) == [.pickup, .dropOff])
            #expect(stops.last?.tripID == "t2")
        }
        func destinations(_ latitudes: Double...) -> (inout Trip) -> Void {
            { $0.intermediateDestinations = latitudes.map { EmulatorFixture.place($0, 11) } }
        }
        try check([48.1, 1, 48.2], "intermediate_destinations", destinations(1))
        try check([5, 1, 48.2], "pickup_point") { $0.pickupPoint = EmulatorFixture.place(5, 11) }
        try check([5, 2, 1, 2, 48.2], "intermediate_destinations", destinations(2, 1, 2))
        try check([5, 1, 3, 2, 48.2], "intermediate_destinations", destinations(1, 3, 2))
    }

    /// The next trip of a vehicle begins when the one before is over, wherever that goes.
    @Test func changedStopsTakeThePlacesOfThoseBefore() throws {
        var fleet = EmulatorFixture()
        try fleet.createVehicle()
        for trip in ["t1", "t2"] { try fleet.createTrip(trip) { $0.vehicleID = "v1" } }
        func check(_ trip: String, _ latitudes: [Double], _ mask: String, _ change: (inout Trip) -> Void) throws {
            let stops = try fleet.updateTrip(trip, mask, change).vehicleWaypoints
            #expect(stops.compactMap { $0.location?.point?.latitude } == latitudes)
        }
        try check("t1", [48.1, 5, 48.1, 48.2], "dropoff_point") { $0.dropoffPoint = EmulatorFixture.place(5, 11) }
        try check("t1", [6, 5, 48.1, 48.2], "pickup_point") { $0.pickupPoint = EmulatorFixture.place(6, 11) }
        try check("t2", [6, 5, 7, 48.2], "pickup_point") { $0.pickupPoint = EmulatorFixture.place(7, 11) }
        try check("t1", [6, 1, 8, 7, 48.2], "intermediate_destinations,dropoff_point") {
            $0.intermediateDestinations = [EmulatorFixture.place(1, 11)]
            $0.dropoffPoint = EmulatorFixture.place(8, 11)
        }
    }

    @Test func waypointsComeInTheOrderAskedFor() throws {
        var fleet = EmulatorFixture()
        try fleet.createVehicle { $0.supportedTripTypes = [.shared] }
        try fleet.createTrip("t1") { ($0.tripType, $0.vehicleID) = (.shared, "v1") }
        let waypoints = try fleet.createTrip("t2") { ($0.tripType, $0.vehicleID) = (.shared, "v1") }.vehicleWaypoints
        #expect(waypoints.map(\.tripID) == ["t1", "t1", "t2", "t2"])
        let order = [waypoints[0], waypoints[2], waypoints[3], waypoints[1]]
        let answer = try fleet.updateTrip("t1", "vehicle_waypoints") { $0.vehicleWaypoints = order }
        #expect(answer.vehicleWaypoints.map(\.tripID) == ["t1", "t2", "t2", "t1"])
        // A trip shows the stops up to its own last one, those of others too.
        #expect(try fleet.getTrip("t2").remainingWaypoints.map(\.tripID) == ["t1", "t2", "t2"])
    }

    @Test func trafficIsToldByThePointsOfTheLine() throws {
        var fleet = try EmulatorFixture.populated()
        let points = (0...4).map { LatLng(latitude: 48 + Double($0) / 1000, longitude: 11) }
        let stretch = VisualTrafficReportPolylineRendering.RoadStretch.with {
            ($0.style, $0.offsetMeters, $0.lengthMeters) = (.trafficJam, 150, 100)
        }
        try fleet.updateVehicle("v1", "current_route_segment,current_route_segment_traffic") {
            $0.currentRouteSegment = EncodedPolyline.encode(points) ?? ""
            $0.currentRouteSegmentTraffic = .with { $0.trafficRendering = .with { $0.roadStretch = [stretch] } }
        }
        let traffic = try fleet.getTrip().currentRouteSegmentTraffic
        let intervals = try #require(traffic).speedReadingInterval
        #expect(intervals.map(\.speed) == [.normal, .trafficJam, .normal])
        #expect(intervals.map(\.endPolylinePointIndex) == [1, 3, 4])
    }

    @Test func trafficHasAVersionOfItsOwn() throws {
        var fleet = try EmulatorFixture.populated()
        let line = EncodedPolyline.encode([LatLng(latitude: 48, longitude: 11), LatLng(latitude: 48.1, longitude: 11)])
        let jam = VisualTrafficReportPolylineRendering.RoadStretch.with {
            ($0.style, $0.offsetMeters, $0.lengthMeters) = (.trafficJam, 150, 100)
        }
        func poll(_ known: Trip) throws -> Trip {
            fleet.clock.advance(by: 1)
            return try fleet.getTrip {
                $0.currentRouteSegmentVersion = known.currentRouteSegmentVersion
                $0.currentRouteSegmentTrafficVersion = known.currentRouteSegmentTrafficVersion
            }
        }
        func drive(_ mask: String, hasTraffic: Bool) throws {
            try fleet.updateVehicle("v1", mask) {
                $0.currentRouteSegment = line ?? ""
                guard hasTraffic else { return }
                $0.currentRouteSegmentTraffic = .with { $0.trafficRendering = .with { $0.roadStretch = [jam] } }
            }
        }
        try drive("current_route_segment,current_route_segment_traffic", hasTraffic: true)
        let first = try poll(Trip())
        #expect(first.currentRouteSegmentTraffic != nil)
        // Traffic alone is new.
        try drive("current_route_segment_traffic", hasTraffic: true)
        let second = try poll(first)
        #expect(second.route.isEmpty && second.currentRouteSegmentTraffic != nil)
        #expect(try poll(second).currentRouteSegmentTraffic == nil)
        // A newer version without traffic says that the one before is over.
        try drive("current_route_segment,current_route_segment_traffic", hasTraffic: false)
        let (third, known) = (try poll(second), second.currentRouteSegmentTrafficVersion)
        #expect(!third.route.isEmpty && third.currentRouteSegmentTraffic == nil)
        #expect(try #require(third.currentRouteSegmentTrafficVersion) > #require(known))
    }

    @Test func searchesFindTripsOfAVehicle() throws {
        var fleet = try EmulatorFixture.populated()
        try fleet.createTrip("t2")
        try fleet.updateTrip("t2", "trip_status") { $0.tripStatus = .canceled }
        var request = SearchTripsRequest()
        request.parent = EmulatorFixture.parent
        #expect(try fleet.call(.searchTrips, request).trips.count == 2)
        #expect(try fleet.call(.searchTrips, request).trips.first?.remainingWaypoints == [])
        request.activeTripsOnly = true
        #expect(try fleet.call(.searchTrips, request).trips.count == 1)
        request.vehicleID = "v1"
        #expect(try fleet.call(.searchTrips, request).trips.first?.remainingWaypoints.count == 2)
        request.minimumStaleness = ProtobufDuration(seconds: 5)
        #expect(try fleet.call(.searchTrips, request).trips.isEmpty)
    }
}

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
        (">= \"2026-01-01T03:00:01-05:00\"", 0), ("= *", 1), ("> \"2025-12-31\"", 1),
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

@Suite struct EmulatorLimitTests {
    @Test func everyMethodOfTheSchemaIsAnswered() throws {
        var fleet = EmulatorFixture()
        for method in FleetMethod.all {
            let run = try #require(JSONMethod.all[method.path], "\(method.name)")
            let answer = try run(&fleet.emulator, [:], fleet.token)
            guard case .failure(let status) = answer else { continue }
            #expect(status.code == .invalidArgument, "\(method.name): \(status)")
        }
    }

    /// Numbers at the ends of their ranges, places that are none, and long texts end in an answer, strict or not.
    @Test(arguments: [false, true])
    func hostileRequestsAreAnswered(_ isStrict: Bool) throws {
        var fleet = try EmulatorFixture.populated()
        fleet.emulator.isStrict = isStrict
        let count = Exhaustive.size(100_000, inDebug: 10_000)
        let long = String(repeating: "é", count: count)
        var search = EmulatorFixture.search
        (search.count, search.pickupRadiusMeters, search.minimumCapacity) = (.max, .max, .min)
        search.pickupPoint = EmulatorFixture.place(.nan, .infinity)
        search.dropoffPoint = EmulatorFixture.place(1e308, -1e308)
        search.maximumStaleness = ProtobufDuration(seconds: .min, nanos: .min)
        _ = fleet.emulator.answer(.searchVehicles, search, token: fleet.token)
        _ = try? fleet.updateVehicle("v1", "*") {
            $0.lastLocation = EmulatorFixture.location(.infinity, .nan)
            $0.remainingTimeSeconds = .max
            $0.maximumCapacity = .min
            $0.currentRouteSegment = long
            $0.waypoints = [TripWaypoint(), TripWaypoint()]
        }
        _ = try? fleet.updateTrip("t1", "*") {
            $0.vehicleID = long
            $0.intermediateDestinationIndex = .max
            $0.numberOfPassengers = .min
            $0.tripStatus = TripStatus(rawValue: .min)
        }
        // By default, clients of gRPC take 8 KiB of trailers.
        for filter in [long, "e\(String(repeating: "\u{301}", count: count)) = 1", "attributes.\(long) ("] {
            let failure = fleet.failure(.listTasks, .with { ($0.parent, $0.filter) = (EmulatorFixture.parent, filter) })
            #expect(try #require(failure?.fieldViolations.first).description.utf8.count < 1000)
        }
        fleet.clock.set(Timestamp(seconds: .max, nanos: 999_999_999))
        fleet.token = EmulatorFixture.token(at: fleet.clock.now)
        _ = fleet.emulator.answer(.searchVehicles, search, token: fleet.token)
        _ = try? fleet.getTrip()
        _ = try? fleet.setStops(of: "d1", [[long], ["k1"]])
        var list = ListVehiclesRequest()
        (list.parent, list.pageSize, list.pageToken) = (EmulatorFixture.parent, .max, "p" + String(Int.max, radix: 36))
        _ = fleet.emulator.answer(.listVehicles, list, token: fleet.token)
        list.parent = "providers/" + long
        let failure = fleet.failure(.listVehicles, list)
        let status = try #require(failure)
        #expect(status.message.utf8.count < 1000)
        _ = fleet.emulator.answer(.listVehicles, list, token: long + "." + long + "." + long)
    }

    /// A search looks at each vehicle once, so that large fleets take no minutes.
    @Test(.timeLimit(.minutes(2))) func searchesAmongManyVehicles() throws {
        var fleet = EmulatorFixture()
        let count = Exhaustive.size(10_000, inDebug: 500)
        for index in 0..<count {
            try fleet.createVehicle("v\(index)") { $0.lastLocation = EmulatorFixture.location(48, 11) }
        }
        for _ in 0..<10 { #expect(try fleet.call(.searchVehicles, EmulatorFixture.search).matches.count == 10) }
    }
}
