public import ProtobufWire

/// The battery of the driver's phone. Mirrors `maps.fleetengine.v1.BatteryInfo`.
public struct BatteryInfo: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.BatteryInfo"

    /// `battery_status = 1`: what the battery is doing.
    public var batteryStatus = BatteryStatus()
    /// `power_source = 2`: where the power comes from.
    public var powerSource = PowerSource()
    /// `battery_percentage = 3`: charge in percent, 0 to 100.
    public var batteryPercentage: Float = 0
    public var unknownFields = UnknownFields()

    public init() {}

    @inline(__always)
    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 8: batteryStatus = try reader.enumeration()
            case 16: powerSource = try reader.enumeration()
            case 29: batteryPercentage = try reader.float()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.enumeration(1, batteryStatus)
        writer.enumeration(2, powerSource)
        writer.float(3, batteryPercentage)
        writer.unknown(unknownFields)
    }
}
