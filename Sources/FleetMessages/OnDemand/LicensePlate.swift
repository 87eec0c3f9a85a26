public import ProtobufWire

/// As much of a license plate as may be kept without pointing to a person. Mirrors `maps.fleetengine.v1.LicensePlate`.
public struct LicensePlate: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.LicensePlate"

    /// `country_code = 1`, required: CLDR region, for example `US`.
    public var countryCode = ""
    /// `last_character = 2`: the last digit of the plate, `-1` when it has none. `ABC 1234` gives `4`.
    public var lastCharacter = ""
    public var unknownFields = UnknownFields()

    public init() {}

    @inline(__always)
    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: countryCode = try reader.string()
            case 18: lastCharacter = try reader.string()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.string(1, countryCode)
        writer.string(2, lastCharacter)
        writer.unknown(unknownFields)
    }
}
