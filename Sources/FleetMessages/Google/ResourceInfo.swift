public import ProtobufWire

/// The resource that a call failed on. Mirrors `google.rpc.ResourceInfo`.
public struct ResourceInfo: FleetMessage {
    public static let fullName = "google.rpc.ResourceInfo"

    /// `resource_type = 1`: a type name or URL, for example `fleetengine.googleapis.com/Vehicle`.
    public var resourceType = ""
    /// `resource_name = 2`: the name, for example `providers/sample/vehicles/v1`. It can be absent for who may not know
    /// it.
    public var resourceName = ""
    /// `owner = 3`: the owner, for example `project:sample-cloud-project`.
    public var owner = ""
    /// `description = 4`: what went wrong with it, for people.
    public var description = ""
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: resourceType = try reader.string()
            case 18: resourceName = try reader.string()
            case 26: owner = try reader.string()
            case 34: description = try reader.string()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.string(1, resourceType)
        writer.string(2, resourceName)
        writer.string(3, owner)
        writer.string(4, description)
        writer.unknown(unknownFields)
    }
}
