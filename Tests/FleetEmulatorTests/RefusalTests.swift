import FleetEmulator
import FleetErrors
import FleetMessages
import GRPCWire
import ProtobufWire
import Testing

/// A call that breaks a rule.
struct Refusal: CustomTestStringConvertible, Sendable {
    let rule: String
    let code: StatusCode
    /// The field that the first violation names; `nil` where the details are of another type.
    let field: String?
    let call: @Sendable (inout EmulatorFixture) throws -> CallStatus?

    var testDescription: String { "\(rule): \(field ?? code.title)" }

    init(
        _ rule: String, _ code: StatusCode, _ field: String? = nil,
        _ call: @escaping @Sendable (inout EmulatorFixture) throws -> CallStatus?
    ) {
        (self.rule, self.code, self.field, self.call) = (rule, code, field, call)
    }
}

extension Refusal {
    private static func status(_ body: () throws -> Void) -> CallStatus? {
        do {
            try body()
            return nil
        } catch { return error as? CallStatus }
    }

    private static func vehicle(
        _ rule: String, _ field: String, _ change: @escaping @Sendable (inout Vehicle) -> Void
    ) -> Refusal {
        Refusal(rule, .invalidArgument, field) { fleet in status { try fleet.createVehicle("v2", change) } }
    }

    private static func update(
        _ rule: String, _ field: String, _ mask: String,
        _ change: @escaping @Sendable (inout Vehicle) -> Void
    ) -> Refusal {
        Refusal(rule, .invalidArgument, field) { fleet in status { try fleet.updateVehicle("v1", mask, change) } }
    }

    private static func search(
        _ rule: String, _ field: String, _ code: StatusCode = .invalidArgument,
        _ change: @escaping @Sendable (inout SearchVehiclesRequest) -> Void
    ) -> Refusal {
        Refusal(rule, code, field) { fleet in
            var request = EmulatorFixture.search
            change(&request)
            return fleet.failure(.searchVehicles, request)
        }
    }

    private static func list(
        _ rule: String, _ field: String, _ change: @escaping @Sendable (inout ListVehiclesRequest) -> Void
    ) -> Refusal {
        Refusal(rule, .invalidArgument, field) { fleet in
            fleet.failure(
                .listVehicles,
                .with {
                    ($0.parent, $0.vehicleTypeCategories) = (EmulatorFixture.parent, [.auto])
                    change(&$0)
                })
        }
    }

    private static func trip(
        _ rule: String, _ field: String, _ change: @escaping @Sendable (inout Trip) -> Void
    ) -> Refusal {
        Refusal(rule, .invalidArgument, field) { fleet in status { try fleet.createTrip("t2", change) } }
    }

    private static func task(
        _ rule: String, _ field: String, _ change: @escaping @Sendable (inout DeliveryTask) -> Void
    ) -> Refusal {
        Refusal(rule, .invalidArgument, field) { fleet in status { try fleet.createTask("k2", change) } }
    }

    private static func attributes(_ count: Int) -> [VehicleAttribute] {
        (0..<count).map { index in .with { $0.key = "k\(index)" } }
    }

    private static func token(
        _ rule: String, _ code: StatusCode, _ token: @escaping @Sendable (EmulatorFixture) -> String?
    ) -> Refusal {
        Refusal(rule, code) { fleet in
            fleet.token = token(fleet)
            return status { _ = try fleet.getTrip() }
        }
    }

