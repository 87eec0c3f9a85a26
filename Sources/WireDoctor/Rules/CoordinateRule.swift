import FleetMessages

/// Coordinates anywhere in a request that are not on earth, or that stand for none.
struct CoordinateRule: MessageRule {
    func findings(in message: ExaminedMessage) -> [Finding] {
        message.scan.badCoordinates.compactMap { place, value in
            let evidence = Finding.Evidence(path: place.path, offset: place.offset, value.text)
            if value.isZero {
                // The corner of a map that is shown whole may well be there.
                guard !place.path.contains("viewport") else { return nil }
                return Finding(
                    "coordinates_zero", .warning, "A place is at 0, 0 in the sea: that is how \"not known\" looks.",
                    remedy: "Leave the place out until there is one.", evidence: [evidence])
            }
            if value.longitude.magnitude <= 90, value.latitude.magnitude <= 180 { return Self.swapped(evidence) }
            return Finding(
                "coordinates_out_of_range", .error, "A place is not on earth.",
                remedy: "Send degrees: latitude -90 to 90, longitude -180 to 180.", evidence: [evidence])
        }
    }

    static func swapped(_ evidence: Finding.Evidence) -> Finding {
        Finding(
            "coordinates_swapped", .error, "Latitude and longitude look swapped.",
            remedy: "Send the latitude, north and south, as the first field.", evidence: [evidence])
    }
}
