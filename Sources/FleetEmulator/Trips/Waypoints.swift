internal import FleetErrors
internal import FleetMessages
internal import ProtobufWire

/// A waypoint as far as rules tell waypoints apart: by trip and kind, the stops of one trip also by their places.
private struct WaypointKey: Hashable {
    let tripID: String
    let type: WaypointType
    let point: LatLng?

    init(_ waypoint: TripWaypoint, at point: LatLng? = nil) {
        (tripID, type, self.point) = (waypoint.tripID, waypoint.waypointType, point)
    }
}

extension Trip {
    var id: String { ResourceName(name)?.id ?? "" }

    /// The full name of the vehicle that makes the trip; `nil` without one.
    var vehicleName: String? {
        vehicleID.isEmpty ? nil : ResourceName.name(.vehicle, vehicleID, besides: name)
    }

    /// The stops that are left, as the state of the trip says, which is not over.
    var remainingStops: [TripWaypoint] {
        var stops: [TripWaypoint] = []
        func add(_ location: TerminalLocation?, _ type: WaypointType) {
            guard let location else { return }
            stops.append(.with { ($0.location, $0.tripID, $0.waypointType) = (location, id, type) })
        }
        let isBeforePickup = [.unknown, .new, .enrouteToPickup, .arrivedAtPickup].contains(tripStatus)
        if isBeforePickup { add(pickupPoint, .pickup) }
        if tripStatus != .enrouteToDropoff {
            let index =
                isBeforePickup ? 0 : min(max(Int(intermediateDestinationIndex), 0), intermediateDestinations.count)
            for destination in intermediateDestinations[index...] { add(destination, .intermediateDestination) }
        }
        add(dropoffPoint, .dropOff)
        return stops
    }
}

extension FleetEmulator {
    /// Assigns trips that were there before their vehicles, which do not have them yet, by the full names of the trips.
    mutating func assignTrips(_ names: [String], at now: Timestamp?) throws(CallStatus) {
        for name in names {
            guard let trip = state.trips[name], let vehicle = trip.vehicleName.flatMap({ state.vehicles[$0] }),
                !vehicle.currentTrips.contains(trip.id)
            else { continue }
            try assign(trip, replacing: nil, order: [], at: now)
        }
    }

    /// Brings the trips and waypoints of vehicles up to date after a trip has changed.
    ///
    /// - Parameters:
    ///   - old: The trip before.
    ///   - order: The waypoints of the vehicle in the order that the request asks for; empty for no such order.
    ///   - now: The version of waypoints that change.
    /// - Throws: INVALID_ARGUMENT if `order` does not have all remaining waypoints of the vehicle and no others, or has them
    ///   in an order that cannot be driven.
    mutating func assign(
        _ trip: Trip, replacing old: Trip?, order: [TripWaypoint], at now: Timestamp?
    ) throws(CallStatus) {
        let id = trip.id
        let target = trip.tripStatus.isFinal ? nil : trip.vehicleName
        if let target, let vehicle = state.vehicles[target] {
            var waypoints = vehicle.waypoints.replacingStops(of: id, by: trip.remainingStops)  // Rule.tripWaypoints
            if !order.isEmpty {
                try checkOrder(order, waypoints, of: trip)
                waypoints = waypoints.inOrder(of: order)
            }
            state.vehicles.modify(target) { vehicle in
                if !vehicle.currentTrips.contains(id) { vehicle.currentTrips.append(id) }
                vehicle.setWaypoints(waypoints, at: now)
            }
        }
        if let former = old?.vehicleName, former != target {
            state.vehicles.modify(former) { vehicle in
                vehicle.currentTrips.removeAll { $0 == id }
                vehicle.setWaypoints(vehicle.waypoints.filter { $0.tripID != id }, at: now)
            }
        }
    }

    /// Checks that a vehicle reports the waypoints that its trips have left, and no others.
    func checkWaypoints(of vehicle: Vehicle, _ reported: [TripWaypoint]) throws(CallStatus) {
        guard !vehicle.waypoints.hasSameStops(as: reported) else { return }
        throw Rule.vehicleWaypoints.invalid(
            "Invalid waypoints", [("vehicle.waypoints", "must be all waypoints that the vehicle has, and no others")])
    }

