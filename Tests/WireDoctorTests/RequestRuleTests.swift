import FleetMessages
import GRPCWire
import ProtobufSchema
import ProtobufWire
import TestSupport
import Testing
import WireDoctor

/// Rules about one request: each is broken once, with the place of the evidence, and kept once.
extension RuleTests.RequestRuleTests {
    private static func good() -> UpdateVehicleRequest {
        var vehicle = Vehicle()
        vehicle.vehicleState = .online
        vehicle.lastLocation = location(at: 0)
        return update(vehicle)
    }

    /// Rules are about requests and trips.
    @Test func saysWhetherThereAreRules() throws {
        let (request, answer) = (try type(UpdateVehicleRequest.self), try type(Vehicle.self))
        for (type, hasRules) in [(request, true), (answer, false)] {
            #expect(MessageDoctor.examine([(bytes: [], type: type)]).hasRules == hasRules)
        }
    }

    @Test func findsNothingInAGoodUpdate() throws {
        #expect(try codes(findings(in: Self.good())) == [])
    }

    // MARK: New resources

    /// What the comments of the requests in vehicle_api.proto, trip_api.proto and delivery_api.proto call required.
    @Test func namesWhatANewResourceLacks() throws {
        func missing(_ request: some FleetMessage) throws -> [String?] {
            let found = try findings(in: request)
            #expect(found.allSatisfy { $0.code == "required_field_missing" && $0.severity == .error })
            return found.flatMap(\.evidence).map(\.path)
        }
        var vehicle = CreateVehicleRequest.with {
            ($0.parent, $0.vehicleID, $0.vehicle) = ("providers/p", "v", .with { $0.vehicleState = .offline })
        }
        #expect(
            try missing(vehicle) == [
                "vehicle.vehicle_type", "vehicle.supported_trip_types", "vehicle.maximum_capacity",
            ])
        vehicle.vehicle?.supportedTripTypes = [.exclusive]
        vehicle.vehicle?.maximumCapacity = 4
        vehicle.vehicle?.vehicleType = .with { $0.category = .auto }
        #expect(try missing(vehicle).isEmpty)

        var trip = CreateTripRequest.with {
            ($0.parent, $0.tripID, $0.trip) = ("providers/p", "t", .with { $0.tripType = .shared })
        }
        #expect(try missing(trip) == ["trip.pickup_point"])
        trip.trip?.pickupPoint = .with { $0.point = LatLng(latitude: 48.1, longitude: 11.6) }
        #expect(try missing(trip).isEmpty)

