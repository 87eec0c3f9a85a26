public import ProtobufWire

/// Settings of the driver's phone that influence its locations. Mirrors `maps.fleetengine.v1.DeviceSettings`.
public struct DeviceSettings: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.DeviceSettings"

    /// `location_power_save_mode = 1`: what battery saver does to location.
    public var locationPowerSaveMode = LocationPowerSaveMode()
    /// `is_power_save_mode = 2`: whether battery saver is on.
    public var isPowerSaveMode = false
    /// `is_interactive = 3`: whether the device is awake: the screen is on and can be touched.
    public var isInteractive = false
    /// `battery_info = 4`: the battery.
    public var batteryInfo: BatteryInfo?
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 8: locationPowerSaveMode = try reader.enumeration()
            case 16: isPowerSaveMode = try reader.bool()
            case 24: isInteractive = try reader.bool()
            case 34: try reader.message(&batteryInfo)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.enumeration(1, locationPowerSaveMode)
        writer.bool(2, isPowerSaveMode)
        writer.bool(3, isInteractive)
        writer.message(4, batteryInfo)
        writer.unknown(unknownFields)
    }
}