    private func checkOrder(
        _ order: [TripWaypoint], _ waypoints: [TripWaypoint], of trip: Trip
    ) throws(CallStatus) {
        func isExclusive(_ id: String) -> Bool {
            let other = id == trip.id ? trip : state.trips[ResourceName.name(.trip, id, besides: trip.name)]
            return other?.tripType == .exclusive
        }
        let problem =
            if !order.hasSameStops(as: waypoints) {
                "must be all waypoints that the trips of the vehicle have left, and no others"
            } else if !order.isDrivable {
                "must have each trip's pickup before its intermediate destinations, and those before its drop-off"
            } else if order.isInterleaved(where: isExclusive) {
                "must not have those of an EXCLUSIVE trip between or around those of another"
            } else {
                nil as String?
            }
        guard let problem else { return }
        throw Rule.waypointOrder.invalid("Invalid waypoints", [("trip.vehicle_waypoints", problem)])
    }
}

extension Vehicle {
    /// Sets the waypoints, and their version if they are others than before.
    fileprivate mutating func setWaypoints(_ new: [TripWaypoint], at now: Timestamp?) {
        guard new != waypoints else { return }
        waypoints = new
        waypointsVersion = now?.version(after: waypointsVersion)
    }
}

extension [TripWaypoint] {
    /// The waypoints with others for one trip, in the order of the trip: what was reported of stops that are left is kept, and so
    /// are the places between other trips. A new stop takes the place of one of its kind that is gone, comes before the next one
    /// that is left, or at the end.
    fileprivate func replacingStops(of id: String, by stops: [TripWaypoint]) -> [TripWaypoint] {
        func key(_ stop: TripWaypoint) -> WaypointKey { WaypointKey(stop, at: stop.location?.point) }
        var open = stops.map(key).counted
        func take(_ stop: TripWaypoint) -> Bool {
            guard let count = open[key(stop)], count > 0 else { return false }
            open[key(stop)] = count - 1
            return true
        }
        let old = map { (waypoint: $0, isLeft: $0.tripID == id && take($0)) }
        var reported = Dictionary(grouping: old.reversed().filter(\.isLeft).map(\.waypoint), by: key)
        func isReported(_ stop: TripWaypoint) -> Bool { reported[key(stop)]?.isEmpty == false }
        var rest = stops[...]
        var waypoints: [TripWaypoint] = []
        for (waypoint, isLeft) in old {
            guard waypoint.tripID == id else {
                waypoints.append(waypoint)
                continue
            }
            let last = rest.firstIndex { isReported($0) || !isLeft && $0.waypointType == waypoint.waypointType }
            guard let last, isReported(rest[last]) == isLeft else { continue }
            for stop in rest[...last] { waypoints.append(reported[key(stop)]?.popLast() ?? stop) }
            rest = rest[(last + 1)...]
        }
        return waypoints + rest
    }

    fileprivate func hasSameStops(as other: [TripWaypoint]) -> Bool {
        map { WaypointKey($0) }.counted == other.map { WaypointKey($0) }.counted
    }

    /// The waypoints in the order of others that have the same stops.
    fileprivate func inOrder(of order: [TripWaypoint]) -> [TripWaypoint] {
        var byKey: [WaypointKey: [TripWaypoint]] = [:]
        for waypoint in reversed() { byKey[WaypointKey(waypoint), default: []].append(waypoint) }
        return order.compactMap { byKey[WaypointKey($0)]?.popLast() }
    }

    /// Within each trip, the pickup comes before intermediate destinations, and those before the drop-off.
    fileprivate var isDrivable: Bool {
        var reached: [String: Int] = [:]
        for waypoint in self {
            let step = [.pickup, .intermediateDestination].firstIndex(of: waypoint.waypointType) ?? 2
            guard step >= reached[waypoint.tripID] ?? 0 else { return false }
            reached[waypoint.tripID] = step
        }
        return true
    }

    /// Whether a trip begins before another one is over, and one of both is of those that share the vehicle with no other.
    fileprivate func isInterleaved(where isExclusive: (String) -> Bool) -> Bool {
        var left = map(\.tripID).counted
        var open: Set<String> = []
        for id in map(\.tripID) {
            // A trip that is not to be shared is alone while it is open.
            if !open.contains(id), let other = open.first, isExclusive(id) || isExclusive(other) { return true }
            open.insert(id)
            left[id, default: 1] -= 1
            if left[id] == 0 { open.remove(id) }
        }
        return false
    }
}

extension Sequence where Element: Hashable {
    fileprivate var counted: [Element: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}
