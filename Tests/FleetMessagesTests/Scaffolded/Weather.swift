import FleetWire

/// What it was like outside.
///
/// Mirrors `acme.Weather`.
struct Weather: OpenEnum {
    var rawValue: Int32
    init(rawValue: Int32) { self.rawValue = rawValue }

    /// `WEATHER_UNSPECIFIED = 0`
    static var unspecified: Self { .init(rawValue: 0) }
    /// `WEATHER_DRY = 1`
    static var dry: Self { .init(rawValue: 1) }
    /// `WEATHER_WET = 2`: Rain or snow.
    static var wet: Self { .init(rawValue: 2) }
}
