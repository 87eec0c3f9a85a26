public import ProtobufWire

/// A vehicle that fits a search, with estimates. An estimate that could not be made is absent. Mirrors
/// `maps.fleetengine.v1.VehicleMatch`.
public struct VehicleMatch: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.VehicleMatch"

    /// `vehicle = 1`, required: the vehicle.
    public var vehicle: Vehicle?
    /// `vehicle_pickup_eta = 2`: expected arrival at the pickup, after a current trip if there is one.
    public var vehiclePickupETA: Timestamp?
    /// `vehicle_pickup_distance_meters = 3`: metres of driving to the pickup, stops of current trips included.
    public var vehiclePickupDistanceMeters: Int32?
    /// `vehicle_dropoff_eta = 4`: expected arrival at the drop-off. Only when the request names one.
    public var vehicleDropoffETA: Timestamp?
    /// `vehicle_pickup_to_dropoff_distance_meters = 5`: metres of driving from pickup to drop-off, no other stops. Only
    /// when the request names a drop-off.
    public var vehiclePickupToDropoffDistanceMeters: Int32?
    /// `trip_type = 6`, required: the kind of trip that the estimates are for.
    public var tripType = TripType()
    /// `vehicle_trips_waypoints = 7`: the stops that the arrival time takes into account: the vehicle, its trips'
    /// pickups, the new pickup.
    public var vehicleTripsWaypoints: [Waypoint] = []
    /// `vehicle_match_type = 8`: how the vehicle would fit the trip in.
    public var vehicleMatchType = VehicleMatchType()
    /// `requested_ordered_by = 9`: the order that was asked for. Equal to ``orderedBy``.
    public var requestedOrderedBy = SearchVehiclesRequest.VehicleMatchOrder()
    /// `ordered_by = 10`: the order of the matches.
    public var orderedBy = SearchVehiclesRequest.VehicleMatchOrder()
    /// `vehicle_pickup_straight_line_distance_meters = 11`, required: metres to the pickup as the crow flies.
    public var vehiclePickupStraightLineDistanceMeters: Int32?
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&vehicle)
            case 18: try reader.message(&vehiclePickupETA)
            case 26: try reader.wrapped(26, &vehiclePickupDistanceMeters, unknown: &unknownFields)
            case 34: try reader.message(&vehicleDropoffETA)
            case 42: try reader.wrapped(42, &vehiclePickupToDropoffDistanceMeters, unknown: &unknownFields)
            case 48: tripType = try reader.enumeration()
            case 58: try reader.messages(58, &vehicleTripsWaypoints)
            case 64: vehicleMatchType = try reader.enumeration()
            case 72: requestedOrderedBy = try reader.enumeration()
            case 80: orderedBy = try reader.enumeration()
            case 90: try reader.wrapped(90, &vehiclePickupStraightLineDistanceMeters, unknown: &unknownFields)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, vehicle)
        writer.message(2, vehiclePickupETA)
        writer.wrapped(3, vehiclePickupDistanceMeters, unknown: unknownFields)
        writer.message(4, vehicleDropoffETA)
        writer.wrapped(5, vehiclePickupToDropoffDistanceMeters, unknown: unknownFields)
        writer.enumeration(6, tripType)
        writer.messages(7, vehicleTripsWaypoints)
        writer.enumeration(8, vehicleMatchType)
        writer.enumeration(9, requestedOrderedBy)
        writer.enumeration(10, orderedBy)
        writer.wrapped(11, vehiclePickupStraightLineDistanceMeters, unknown: unknownFields)
        writer.unknown(unknownFields)
    }

    /// How a vehicle would fit a trip in. Mirrors `maps.fleetengine.v1.VehicleMatch.VehicleMatchType`.
    public struct VehicleMatchType: FleetEnum {
        public static let fullName = "maps.fleetengine.v1.VehicleMatch.VehicleMatchType"

        public var rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// `UNKNOWN = 0`: not said.
        public static var unknown: Self { .init(rawValue: 0) }
        /// `EXCLUSIVE = 1`: it has no trip and can go at once.
        public static var exclusive: Self { .init(rawValue: 1) }
        /// `BACK_TO_BACK = 2`: it finishes its trip first.
        public static var backToBack: Self { .init(rawValue: 2) }
        /// `CARPOOL = 3`: it has room for one more trip.
        public static var carpool: Self { .init(rawValue: 3) }
        /// `CARPOOL_BACK_TO_BACK = 4`: it finishes its active shared trip first.
        public static var carpoolBackToBack: Self { .init(rawValue: 4) }
    }
}
