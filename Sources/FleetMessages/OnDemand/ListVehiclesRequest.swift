public import ProtobufWire

/// Request of `ListVehicles`. Mirrors `maps.fleetengine.v1.ListVehiclesRequest`.
public struct ListVehiclesRequest: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.ListVehiclesRequest"

    /// `parent = 1`, required: `providers/{provider}`.
    public var parent = ""
    /// `page_size = 3`: the most vehicles per page; unset means 100.
    public var pageSize: Int32 = 0
    /// `page_token = 4`: ``ListVehiclesResponse/nextPageToken`` of the page before. All other fields must be the same
    /// as there.
    public var pageToken = ""
    /// `minimum_capacity = 6`: only vehicles whose ``Vehicle/maximumCapacity`` is at least this; 0 or more.
    public var minimumCapacity: Int32?
    /// `trip_types = 7`: only vehicles that serve at least one of these kinds of trips.
    public var tripTypes: [TripType] = []
    /// `maximum_staleness = 8`: only vehicles that sent a location within this time. Positive.
    public var maximumStaleness: ProtobufDuration?
    /// `vehicle_type_categories = 9`, required: only vehicles of these categories, none `UNKNOWN`.
    public var vehicleTypeCategories: [Vehicle.VehicleType.Category] = []
    /// `required_attributes = 10`: only vehicles with all of these attributes, each `key:value`. At most 50.
    public var requiredAttributes: [String] = []
    /// `vehicle_state = 11`: only vehicles in this state.
    public var vehicleState = VehicleState()
    /// `header = 12`: who is calling.
    public var header: RequestHeader?
    /// `required_one_of_attributes = 13`: only vehicles with at least one attribute of every entry, each
    /// `key1:value1|key2:value2`.
    public var requiredOneOfAttributes: [String] = []
    /// `on_trip_only = 14`: only vehicles that have a trip.
    public var onTripOnly = false
    /// `required_one_of_attribute_sets = 15`: only vehicles with all attributes of at least one entry, each
    /// `key1:value1|key2:value2`.
    public var requiredOneOfAttributeSets: [String] = []
    /// `filter = 16`: a filter (AIP-160) on attributes, instead of the `required...` fields:
    /// `attributes.seats = "6"`. At most 50 comparisons, values as text.
    public var filter = ""
    /// `viewport = 17`: only vehicles last seen in this rectangle.
    public var viewport: Viewport?
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: parent = try reader.string()
            case 24: pageSize = try reader.int32()
            case 34: pageToken = try reader.string()
            case 50: try reader.wrapped(50, &minimumCapacity, unknown: &unknownFields)
            case 56: tripTypes.append(try reader.enumeration())
            case 58: try reader.packed(&tripTypes)
            case 66: try reader.message(&maximumStaleness)
            case 72: vehicleTypeCategories.append(try reader.enumeration())
            case 74: try reader.packed(&vehicleTypeCategories)
            case 82: try reader.strings(82, &requiredAttributes)
            case 88: vehicleState = try reader.enumeration()
            case 98: try reader.message(&header)
            case 106: try reader.strings(106, &requiredOneOfAttributes)
            case 112: onTripOnly = try reader.bool()
            case 122: try reader.strings(122, &requiredOneOfAttributeSets)
            case 130: filter = try reader.string()
            case 138: try reader.message(&viewport)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.string(1, parent)
        writer.int32(3, pageSize)
        writer.string(4, pageToken)
        writer.wrapped(6, minimumCapacity, unknown: unknownFields)
        writer.packed(7, tripTypes)
        writer.message(8, maximumStaleness)
        writer.packed(9, vehicleTypeCategories)
        writer.strings(10, requiredAttributes)
        writer.enumeration(11, vehicleState)
        writer.message(12, header)
        writer.strings(13, requiredOneOfAttributes)
        writer.bool(14, onTripOnly)
        writer.strings(15, requiredOneOfAttributeSets)
        writer.string(16, filter)
        writer.message(17, viewport)
        writer.unknown(unknownFields)
    }
}