    private static let tokens: [Refusal] = [
        token("tokenPresent", .unauthenticated) { _ in nil },
        token("tokenPresent", .unauthenticated) { _ in "" },
        token("tokenReadable", .unauthenticated) { _ in "a.b" },
        token("tokenReadable", .unauthenticated) { _ in "a.b.c" },
        token("tokenTimes", .unauthenticated) {
            EmulatorFixture.token(at: $0.clock.now - ProtobufDuration(seconds: 3600))
        },
        token("tokenTimes", .unauthenticated) {
            EmulatorFixture.token(at: $0.clock.now + ProtobufDuration(seconds: 700))
        },
        token("claims", .unauthenticated) { EmulatorFixture.token(["vehicleid": ["v1"]], at: $0.clock.now) },
        token("claims", .permissionDenied) { EmulatorFixture.token(["tripid": ["t2"]], at: $0.clock.now) },
        Refusal("roleFields", .permissionDenied) { fleet in
            fleet.token = EmulatorFixture.token(["vehicleid": ["v1"]], at: fleet.clock.now)
            return status { try fleet.updateVehicle("v1", "maximum_capacity") { $0.maximumCapacity = 5 } }
        },
        Refusal("roles", .permissionDenied) { fleet in
            fleet.token = EmulatorFixture.token(["tripid": ["t1"]], at: fleet.clock.now)
            return status { try fleet.updateTrip("t1", "trip_status") { $0.tripStatus = .enrouteToPickup } }
        },
        Refusal("claims", .permissionDenied) { fleet in
            fleet.token = EmulatorFixture.token(["vehicleid": ["v1"]], at: fleet.clock.now)
            return fleet.failure(.searchVehicles, EmulatorFixture.search)
        },
    ]

    private static let vehicles: [Refusal] = [
        Refusal("names", .invalidArgument, "name") { fleet in
            fleet.failure(.getVehicle, .with { $0.name = "providers/sample-fleet/trips/t1" })
        },
        Refusal("names", .invalidArgument, "name") { fleet in
            fleet.failure(.getVehicle, .with { $0.name = "providers/a b/vehicles/v1" })
        },
        Refusal("names", .invalidArgument, "vehicle_id") { fleet in status { try fleet.createVehicle("a/b") } },
        Refusal("existence", .alreadyExists) { fleet in status { try fleet.createVehicle("v1") } },
        Refusal("existence", .notFound) { fleet in status { try fleet.updateVehicle("v9", "vehicle_state") { _ in } } },
        vehicle("required", "vehicle.license_plate.country_code") { $0.licensePlate = LicensePlate() },
        vehicle("vehicleAtCreation", "vehicle.maximum_capacity") { $0.maximumCapacity = 0 },
        vehicle("vehicleAtCreation", "vehicle.supported_trip_types") { $0.supportedTripTypes = [] },
        vehicle("vehicleAtCreation", "vehicle.vehicle_type") { $0.vehicleType = nil },
        vehicle("vehicleAtCreation", "vehicle.vehicle_state") { $0.vehicleState = .unknown },
        vehicle("attributes", "vehicle.attributes") { $0.attributes = attributes(101) },
        vehicle("attributes", "vehicle.attributes[1].key") { $0.attributes = attributes(1) + attributes(1) },
        vehicle("attributes", "vehicle.attributes[0].key") {
            $0.attributes = attributes(1)
            $0.attributes[0].key = "a:b"
        },
        vehicle("attributes", "vehicle.attributes[0].key") { $0.attributes = [VehicleAttribute()] },
        vehicle("attributes", "vehicle.attributes[0]") {
            $0.attributes = attributes(1)
            $0.attributes[0].value = "a"
            $0.attributes[0].attributeValue = .string("b")
        },
        vehicle("attributes", "vehicle.attributes[0]") {
            $0.attributes = attributes(1)
            $0.attributes[0].value = String(repeating: "x", count: 254)
        },
        update("emptyMask", "update_mask", "") { $0.vehicleState = .online },
        update("unknownPath", "update_mask", "vehicle_state,nothing") { $0.vehicleState = .online },
        update("required", "vehicle.vehicle_type", "vehicle_type") { _ in },
        update("vehicleAtCreation", "vehicle.maximum_capacity", "maximum_capacity") { _ in },
        update("places", "vehicle.last_location.location", "last_location") {
            $0.lastLocation = EmulatorFixture.location(.nan, 0)
        },
        update("places", "vehicle.last_location.location", "last_location") {
            $0.lastLocation = EmulatorFixture.location(0, 181)
        },
        update("times", "vehicle.last_location.update_time", "last_location") {
            $0.lastLocation = EmulatorFixture.location(0, 0)
            $0.lastLocation?.updateTime = Timestamp(seconds: 1_795_000_000_000)
        },
        update("times", "vehicle.waypoints[1].eta", "vehicle_state") {
            $0.waypoints = [TripWaypoint(), .with { $0.eta = Timestamp(seconds: 1, nanos: -1) }]
        },
        update("sensors", "vehicle.last_location.location_sensor", "last_location") {
            $0.lastLocation = EmulatorFixture.location(0, 0)
            $0.lastLocation?.locationSensor = .fleetEngineLocation
        },
        update("places", "vehicle.current_route_segment_end_point.location.point", "*") {
            $0.vehicleType = .with { $0.category = .auto }
            $0.currentRouteSegmentEndPoint = .with { $0.location = EmulatorFixture.place(91, 0) }
        },
        update("sensors", "vehicle.past_locations[0].raw_location_sensor", "past_locations") {
            $0.pastLocations = [.with { $0.rawLocationSensor = .fleetEngineLocation }]
        },
        Refusal("required", .invalidArgument, "vehicle") { fleet in
            let (name, mask) = (EmulatorFixture.name("vehicles", "v1"), FieldMask(paths: ["attributes"]))
            return fleet.failure(.updateVehicle, .with { ($0.name, $0.updateMask) = (name, mask) })
        },
        Refusal("required", .invalidArgument, "current_location") { fleet in
            fleet.failure(.updateVehicleLocation, .with { $0.name = EmulatorFixture.name("vehicles", "v1") })
        },
        update("vehicleWaypoints", "vehicle.waypoints", "waypoints") { _ in },
        Refusal("deletion", .failedPrecondition) { fleet in
            fleet.failure(.deleteVehicle, .with { $0.name = EmulatorFixture.name("vehicles", "v1") })
        },
    ]

