/// What a battery is doing. Mirrors `maps.fleetengine.v1.BatteryStatus`.
public struct BatteryStatus: FleetEnum {
    public static let fullName = "maps.fleetengine.v1.BatteryStatus"

    public var rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// `UNKNOWN_BATTERY_STATUS = 0`: not known.
    public static var unknown: Self { .init(rawValue: 0) }
    /// `BATTERY_STATUS_CHARGING = 1`: it is being charged.
    public static var charging: Self { .init(rawValue: 1) }
    /// `BATTERY_STATUS_DISCHARGING = 2`: it is being drained.
    public static var discharging: Self { .init(rawValue: 2) }
    /// `BATTERY_STATUS_FULL = 3`: it is full.
    public static var full: Self { .init(rawValue: 3) }
    /// `BATTERY_STATUS_NOT_CHARGING = 4`: it is not being charged.
    public static var notCharging: Self { .init(rawValue: 4) }
    /// `BATTERY_STATUS_POWER_LOW = 5`: it is nearly empty.
    public static var powerLow: Self { .init(rawValue: 5) }
}
