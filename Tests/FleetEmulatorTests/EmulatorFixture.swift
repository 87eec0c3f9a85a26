import FleetEmulator
import FleetErrors
import FleetMessages
import GRPCWire
import ProtobufWire
import Synchronization

/// A clock that the test turns.
final class TestClock: Sendable {
    private let time = Mutex(Timestamp(seconds: 1_756_669_842))
    var now: Timestamp { time.withLock { $0 } }
    func advance(by span: Double) {
        time.withLock { $0 = $0 + (ProtobufDuration(inSeconds: span) ?? ProtobufDuration()) }
    }
    func set(_ new: Timestamp) { time.withLock { $0 = new } }
}

/// An emulator with its clock and a token for everything.
struct EmulatorFixture {
    static let parent = "providers/sample-fleet"

    let clock = TestClock()
    var emulator: FleetEmulator
    var token: String?

    init() {
        let clock = clock
        emulator = FleetEmulator { clock.now }
        token = Self.token(at: clock.now)
    }

    static func token(
        _ claims: [String: [String]] = [
            "vehicleid": ["*"], "tripid": ["*"], "deliveryvehicleid": ["*"], "taskid": ["*"], "trackingid": ["*"],
        ], at time: Timestamp
    ) -> String { FleetEmulator.token(claims, at: time) }

    mutating func call<Request, Response>(
        _ method: FleetRPC<Request, Response>, _ request: Request
    ) throws(CallStatus) -> Response {
        try emulator.answer(method, request, token: token).result.get()
    }

    /// The status of a call that has to fail.
    mutating func failure<Request, Response>(
        _ method: FleetRPC<Request, Response>, _ request: Request
    ) -> CallStatus? {
        guard case .failure(let status) = emulator.answer(method, request, token: token).result else { return nil }
        return status
    }

    // MARK: Resources

    static func name(_ collection: String, _ id: String) -> String { "\(parent)/\(collection)/\(id)" }

    @discardableResult
    mutating func createVehicle(_ id: String = "v1", _ change: (inout Vehicle) -> Void = { _ in }) throws -> Vehicle {
        var request = CreateVehicleRequest()
        request.parent = Self.parent
        request.vehicleID = id
        var vehicle = Vehicle()
        vehicle.vehicleState = .online
        vehicle.supportedTripTypes = [.exclusive]
        vehicle.maximumCapacity = 4
        vehicle.vehicleType = Vehicle.VehicleType()
        vehicle.vehicleType?.category = .auto
        change(&vehicle)
        request.vehicle = vehicle
        return try call(.createVehicle, request)
    }

    @discardableResult
    mutating func updateVehicle(
        _ id: String = "v1", _ mask: String, _ change: (inout Vehicle) -> Void
    ) throws(CallStatus) -> Vehicle {
        var request = UpdateVehicleRequest()
        request.name = Self.name("vehicles", id)
        var vehicle = Vehicle()
        change(&vehicle)
        request.vehicle = vehicle
        request.updateMask = FieldMask(text: mask, for: Vehicle.self)
        return try call(.updateVehicle, request)
    }

    @discardableResult
    mutating func createTrip(_ id: String = "t1", _ change: (inout Trip) -> Void = { _ in }) throws -> Trip {
        var request = CreateTripRequest()
        request.parent = Self.parent
        request.tripID = id
        var trip = Trip()
        trip.tripType = .exclusive
        trip.pickupPoint = Self.place(48.1, 11.5)
        trip.dropoffPoint = Self.place(48.2, 11.6)
        change(&trip)
        request.trip = trip
        return try call(.createTrip, request)
    }

    @discardableResult
    mutating func updateTrip(
        _ id: String = "t1", _ mask: String, _ change: (inout Trip) -> Void
    ) throws(CallStatus) -> Trip {
        var request = UpdateTripRequest()
        request.name = Self.name("trips", id)
        var trip = Trip()
        change(&trip)
        request.trip = trip
        request.updateMask = FieldMask(text: mask, for: Trip.self)
        return try call(.updateTrip, request)
    }

    mutating func getTrip(_ id: String = "t1", _ change: (inout GetTripRequest) -> Void = { _ in }) throws -> Trip {
        var request = GetTripRequest()
        request.name = Self.name("trips", id)
        change(&request)
        return try call(.getTrip, request)
    }