    private static let searches: [Refusal] = [
        list("required", "header.region_code") { $0.header = RequestHeader() },
        search("searchRange", "count", .outOfRange) { $0.count = 51 },
        search("searchRange", "count", .outOfRange) { $0.count = .min },
        search("searchRange", "count", .outOfRange) { $0.pickupRadiusMeters = 10_001 },
        search("required", "pickup_point") { $0.pickupPoint = nil },
        search("required", "order_by") { $0.orderBy = .unknown },
        search("criteria", "minimum_capacity") { $0.minimumCapacity = 0 },
        search("searchTripTypes", "trip_types") { $0.tripTypes = [.exclusive, .shared] },
        search("criteria", "dropoff_point") { $0.tripTypes = [.shared] },
        search("exclusiveFields", "include_back_to_back") {
            $0.includeBackToBack = true
            $0.currentTripsPresent = .any
        },
        search("criteria", "required_attributes") { $0.requiredAttributes = attributes(51) },
        search("exclusiveFields", "filter") {
            $0.requiredAttributes = attributes(1)
            $0.filter = "attributes.a = b"
        },
        search("durations", "maximum_staleness") { $0.maximumStaleness = ProtobufDuration(seconds: -1) },
        list("listCategories", "vehicle_type_categories") { $0.vehicleTypeCategories = [] },
        list("criteria", "vehicle_type_categories") { $0.vehicleTypeCategories = [.unknown] },
        list("criteria", "minimum_capacity") { $0.minimumCapacity = -1 },
        list("criteria", "required_attributes") { $0.requiredAttributes = ["no colon"] },
        list("pages", "page_size") { $0.pageSize = -1 },
        list("pages", "page_token") { $0.pageToken = "x" },
        list("pages", "page_token") { $0.pageToken = "pzzzzzzzzzzzzzzzzzzzz" },
        list("pages", "page_token") { $0.pageToken = "p-1" },
        list("filters", "filter") { $0.filter = "state = ONLINE" },
        list("filters", "filter") { $0.filter = "attributes.a = (" },
        list("filters", "filter") { $0.filter = "attributes.a = b )" },
        list("filters", "filter") { $0.filter = "(attributes.a = b" },
        list("filters", "filter") { $0.filter = "attributes.a = b AND" },
        list("filters", "filter") { $0.filter = "attributes.a = b c" },
        list("filters", "filter") { $0.filter = "-" },
        list("filters", "filter") { $0.filter = "attributes.a = \"b" },
        list("filters", "filter") { $0.filter = String(repeating: "(", count: 100_000) },
        list("filters", "filter") {
            $0.filter = Array(repeating: "attributes.a = b", count: 51).joined(separator: " AND ")
        },
    ]

