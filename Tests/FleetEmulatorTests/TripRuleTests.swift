import FleetEmulator
import FleetErrors
import FleetMessages
import GRPCWire
import ProtobufWire
import TestSupport
import Testing

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
