import FleetErrors
import FleetMessages
import ProtobufSchema

/// What one request says about a vehicle of either service.
struct VehicleReport {
    /// The vehicle's resource name.
    let name: String
    let isDelivery: Bool
    /// Only on-demand vehicles have a state.
    private(set) var state: VehicleState?
    /// The location, where the mask names it.
    private(set) var location: VehicleLocation?
    private let locationPath: String
    private let scan: MessageScan
    /// The report has an arrival time, or a route.
    private(set) var setsETA = false
    private(set) var setsRoute = false

    /// `nil` for requests that do not write a vehicle.
    init?(_ message: ExaminedMessage) {
        guard let method = message.method, Self.isWritten(by: method), let body = message.body,
            let name = message.resource
        else { return nil }
        self.name = name
        isDelivery = method.isDelivery
        scan = message.scan
        let mask = message.mask ?? []
        func isWritten(_ field: String) -> Bool {
            method.action == .create || mask.contains { $0 == field || $0 == "*" || $0.hasPrefix(field + ".") }
        }
        locationPath = "\(body.name).last_location"
        if isWritten("last_location"), let place = message.scan.places[locationPath] {
            location = message.location(at: place)
        }
        guard !isDelivery else { return }
        if isWritten("vehicle_state"), let place = message.scan.places[body.name],
            let vehicle = message.value(place.value, as: Vehicle.self), vehicle.vehicleState != .unknown
        {
            state = vehicle.vehicleState
        }
        setsETA = isWritten("eta_to_first_waypoint") && message.scan.places["\(body.name).eta_to_first_waypoint"] != nil
        setsRoute =
            isWritten("current_route_segment") && message.scan.places["\(body.name).current_route_segment"] != nil
    }

    /// A field of the location as evidence.
    func evidence(_ field: String, call: Int?, _ text: String) -> Finding.Evidence {
        let path = "\(locationPath).\(field)"
        return Finding.Evidence(call: call, path: path, offset: scan.places[path]?.offset, text)
    }
}
