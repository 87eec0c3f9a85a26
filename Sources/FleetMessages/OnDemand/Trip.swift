public import ProtobufWire

/// A ride from a pickup to a drop-off. Mirrors `maps.fleetengine.v1.Trip`.
///
/// The `...Version` times say when a part last changed: sent back with ``GetTripRequest``, the server leaves out what
/// has not changed since.
public struct Trip: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.Trip"
    public static var usualLengthBytes: Int { 2 }

    /// `name = 1`, output only: `providers/{provider}/trips/{trip}`.
    public var name = ""
    /// `vehicle_id = 2`: the id of the vehicle, without `providers/...`. Empty until one is assigned.
    public var vehicleID = ""
    /// `trip_status = 3`: how far the trip has come.
    public var tripStatus = TripStatus()
    /// `trip_type = 4`: whether riders share the vehicle. Needed at creation.
    public var tripType = TripType()
    /// `pickup_point = 5`: where the rider wants to be picked up. Needed at creation.
    public var pickupPoint: TerminalLocation?
    /// `pickup_time = 6`, output only: when the rider was picked up, or the estimate of it.
    public var pickupTime: Timestamp?
    /// `dropoff_point = 7`: where the rider wants to be dropped off.
    public var dropoffPoint: TerminalLocation?
    /// `dropoff_time = 8`, output only: when the rider was dropped off, or the estimate of it.
    public var dropoffTime: Timestamp?
    /// `route = 9`, output only: the route to the first of ``remainingWaypoints``, which may belong to another trip.
    public var route: [LatLng] = []
    /// `number_of_passengers = 10`, immutable: riders, without the driver.
    public var numberOfPassengers: Int32 = 0
    /// `last_location = 11`, output only: where the vehicle was last seen on the route.
    public var lastLocation: VehicleLocation?
    /// `remaining_distance_meters = 12`, output only: metres left of ``currentRouteSegment``. Meaningless without a
    /// vehicle and after the end of the trip.
    public var remainingDistanceMeters: Int32?
    /// `eta_to_first_waypoint = 13`, output only: expected arrival at the first of ``remainingWaypoints``. Meaningless
    /// without a vehicle and after the end of the trip.
    public var etaToFirstWaypoint: Timestamp?
    /// `intermediate_destinations = 14`: stops between pickup and drop-off, in order. Only for `EXCLUSIVE` trips.
    public var intermediateDestinations: [TerminalLocation] = []
    /// `intermediate_destination_index = 15`: which of ``intermediateDestinations`` comes next or is reached, from 0.
    /// Set by the provider.
    public var intermediateDestinationIndex: Int32 = 0
    /// `remaining_waypoints = 16`, output only: all stops up to and including the drop-off, those of other trips in the
    /// same vehicle too.
    public var remainingWaypoints: [TripWaypoint] = []
    /// `current_route_segment_version = 17`, output only: when the route last changed.
    public var currentRouteSegmentVersion: Timestamp?
    /// `remaining_waypoints_version = 19`, output only: when ``remainingWaypoints`` last changed.
    public var remainingWaypointsVersion: Timestamp?
    /// `vehicle_waypoints = 20`: all waypoints of the vehicle in the order wanted. For `CreateTrip` and `UpdateTrip`;
    /// ignored without a vehicle, and never returned by `GetTrip`, since it shows other riders' stops.
    public var vehicleWaypoints: [TripWaypoint] = []
    /// `current_route_segment = 21`, output only: the path to the next waypoint, compressed. Only Google's SDKs can
    /// decode it.
    public var currentRouteSegment = ""
    /// `actual_pickup_point = 22`, input only: where and when the rider really got in.
    public var actualPickupPoint: StopLocation?
    /// `actual_dropoff_point = 23`, input only: where and when the rider really got out.
    public var actualDropoffPoint: StopLocation?
    /// `current_route_segment_end_point = 24`, output only: the waypoint where ``currentRouteSegment`` ends.
    public var currentRouteSegmentEndPoint: TripWaypoint?
    /// `intermediate_destinations_version = 25`: when ``intermediateDestinations`` last changed. Send it back when
    /// moving on to the next destination: the update fails if the list has changed meanwhile.
    public var intermediateDestinationsVersion: Timestamp?
    /// `last_location_snappable = 26`, output only: whether ``lastLocation`` lies close enough to the route to be drawn
    /// on it.
    public var lastLocationSnappable = false
    /// `remaining_time_to_first_waypoint = 27`, output only: time from the answer to ``etaToFirstWaypoint``.
    /// Meaningless without a vehicle and after the end of the trip.
    public var remainingTimeToFirstWaypoint: ProtobufDuration?
    /// `current_route_segment_traffic = 28`, output only: traffic on ``currentRouteSegment``.
    public var currentRouteSegmentTraffic: ConsumableTrafficPolyline?
    /// `remaining_waypoints_route_version = 29`, output only: when paths and traffic in ``remainingWaypoints`` last
    /// changed.
    public var remainingWaypointsRouteVersion: Timestamp?
    /// `current_route_segment_traffic_version = 30`, output only: when ``currentRouteSegmentTraffic`` last changed.
    public var currentRouteSegmentTrafficVersion: Timestamp?
    /// `view = 31`: which fields are filled in.
    public var view = TripView()
    /// `actual_pickup_arrival_point = 32`, input only: where and when the driver arrived for the pickup.
    public var actualPickupArrivalPoint: StopLocation?
    /// `actual_intermediate_destination_arrival_points = 33`, input only: where and when the driver arrived at each
    /// intermediate destination.
    public var actualIntermediateDestinationArrivalPoints: [StopLocation] = []
    /// `actual_intermediate_destinations = 34`, input only: where and when each intermediate destination was served.
    public var actualIntermediateDestinations: [StopLocation] = []
    /// `attributes = 35`: the provider's own attributes, keys unique.
    public var attributes: [TripAttribute] = []
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: name = try reader.string()
            case 18: vehicleID = try reader.string()
            case 24: tripStatus = try reader.enumeration()
            case 32: tripType = try reader.enumeration()
            case 42: try reader.message(&pickupPoint)
            case 50: try reader.message(&pickupTime)
            case 58: try reader.message(&dropoffPoint)
            case 66: try reader.message(&dropoffTime)
            case 74: try reader.messages(74, &route)
            case 80: numberOfPassengers = try reader.int32()
            case 90: try reader.message(&lastLocation)
            case 98: try reader.wrapped(98, &remainingDistanceMeters, unknown: &unknownFields)
            case 106: try reader.message(&etaToFirstWaypoint)
            case 114: try reader.messages(114, &intermediateDestinations)
            case 120: intermediateDestinationIndex = try reader.int32()
            case 130: try reader.messages(130, &remainingWaypoints)
            case 138: try reader.message(&currentRouteSegmentVersion)
            case 154: try reader.message(&remainingWaypointsVersion)
            case 162: try reader.messages(162, &vehicleWaypoints)
            case 170: currentRouteSegment = try reader.string()
            case 178: try reader.message(&actualPickupPoint)
            case 186: try reader.message(&actualDropoffPoint)
            case 194: try reader.message(&currentRouteSegmentEndPoint)
            case 202: try reader.message(&intermediateDestinationsVersion)
            case 208: lastLocationSnappable = try reader.bool()
            case 218: try reader.message(&remainingTimeToFirstWaypoint)
            case 226: try reader.message(&currentRouteSegmentTraffic)
            case 234: try reader.message(&remainingWaypointsRouteVersion)
            case 242: try reader.message(&currentRouteSegmentTrafficVersion)
            case 248: view = try reader.enumeration()
            case 258: try reader.message(&actualPickupArrivalPoint)
            case 266: try reader.messages(266, &actualIntermediateDestinationArrivalPoints)
            case 274: try reader.messages(274, &actualIntermediateDestinations)
            case 282: try reader.messages(282, &attributes)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.string(1, name)
        writer.string(2, vehicleID)
        writer.enumeration(3, tripStatus)
        writer.enumeration(4, tripType)
        writer.message(5, pickupPoint)
        writer.message(6, pickupTime)
        writer.message(7, dropoffPoint)
        writer.message(8, dropoffTime)
        writer.messages(9, route)
        writer.int32(10, numberOfPassengers)
        writer.message(11, lastLocation)
        writer.wrapped(12, remainingDistanceMeters, unknown: unknownFields)
        writer.message(13, etaToFirstWaypoint)
        writer.messages(14, intermediateDestinations)
        writer.int32(15, intermediateDestinationIndex)
        writer.messages(16, remainingWaypoints)
        writer.message(17, currentRouteSegmentVersion)
        writer.message(19, remainingWaypointsVersion)
        writer.messages(20, vehicleWaypoints)
        writer.string(21, currentRouteSegment)
        writer.message(22, actualPickupPoint)
        writer.message(23, actualDropoffPoint)
        writer.message(24, currentRouteSegmentEndPoint)
        writer.message(25, intermediateDestinationsVersion)
        writer.bool(26, lastLocationSnappable)
        writer.message(27, remainingTimeToFirstWaypoint)
        writer.message(28, currentRouteSegmentTraffic)
        writer.message(29, remainingWaypointsRouteVersion)
        writer.message(30, currentRouteSegmentTrafficVersion)
        writer.enumeration(31, view)
        writer.message(32, actualPickupArrivalPoint)
        writer.messages(33, actualIntermediateDestinationArrivalPoints)
        writer.messages(34, actualIntermediateDestinations)
        writer.messages(35, attributes)
        writer.unknown(unknownFields)
    }
}
