public import ProtobufWire

/// A vehicle that carries riders or goods on demand. Mirrors `maps.fleetengine.v1.Vehicle`.
public struct Vehicle: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.Vehicle"
    public static var usualLengthBytes: Int { 2 }

    /// `name = 1`, output only: `providers/{provider}/vehicles/{vehicle}`.
    public var name = ""
    /// `vehicle_state = 2`: whether it takes new trips. Needed at creation.
    public var vehicleState = VehicleState()
    /// `supported_trip_types = 3`: the kinds of trips it can serve. Needed at creation.
    public var supportedTripTypes: [TripType] = []
    /// `current_trips = 4`, output only: the ids of the trips assigned to it, without `providers/...`.
    public var currentTrips: [String] = []
    /// `last_location = 5`: where it was last reported.
    public var lastLocation: VehicleLocation?
    /// `maximum_capacity = 6`: riders it can carry, without the driver; at least 1. Needed at creation.
    public var maximumCapacity: Int32 = 0
    /// `attributes = 8`: the provider's own attributes: at most 100, keys unique. `UpdateVehicle` replaces all of them,
    /// `UpdateVehicleAttributes` only those it names.
    public var attributes: [VehicleAttribute] = []
    /// `vehicle_type = 9`, required: what kind of vehicle it is; used in searches and for arrival times.
    public var vehicleType: VehicleType?
    /// `license_plate = 10`: the part of the license plate that may be kept.
    public var licensePlate: LicensePlate?
    /// `route = 12`, deprecated: use ``waypoints``.
    public var route: [TerminalLocation] = []
    /// `current_route_segment_version = 15`, output only: when ``currentRouteSegment`` was set. Sent back with
    /// ``GetVehicleRequest``, the route is returned only when newer.
    public var currentRouteSegmentVersion: Timestamp?
    /// `waypoints_version = 16`, output only: when ``waypoints`` last changed. Sent back with ``GetVehicleRequest``,
    /// they are returned only when newer.
    public var waypointsVersion: Timestamp?
    /// `remaining_distance_meters = 18`: metres left of ``currentRouteSegment``. Meaningless while that is empty.
    public var remainingDistanceMeters: Int32?
    /// `eta_to_first_waypoint = 19`: expected arrival at the first of ``waypoints``. In an update
    /// ``remainingTimeSeconds`` wins over it.
    public var etaToFirstWaypoint: Timestamp?
    /// `current_route_segment = 20`: the path to the next waypoint, compressed. Written and read by Google's SDKs.
    public var currentRouteSegment = ""
    /// `waypoints = 22`: the waypoints left. An update must list all of the vehicle's waypoints and no others.
    public var waypoints: [TripWaypoint] = []
    /// `back_to_back_enabled = 23`: whether the driver takes a trip before the current one has ended.
    public var backToBackEnabled = false
    /// `current_route_segment_end_point = 24`: where ``currentRouteSegment`` ends. Ignored in an update without that.
    @Indirect public var currentRouteSegmentEndPoint: TripWaypoint?
    /// `remaining_time_seconds = 25`, input only: seconds of driving left on ``currentRouteSegment``.
    public var remainingTimeSeconds: Int32?
    /// `navigation_status = 26`: what the navigation is doing.
    public var navigationStatus = NavigationStatus()
    /// `device_settings = 27`, input only: settings of the driver's phone that explain gaps in the locations.
    public var deviceSettings: DeviceSettings?
    /// `current_route_segment_traffic = 28`, input only: traffic on ``currentRouteSegment``. Sent by the Driver SDK.
    public var currentRouteSegmentTraffic: TrafficPolylineData?
    /// `past_locations = 30`, input only: earlier locations that could not be sent when they were taken, for example
    /// without a network.
    public var pastLocations: [VehicleLocation] = []
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: name = try reader.string()
            case 16: vehicleState = try reader.enumeration()
            case 24: supportedTripTypes.append(try reader.enumeration())
            case 26: try reader.packed(&supportedTripTypes)
            case 34: try reader.strings(34, &currentTrips)
            case 42: try reader.message(&lastLocation)
            case 48: maximumCapacity = try reader.int32()
            case 66: try reader.messages(66, &attributes)
            case 74: try reader.message(&vehicleType)
            case 82: try reader.message(&licensePlate)
            case 98: try reader.messages(98, &route)
            case 122: try reader.message(&currentRouteSegmentVersion)
            case 130: try reader.message(&waypointsVersion)
            case 146: try reader.wrapped(146, &remainingDistanceMeters, unknown: &unknownFields)
            case 154: try reader.message(&etaToFirstWaypoint)
            case 162: currentRouteSegment = try reader.string()
            case 178: try reader.messages(178, &waypoints)
            case 184: backToBackEnabled = try reader.bool()
            case 194: try reader.message(&currentRouteSegmentEndPoint)
            case 202: try reader.wrapped(202, &remainingTimeSeconds, unknown: &unknownFields)
            case 208: navigationStatus = try reader.enumeration()
            case 218: try reader.message(&deviceSettings)
            case 226: try reader.message(&currentRouteSegmentTraffic)
            case 242: try reader.messages(242, &pastLocations)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.string(1, name)
        writer.enumeration(2, vehicleState)
        writer.packed(3, supportedTripTypes)
        writer.strings(4, currentTrips)
        writer.message(5, lastLocation)
        writer.int32(6, maximumCapacity)
        writer.messages(8, attributes)
        writer.message(9, vehicleType)
        writer.message(10, licensePlate)
        writer.messages(12, route)
        writer.message(15, currentRouteSegmentVersion)
        writer.message(16, waypointsVersion)
        writer.wrapped(18, remainingDistanceMeters, unknown: unknownFields)
        writer.message(19, etaToFirstWaypoint)
        writer.string(20, currentRouteSegment)
        writer.messages(22, waypoints)
        writer.bool(23, backToBackEnabled)
        writer.message(24, currentRouteSegmentEndPoint)
        writer.wrapped(25, remainingTimeSeconds, unknown: unknownFields)
        writer.enumeration(26, navigationStatus)
        writer.message(27, deviceSettings)
        writer.message(28, currentRouteSegmentTraffic)
        writer.messages(30, pastLocations)
        writer.unknown(unknownFields)
    }

    /// A kind of vehicle. Mirrors `maps.fleetengine.v1.Vehicle.VehicleType`.
    public struct VehicleType: FleetMessage {
        public static let fullName = "maps.fleetengine.v1.Vehicle.VehicleType"

        /// `category = 1`: the category.
        public var category = Category()
        public var unknownFields = UnknownFields()

        public init() {}

        @inline(__always)
        public mutating func merge(_ reader: consuming Reader) throws(WireError) {
            while case let tag = try reader.nextTag(), tag != 0 {
                switch tag {
                case 8: category = try reader.enumeration()
                default: try reader.keep(tag, in: &unknownFields)
                }
            }
        }

        public func encode(_ writer: inout Writer) {
            writer.enumeration(1, category)
            writer.unknown(unknownFields)
        }

        /// The categories of vehicles. Mirrors `maps.fleetengine.v1.Vehicle.VehicleType.Category`.
        public struct Category: FleetEnum {
            public static let fullName = "maps.fleetengine.v1.Vehicle.VehicleType.Category"

            public var rawValue: Int32
            public init(rawValue: Int32) { self.rawValue = rawValue }

            /// `UNKNOWN = 0`: not said. Searches reject it.
            public static var unknown: Self { .init(rawValue: 0) }
            /// `AUTO = 1`: a car.
            public static var auto: Self { .init(rawValue: 1) }
            /// `TAXI = 2`: a taxi, mostly licensed.
            public static var taxi: Self { .init(rawValue: 2) }
            /// `TRUCK = 3`: a vehicle with much room for goods.
            public static var truck: Self { .init(rawValue: 3) }
            /// `TWO_WHEELER = 4`: a motorcycle, moped or the like.
            public static var twoWheeler: Self { .init(rawValue: 4) }
            /// `BICYCLE = 5`: moved by human strength.
            public static var bicycle: Self { .init(rawValue: 5) }
            /// `PEDESTRIAN = 6`: a person on foot.
            public static var pedestrian: Self { .init(rawValue: 6) }
        }
    }
}