    /// A trip at the only one of its intermediate destinations, or on the way to it, that names another.
    private static func destination(index: Int32, _ tripStatus: TripStatus) -> Refusal {
        Refusal("destinationIndex", .invalidArgument, "trip.intermediate_destination_index") { fleet in
            try fleet.createTrip("t2") { $0.intermediateDestinations = [EmulatorFixture.place(1, 1)] }
            return status {
                try fleet.updateTrip("t2", "trip_status,intermediate_destination_index") {
                    ($0.tripStatus, $0.intermediateDestinationIndex) = (tripStatus, index)
                }
            }
        }
    }

    /// Two trips of a vehicle, of these types, whose waypoints are put into an order by their indices.
    private static func interleaved(_ first: TripType, _ second: TripType, _ order: [Int]) -> Refusal {
        Refusal("waypointOrder", .invalidArgument, "trip.vehicle_waypoints") { fleet in
            for (id, type) in [("t2", first), ("t3", second)] {
                try fleet.createTrip(id) { ($0.tripType, $0.vehicleID) = (type, "v2") }
            }
            try fleet.createVehicle("v2")
            let waypoints = try fleet.updateTrip("t3", "attributes") { _ in }.vehicleWaypoints
            return status {
                try fleet.updateTrip("t3", "vehicle_waypoints") { $0.vehicleWaypoints = order.map { waypoints[$0] } }
            }
        }
    }

    private static let trips: [Refusal] = [
        trip("tripAtCreation", "trip.trip_type") { $0.tripType = .unknown },
        trip("tripAtCreation", "trip.pickup_point") { $0.pickupPoint = nil },
        trip("places", "trip.actual_pickup_point.point") {
            $0.actualPickupPoint = .with { $0.point = LatLng(latitude: 91, longitude: 0) }
        },
        Refusal("required", .invalidArgument, "header.region_code") { fleet in
            fleet.failure(.getTrip, EmulatorFixture.tripRequest { $0.header = RequestHeader() })
        },
        trip("required", "trip.pickup_point.point") { $0.pickupPoint = TerminalLocation() },
        trip("sharedDestinations", "trip.intermediate_destinations") {
            $0.tripType = .shared
            $0.intermediateDestinations = [EmulatorFixture.place(1, 1)]
        },
        Refusal("immutable", .invalidArgument, "trip.number_of_passengers") { fleet in
            status { try fleet.updateTrip("t1", "number_of_passengers") { $0.numberOfPassengers = 3 } }
        },
        Refusal("transitions", .failedPrecondition) { fleet in
            try fleet.updateTrip("t1", "trip_status") { $0.tripStatus = .enrouteToDropoff }
            return status { try fleet.updateTrip("t1", "trip_status") { $0.tripStatus = .enrouteToPickup } }
        },
        Refusal("transitions", .failedPrecondition) { fleet in
            try fleet.updateTrip("t1", "trip_status") { $0.tripStatus = .canceled }
            return status { try fleet.updateTrip("t1", "trip_status") { $0.tripStatus = .complete } }
        },
        Refusal("destinationsVersion", .failedPrecondition) { fleet in
            try fleet.createTrip("t2") { $0.intermediateDestinations = [EmulatorFixture.place(1, 1)] }
            return status {
                try fleet.updateTrip("t2", "trip_status") {
                    $0.tripStatus = .enrouteToIntermediateDestination
                    $0.intermediateDestinationsVersion = Timestamp(seconds: 1)
                }
            }
        },
        destination(index: 1, .enrouteToIntermediateDestination),
        destination(index: .min, .arrivedAtIntermediateDestination),
        Refusal("waypointOrder", .invalidArgument, "trip.vehicle_waypoints") { fleet in
            let waypoints = try fleet.updateTrip("t1", "attributes") { _ in }.vehicleWaypoints
            return status {
                try fleet.updateTrip("t1", "vehicle_waypoints") { $0.vehicleWaypoints = waypoints.reversed() }
            }
        },
        Refusal("waypointOrder", .invalidArgument, "trip.vehicle_waypoints") { fleet in
            status { try fleet.updateTrip("t1", "vehicle_waypoints") { $0.vehicleWaypoints = [TripWaypoint()] } }
        },
        Refusal("existence", .alreadyExists) { fleet in status { try fleet.createTrip("t1") } },
        interleaved(.exclusive, .exclusive, [0, 2, 1, 3]),
        interleaved(.shared, .exclusive, [0, 2, 3, 1]),
        interleaved(.exclusive, .shared, [0, 2, 3, 1]),
        Refusal("deletion", .failedPrecondition) { fleet in
            fleet.failure(.deleteTrip, .with { $0.name = EmulatorFixture.name("trips", "t1") })
        },
        Refusal("billing", .invalidArgument, "country_code") { fleet in
            let name = EmulatorFixture.name("billableTrips", "b1")
            return fleet.failure(.reportBillableTrip, .with { ($0.name, $0.countryCode) = (name, "Germany") })
        },
        // trip_api.proto: "The number of `related_ids` is limited to 50."
        Refusal("billing", .invalidArgument, "related_ids") { fleet in
            var report = ReportBillableTripRequest()
            (report.name, report.countryCode) = (EmulatorFixture.name("billableTrips", "b1"), "DE")
            report.relatedIDs = Array(repeating: "s", count: 50)
            #expect(fleet.failure(.reportBillableTrip, report) == nil)
            report.relatedIDs.append("s")
            return fleet.failure(.reportBillableTrip, report)
        },
    ]

