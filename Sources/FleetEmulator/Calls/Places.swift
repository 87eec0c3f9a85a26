internal import FleetMessages

/// Estimated distances and travel times: the straight-line distance times a factor for streets.
enum Estimate {
    /// Metres of street for each metre to a pickup or stop as the crow flies.
    static let detour = 1.37
    /// Metres of street for each metre from a pickup to a drop-off as the crow flies.
    static let dropoffDetour = 1.31
    /// Metres per second.
    static let speed = 8.0

    /// Metres of street between two points.
    static func metres(_ start: LatLng, _ end: LatLng, detour: Double = Self.detour) -> Double {
        start.metres(to: end) * detour
    }

    /// Metres of street along points.
    static func metres(along points: [LatLng]) -> Double {
        zip(points, points.dropFirst()).reduce(0) { $0 + metres($1.0, $1.1) }
    }

    /// The time that a way takes.
    static func duration(ofMetres metres: Double) -> ProtobufDuration {
        ProtobufDuration(inSeconds: (metres / speed).rounded()) ?? ProtobufDuration()
    }
}

extension Int32 {
    /// A number of metres without its fraction, the largest or smallest that there is for others; 0 for no number.
    init(metres: Double) {
        self = Int32(exactly: metres.rounded(.towardZero)) ?? (metres.isNaN ? 0 : metres < 0 ? .min : .max)
    }
}
