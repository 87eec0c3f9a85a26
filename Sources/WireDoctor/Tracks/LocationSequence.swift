import ConsoleText
import FleetErrors
package import FleetMessages

/// The locations of a vehicle one after the other: each is compared with the location before it.
struct LocationSequence {
    /// Updates in a row that say the same before the vehicle counts as frozen.
    static let frozenRun = 3
    /// Metres per second at which a vehicle that does not move is not standing.
    static let movingSpeed = 3.0
    /// A place this far away, in metres, reached faster than ``jumpSpeed`` (m/s), was not driven to.
    static let jumpDistance = 5_000.0
    static let jumpSpeed = 150.0

    /// Moves at a constant speed from which on four fifths in km/h are a habit.
    static let leastMoves = 10

    private(set) var last: VehicleLocation?
    /// The number of updates before the last one that had the same time, and the same place.
    private var (sameTime, samePlace) = (0, 0)
    /// The moves between two updates at about the same speed, and those of them whose speed is km/h by the distance.
    private var (moves, movesInKilometres) = (0, 0)

    /// Takes the next location.
    ///
    /// - Parameter evidence: Makes evidence that points to a field of the location.
    mutating func add(
        _ location: VehicleLocation, evidence: (_ field: String, _ text: String) -> Finding.Evidence
    ) -> [Finding] {
        defer { last = location }
        guard let last else { return [] }
        var found: [Finding] = []
        func find(_ kind: FindingKind, in field: String, _ text: String) {
            found.append(Finding(kind, evidence: [evidence(field, text)]))
        }
        if let time = location.updateTime, let before = last.updateTime {
            sameTime = time == before ? sameTime + 1 : 0
            if sameTime >= Self.frozenRun - 1 {
                find(.frozenUpdateTime, in: "update_time", "the same as in the \(sameTime) updates before")
            }
            let step = before.secondsSince1970 - time.secondsSince1970
            if step > 1 {
                let text = "\(CaptureClock.span(step)) before the one sent before it"
                find(.updateTimeBackwards, in: "update_time", text)
            }
        }
        guard let here = location.location, let there = last.location else { return found }
        let isMoving = (location.speed ?? 0) > Self.movingSpeed
        samePlace = here == there && isMoving && location.updateTime != last.updateTime ? samePlace + 1 : 0
        if samePlace >= Self.frozenRun {
            let text = "the place of the \(samePlace) updates before, at \(location.speed ?? 0) m/s"
            find(.frozenLocation, in: "location", text)
        }
        guard !here.isSuspect, !there.isSuspect else { return found }
        if !here.isNear(there), here.isNear(there.swapped) {
            find(.coordinatesSwapped, in: "location", "\(here.text), after \(there.text)")
            return found
        }
        guard let time = location.updateTime?.secondsSince1970, let before = last.updateTime?.secondsSince1970,
            time > before
        else { return found }
        let distance = here.metres(to: there)
        if distance > Self.jumpDistance, distance > (time - before) * Self.jumpSpeed {
            let kilometres = Int64(nearest: distance / 1000)
            find(.locationJump, in: "location", "\(kilometres) km in \(CaptureClock.span(time - before))")
        }
        // Ways are as long as the straight line or longer: speeds in m/s are no regular 3.6 times the distance by the time.
        if let speed = location.speed, let lastSpeed = last.speed, min(speed, lastSpeed) > Self.movingSpeed,
            time - before <= LocationInterval.most, (speed / lastSpeed - 1).magnitude < 0.25
        {
            let driven = distance / (time - before)
            let isInKilometres = ((speed + lastSpeed) / 2 / driven / 3.6 - 1).magnitude < 0.1
            (moves, movesInKilometres) = (moves + 1, movesInKilometres + (isInKilometres ? 1 : 0))
            if isInKilometres, moves >= Self.leastMoves, movesInKilometres * 5 >= moves * 4 {
                find(.speedInKilometres, in: "speed", "\(speed), but \(driven.tenths) m/s by the last two places")
            }
        }
        return found
    }
}

extension LatLng {
    /// Coordinates of one vehicle at one time are nearer to each other than this, in degrees.
    static let nearness = 0.5

    /// Coordinates that no place on earth has, or that stand for no place.
    package var isSuspect: Bool { !isValid || isZero }

    var text: String { "\(latitude), \(longitude)" }

    var swapped: LatLng { LatLng(latitude: longitude, longitude: latitude) }

    func isNear(_ other: LatLng, within degrees: Double = nearness) -> Bool {
        (latitude - other.latitude).magnitude < degrees && (longitude - other.longitude).magnitude < degrees
    }
}