    private static let deliveries: [Refusal] = [
        Refusal("deliveryVehicleAtCreation", .invalidArgument, "delivery_vehicle.navigation_status") { fleet in
            status { try fleet.createDeliveryVehicle("d2") { $0.navigationStatus = .noGuidance } }
        },
        Refusal("places", .invalidArgument, "viewport.low") { fleet in
            let viewport = Viewport.with { ($0.low, $0.high) = (LatLng(latitude: 91, longitude: 0), LatLng()) }
            return fleet.failure(
                .listDeliveryVehicles, .with { ($0.parent, $0.viewport) = (EmulatorFixture.parent, viewport) })
        },
        Refusal("existence", .alreadyExists) { fleet in status { try fleet.createDeliveryVehicle("d1") } },
        Refusal("existence", .alreadyExists) { fleet in status { try fleet.createTask("k1") } },
        Refusal("taskAssignment", .notFound) { fleet in
            status { try fleet.setStops(of: "d1", [["nobody"]]) }
        },
        Refusal("taskAssignment", .failedPrecondition) { fleet in
            try fleet.setStops(of: "d1", [["k1"]])
            try fleet.createDeliveryVehicle("d2")
            return status { try fleet.setStops(of: "d2", [["k1"]]) }
        },
        Refusal("deletion", .failedPrecondition) { fleet in
            try fleet.setStops(of: "d1", [["k1"]])
            return fleet.failure(
                .deleteDeliveryVehicle, .with { $0.name = EmulatorFixture.name("deliveryVehicles", "d1") })
        },
        Refusal("deletion", .failedPrecondition) { fleet in
            try fleet.setStops(of: "d1", [["k1"]])
            return fleet.failure(.deleteTask, .with { $0.name = EmulatorFixture.name("tasks", "k1") })
        },
        task("required", "task.type") { $0.type = .unspecified },
        task("taskAtCreation", "task.state") { $0.state = .closed },
        task("taskAtCreation", "task.tracking_id") { $0.trackingID = "" },
        task("taskAtCreation", "task.tracking_id") { $0.trackingID = "a/b" },
        task("taskAtCreation", "task.tracking_id") { $0.type = .unavailable },
        task("taskEffort", "task.task_duration") { $0.taskDuration = nil },
        task("taskEffort", "task.planned_location") { $0.plannedLocation = nil },
        task("taskFields", "task.task_outcome") { $0.taskOutcome = .failed },
        task("times", "task.task_duration") { $0.taskDuration = ProtobufDuration(seconds: 60, nanos: 1_000_000_000) },
        Refusal("times", .invalidArgument, "delivery_vehicle.remaining_duration") { fleet in
            let vehicle = DeliveryVehicle.with { $0.remainingDuration = ProtobufDuration(seconds: .max) }
            return fleet.failure(.updateDeliveryVehicle, .with { $0.deliveryVehicle = vehicle })
        },
        task("timeWindows", "task.target_time_window.end_time") {
            $0.targetTimeWindow = .with {
                ($0.startTime, $0.endTime) = (Timestamp(seconds: 2), Timestamp(seconds: 1))
            }
        },
        task("visibility", "task.task_tracking_view_config.vehicle_location_visibility") {
            $0.taskTrackingViewConfig = .with { $0.vehicleLocationVisibility = .with { $0.option = .always(false) } }
        },
        Refusal("taskOutcome", .failedPrecondition) { fleet in
            try fleet.updateTask("k1", "task_outcome") { $0.taskOutcome = .failed }
            return status { try fleet.updateTask("k1", "task_outcome") { $0.taskOutcome = .succeeded } }
        },
        Refusal("taskClosing", .failedPrecondition) { fleet in
            try fleet.setStops(of: "d1", [["k1"]])
            return status { try fleet.updateTask("k1", "state") { $0.state = .closed } }
        },
        Refusal("taskReopening", .failedPrecondition) { fleet in
            try fleet.updateTask("k1", "state") { $0.state = .closed }
            return status { try fleet.updateTask("k1", "state") { $0.state = .open } }
        },
        Refusal("immutable", .invalidArgument, "task.tracking_id") { fleet in
            status { try fleet.updateTask("k1", "tracking_id") { $0.trackingID = "other" } }
        },
        Refusal("batches", .invalidArgument, "requests") { fleet in
            fleet.failure(.batchCreateTasks, .with { $0.parent = EmulatorFixture.parent })
        },
        // Whoever may not create one of the tasks learns nothing of what is wrong with another.
        Refusal("claims", .permissionDenied) { fleet in
            fleet.token = EmulatorFixture.token(["taskids": ["k2"]], at: fleet.clock.now)
            let tasks = [CreateTaskRequest.with { $0.taskID = "k2" }, EmulatorFixture.taskRequest("k3")]
            return fleet.failure(
                .batchCreateTasks, .with { ($0.parent, $0.requests) = (EmulatorFixture.parent, tasks) })
        },
        Refusal("existence", .alreadyExists) { fleet in
            let tasks = ["k2", "k2"].map { EmulatorFixture.taskRequest($0) }
            return fleet.failure(
                .batchCreateTasks, .with { ($0.parent, $0.requests) = (EmulatorFixture.parent, tasks) })
        },
        Refusal("existence", .notFound) { fleet in
            fleet.failure(.getTaskTrackingInfo, .with { $0.name = EmulatorFixture.name("taskTrackingInfo", "nothing") })
        },
    ]