    @discardableResult
    mutating func createDeliveryVehicle(
        _ id: String = "d1", _ change: (inout DeliveryVehicle) -> Void = { _ in }
    ) throws -> DeliveryVehicle {
        var request = CreateDeliveryVehicleRequest()
        request.parent = Self.parent
        request.deliveryVehicleID = id
        var vehicle = DeliveryVehicle()
        vehicle.type = .auto
        change(&vehicle)
        request.deliveryVehicle = vehicle
        return try call(.createDeliveryVehicle, request)
    }

    static func taskRequest(_ id: String) -> CreateTaskRequest {
        var task = DeliveryTask()
        task.type = .delivery
        task.state = .open
        task.trackingID = "track-\(id)"
        task.taskDuration = ProtobufDuration(seconds: 120)
        task.plannedLocation = LocationInfo()
        task.plannedLocation?.point = LatLng(latitude: 48.1, longitude: 11.5)
        var request = CreateTaskRequest()
        request.parent = parent
        request.taskID = id
        request.task = task
        return request
    }

    @discardableResult
    mutating func createTask(_ id: String = "k1", _ change: (inout DeliveryTask) -> Void = { _ in }) throws
        -> DeliveryTask
    {
        var request = Self.taskRequest(id)
        var task = request.task ?? DeliveryTask()
        change(&task)
        request.task = task
        return try call(.createTask, request)
    }

    @discardableResult
    mutating func updateTask(
        _ id: String = "k1", _ mask: String, _ change: (inout DeliveryTask) -> Void
    ) throws(CallStatus) -> DeliveryTask {
        var request = UpdateTaskRequest()
        var task = DeliveryTask()
        change(&task)
        task.name = Self.name("tasks", id)
        request.task = task
        request.updateMask = FieldMask(text: mask, for: DeliveryTask.self)
        return try call(.updateTask, request)
    }

    /// Gives a delivery vehicle stops with these tasks, a tenth of a degree apart.
    @discardableResult
    mutating func setStops(of id: String, _ tasks: [[String]]) throws -> DeliveryVehicle {
        var request = UpdateDeliveryVehicleRequest()
        var vehicle = DeliveryVehicle()
        vehicle.name = Self.name("deliveryVehicles", id)
        vehicle.remainingVehicleJourneySegments = tasks.enumerated().map { index, ids in
            var segment = VehicleJourneySegment()
            var stop = VehicleStop()
            stop.plannedLocation = LocationInfo()
            stop.plannedLocation?.point = LatLng(latitude: 48 + Double(index + 1) / 10, longitude: 11)
            stop.tasks = ids.map { id in
                var info = VehicleStop.TaskInfo()
                info.taskID = id
                return info
            }
            segment.stop = stop
            return segment
        }
        request.deliveryVehicle = vehicle
        request.updateMask = FieldMask(paths: ["remaining_vehicle_journey_segments"])
        return try call(.updateDeliveryVehicle, request)
    }

    // MARK: Samples

    /// Vehicle v1 with trip t1, delivery vehicle d1, and task k1, which no vehicle has.
    static func populated() throws -> EmulatorFixture {
        var fleet = EmulatorFixture()
        try fleet.createVehicle()
        try fleet.createTrip { $0.vehicleID = "v1" }
        try fleet.createDeliveryVehicle()
        try fleet.createTask()
        return fleet
    }

    static var search: SearchVehiclesRequest {
        var request = SearchVehiclesRequest()
        request.parent = parent
        request.pickupPoint = place(48.0, 11.0)
        request.pickupRadiusMeters = 5000
        request.count = 10
        request.minimumCapacity = 1
        request.tripTypes = [.exclusive]
        request.orderBy = .pickupPointETA
        var type = Vehicle.VehicleType()
        type.category = .auto
        request.vehicleTypes = [type]
        return request
    }

    static func location(_ latitude: Double, _ longitude: Double) -> VehicleLocation {
        var location = VehicleLocation()
        location.location = LatLng(latitude: latitude, longitude: longitude)
        return location
    }

    static func place(_ latitude: Double, _ longitude: Double) -> TerminalLocation {
        var place = TerminalLocation()
        place.point = LatLng(latitude: latitude, longitude: longitude)
        return place
    }
}
