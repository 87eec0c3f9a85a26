/// Where a device gets its power from. Mirrors `maps.fleetengine.v1.PowerSource`.
public struct PowerSource: FleetEnum {
    public static let fullName = "maps.fleetengine.v1.PowerSource"

    public var rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// `UNKNOWN_POWER_SOURCE = 0`: not known.
    public static var unknown: Self { .init(rawValue: 0) }
    /// `POWER_SOURCE_AC = 1`: a mains charger.
    public static var ac: Self { .init(rawValue: 1) }
    /// `POWER_SOURCE_USB = 2`: a USB port.
    public static var usb: Self { .init(rawValue: 2) }
    /// `POWER_SOURCE_WIRELESS = 3`: a wireless charger.
    public static var wireless: Self { .init(rawValue: 3) }
    /// `POWER_SOURCE_UNPLUGGED = 4`: its battery.
    public static var unplugged: Self { .init(rawValue: 4) }
}
