import FleetMessages
import ProtobufSchema
import ProtobufWire

/// Locations in answers: a rider or a dispatcher who gets old ones sees a vehicle that stands still.
enum AnswerRule {
    /// What repeats an old place, by its sensor.
    static func findings(in scan: MessageScan, _ bytes: [UInt8]) -> [Finding] {
        locations(scan, bytes).flatMap { place, location in
            LocationRule.stale(location).map { finding in
                var finding = finding
                finding.mapEvidence {
                    let path = "\(place.path).\($0.path ?? "")"
                    ($0.path, $0.offset) = (path, scan.places[path]?.offset ?? place.offset)
                }
                return finding
            }
        }
    }

    /// The last location of a vehicle or trip, if it was old when the answer came.
    ///
    /// - Parameter time: When the answer came, in seconds since 1970.
    static func age(in scan: MessageScan, _ bytes: [UInt8], resource: String?, call: Int?, time: Double) -> Finding? {
        guard let place = scan.places["last_location"],
            let location = try? VehicleLocation(decoding: Array(bytes[place.value])),
            let measured = location.updateTime?.secondsSince1970, time - measured > VehicleTrack.staleAge
        else { return nil }
        return Finding(
            "stale_answer", .warning, "Answers show a vehicle where it was a while ago.",
            remedy: "See whether the vehicle still reports: its app may be in the background, or without a network.",
            resource: resource,
            evidence: [
                Finding.Evidence(
                    call: call, path: "last_location.update_time",
                    offset: scan.places["last_location.update_time"]?.offset,
                    "\(CaptureClock.span(time - measured)) old when the answer came")
            ])
    }

    private static func locations(_ scan: MessageScan, _ bytes: [UInt8]) -> [(MessageScan.Place, VehicleLocation)] {
        scan.locations.compactMap { place in
            (try? VehicleLocation(decoding: Array(bytes[place.value]))).map { (place, $0) }
        }
    }
}

extension MessageScan {
    /// Of a message that is no request.
    init(answer bytes: [UInt8], as type: MessageDescriptor) {
        self.init(bytes, as: type, body: nil, isUpdate: false)
    }
}
