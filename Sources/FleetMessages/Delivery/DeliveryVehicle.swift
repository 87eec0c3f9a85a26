public import ProtobufWire

/// A vehicle that brings or collects shipments. Mirrors `maps.fleetengine.delivery.v1.DeliveryVehicle`.
public struct DeliveryVehicle: FleetMessage {
    public static let fullName = "maps.fleetengine.delivery.v1.DeliveryVehicle"
    public static var usualLengthBytes: Int { 2 }

    /// `name = 1`: `providers/{provider}/deliveryVehicles/{vehicle}`. Ignored at creation.
    public var name = ""
    /// `last_location = 2`: where it was last reported.
    public var lastLocation: DeliveryVehicleLocation?
    /// `navigation_status = 3`: what the navigation is doing.
    public var navigationStatus = DeliveryVehicleNavigationStatus()
    /// `current_route_segment = 4`: the route to the next stop as an encoded polyline. Renewed at every stop and every
    /// change of route.
    public var currentRouteSegment: [UInt8] = []
    /// `current_route_segment_end_point = 5`: where ``currentRouteSegment`` ends. Ignored in an update without that.
    public var currentRouteSegmentEndPoint: LatLng?
    /// `remaining_distance_meters = 6`: metres left of ``currentRouteSegment``. Ignored in an update without that.
    public var remainingDistanceMeters: Int32?
    /// `remaining_duration = 7`: driving time left on ``currentRouteSegment``. Ignored in an update without that.
    public var remainingDuration: ProtobufDuration?
    /// `remaining_vehicle_journey_segments = 8`: the stops left, in order. `ListDeliveryVehicles` does not return them.
    public var remainingVehicleJourneySegments: [VehicleJourneySegment] = []
    /// `attributes = 9`: the provider's own attributes: at most 100, keys unique.
    public var attributes: [DeliveryVehicleAttribute] = []
    /// `type = 10`: what kind of vehicle it is; unset means `AUTO`.
    public var type = DeliveryVehicleType()
    /// `past_locations = 12`, input only: earlier locations that could not be sent when they were taken, for example
    /// without a network.
    public var pastLocations: [DeliveryVehicleLocation] = []
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: name = try reader.string()
            case 18: try reader.message(&lastLocation)
            case 24: navigationStatus = try reader.enumeration()
            case 34: currentRouteSegment = try reader.bytes()
            case 42: try reader.message(&currentRouteSegmentEndPoint)
            case 50: try reader.wrapped(50, &remainingDistanceMeters, unknown: &unknownFields)
            case 58: try reader.message(&remainingDuration)
            case 66: try reader.messages(66, &remainingVehicleJourneySegments)
            case 74: try reader.messages(74, &attributes)
            case 80: type = try reader.enumeration()
            case 98: try reader.messages(98, &pastLocations)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.string(1, name)
        writer.message(2, lastLocation)
        writer.enumeration(3, navigationStatus)
        writer.bytes(4, currentRouteSegment)
        writer.message(5, currentRouteSegmentEndPoint)
        writer.wrapped(6, remainingDistanceMeters, unknown: unknownFields)
        writer.message(7, remainingDuration)
        writer.messages(8, remainingVehicleJourneySegments)
        writer.messages(9, attributes)
        writer.enumeration(10, type)
        writer.messages(12, pastLocations)
        writer.unknown(unknownFields)
    }

    /// Kinds of delivery vehicles. The numbers are not those of `Vehicle.VehicleType.Category`. Mirrors
    /// `maps.fleetengine.delivery.v1.DeliveryVehicle.DeliveryVehicleType`.
    public struct DeliveryVehicleType: FleetEnum {
        public static let fullName = "maps.fleetengine.delivery.v1.DeliveryVehicle.DeliveryVehicleType"

        public var rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// `DELIVERY_VEHICLE_TYPE_UNSPECIFIED = 0`: not used.
        public static var unspecified: Self { .init(rawValue: 0) }
        /// `AUTO = 1`: a car or van.
        public static var auto: Self { .init(rawValue: 1) }
        /// `TWO_WHEELER = 2`: a motorcycle, moped or the like.
        public static var twoWheeler: Self { .init(rawValue: 2) }
        /// `BICYCLE = 3`: moved by human strength.
        public static var bicycle: Self { .init(rawValue: 3) }
        /// `PEDESTRIAN = 4`: a person on foot.
        public static var pedestrian: Self { .init(rawValue: 4) }
    }
}
