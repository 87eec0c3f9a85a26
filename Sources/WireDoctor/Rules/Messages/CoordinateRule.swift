internal import ByteText
import FleetMessages

/// Coordinates anywhere in a request that are not on earth, or that stand for no place.
struct CoordinateRule: MessageRule {
    func findings(in message: ExaminedMessage) -> [Finding] {
        message.scan.badCoordinates.compactMap { place, value in
            let isSwapped = value.longitude.magnitude <= 90 && value.latitude.magnitude <= 180
            // The corner of a map that is shown whole may well be at 0, 0.
            if value.isZero, place.path.mentions("viewport") { return nil }
            return Finding(
                value.isZero ? .coordinatesZero : isSwapped ? .coordinatesSwapped : .coordinatesOutOfRange,
                evidence: [place.evidence(value.text)])
        }
    }
}
