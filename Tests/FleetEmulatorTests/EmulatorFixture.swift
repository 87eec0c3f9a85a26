import FleetEmulator
import FleetErrors
import FleetMessages
import GRPCWire
import Synchronization

/// A clock that the test turns.
final class TestClock: Sendable {
    private let seconds = Mutex<Double>(1_756_669_842)
    var now: Timestamp { Timestamp(secondsSince1970: seconds.withLock { $0 }) ?? Timestamp() }
    func advance(by span: Double) { seconds.withLock { $0 += span } }
    func set(_ time: Double) { seconds.withLock { $0 = time } }
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

    static func place(_ latitude: Double, _ longitude: Double) -> TerminalLocation {
        var place = TerminalLocation()
        place.point = LatLng(latitude: latitude, longitude: longitude)
        return place
    }
}