    static let all = tokens + vehicles + searches + trips + deliveries
}

@Suite struct RefusalTests {
    /// With every rule enforced, the call fails by its rule, and `explain` finds the category of the code in Google's tables.
    @Test(arguments: Refusal.all) func theCallIsRefused(_ refusal: Refusal) throws {
        var fleet = try EmulatorFixture.populated()
        fleet.emulator.isStrict = true
        let status = try #require(try refusal.call(&fleet))
        #expect(status.code == refusal.code)
        #expect(status.fieldViolations.first?.field == refusal.field)
        #expect(!status.message.isEmpty && !status.details.isEmpty)
        let category = FailedCall(status).diagnosis.category
        // An empty mask is benign, as Google's page on it says.
        #expect(category == (refusal.rule == "emptyMask" ? .benign : Diagnosis(status.code).category))
    }

    /// Without being strict, the call does not fail by a rule that recorded traffic breaks.
    @Test(arguments: Refusal.all) func aWaivedRuleRefusesNothing(_ refusal: Refusal) throws {
        guard Rule.recordedWaivers.contains(try #require(Rule(rawValue: refusal.rule))) else { return }
        var fleet = try EmulatorFixture.populated()
        let status = try refusal.call(&fleet)
        #expect(status == nil || status?.fieldViolations.first?.field != refusal.field)
    }
}

@Suite struct ClaimTests {
    /// Each resource needs its own claim, and those of a list or search all of them; only vehicles are found and read with the
    /// claim of a trip.
    @Test(arguments: [
        ("trackingid=track-k1", "GetTask", "tasks/k1"),
        ("taskid=k1", "GetTaskTrackingInfo", "taskTrackingInfo/track-k1"),
        ("deliveryvehicleid=d1,taskid=k1", "GetTaskTrackingInfo", "taskTrackingInfo/track-k1"),
        ("deliveryvehicleid=d1", "GetTaskTrackingInfo", "taskTrackingInfo/track-k1"),
        ("deliveryvehicleid=d1", "GetTask", "tasks/k1"), ("deliveryvehicleid=d1", "ListTasks", nil),
        ("taskid=*", "ListDeliveryVehicles", nil), ("taskid=*", "GetDeliveryVehicle", "deliveryVehicles/d1"),
        ("vehicleid=v1", "SearchTrips", nil), ("vehicleid=*", "GetTrip", "trips/t1"),
        ("vehicleid=v1", "GetTrip", "trips/t1"),
        ("tripid=t1", "ListVehicles", nil), ("tripid=*", "ListVehicles", nil),
        ("tripid=*", "DeleteVehicle", "vehicles/v1"),
    ])
    func aCallWithoutItsClaimIsUnauthenticated(_ claims: String, _ method: String, _ name: String?) throws {
        #expect(try code(claims, method, name) == .unauthenticated)
        #expect(try code(claims, method, name, isStrict: true) == .unauthenticated)
    }

