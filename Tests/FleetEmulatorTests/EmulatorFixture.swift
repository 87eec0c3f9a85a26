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
        try call(
            .createVehicle,
            .with {
                ($0.parent, $0.vehicleID) = (Self.parent, id)
                $0.vehicle = .with {
                    ($0.vehicleState, $0.supportedTripTypes, $0.maximumCapacity) = (.online, [.exclusive], 4)
                    $0.vehicleType = .with { $0.category = .auto }
                    change(&$0)
                }
            })
    }

    @discardableResult
    mutating func updateVehicle(
        _ id: String = "v1", _ mask: String, _ change: (inout Vehicle) -> Void
    ) throws(CallStatus) -> Vehicle {
        let request = UpdateVehicleRequest.with {
            ($0.name, $0.vehicle) = (Self.name("vehicles", id), .with(change))
            $0.updateMask = FieldMask(text: mask, for: Vehicle.self)
        }
        return try call(.updateVehicle, request)
    }

    @discardableResult
    mutating func createTrip(_ id: String = "t1", _ change: (inout Trip) -> Void = { _ in }) throws -> Trip {
        try call(
            .createTrip,
            .with {
                ($0.parent, $0.tripID) = (Self.parent, id)
                $0.trip = .with {
                    $0.tripType = .exclusive
                    ($0.pickupPoint, $0.dropoffPoint) = (Self.place(48.1, 11.5), Self.place(48.2, 11.6))
                    change(&$0)
                }
            })
    }

    @discardableResult
    mutating func updateTrip(
        _ id: String = "t1", _ mask: String, _ change: (inout Trip) -> Void
    ) throws(CallStatus) -> Trip {
        let request = UpdateTripRequest.with {
            ($0.name, $0.trip) = (Self.name("trips", id), .with(change))
            $0.updateMask = FieldMask(text: mask, for: Trip.self)
        }
        return try call(.updateTrip, request)
    }

    static func tripRequest(
        _ id: String = "t1", _ change: (inout GetTripRequest) -> Void = { _ in }
    ) -> GetTripRequest {
        .with {
            $0.name = name("trips", id)
            change(&$0)
        }
    }

    mutating func getTrip(_ id: String = "t1", _ change: (inout GetTripRequest) -> Void = { _ in }) throws -> Trip {
        try call(.getTrip, Self.tripRequest(id, change))
    }

    @discardableResult
    mutating func createDeliveryVehicle(
        _ id: String = "d1", _ change: (inout DeliveryVehicle) -> Void = { _ in }
    ) throws -> DeliveryVehicle {
        try call(
            .createDeliveryVehicle,
            .with {
                ($0.parent, $0.deliveryVehicleID) = (Self.parent, id)
                $0.deliveryVehicle = .with {
                    $0.type = .auto
                    change(&$0)
                }
            })
    }

    static func taskRequest(_ id: String, _ change: (inout DeliveryTask) -> Void = { _ in }) -> CreateTaskRequest {
        .with {
            ($0.parent, $0.taskID) = (parent, id)
            $0.task = .with {
                ($0.type, $0.state, $0.trackingID) = (.delivery, .open, "track-\(id)")
                $0.taskDuration = ProtobufDuration(seconds: 120)
                $0.plannedLocation = .with { $0.point = LatLng(latitude: 48.1, longitude: 11.5) }
                change(&$0)
            }
        }
    }

    @discardableResult
    mutating func createTask(
        _ id: String = "k1", _ change: (inout DeliveryTask) -> Void = { _ in }
    ) throws -> DeliveryTask { try call(.createTask, Self.taskRequest(id, change)) }

    @discardableResult
    mutating func updateTask(
        _ id: String = "k1", _ mask: String, _ change: (inout DeliveryTask) -> Void
    ) throws(CallStatus) -> DeliveryTask {
        let request = UpdateTaskRequest.with {
            $0.task = .with(change)
            $0.task?.name = Self.name("tasks", id)
            $0.updateMask = FieldMask(text: mask, for: DeliveryTask.self)
        }
        return try call(.updateTask, request)
    }

    /// Gives a delivery vehicle stops with these tasks, a tenth of a degree apart.
    @discardableResult
    mutating func setStops(of id: String, _ tasks: [[String]]) throws -> DeliveryVehicle {
        let stops = tasks.enumerated().map { index, ids in
            VehicleStop.with {
                $0.plannedLocation = .with { $0.point = LatLng(latitude: 48 + Double(index + 1) / 10, longitude: 11) }
                $0.tasks = ids.map { id in .with { $0.taskID = id } }
            }
        }
        return try call(
            .updateDeliveryVehicle,
            .with {
                $0.deliveryVehicle = .with {
                    $0.name = Self.name("deliveryVehicles", id)
                    $0.remainingVehicleJourneySegments = stops.map { stop in .with { $0.stop = stop } }
                }
                $0.updateMask = FieldMask(paths: ["remaining_vehicle_journey_segments"])
            })
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
        .with {
            ($0.parent, $0.tripTypes, $0.orderBy) = (parent, [.exclusive], .pickupPointETA)
            ($0.pickupPoint, $0.pickupRadiusMeters) = (place(48.0, 11.0), 5000)
            ($0.count, $0.minimumCapacity) = (10, 1)
            $0.vehicleTypes = [.with { $0.category = .auto }]
        }
    }

    static func location(_ latitude: Double, _ longitude: Double) -> VehicleLocation {
        .with { $0.location = LatLng(latitude: latitude, longitude: longitude) }
    }

    static func place(_ latitude: Double, _ longitude: Double) -> TerminalLocation {
        .with { $0.point = LatLng(latitude: latitude, longitude: longitude) }
    }
}