        var task = CreateTaskRequest.with {
            ($0.parent, $0.taskID) = ("providers/p", "t")
            $0.task = .with { ($0.type, $0.state, $0.taskDuration) = (.delivery, .open, ProtobufDuration(seconds: 60)) }
        }
        #expect(try missing(task) == ["task.tracking_id"])
        var batch = BatchCreateTasksRequest.with { ($0.parent, $0.requests) = ("providers/p", [task, task, task]) }
        batch.requests[1].task?.type = .scheduledStop
        #expect(try missing(batch) == ["requests[0].task.tracking_id", "requests[2].task.tracking_id"])
        task.task?.type = .unavailable
        #expect(try missing(task).isEmpty)
        task.task?.type = .pickup
        task.task?.trackingID = "parcel"
        #expect(try missing(task).isEmpty)
    }

    // MARK: Trips without a call

    /// A trip whose vehicle is on the way has an arrival time and a route, unless the client had them.
    @Test func saysWhyALoneTripHasNoArrivalTime() throws {
        var trip = Trip.with {
            ($0.name, $0.vehicleID, $0.tripStatus) = (tripName, "v1", .enrouteToPickup)
        }
        let found = try findings(in: trip)
        #expect(codes(found) == ["eta_missing", "route_missing"] && found.allSatisfy { $0.resource == tripName })
        #expect(found.first?.remedy.contains("See whether vehicle v1 is ONLINE and sends ") == true)
        #expect(found.first?.remedy.contains("capture") == false)
        trip.vehicleID = ""
        #expect(try findings(in: trip).allSatisfy { $0.remedy.contains("Assign a vehicle") })
        trip.remainingWaypointsVersion = Timestamp(seconds: start)
        #expect(try codes(findings(in: trip)) == ["route_missing", "unchanged_left_out"])
        trip.etaToFirstWaypoint = Timestamp(seconds: start)
        trip.currentRouteSegment = "_p~iF~ps|U"
        trip.remainingWaypointsVersion = nil
        #expect(try findings(in: trip).isEmpty)
        trip.etaToFirstWaypoint = nil
        trip.tripStatus = .new
        #expect(try findings(in: trip).isEmpty)
    }

    // MARK: Masks

    @Test func explainsAnEmptyMask() throws {
        var request = Self.good()
        request.updateMask = FieldMask()
        let found = try findings(in: request)
        #expect(codes(found) == ["empty_update_mask"])
        #expect(found.first?.severity == .note)
        #expect(found.first?.remedy.contains("first update after start-up") == true)
        let offset = try #require(found.first?.evidence.first?.offset)
        #expect(request.encoded()[offset] == 5 << 3 | 2)
        request.updateMask = nil
        #expect(try codes(findings(in: request)) == ["empty_update_mask"])
        #expect(try findings(in: request).first?.evidence.first?.offset == nil)
    }

    @Test func warnsOfAnEmptyMaskThatNoSDKSends() throws {
        var request = UpdateTripRequest()
        request.name = tripName
        request.trip = Trip()
        #expect(try findings(in: request).map(\.severity) == [.warning])
    }

    @Test(arguments: [
        ("vehicel_state", "mask_unknown_field", Finding.Severity.error),
        ("current_trips", "mask_output_only", .warning),
        ("name", "mask_names_name", .warning), ("attributes.key", "mask_through_repeated", .error),
        ("vehicle_state.x", "mask_into_scalar", .error), ("last_location.location.latitude", "mask_covered", .note),
        ("last_location", "mask_duplicate", .note), ("*", "mask_wildcard", .note),
    ])
    func findsAWrongPath(path: String, code: String, severity: Finding.Severity) throws {
        var request = Self.good()
        request.updateMask?.paths.append(path)
        let found = try #require(try findings(in: request).first(code))
        #expect(found.severity == severity)
        let evidence = try #require(found.evidence.first)
        // Of a path that stands twice the first place is told.
        let position = try #require(request.updateMask?.paths.firstIndex(of: path))
        #expect(evidence.path == "update_mask.paths[\(position)]")
        let bytes = request.encoded()
        let offset = try #require(evidence.offset)
        #expect(bytes[offset] == 0x0A && Int(bytes[offset + 1]) == path.utf8.count)
        #expect(bytes[(offset + 2)...].starts(with: path.utf8))
    }

    /// A server that refuses an update clears nothing, and passes over nothing.
    @Test func reportsNoOtherFieldsWhereTheUpdateIsRefused() throws {
        var request = Self.good()
        request.updateMask?.paths.append("current_route_segment")
        #expect(try codes(findings(in: request)) == ["mask_clears"])
        for path in ["vehicleState", "no_such_field"] {
            request.updateMask?.paths.removeLast()
            request.updateMask?.paths.append(path)
            #expect(try codes(findings(in: request)) == ["mask_unknown_field"])
        }
        request.vehicle?.maximumCapacity = 4
        #expect(try codes(findings(in: request)) == ["mask_unknown_field"])
    }

    /// One suggestion does not mend the other paths.
    @Test func suggestsNoPathForSeveralWrongOnes() throws {
        var request = Self.good()
        request.updateMask = mask("lastLocation")
        #expect(try findings(in: request).map(\.remedy) == ["Write \"last_location\"."])
        request.updateMask = mask("lastLocation", "vehicleState")
        #expect(try findings(in: request).map(\.remedy) == ["Leave the path out, or correct its spelling."])
    }

    @Test func tellsOnceOfANameInAMask() throws {
        var request = Self.good()
        request.vehicle?.name = vehicleName
        request.updateMask?.paths.append("name")
        #expect(try codes(findings(in: request)) == ["mask_names_name"])
        request.vehicle?.name = ""
        #expect(try codes(findings(in: request)) == ["mask_names_name"])
    }

    /// Some runtimes write empty fields.
    @Test func tellsOnceOfAnEmptyParent() throws {
        let search = try type(SearchVehiclesRequest.self)
        let found = MessageDoctor.examine([(bytes: [0x1a, 0], type: search)]).findings
        #expect(!found.isEmpty && codes(found).allSatisfy { $0 == "required_field_missing" })
    }

    private func taskUpdate(_ mask: FieldMask, _ change: (inout DeliveryTask) -> Void) -> UpdateTaskRequest {
        var request = UpdateTaskRequest()
        request.task = DeliveryTask.with {
            $0.name = "\(provider)/tasks/x"
            change(&$0)
        }
        request.updateMask = mask
        return request
    }

    @Test func findsTheNameOfATaskInAMask() throws {
        let request = taskUpdate(mask("name", "state")) { $0.state = .closed }
        #expect(try codes(findings(in: request)) == ["mask_names_name"])
    }

    @Test func findsWhatAnUpdateClears() throws {
        var request = Self.good()
        request.updateMask?.paths += ["eta_to_first_waypoint", "last_location.altitude"]
        let found = try findings(in: request)
        #expect(found.first("mask_clears")?.severity == .warning)
        #expect(found.first("mask_clears")?.evidence.first?.text.contains("eta_to_first_waypoint") == true)
        // A list that becomes empty is usually meant so; a zero cannot be told from one that is sent.
        request = Self.good()
        request.updateMask?.paths += ["attributes", "back_to_back_enabled", "maximum_capacity"]
        #expect(try findings(in: request).map(\.severity) == [.note])
    }

    @Test func findsWhatAnUpdateIgnores() throws {
        var request = Self.good()
        request.vehicle?.maximumCapacity = 4
        request.vehicle?.name = vehicleName
        request.vehicle?.currentTrips = ["t1"]
        let found = try findings(in: request)
        #expect(codes(found) == ["field_ignored"])
        #expect(found.first?.evidence.map(\.path) == ["vehicle.maximum_capacity"])
        request.updateMask = mask("*")
        #expect(try codes(findings(in: request)) == ["mask_wildcard"])
    }

    /// The service compares the version with its own, as the comment of `UpdateTripRequest.trip` says.
    @Test func theVersionOfDestinationsIsUsedWithoutTheMask() throws {
        let request = UpdateTripRequest.with {
            $0.name = "providers/acme/trips/t1"
            $0.trip = .with {
                ($0.tripStatus, $0.intermediateDestinationIndex) = (.enrouteToIntermediateDestination, 1)
                $0.intermediateDestinationsVersion = time(0)
            }
            $0.updateMask = mask("trip_status", "intermediate_destination_index")
        }
        #expect(try codes(findings(in: request)) == [])
    }

    /// Of a field of which the mask names a part, the other parts are passed over.
    @Test func findsWhatAnUpdateIgnoresWithinAField() throws {
        var request = Self.good()
        request.vehicle?.lastLocation = VehicleLocation()
        request.vehicle?.lastLocation?.location = LatLng(latitude: 37, longitude: -122)
        request.vehicle?.lastLocation?.updateTime = time(0)
        request.vehicle?.lastLocation?.heading = 3
        request.vehicle?.lastLocation?.serverTime = time(0)
        request.updateMask = mask("vehicle_state", "last_location.location")
        let found = try findings(in: request)
        #expect(codes(found) == ["field_ignored"])
        let evidence = try #require(found.first).evidence
        let paths = evidence.compactMap(\.path)
        #expect(Set(paths) == ["vehicle.last_location.heading", "vehicle.last_location.update_time"])
        #expect(evidence.allSatisfy { $0.offset != nil })
        request.updateMask = mask("vehicle_state", "last_location.location.latitude")
        #expect(try findings(in: request).first("field_ignored")?.evidence.count == 2)
        request.updateMask?.paths += ["last_location.heading", "last_location.update_time"]
        #expect(try codes(findings(in: request)) == [])
    }

    @Test func notesAnOutputOnlyFieldThatTheServerAccepts() throws {
        let request = taskUpdate(mask("delivery_vehicle_id")) { $0.deliveryVehicleID = "dv" }
        #expect(try findings(in: request).map(\.severity) == [.warning])
        let answered = call(1, "delivery.v1.Delivery", request, answer: request.task)
        #expect(found(answered).map(\.severity) == [.note])
    }

    @Test func findsPathsThatNoUpdateCanHave() throws {
        var request = taskUpdate(mask("type")) { $0.type = .pickup }
        #expect(try codes(findings(in: request)) == ["mask_not_updatable"])
        request.updateMask = mask(String(repeating: "a.", count: 101) + "a")
        #expect(try findings(in: request).first("mask_too_deep")?.severity == .error)
    }

    // MARK: Names

    @Test(arguments: [
        ("fleet/vehicles/v1", "resource_name"), ("providers//vehicles/v1", "resource_name"),
        ("providers/fleet/trips/v1", "resource_name"), ("providers/fleet/vehicles/", "resource_name"),
        ("providers/fleet/vehicles/a?b", "resource_name"),
        ("providers/fleet/vehicles/" + String(repeating: "x", count: 65), "resource_name"),
        ("providers/fleet/vehicles/" + String(repeating: "ü", count: 64), ""), ("providers/fleet/vehicles/朝日 1", ""),
    ])
    func judgesNames(name: String, code: String) throws {
        var request = Self.good()
        request.name = name
        #expect(try codes(findings(in: request)) == (code.isEmpty ? [] : [code]))
    }

    @Test func judgesNamesInTheResource() throws {
        var request = UpdateDeliveryVehicleRequest()
        request.deliveryVehicle = DeliveryVehicle()
        request.deliveryVehicle?.navigationStatus = .noGuidance
        request.updateMask = mask("navigation_status")
        #expect(try codes(findings(in: request)) == ["resource_name"])
        request.deliveryVehicle?.name = "\(provider)/deliveryVehicles/a"
        #expect(try codes(findings(in: request)) == [])
    }

    @Test func judgesParentsAndIDs() throws {
        var request = CreateTripRequest()
        request.parent = "providers/"
        request.tripID = "a/b"
        request.trip = .with {
            $0.tripType = .exclusive
            $0.pickupPoint = .with { $0.point = LatLng(latitude: 48.1, longitude: 11.6) }
        }
        #expect(try codes(findings(in: request)) == ["parent_name", "resource_id"])
        request.parent = provider
        request.tripID = "ab"
        #expect(try codes(findings(in: request)) == [])
    }

    /// Trips of waypoints, and tasks of stops, lie deep in their messages.
    @Test func judgesIDsAtAnyDepth() throws {
        var request = Self.good()
        request.vehicle?.waypoints = [TripWaypoint(), TripWaypoint()]
        request.vehicle?.waypoints[0].tripID = "ab"
        request.vehicle?.waypoints[1].tripID = "a/b"
        request.updateMask?.paths.append("waypoints")
        let found = try findings(in: request)
        #expect(codes(found) == ["resource_id"])
        let evidence = try #require(found.first?.evidence.first)
        #expect(evidence.path == "vehicle.waypoints[1].trip_id")
        let offset = try #require(evidence.offset)
        #expect(request.encoded()[(offset + 1)...].starts(with: [3] + Array("a/b".utf8)))
    }

    @Test func comparesTheTwoNames() throws {
        var request = Self.good()
        request.vehicle?.name = "\(provider)/vehicles/v2"
        #expect(try codes(findings(in: request)) == ["names_differ"])
    }

    @Test(arguments: [
        ("provider_id=providers%2Ffleet", 0), ("provider_id=providers/fleet", 0), ("provider_id=providers%2Fother", 1),
        ("x=y", 0),
    ])
    func comparesProviders(header: String, count: Int) {
        let headers: Metadata = ["grpc-timeout": "15S", "x-goog-request-params": header]
        let found = checkup([call(1, "v1.Vehicle", Self.good(), headers: headers)]).findings
        #expect(found.count { $0.code == "provider_mismatch" } == count)
    }

    @Test func comparesProvidersInABatch() throws {
        var task = CreateTaskRequest()
        task.parent = "providers/other"
        task.taskID = "x"
        task.task = DeliveryTask()
        task.task?.state = .open
        task.task?.type = .pickup
        task.task?.trackingID = "parcel"
        task.task?.taskDuration = ProtobufDuration()
        var request = BatchCreateTasksRequest()
        request.parent = provider
        request.requests = [task]
        #expect(try codes(findings(in: request)) == ["provider_mismatch"])
        request.requests[0].parent = ""
        #expect(try codes(findings(in: request)) == [])
    }

    // MARK: Required fields, tasks, searches, attributes

    @Test func findsMissingFields() throws {
        var request = CreateVehicleRequest()
        request.parent = provider
        request.vehicleID = "v1"
        request.vehicle = .with {
            ($0.vehicleState, $0.supportedTripTypes, $0.maximumCapacity) = (.online, [.exclusive], 4)
            $0.licensePlate = LicensePlate()
        }
        let found = try findings(in: request)
        #expect(codes(found) == ["required_field_missing"])
        #expect(
            Set(found[0].evidence.map(\.path)) == ["vehicle.vehicle_type", "vehicle.license_plate.country_code"])
        #expect(found[0].severity == .error)
        // Whether it matters is known where there is an answer.
        #expect(checkup([call(1, "v1.Vehicle", request)]).findings.map(\.severity) == [.warning])
    }

    /// A zero without presence is not on the wire although it was set.
    @Test func countsAZeroAsSet() throws {
        var stretch = VisualTrafficReportPolylineRendering.RoadStretch()
        stretch.style = .slowerTraffic
        stretch.lengthMeters = 500
        var request = Self.good()
        request.vehicle?.currentRouteSegmentTraffic = TrafficPolylineData()
        request.vehicle?.currentRouteSegmentTraffic?.trafficRendering = VisualTrafficReportPolylineRendering()
        request.vehicle?.currentRouteSegmentTraffic?.trafficRendering?.roadStretch = [stretch]
        request.updateMask?.paths.append("current_route_segment_traffic")
        #expect(try codes(findings(in: request)) == [])
        stretch.style = .unspecified
        request.vehicle?.currentRouteSegmentTraffic?.trafficRendering?.roadStretch = [stretch]
        #expect(try findings(in: request).map { $0.evidence[0].path?.hasSuffix("road_stretch[0].style") } == [true])
        // Zero is none of the numbers that a search takes.
        let search = try findings(in: SearchVehiclesRequest()).first("required_field_missing")
        #expect(search?.evidence.map(\.path).contains("count") == true)
    }

    /// The request sends back a vehicle as it was read, with a mask that names one field.
    @Test func requiresNothingInFieldsThatAreIgnored() throws {
        var request = Self.good()
        request.vehicle?.lastLocation?.locationSensor = .fleetEngineLocation
        request.vehicle?.licensePlate = LicensePlate()
        request.vehicle?.waypoints = [TripWaypoint()]
        request.updateMask = mask("vehicle_state")
        let found = try findings(in: request)
        #expect(codes(found) == ["field_ignored", "location_sensor"])
        #expect(found.first("location_sensor")?.severity == .note)
        let refused = CallStatusText(code: 3, message: "bad sensor")
        let refusal = checkup([call(1, "v1.Vehicle", request, status: refused)]).findings
        #expect(refusal.first("location_sensor")?.severity == .error)
        request.updateMask = mask("vehicle_state", "license_plate")
        #expect(try findings(in: request).first("required_field_missing")?.evidence.isEmpty == false)
        request.updateMask = mask("*")
        #expect(try findings(in: request).first("location_sensor")?.severity == .error)
    }

    @Test func findsTasksThatAreNotOpen() throws {
        var request = CreateTaskRequest()
        request.parent = provider
        request.taskID = "x"
        var task = DeliveryTask()
        (task.type, task.state, task.taskDuration) = (.delivery, .closed, ProtobufDuration())
        task.trackingID = "y"
        request.task = task
        let found = try findings(in: request)
        #expect(codes(found) == ["task_not_open"] && found[0].evidence.map(\.text) == ["CLOSED"])
        request.task?.state = .open
        #expect(try codes(findings(in: request)) == [])
    }

    @Test func findsSearchesOutOfRange() throws {
        var request = SearchVehiclesRequest()
        request.parent = provider
        request.pickupPoint = TerminalLocation()
        request.pickupPoint?.point = LatLng(latitude: 1, longitude: 2)
        (request.pickupRadiusMeters, request.count, request.minimumCapacity) = (400, 50, 1)
        request.tripTypes = [.exclusive]
        request.orderBy = .cost
        request.vehicleTypes = [Vehicle.VehicleType()]
        #expect(try codes(findings(in: request)) == [])
        (request.pickupRadiusMeters, request.count, request.minimumCapacity) = (10_001, 51, -1)
        request.tripTypes = [.exclusive, .shared]
        let found = try findings(in: request)
        #expect(codes(found) == ["search_range"])
        #expect(found[0].evidence.map(\.path) == ["pickup_radius_meters", "count", "minimum_capacity", "trip_types"])
    }

    @Test func findsAttributesThatClash() throws {
        var request = UpdateVehicleAttributesRequest()
        request.name = vehicleName
        request.attributes = (0..<100).map { index in
            var attribute = VehicleAttribute()
            attribute.key = "k\(index)"
            attribute.value = "a"
            attribute.attributeValue = .string("a")
            return attribute
        }
        #expect(try codes(findings(in: request)) == [])
        request.attributes[7].value = "b"
        request.attributes.append(request.attributes[3])
        #expect(
            try codes(findings(in: request)) == ["attribute_twice", "attribute_values_differ", "too_many_attributes"])
    }

    @Test func findsATripsAttributeTwice() throws {
        var request = UpdateTripRequest()
        request.name = tripName
        request.trip = Trip()
        var attribute = TripAttribute()
        attribute.key = "k"
        attribute.value = .string("v")
        request.trip?.attributes = [attribute, attribute]
        request.updateMask = mask("attributes")
        #expect(try codes(findings(in: request)) == ["attribute_twice"])
    }

    // MARK: Locations and times

    @Test func findsTheServersSensorInRequests() throws {
        var request = Self.good()
        request.vehicle?.lastLocation?.locationSensor = .fleetEngineLocation
        #expect(try codes(findings(in: request)) == ["location_sensor"])
        request = Self.good()
        request.vehicle?.lastLocation?.rawLocationSensor = .fleetEngineLocation
        #expect(try codes(findings(in: request)) == ["location_sensor"])
    }

    @Test func judgesMovement() throws {
        var request = Self.good()
        request.vehicle?.lastLocation?.speed = 101
        request.vehicle?.lastLocation?.heading = -1
        request.vehicle?.lastLocation?.latlngAccuracy = -.infinity
        request.vehicle?.lastLocation?.numStaleUpdates = 6
        #expect(
            try codes(findings(in: request))
                == ["accuracy_implausible", "heading_out_of_range", "speed_implausible", "stale_updates"])
        request.vehicle?.lastLocation = location(at: 0)
        request.vehicle?.lastLocation?.speed = 101
        request.vehicle?.lastLocation?.numStaleUpdates = 3
        #expect(try codes(findings(in: request)) == ["speed_implausible"])
        let speed = try #require(try findings(in: request).first?.evidence.first)
        #expect(speed.path == "vehicle.last_location.speed")
        #expect(request.encoded()[try #require(speed.offset)] == 6 << 3 | 2)
        request.vehicle?.lastLocation?.speed = 50
        #expect(try codes(findings(in: request)) == [])
    }

    @Test(
        arguments: [
            (0, 0, "coordinates_zero"), (91, 181, "coordinates_out_of_range"), (-122.4, 37.8, "coordinates_swapped"),
            (.nan, 0, "coordinates_out_of_range"), (90, -180, ""), (0, 37, ""),
        ] as [(Double, Double, String)])
    func judgesCoordinates(latitude: Double, longitude: Double, code: String) throws {
        var request = Self.good()
        request.vehicle?.lastLocation?.location = LatLng(latitude: latitude, longitude: longitude)
        let found = try findings(in: request)
        #expect(codes(found) == (code.isEmpty ? [] : [code]))
        if !code.isEmpty { #expect(found[0].evidence[0].path == "vehicle.last_location.location") }
    }

    @Test func findsSwappedCoordinatesWithinALocation() throws {
        var request = Self.good()
        request.vehicle?.lastLocation?.location = LatLng(latitude: 48.1, longitude: 11.5)
        request.vehicle?.lastLocation?.rawLocation = LatLng(latitude: 11.5, longitude: 48.1)
        #expect(try codes(findings(in: request)) == ["coordinates_swapped"])
        for (latitude, longitude) in [(48.1001, 11.5), (40, 48.2), (11.6, 20)] {
            request.vehicle?.lastLocation?.rawLocation = LatLng(latitude: latitude, longitude: longitude)
            #expect(try codes(findings(in: request)) == [])
        }
    }

    /// 2025-08-31 in other units; a year behind 2100; a time that is not set.
    @Test(arguments: [
        (1_756_669_842_000, "milliseconds in seconds"), (1_756_669_842_000_000, "microseconds in seconds"),
        (1_756_669_842_000_000_000, "nanoseconds in seconds"), (7_000_000_000, "not between 2010 and 2100"),
        (0, "the field is there, but not set"),
    ])
    func findsTimesInOtherUnits(seconds: Int64, problem: String) throws {
        var request = Self.good()
        request.vehicle?.lastLocation?.updateTime = Timestamp(seconds: seconds)
        let found = try findings(in: request)
        #expect(codes(found) == ["timestamp_implausible"])
        #expect(found[0].evidence[0].text.contains(problem))
        #expect(found[0].evidence[0].path == "vehicle.last_location.update_time")
    }

    @Test func judgesDeliveryVehiclesToo() throws {
        var request = UpdateDeliveryVehicleRequest()
        request.deliveryVehicle = DeliveryVehicle()
        request.deliveryVehicle?.name = "\(provider)/deliveryVehicles/a"
        request.deliveryVehicle?.lastLocation = DeliveryVehicleLocation()
        request.deliveryVehicle?.lastLocation?.location = LatLng(latitude: 0, longitude: 0)
        request.deliveryVehicle?.lastLocation?.locationSensor = .fleetEngineLocation
        request.deliveryVehicle?.lastLocation?.speed = -3
        request.updateMask = mask("last_location")
        #expect(try codes(findings(in: request)) == ["coordinates_zero", "location_sensor", "speed_implausible"])
    }

    @Test func acceptsAViewportAtZero() throws {
        var request = ListDeliveryVehiclesRequest()
        request.parent = provider
        request.viewport = Viewport()
        request.viewport?.low = LatLng(latitude: 0, longitude: 0)
        #expect(try codes(findings(in: request)) == [])
    }

    // MARK: Damage

    @Test func findsDamageAndNothingElse() throws {
        let bytes = Array(Self.good().encoded().dropLast(3))
        let found = ProducedCodes.record(MessageDoctor.examine([bytes], as: try type(UpdateVehicleRequest.self)))
            .findings
        #expect(codes(found) == ["damaged_message"])
    }
}
