internal import FleetMessages
internal import ProtobufSchema

/// Everything of a capture that has a place: tracks, routes and stops. Bounded by ``ReportLimits``.
struct MapModel {
    private struct Point {
        var fix: Sighting.Fix
        /// The call's time, for fixes without their own, and its number.
        var callTime: Double?
        var call: Int

        var time: Double { fix.time ?? callTime ?? 0 }
    }

    private struct Route {
        var mover: Int
        var path: Sighting.Path
        var call: Int
    }

    private struct StopKey: Hashable {
        var stop: Sighting.Stop
        var mover: Int
    }

    private var tracks: [Int: [Point]] = [:]
    private var routes: [Route] = []
    /// The last route of each mover and kind, which the next one most often is the rest of.
    private var lastRoutes: [Int: [Sighting.Path.Kind: Int]] = [:]
    private var stops: [(key: StopKey, call: Int)] = []
    private var knownStops: Set<StopKey> = []
    private(set) var omittedTracks: Set<Int> = []
    private(set) var omittedRoutes = 0
    private(set) var omittedStops = 0

    /// - Parameters:
    ///   - mover: The index of the sighting's mover among the subjects.
    ///   - time: The call's, in seconds since 1970.
    mutating func add(_ sighting: Sighting, mover: Int, call: Int, time: Double?) {
        for fix in sighting.fixes { add(Point(fix: fix, callTime: time, call: call), to: mover) }
        for path in sighting.paths { add(path, mover, call) }
        for stop in sighting.stops {
            let key = StopKey(stop: stop, mover: mover)
            guard !knownStops.contains(key) else { continue }
            guard stops.count < ReportLimits.stops else {
                omittedStops += 1
                continue
            }
            knownStops.insert(key)
            stops.append((key, call))
        }
    }

    private mutating func add(_ point: Point, to mover: Int) {
        guard tracks[mover] != nil || tracks.count < ReportLimits.tracks else {
            if omittedTracks.count < ReportLimits.subjects { omittedTracks.insert(mover) }
            return
        }
        var track = tracks.removeValue(forKey: mover) ?? []
        if track.last?.fix != point.fix { track.append(point) }
        if track.count > ReportLimits.trackPoints { track = track.everySecond() }
        tracks[mover] = track
    }

    private mutating func add(_ path: Sighting.Path, _ mover: Int, _ call: Int) {
        var path = path
        while path.points.count > ReportLimits.routePoints { path.points = path.points.everySecond() }
        if let last = lastRoutes[mover]?[path.kind] {
            // Under way the route begins anew at the vehicle and is otherwise the rest of the one before.
            let rest = path.points.dropFirst()
            if routes[last].path.points.suffix(rest.count).elementsEqual(rest) { return }
        }
        // Waypoints' paths come in turn.
        if let known = routes.firstIndex(where: { $0.mover == mover && $0.path == path }) {
            lastRoutes[mover, default: [:]][path.kind] = known
            return
        }
        guard routes.count < ReportLimits.routes else {
            omittedRoutes += 1
            return
        }
        lastRoutes[mover, default: [:]][path.kind] = routes.count
        routes.append(Route(mover: mover, path: path, call: call))
    }

    // MARK: Output

    /// The map in metres around its middle, as members of a JSON object.
    func write(_ json: inout JSONLine, subject: (Subject) -> Int?) {
        let projection = MapProjection(
            covering: tracks.values.flatMap { $0.map(\.fix.point) } + routes.flatMap(\.path.points)
                + stops.map(\.key.stop.point))
        json.number("latitude", projection.latitude)
        json.number("longitude", projection.longitude)
        json.number("metresPerLatitude", LatLng.metresPerDegree)
        json.number("metresPerLongitude", projection.metresPerLongitude)
        json.array("tracks") { json in
            for (mover, points) in tracks.sorted(by: { $0.key < $1.key }) { write(mover, points, projection, &json) }
        }
        json.array("routes") { json in
            for route in routes {
                json.object { json in
                    header(route.mover, route.call, route.path.kind.rawValue, &json)
                    json.array("points") { json in
                        for point in route.path.points { json.position(projection.position(point)) }
                    }
                }
            }
        }
        json.array("stops") { json in
            for (key, call) in stops {
                json.object { json in
                    header(key.mover, call, key.stop.kind.rawValue, &json)
                    if let index = key.stop.subject.flatMap(subject) {
                        json.number("of", index)
                    }
                    json.array("point") { $0.position(projection.position(key.stop.point)) }
                }
            }
        }
    }

    /// The points by their time, each as east, north, call and time; without those where the vehicle stood.
    private func write(_ mover: Int, _ points: [Point], _ projection: MapProjection, _ json: inout JSONLine) {
        json.object { json in
            json.number("mover", mover)
            json.array("points") { json in
                var last: LatLng?
                let ordered = points.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
                for (_, point) in ordered where point.fix.point != last {
                    last = point.fix.point
                    json.position(projection.position(point.fix.point))
                    json.number(point.call)
                    json.milliseconds(point.time)
                }
            }
        }
    }

    private func header(_ mover: Int, _ call: Int, _ kind: String, _ json: inout JSONLine) {
        json.number("mover", mover)
        json.number("call", call)
        json.string("kind", kind)
    }
}

extension Array {
    /// Half of the elements, with the first and the last among them.
    fileprivate func everySecond() -> [Element] {
        indices.filter { $0.isMultiple(of: 2) || $0 == count - 1 }.map { self[$0] }
    }
}

extension JSONLine {
    /// East and north in whole decimetres.
    fileprivate mutating func position(_ position: (east: Double, north: Double)) {
        number(Int((position.east * 10).rounded()))
        number(Int((position.north * 10).rounded()))
    }

    /// Seconds as whole milliseconds; null for what is outside the years that JavaScript knows.
    ///
    /// Source: ECMA-262, Time Values and Time Range
    mutating func milliseconds(_ seconds: Double) {
        if seconds.magnitude <= 8.64e12 { number(Int((seconds * 1000).rounded())) } else { null() }
    }
}
