import FleetErrors
import FleetMessages
import ProtobufSchema
import ProtobufWire

/// The contents of one request that writes a vehicle of either service.
struct VehicleReport {
    /// The vehicle's resource name.
    let name: String
    /// The state that the request sets; only on-demand vehicles have one.
    private(set) var state: VehicleState?
    /// The location, where the mask names it.
    private(set) var location: VehicleLocation?
    /// The request sets an arrival time, or a route.
    private(set) var setsETA = false
    private(set) var setsRoute = false
    private let locationPath: String
    private let scan: MessageScan

    /// `nil` for requests that do not write a vehicle.
    init?(_ message: ExaminedMessage) {
        let method = message.method
        guard Self.isWritten(by: method), let body = message.body,
            let name = message.resource
        else { return nil }
        self.name = name
        scan = message.scan
        let mask: FieldPaths = method.action == .create ? ["*"] : message.mask ?? []
        func writtenField(_ field: String) -> MessageScan.Place? {
            mask.touches(field) ? message.scan.places["\(body.name).\(field)"] : nil
        }
        locationPath = "\(body.name).last_location"
        if let place = writtenField("last_location") { location = VehicleLocation(at: place, in: message.bytes) }
        guard !method.isDelivery else { return }
        if writtenField("vehicle_state") != nil, let place = message.scan.places[body.name],
            let vehicle = try? Vehicle(decoding: message.bytes[place.value]), vehicle.vehicleState != .unknown
        {
            state = vehicle.vehicleState
        }
        setsETA = writtenField("eta_to_first_waypoint") != nil
        setsRoute = writtenField("current_route_segment") != nil
    }

    static func isWritten(by method: FleetMethod) -> Bool {
        [.vehicle, .deliveryVehicle].contains(method.resource) && [.create, .update].contains(method.action)
    }

    /// Whether no further report is expected, because the vehicle is OFFLINE and the server accepted that.
    func endsTracking(_ call: ExaminedCall) -> Bool { state == .offline && !call.hasFailed }

    /// Fields of the location as evidence.
    func evidence(of call: CallReference) -> (_ field: String, _ text: String) -> Finding.Evidence {
        { scan.evidence("\(locationPath).\($0)", $1, of: call) }
    }
}
