/// What battery saver does to location on an Android device. Mirrors `maps.fleetengine.v1.LocationPowerSaveMode`.
public struct LocationPowerSaveMode: FleetEnum {
    public static let fullName = "maps.fleetengine.v1.LocationPowerSaveMode"

    public var rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// `UNKNOWN_LOCATION_POWER_SAVE_MODE = 0`: not said.
    public static var unknown: Self { .init(rawValue: 0) }
    /// `LOCATION_MODE_NO_CHANGE = 1`: nothing, or battery saver is off.
    public static var noChange: Self { .init(rawValue: 1) }
    /// `LOCATION_MODE_GPS_DISABLED_WHEN_SCREEN_OFF = 2`: no GPS while the screen is off.
    public static var gpsDisabledWhenScreenOff: Self { .init(rawValue: 2) }
    /// `LOCATION_MODE_ALL_DISABLED_WHEN_SCREEN_OFF = 3`: no location at all while the screen is off.
    public static var allDisabledWhenScreenOff: Self { .init(rawValue: 3) }
    /// `LOCATION_MODE_FOREGROUND_ONLY = 4`: locations only for apps in the foreground.
    public static var foregroundOnly: Self { .init(rawValue: 4) }
    /// `LOCATION_MODE_THROTTLE_REQUESTS_WHEN_SCREEN_OFF = 5`: fewer locations while the screen is off.
    public static var throttleRequestsWhenScreenOff: Self { .init(rawValue: 5) }
}
