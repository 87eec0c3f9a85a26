internal import FleetErrors
internal import FleetMessages

/// What a message says about a vehicle, trip or task, and about places.
struct Sighting {
    /// Where something was.
    struct Fix: Hashable {
        var point: LatLng
        /// When, in seconds since 1970, by the clock of the sensor.
        var time: Double?
    }

    /// Where a vehicle goes.
    struct Path: Hashable {
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

    /// Everything that is named, the main thing first.
    var subjects: [Subject] = []
    /// Whose fixes and paths they are: the vehicle where it is known, else the trip or task.
    var mover: Subject?
    /// The tracking ID under which recipients follow the mover.
    var tracking: Subject?
    var fixes: [Fix] = []
    var paths: [Path] = []
    var stops: [Stop] = []
}

// MARK: On demand

extension Sighting {
    /// - Parameter name: The vehicle's name in the request around, which updates have there and not in the vehicle.
    init(_ vehicle: Vehicle, name: String?) {
        mover = Subject(name: vehicle.name) ?? name.flatMap(Subject.init(name:))
        subjects = [mover].compactMap { $0 } + vehicle.currentTrips.compactMap { Subject(.trip, id: $0) }
        for location in vehicle.pastLocations { add(location) }
        if let location = vehicle.lastLocation { add(location) }
        add(.current, encoded: vehicle.currentRouteSegment.utf8)
        add(vehicle.waypoints)
    }

    init(_ trip: Trip, name: String?) {
        let subject = Subject(name: trip.name) ?? name.flatMap(Subject.init(name:))
        let vehicle = Subject(.vehicle, id: trip.vehicleID)
        mover = vehicle ?? subject
        subjects = [subject, vehicle].compactMap { $0 }
        if let location = trip.lastLocation { add(location) }
        add(.current, trip.route)
        add(.current, encoded: trip.currentRouteSegment.utf8)
        if let traffic = trip.currentRouteSegmentTraffic { add(.current, encoded: traffic.encodedPathToWaypoint.utf8) }
        add(.pickup, trip.pickupPoint?.point, subject)
        for destination in trip.intermediateDestinations { add(.stop, destination.point, subject) }
        add(.dropoff, trip.dropoffPoint?.point, subject)
        add(trip.remainingWaypoints)
        add(trip.vehicleWaypoints)
    }

    init(_ location: VehicleLocation, name: String?) {
        mover = name.flatMap(Subject.init(name:))
        subjects = [mover].compactMap { $0 }
        add(location)
    }

    private mutating func add(_ location: VehicleLocation) {
        let time = location.updateTime ?? location.rawLocationTime ?? location.serverTime
        add(location.location ?? location.rawLocation ?? location.supplementalLocation, time)
    }

    private mutating func add(_ waypoints: [TripWaypoint]) {
        for waypoint in waypoints {
            let kind: Stop.Kind =
                switch waypoint.waypointType {
                case .pickup: .pickup
                case .dropOff: .dropoff
                default: .stop
                }
            add(kind, waypoint.location?.point, Subject(.trip, id: waypoint.tripID))
            add(.ahead, waypoint.pathToWaypoint)
            add(.ahead, encoded: waypoint.encodedPathToWaypoint.utf8)
        }
    }
}

// MARK: Deliveries

extension Sighting {
    init(_ vehicle: DeliveryVehicle, name: String?) {
        mover = Subject(name: vehicle.name) ?? name.flatMap(Subject.init(name:))
        subjects = [mover].compactMap { $0 }
        for location in vehicle.pastLocations { add(location) }
        if let location = vehicle.lastLocation { add(location) }
        add(.current, encoded: vehicle.currentRouteSegment)
        add(vehicle.remainingVehicleJourneySegments)
    }

    init(_ task: DeliveryTask, name: String?) {
        let subject = Subject(name: task.name) ?? name.flatMap(Subject.init(name:))
        let vehicle = Subject(.deliveryVehicle, id: task.deliveryVehicleID)
        mover = vehicle ?? subject
        subjects = [subject, vehicle].compactMap { $0 }
        if vehicle != nil { tracking = Subject(.trackingInfo, id: task.trackingID) }
        add(.stop, task.plannedLocation?.point, subject)
        add(.outcome, task.taskOutcomeLocation?.point, subject)
        if let location = task.journeySharingInfo?.lastLocation { add(location) }
        add(task.journeySharingInfo?.remainingVehicleJourneySegments ?? [])
    }

    init(_ info: TaskTrackingInfo, name: String?) {
        mover = Subject(name: info.name) ?? name.flatMap(Subject.init(name:))
        subjects = [mover].compactMap { $0 }
        if let location = info.vehicleLocation { add(location) }
        add(.current, info.routePolylinePoints)
        add(.stop, info.plannedLocation?.point, mover)
    }

    private mutating func add(_ location: DeliveryVehicleLocation) {
        let time = location.updateTime ?? location.rawLocationTime ?? location.serverTime
        add(location.location ?? location.rawLocation ?? location.supplementalLocation, time)
    }

    private mutating func add(_ segments: [VehicleJourneySegment]) {
        for segment in segments {
            add(.ahead, segment.path)
            let task = segment.stop?.tasks.first.flatMap { Subject(.task, id: $0.taskID) }
            add(.stop, segment.stop?.plannedLocation?.point, task)
        }
    }
}

// MARK: Places

extension Sighting {
    private mutating func add(_ point: LatLng?, _ time: Timestamp?) {
        guard let point, point.isPlace else { return }
        fixes.append(Fix(point: point, time: time?.secondsSince1970))
    }

    private mutating func add(_ kind: Stop.Kind, _ point: LatLng?, _ subject: Subject?) {
        guard let point, point.isPlace else { return }
        stops.append(Stop(kind: kind, point: point, subject: subject))
    }

    private mutating func add(_ kind: Path.Kind, _ points: [LatLng]) {
        guard points.count > 1, points.allSatisfy(\.isPlace) else { return }
        paths.append(Path(kind: kind, points: points))
    }

    /// The documentation says that only Google's SDKs can read these; where they are lines in the published format,
    /// they are drawn, else left out.
    private mutating func add(_ kind: Path.Kind, encoded text: some Sequence<UInt8>) {
        if let points = EncodedPolyline.decode(text) { add(kind, points) }
    }
}

extension LatLng {
    fileprivate var isPlace: Bool { isValid && !isZero }
}
