internal import FleetErrors
internal import FleetMessages
internal import WireDoctor

struct VehiclePosition: Hashable {
    var point: LatLng
    /// When the vehicle was there, in seconds since 1970, by the clock of the sensor.
    var time: Double?
}

/// The vehicles, trips and tasks that a message names, and the places in it.
struct MessagePlaces {
    /// The way that a vehicle will take.
    struct Route: Hashable {
        enum Kind: String { case current, ahead }
        var kind: Kind
        var points: [LatLng]
    }

    struct Stop: Hashable {
        enum Kind: String { case pickup, dropoff, stop, outcome }
        var kind: Kind
        var point: LatLng
        var subject: Subject?
    }

    /// Everything that the message names, the main thing first.
    var subjects: [Subject] = []
    /// The vehicle of the positions and routes where it is known, else the trip or task.
    var mover: Subject?
    /// The tracking ID under which recipients follow the mover.
    var tracking: Subject?
    var positions: [VehiclePosition] = []
    var routes: [Route] = []
    var stops: [Stop] = []

    private init(of subject: Subject?, vehicle: Subject? = nil) {
        subjects = [subject, vehicle].compactMap { $0 }
        mover = vehicle ?? subject
    }
}

// MARK: On demand

extension MessagePlaces {
    /// - Parameter name: The vehicle's name in the request around it: updates have the name there and not in the vehicle.
    init(_ vehicle: Vehicle, name: String?) {
        self.init(of: Subject(name: vehicle.name, or: name))
        subjects += vehicle.currentTrips.compactMap { Subject(.trip, id: $0) }
        for location in vehicle.pastLocations { add(location) }
        if let location = vehicle.lastLocation { add(location) }
        add(.current, encoded: vehicle.currentRouteSegment.utf8)
        add(vehicle.waypoints)
    }

    init(_ trip: Trip, name: String?) {
        let subject = Subject(name: trip.name, or: name)
        self.init(of: subject, vehicle: Subject(.vehicle, id: trip.vehicleID))
        if let location = trip.lastLocation { add(location) }
        add(.current, trip.route)
        add(.current, encoded: trip.currentRouteSegment.utf8)
        if let traffic = trip.currentRouteSegmentTraffic { add(.current, encoded: traffic.encodedPathToWaypoint.utf8) }
        add(.pickup, trip.pickupPoint?.point, of: subject)
        for destination in trip.intermediateDestinations { add(.stop, destination.point, of: subject) }
        add(.dropoff, trip.dropoffPoint?.point, of: subject)
        add(trip.remainingWaypoints)
        add(trip.vehicleWaypoints)
    }

    init(_ location: VehicleLocation, name: String?) {
        self.init(of: name.flatMap(Subject.init(name:)))
        add(location)
    }

    private mutating func add(_ location: VehicleLocation) {
        let time = location.updateTime ?? location.rawLocationTime ?? location.serverTime
        add(location.location ?? location.rawLocation ?? location.supplementalLocation, at: time)
    }

    private mutating func add(_ waypoints: [TripWaypoint]) {
        for waypoint in waypoints {
            let kind: Stop.Kind =
                switch waypoint.waypointType {
                case .pickup: .pickup
                case .dropOff: .dropoff
                default: .stop
                }
            add(kind, waypoint.location?.point, of: Subject(.trip, id: waypoint.tripID))
            add(.ahead, waypoint.pathToWaypoint)
            add(.ahead, encoded: waypoint.encodedPathToWaypoint.utf8)
        }
    }
}

// MARK: Deliveries

extension MessagePlaces {
    init(_ vehicle: DeliveryVehicle, name: String?) {
        self.init(of: Subject(name: vehicle.name, or: name))
        for location in vehicle.pastLocations { add(location) }
        if let location = vehicle.lastLocation { add(location) }
        add(.current, encoded: vehicle.currentRouteSegment)
        add(vehicle.remainingVehicleJourneySegments)
    }

    init(_ task: DeliveryTask, name: String?) {
        let subject = Subject(name: task.name, or: name)
        let vehicle = Subject(.deliveryVehicle, id: task.deliveryVehicleID)
        self.init(of: subject, vehicle: vehicle)
        if vehicle != nil { tracking = Subject(.trackingInfo, id: task.trackingID) }
        add(.stop, task.plannedLocation?.point, of: subject)
        add(.outcome, task.taskOutcomeLocation?.point, of: subject)
        if let location = task.journeySharingInfo?.lastLocation { add(location) }
        add(task.journeySharingInfo?.remainingVehicleJourneySegments ?? [])
    }

    init(_ info: TaskTrackingInfo, name: String?) {
        self.init(of: Subject(name: info.name, or: name))
        if let location = info.vehicleLocation { add(location) }
        add(.current, info.routePolylinePoints)
        add(.stop, info.plannedLocation?.point, of: mover)
    }

    private mutating func add(_ location: DeliveryVehicleLocation) {
        let time = location.updateTime ?? location.rawLocationTime ?? location.serverTime
        add(location.location ?? location.rawLocation ?? location.supplementalLocation, at: time)
    }

    private mutating func add(_ segments: [VehicleJourneySegment]) {
        for segment in segments {
            add(.ahead, segment.path)
            let task = segment.stop?.tasks.first.flatMap { Subject(.task, id: $0.taskID) }
            add(.stop, segment.stop?.plannedLocation?.point, of: task)
        }
    }
}

// MARK: Places

extension MessagePlaces {
    private mutating func add(_ point: LatLng?, at time: Timestamp?) {
        guard let point, !point.isSuspect else { return }
        positions.append(VehiclePosition(point: point, time: time?.secondsSince1970))
    }

    private mutating func add(_ kind: Stop.Kind, _ point: LatLng?, of subject: Subject?) {
        guard let point, !point.isSuspect else { return }
        stops.append(Stop(kind: kind, point: point, subject: subject))
    }

    private mutating func add(_ kind: Route.Kind, _ points: [LatLng]) {
        guard points.count > 1, !points.contains(where: \.isSuspect) else { return }
        routes.append(Route(kind: kind, points: points))
    }

    /// Adds a route that is encoded. The documentation says that only Google's SDKs can read these routes; those that are
    /// lines in the published format are drawn, others left out.
    private mutating func add(_ kind: Route.Kind, encoded text: some Sequence<UInt8>) {
        if let points = EncodedPolyline.decode(text) { add(kind, points) }
    }
}
