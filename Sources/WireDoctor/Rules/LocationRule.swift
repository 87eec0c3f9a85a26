import FleetMessages

/// One reported location: its sensor, its speed, heading and accuracy, and whether its coordinates are swapped.
struct LocationRule: MessageRule {
    /// Metres per second, 360 km/h: no road vehicle is faster.
    static let speedLimit = 100.0
    /// Metres; a radius that says nothing any more about where in a city a vehicle is.
    static let accuracyLimit = 10_000.0
    /// Updates without a fresh fix. At ``LocationInterval/usual`` between updates this is most of a minute.
    static let staleUpdateLimit: Int32 = 5
    /// Coordinates of one vehicle at one time are nearer than this, in degrees; swapped ones are compared with it.
    static let nearness = 0.5

    func findings(in message: ExaminedMessage) -> [Finding] {
        let written = WrittenFields(message)
        return message.scan.locations.flatMap { place -> [Finding] in
            guard let location = message.location(at: place) else { return [] }
            let oddities = Self.movement(location) + Self.accuracies(location)
            return
                (Self.sensors(location) + Self.stale(location) + Self.swapped(location) + oddities.map(Self.finding))
                .map { finding in
                    var finding = finding
                    finding.relocate(place.path, message)
                    return finding.code == Self.sensorCode ? Self.judged(finding, message, written) : finding
                }
        }
    }

    private static let sensorCode = "location_sensor"

    /// A sensor that the mask does not name is passed over, unless the call was refused.
    private static func judged(_ finding: Finding, _ message: ExaminedMessage, _ written: WrittenFields) -> Finding {
        guard let path = finding.evidence.first?.path, !written.contains(path), message.refusal?.isAbout(path) != true
        else { return finding }
        var finding = finding
        finding.severity = .note
        finding.note("not in the mask, so the server passes over it")
        return finding
    }

    private static func sensors(_ location: VehicleLocation) -> [Finding] {
        let sensors = [
            ("location_sensor", location.locationSensor), ("raw_location_sensor", location.rawLocationSensor),
            ("supplemental_location_sensor", location.supplementalLocationSensor),
        ]
        return sensors.filter { $0.1 == .fleetEngineLocation }.map { name, _ in
            Finding(
                sensorCode, .error,
                "A location claims to be from FLEET_ENGINE_LOCATION: the server refuses that in requests.",
                remedy: "Name the sensor that the location is from; this one is the server's own.",
                evidence: [Finding.Evidence(path: name, "FLEET_ENGINE_LOCATION (6)")])
        }
    }

    private struct Oddity {
        enum Kind: String {
            case speed = "speed_implausible"
            case speedUnit = "speed_unit"
            case heading = "heading_out_of_range"
            case accuracy = "accuracy_implausible"
        }
        let kind: Kind
        let field: String
        let text: String
    }

    private static func finding(_ oddity: Oddity) -> Finding {
        let (summary, remedy) =
            switch oddity.kind {
            case .speed:
                ("A speed is none that a vehicle can have.", "Send speed in metres per second, and none when unknown.")
            case .speedUnit:
                (
                    "speed has the same value as speed_kmph: it is in the wrong unit.",
                    "Send speed in metres per second: km/h divided by 3.6."
                )
            case .heading:
                (
                    "A heading is none.",
                    "Send degrees clockwise from north, 0 to 359, and no heading when it is unknown."
                )
            case .accuracy:
                ("An accuracy is none.", "Send accuracies as positive metres or degrees, and none when unknown.")
            }
        return Finding(
            oddity.kind.rawValue, .warning, summary, remedy: remedy,
            evidence: [Finding.Evidence(path: oddity.field, oddity.text)])
    }

    private static func movement(_ location: VehicleLocation) -> [Oddity] {
        var found: [Oddity] = []
        if let speed = location.speed {
            if !(0...speedLimit).contains(speed) {
                found.append(Oddity(kind: .speed, field: "speed", text: "\(speed) m/s"))
            } else if let kmph = location.speedKmph, speed > 10, (speed - Double(kmph)).magnitude < 1 {
                found.append(Oddity(kind: .speedUnit, field: "speed", text: "\(speed) m/s, and \(kmph) km/h"))
            }
        }
        for (field, heading) in [("heading", location.heading), ("flp_heading_degrees", location.flpHeadingDegrees)] {
            if let heading, !(0...360).contains(heading) {
                found.append(Oddity(kind: .heading, field: field, text: "\(heading)°"))
            }
        }
        return found
    }

    private static func accuracies(_ location: VehicleLocation) -> [Oddity] {
        let metres = [
            ("latlng_accuracy", location.latlngAccuracy), ("horizontal_accuracy", location.horizontalAccuracy),
            ("raw_location_accuracy", location.rawLocationAccuracy),
            ("supplemental_location_accuracy", location.supplementalLocationAccuracy),
            ("flp_latlng_accuracy_meters", location.flpLatlngAccuracyMeters),
            ("altitude_accuracy", location.altitudeAccuracy), ("vertical_accuracy", location.verticalAccuracy),
        ]
        let degrees = [("heading_accuracy", location.headingAccuracy), ("bearing_accuracy", location.bearingAccuracy)]
        return (metres.map { ($0.0, $0.1, accuracyLimit, "m") } + degrees.map { ($0.0, $0.1, 360, "°") })
            .compactMap { field, value, limit, unit in
                guard let value, !(0...limit).contains(value) else { return nil }
                return Oddity(kind: .accuracy, field: field, text: "\(value) \(unit)")
            }
    }

    static func stale(_ location: VehicleLocation) -> [Finding] {
        guard let count = location.numStaleUpdates, count >= staleUpdateLimit else { return [] }
        return [
            Finding(
                "stale_updates", .warning, "The sensor gives no new places: update after update repeats an old one.",
                remedy: "See whether the app may use the location in the background and GPS is on.",
                evidence: [Finding.Evidence(path: "num_stale_updates", "\(count) updates without a new place")])
        ]
    }

    /// Places of the same moment agree when one of them is read the other way round.
    private static func swapped(_ location: VehicleLocation) -> [Finding] {
        guard let here = location.location else { return [] }
        let others = [
            ("raw_location", location.rawLocation), ("supplemental_location", location.supplementalLocation),
            ("flp_location", location.flpLocation),
        ]
        return others.compactMap { field, other in
            guard let other, !here.isNear(other), here.isNear(other.swapped) else { return nil }
            return CoordinateRule.swapped(
                Finding.Evidence(path: field, "\(other.text), but location is \(here.text)"))
        }
    }
}

extension Finding {
    /// Turns paths within a message into paths from the top, and adds where they lie.
    mutating func relocate(_ path: String, _ message: ExaminedMessage) {
        mapEvidence { piece in
            let whole = "\(path).\(piece.path ?? "")"
            piece.path = whole
            piece.offset = message.scan.places[whole]?.offset
        }
    }
}

extension ExaminedMessage {
    /// A vehicle location of either service: their fields have the same numbers and types.
    func location(at place: MessageScan.Place) -> VehicleLocation? { value(place.value, as: VehicleLocation.self) }
}

extension LatLng {
    var text: String { "\(latitude), \(longitude)" }

    var swapped: LatLng {
        var other = LatLng()
        other.latitude = longitude
        other.longitude = latitude
        return other
    }

    func isNear(_ other: LatLng) -> Bool {
        (latitude - other.latitude).magnitude < LocationRule.nearness
            && (longitude - other.longitude).magnitude < LocationRule.nearness
    }
}
