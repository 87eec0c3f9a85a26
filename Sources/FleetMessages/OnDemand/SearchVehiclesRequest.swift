public import ProtobufWire

/// Request of `SearchVehicles`. Mirrors `maps.fleetengine.v1.SearchVehiclesRequest`.
public struct SearchVehiclesRequest: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.SearchVehiclesRequest"

    /// `header = 1`: who is calling.
    public var header: RequestHeader?
    /// `parent = 3`, required: `providers/{provider}`.
    public var parent = ""
    /// `pickup_point = 4`, required: where the rider wants to be picked up.
    public var pickupPoint: TerminalLocation?
    /// `dropoff_point = 5`: where the rider wants to go. Needed for `SHARED` trips.
    public var dropoffPoint: TerminalLocation?
    /// `pickup_radius_meters = 6`, required: metres around the pickup to search in, 400 to 10000.
    public var pickupRadiusMeters: Int32 = 0
    /// `count = 7`, required: the most vehicles to return, 1 to 50.
    public var count: Int32 = 0
    /// `minimum_capacity = 8`, required: riders to carry, without the driver; at least 1.
    public var minimumCapacity: Int32 = 0
    /// `trip_types = 9`, required: the kind of trip: exactly one, not `UNKNOWN_TRIP_TYPE`.
    public var tripTypes: [TripType] = []
    /// `maximum_staleness = 10`: only vehicles that sent a location within this time; unset means five minutes.
    public var maximumStaleness: ProtobufDuration?
    /// `required_attributes = 12`: only vehicles with all of these attributes. At most 50.
    public var requiredAttributes: [VehicleAttribute] = []
    /// `order_by = 13`, required: how to sort the matches.
    public var orderBy = VehicleMatchOrder()
    /// `vehicle_types = 14`, required: only vehicles of these types: at least one, none `UNKNOWN`.
    public var vehicleTypes: [Vehicle.VehicleType] = []
    /// `required_one_of_attributes = 15`: only vehicles with at least one attribute of every list.
    public var requiredOneOfAttributes: [VehicleAttributeList] = []
    /// `include_back_to_back = 18`: also vehicles whose only trip is on its way to the drop-off. Only without
    /// ``currentTripsPresent``.
    public var includeBackToBack = false
    /// `trip_id = 19`: the id of the trip that the search is for.
    public var tripID = ""
    /// `required_one_of_attribute_sets = 20`: only vehicles with all attributes of at least one list.
    public var requiredOneOfAttributeSets: [VehicleAttributeList] = []
    /// `current_trips_present = 21`: whether vehicles that have trips may match. Needed for `SHARED` trips.
    public var currentTripsPresent = CurrentTripsPresent()
    /// `filter = 22`: a filter (AIP-160) on attributes, instead of the `required...` fields:
    /// `attributes.seats = "6"`. At most 50 comparisons, values as text.
    public var filter = ""
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&header)
            case 26: parent = try reader.string()
            case 34: try reader.message(&pickupPoint)
            case 42: try reader.message(&dropoffPoint)
            case 48: pickupRadiusMeters = try reader.int32()
            case 56: count = try reader.int32()
            case 64: minimumCapacity = try reader.int32()
            case 72: tripTypes.append(try reader.enumeration())
            case 74: try reader.packed(&tripTypes)
            case 82: try reader.message(&maximumStaleness)
            case 98: try reader.messages(98, &requiredAttributes)
            case 104: orderBy = try reader.enumeration()
            case 114: try reader.messages(114, &vehicleTypes)
            case 122: try reader.messages(122, &requiredOneOfAttributes)
            case 144: includeBackToBack = try reader.bool()
            case 154: tripID = try reader.string()
            case 162: try reader.messages(162, &requiredOneOfAttributeSets)
            case 168: currentTripsPresent = try reader.enumeration()
            case 178: filter = try reader.string()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, header)
        writer.string(3, parent)
        writer.message(4, pickupPoint)
        writer.message(5, dropoffPoint)
        writer.int32(6, pickupRadiusMeters)
        writer.int32(7, count)
        writer.int32(8, minimumCapacity)
        writer.packed(9, tripTypes)
        writer.message(10, maximumStaleness)
        writer.messages(12, requiredAttributes)
        writer.enumeration(13, orderBy)
        writer.messages(14, vehicleTypes)
        writer.messages(15, requiredOneOfAttributes)
        writer.bool(18, includeBackToBack)
        writer.string(19, tripID)
        writer.messages(20, requiredOneOfAttributeSets)
        writer.enumeration(21, currentTripsPresent)
        writer.string(22, filter)
        writer.unknown(unknownFields)
    }

    /// Orders of matches, smallest first. Mirrors `maps.fleetengine.v1.SearchVehiclesRequest.VehicleMatchOrder`.
    public struct VehicleMatchOrder: FleetEnum {
        public static let fullName = "maps.fleetengine.v1.SearchVehiclesRequest.VehicleMatchOrder"

        public var rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// `UNKNOWN_VEHICLE_MATCH_ORDER = 0`: not said.
        public static var unknown: Self { .init(rawValue: 0) }
        /// `PICKUP_POINT_ETA = 1`: driving time to the pickup.
        public static var pickupPointETA: Self { .init(rawValue: 1) }
        /// `PICKUP_POINT_DISTANCE = 2`: driving distance to the pickup.
        public static var pickupPointDistance: Self { .init(rawValue: 2) }
        /// `DROPOFF_POINT_ETA = 3`: driving time to the drop-off, which the request has to name.
        public static var dropoffPointETA: Self { .init(rawValue: 3) }
        /// `PICKUP_POINT_STRAIGHT_DISTANCE = 4`: distance to the pickup as the crow flies.
        public static var pickupPointStraightDistance: Self { .init(rawValue: 4) }
        /// `COST = 5`: a weighted mix of arrival time and straight distance.
        public static var cost: Self { .init(rawValue: 5) }
    }

    /// Whether vehicles that have trips may match. Mirrors
    /// `maps.fleetengine.v1.SearchVehiclesRequest.CurrentTripsPresent`.
    public struct CurrentTripsPresent: FleetEnum {
        public static let fullName = "maps.fleetengine.v1.SearchVehiclesRequest.CurrentTripsPresent"

        public var rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// `CURRENT_TRIPS_PRESENT_UNSPECIFIED = 0`: ``SearchVehiclesRequest/includeBackToBack`` decides.
        public static var unspecified: Self { .init(rawValue: 0) }
        /// `NONE = 1`: only vehicles without trips.
        public static var none: Self { .init(rawValue: 1) }
        /// `ANY = 2`: also vehicles with up to 5 trips and 10 waypoints.
        public static var any: Self { .init(rawValue: 2) }
    }
}
