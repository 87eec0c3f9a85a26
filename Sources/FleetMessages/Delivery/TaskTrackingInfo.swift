public import ProtobufWire

/// What the recipient of a shipment may see. When tasks share a tracking id, Fleet Engine picks one. Mirrors
/// `maps.fleetengine.delivery.v1.TaskTrackingInfo`.
public struct TaskTrackingInfo: FleetMessage {
    public static let fullName = "maps.fleetengine.delivery.v1.TaskTrackingInfo"

    /// `name = 1`: `providers/{provider}/taskTrackingInfo/{tracking}`.
    public var name = ""
    /// `tracking_id = 2`, immutable: the id of the shipment, at most 64 characters.
    public var trackingID = ""
    /// `vehicle_location = 3`: where the vehicle is.
    public var vehicleLocation: DeliveryVehicleLocation?
    /// `route_polyline_points = 4`: the expected route to the task.
    public var routePolylinePoints: [LatLng] = []
    /// `remaining_stop_count = 5`: stops left, the one of the task included: 1 when it is next.
    public var remainingStopCount: Int32?
    /// `remaining_driving_distance_meters = 6`: metres of driving left.
    public var remainingDrivingDistanceMeters: Int32?
    /// `estimated_arrival_time = 7`: expected arrival.
    public var estimatedArrivalTime: Timestamp?
    /// `estimated_task_completion_time = 8`: expected end of the task.
    public var estimatedTaskCompletionTime: Timestamp?
    /// `task_outcome = 9`: how the task ended.
    public var taskOutcome = DeliveryTask.TaskOutcome()
    /// `planned_location = 10`, immutable: where the task is to be done.
    public var plannedLocation: LocationInfo?
    /// `state = 11`: whether the task is still to be done.
    public var state = DeliveryTask.State()
    /// `task_outcome_time = 12`: when the provider set the outcome.
    public var taskOutcomeTime: Timestamp?
    /// `target_time_window = 13`: when the task should be done.
    public var targetTimeWindow: TimeWindow?
    /// `attributes = 14`: the attributes of the task.
    public var attributes: [TaskAttribute] = []
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: name = try reader.string()
            case 18: trackingID = try reader.string()
            case 26: try reader.message(&vehicleLocation)
            case 34: try reader.messages(34, &routePolylinePoints)
            case 42: try reader.wrapped(42, &remainingStopCount, unknown: &unknownFields)
            case 50: try reader.wrapped(50, &remainingDrivingDistanceMeters, unknown: &unknownFields)
            case 58: try reader.message(&estimatedArrivalTime)
            case 66: try reader.message(&estimatedTaskCompletionTime)
            case 72: taskOutcome = try reader.enumeration()
            case 82: try reader.message(&plannedLocation)
            case 88: state = try reader.enumeration()
            case 98: try reader.message(&taskOutcomeTime)
            case 106: try reader.message(&targetTimeWindow)
            case 114: try reader.messages(114, &attributes)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.string(1, name)
        writer.string(2, trackingID)
        writer.message(3, vehicleLocation)
        writer.messages(4, routePolylinePoints)
        writer.wrapped(5, remainingStopCount, unknown: unknownFields)
        writer.wrapped(6, remainingDrivingDistanceMeters, unknown: unknownFields)
        writer.message(7, estimatedArrivalTime)
        writer.message(8, estimatedTaskCompletionTime)
        writer.enumeration(9, taskOutcome)
        writer.message(10, plannedLocation)
        writer.enumeration(11, state)
        writer.message(12, taskOutcomeTime)
        writer.message(13, targetTimeWindow)
        writer.messages(14, attributes)
        writer.unknown(unknownFields)
    }
}
