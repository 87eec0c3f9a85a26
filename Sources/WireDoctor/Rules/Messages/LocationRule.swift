import FleetMessages
import ProtobufWire

/// One reported location: its sensor, its speed, heading and accuracy, and whether its coordinates are swapped.
struct LocationRule: MessageRule {
    /// Metres per second, 360 km/h: no road vehicle is faster.
    static let speedLimit = 100.0
    /// Metres; a radius that says nothing any more about where in a city a vehicle is.
    static let accuracyLimit = 10_000.0
    /// Updates without a fresh fix. At ``LocationInterval/usual`` between updates this is most of a minute.
    static let staleUpdateLimit: Int32 = 5

    func findings(in message: ExaminedMessage) -> [Finding] {
        Self.findings(in: message.scan, message.bytes, Self.findings).map { Self.judged($0, message) }
    }

    /// The findings that `rule` has about each location in a message, with paths from the top of the message.
    static func findings(
        in scan: MessageScan, _ bytes: [UInt8], _ rule: (VehicleLocation) -> [Finding]
    ) -> [Finding] {
        scan.locations.flatMap { place -> [Finding] in
            guard let location = VehicleLocation(at: place, in: bytes) else { return [] }
            return rule(location).map { finding in
                finding.with {
                    $0.mapEvidence { piece in
                        let path = "\(place.path).\(piece.path ?? "")"
                        (piece.path, piece.offset) = (path, scan.places[path]?.offset ?? place.offset)
                    }
                }
            }
        }
    }

    /// The findings about a location, with paths that begin in the location.
    private static func findings(_ location: VehicleLocation) -> [Finding] {
        sensors(location) + repeatedPlace(location) + swapped(location) + numbersOutOfRange(location)
    }

    private static func finding(_ kind: FindingKind, _ field: String, _ text: String) -> Finding {
        Finding(kind, evidence: [Finding.Evidence(path: field, text)])
    }

    /// A sensor that the mask does not name is passed over, unless the call was refused.
    private static func judged(_ finding: Finding, _ message: ExaminedMessage) -> Finding {
        guard finding.kind == .locationSensor, let path = finding.evidence.first?.path, !message.writes(path),
            message.refusal?.isAbout(path) != true
        else { return finding }
        return finding.downgraded("not in the mask, so the server passes over it")
    }

    private static func sensors(_ location: VehicleLocation) -> [Finding] {
        let sensors = [
            ("location_sensor", location.locationSensor), ("raw_location_sensor", location.rawLocationSensor),
            ("supplemental_location_sensor", location.supplementalLocationSensor),
        ]
        return sensors.filter { $0.1 == .fleetEngineLocation }.map { field, _ in
            finding(.locationSensor, field, "FLEET_ENGINE_LOCATION (6)")
        }
    }

    private static func numbersOutOfRange(_ location: VehicleLocation) -> [Finding] {
        let headings = [("heading", location.heading), ("flp_heading_degrees", location.flpHeadingDegrees)]
        let metres = [
            ("latlng_accuracy", location.latlngAccuracy), ("horizontal_accuracy", location.horizontalAccuracy),
            ("raw_location_accuracy", location.rawLocationAccuracy),
            ("supplemental_location_accuracy", location.supplementalLocationAccuracy),
            ("flp_latlng_accuracy_meters", location.flpLatlngAccuracyMeters),
            ("altitude_accuracy", location.altitudeAccuracy), ("vertical_accuracy", location.verticalAccuracy),
        ]
        let degrees = [("heading_accuracy", location.headingAccuracy), ("bearing_accuracy", location.bearingAccuracy)]
        return outOfRange([("speed", location.speed)], .speedImplausible, most: speedLimit, unit: " m/s")
            + outOfRange(headings, .headingOutOfRange, most: 360, unit: "°")
            + outOfRange(metres, .accuracyImplausible, most: accuracyLimit, unit: " m")
            + outOfRange(degrees, .accuracyImplausible, most: 360, unit: " °")
    }

    private static func outOfRange<Number: Comparable & Numeric>(
        _ numbers: [(field: String, value: Number?)], _ kind: FindingKind, most: Number, unit: String
    ) -> [Finding] {
        numbers.compactMap { field, value in
            guard let value, !(0...most).contains(value) else { return nil }
            return finding(kind, field, "\(value)\(unit)")
        }
    }

    /// The findings about the locations in a message that repeat an old place because the sensor has no new one.
    static func repeatedPlaces(in scan: MessageScan, _ bytes: [UInt8]) -> [Finding] {
        findings(in: scan, bytes, repeatedPlace)
    }

    private static func repeatedPlace(_ location: VehicleLocation) -> [Finding] {
        guard let count = location.numStaleUpdates, count >= staleUpdateLimit else { return [] }
        return [finding(.staleUpdates, "num_stale_updates", "\(count) updates without a new place")]
    }

    /// Places of the same moment that agree when one of them is read the other way round.
    private static func swapped(_ location: VehicleLocation) -> [Finding] {
        guard let here = location.location else { return [] }
        let others = [
            ("raw_location", location.rawLocation), ("supplemental_location", location.supplementalLocation),
            ("flp_location", location.flpLocation),
        ]
        return others.compactMap { field, other in
            guard let other, !here.isNear(other), here.isNear(other.swapped) else { return nil }
            return finding(.coordinatesSwapped, field, "\(other.text), but location is \(here.text)")
        }
    }
}

extension Finding {
    /// The finding as a note, with the reason as a remark.
    func downgraded(_ reason: String) -> Finding {
        with {
            $0.severity = .note
            $0.remark(reason)
        }
    }
}

extension VehicleLocation {
    /// A vehicle location of either service: their fields have the same numbers and types.
    init?(at place: MessageScan.Place, in bytes: [UInt8]) { try? self.init(decoding: bytes[place.value]) }
}