    @Test(arguments: [
        ("tripid=t1", "GetVehicle", "vehicles/v1"), ("tripid=*", "GetVehicle", "vehicles/v1"),
        ("tripid=t1", "SearchVehicles", nil), ("vehicleid=v1,tripid=t1", "GetTrip", "trips/t1"),
        ("trackingid=track-k1", "GetTaskTrackingInfo", "taskTrackingInfo/track-k1"),
        ("taskid=k1", "GetTask", "tasks/k1"),
        ("deliveryvehicleid=d1,taskid=k1", "GetDeliveryVehicle", "deliveryVehicles/d1"),
        ("deliveryvehicleid=d1,taskid=k1", "GetTask", "tasks/k1"), ("deliveryvehicleid=d1,taskid=*", "ListTasks", nil),
        ("deliveryvehicleid=d1", "GetDeliveryVehicle", "deliveryVehicles/d1"),
    ])
    func aCallWithItsClaimIsAnswered(_ claims: String, _ method: String, _ name: String?) throws {
        let code = try code(claims, method, name)
        #expect(code == nil || code == .outOfRange, "the search lacks a radius, which is looked at behind the token")
    }

    /// The code of a failed call with a token of these claims.
    private func code(
        _ claims: String, _ method: String, _ name: String?, isStrict: Bool = false
    ) throws -> StatusCode? {
        var fleet = try EmulatorFixture.populated()
        fleet.emulator.isStrict = isStrict
        let pairs = claims.split(separator: ",").map { $0.split(separator: "=").map(String.init) }
        let token = EmulatorFixture.token(
            Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], [$0[1]]) }), at: fleet.clock.now)
        let request = name.map { ["name": "\(EmulatorFixture.parent)/\($0)"] } ?? ["parent": EmulatorFixture.parent]
        let run = try #require(FleetMethod(named: method).flatMap { JSONMethod.all[$0.path] })
        guard case .failure(let status) = try run(&fleet.emulator, request, token) else { return nil }
        return status.code
    }
}
