internal import FleetMessages
internal import JSONText

/// The tracks, routes and stops of a capture. Bounded by ``ReportLimits``.
struct MapModel {
    private struct Point {
        var position: VehiclePosition
        /// The call's time, for positions without their own, and its number.
        var callTime: Double?
        var call: Int

        var time: Double? { position.time ?? callTime }
    }

    struct StopKey: Hashable {
        var stop: MessagePlaces.Stop
        var mover: Int
    }

    private var tracks: [Int: [Point]] = [:]
    private var routes: [(mover: Int, route: MessagePlaces.Route, call: Int)] = []
    /// The last route of each mover and kind: the next route is most often the rest of it.
    private var lastRoutes: [Int: [MessagePlaces.Route.Kind: Int]] = [:]
    private(set) var stops = NameTable<StopKey>(limit: ReportLimits.stops)
    /// The numbers of the calls that had ``stops`` first.
    private var stopCalls: [Int] = []
    private(set) var omittedTracks: Set<Int> = []
    private(set) var omitsRoutes = false

    /// - Parameters:
    ///   - mover: The index of the places' mover among the subjects.
    ///   - time: The call's, in seconds since 1970.
    mutating func add(_ places: MessagePlaces, mover: Int, call: Int, time: Double?) {
        for position in places.positions { add(Point(position: position, callTime: time, call: call), to: mover) }
        for route in places.routes { add(route, of: mover, call: call) }
        for stop in places.stops {
            let index = stops.index(StopKey(stop: stop, mover: mover))
            if index == stopCalls.count { stopCalls.append(call) }
        }
    }

    private mutating func add(_ point: Point, to mover: Int) {
        guard tracks[mover] != nil || tracks.count < ReportLimits.tracks else {
            if omittedTracks.count < ReportLimits.subjects { omittedTracks.insert(mover) }
            return
        }
        var track = tracks.removeValue(forKey: mover) ?? []
        if track.last?.position != point.position { track.append(point) }
        if track.count > ReportLimits.trackPoints { track = track.everySecond() }
        tracks[mover] = track
    }

    private mutating func add(_ route: MessagePlaces.Route, of mover: Int, call: Int) {
        var route = route
        while route.points.count > ReportLimits.routePoints { route.points = route.points.everySecond() }
        if let last = lastRoutes[mover]?[route.kind] {
            // Under way a route begins at the vehicle; what follows is the rest of the route before.
            let rest = route.points.dropFirst()
            if routes[last].route.points.suffix(rest.count).elementsEqual(rest) { return }
        }
        // A message has a route for each waypoint, which the next message repeats.
        let known = routes.firstIndex { $0.mover == mover && $0.route == route }
        guard known != nil || routes.count < ReportLimits.routes else {
            omitsRoutes = true
            return
        }
        lastRoutes[mover, default: [:]][route.kind] = known ?? routes.count
        if known == nil { routes.append((mover, route, call)) }
    }

    // MARK: Output

    /// The map in metres around its middle, as members of a JSON object.
    func write(_ json: inout JSONPrinter, subject: (Subject) -> Int?) {
        let projection = MapProjection(
            covering: tracks.values.flatMap { $0.map(\.position.point) } + routes.flatMap(\.route.points)
                + stops.values.map(\.stop.point))
        json.number("latitude", projection.latitude)
        json.number("longitude", projection.longitude)
        json.number("metresPerLatitude", LatLng.metresPerDegree)
        json.number("metresPerLongitude", projection.metresPerLongitude)
        json.objects("tracks", tracks.sorted { $0.key < $1.key }) { track, json in
            json.number("mover", track.key)
            json.array("points") { Self.write(track.value, projection, to: &$0) }
        }
        json.objects("routes", routes) { route, json in
            json.place(mover: route.mover, call: route.call, kind: route.route.kind.rawValue)
            json.array("points") { json in
                for point in route.route.points { json.position(projection.position(point)) }
            }
        }
        json.objects("stops", zip(stops.values, stopCalls)) { stop, json in
            let (key, call) = stop
            json.place(mover: key.mover, call: call, kind: key.stop.kind.rawValue)
            if let index = key.stop.subject.flatMap(subject) { json.number("of", index) }
            json.array("point") { $0.position(projection.position(key.stop.point)) }
        }
    }

    /// Writes the points by their time, each as east, north, call and time; without those where the vehicle stood.
    private static func write(_ points: [Point], _ projection: MapProjection, to json: inout JSONPrinter) {
        var last: LatLng?
        let ordered = points.enumerated().sorted {
            ($0.element.time ?? 0, $0.offset) < ($1.element.time ?? 0, $1.offset)
        }
        for (_, point) in ordered where point.position.point != last {
            last = point.position.point
            json.position(projection.position(point.position.point))
            json.number(point.call)
            json.milliseconds(point.time)
        }
    }
}

extension Array {
    /// Half of the elements, with the first and the last among them.
    fileprivate func everySecond() -> [Element] {
        indices.filter { $0.isMultiple(of: 2) || $0 == count - 1 }.map { self[$0] }
    }
}

extension JSONPrinter {
    /// Writes the members with which a route and a stop begin.
    fileprivate mutating func place(mover: Int, call: Int, kind: String) {
        number("mover", mover)
        number("call", call)
        string("kind", kind)
    }

    /// East and north in whole decimetres.
    fileprivate mutating func position(_ position: (east: Double, north: Double)) {
        number(Int((position.east * 10).rounded()))
        number(Int((position.north * 10).rounded()))
    }

    /// Seconds as whole milliseconds; null for what is no time or outside the years that JavaScript knows.
    ///
    /// Source: ECMA-262, Time Values and Time Range
    mutating func milliseconds(_ seconds: Double?) {
        if let seconds, seconds.magnitude <= 8.64e12 { number(Int((seconds * 1000).rounded())) } else { null() }
    }
}
