public import ProtobufWire

/// One thing to do: collect or hand over a shipment, stop for a plan, take a break. Not named `Task`, which is Swift's.
/// Mirrors `maps.fleetengine.delivery.v1.Task`.
public struct DeliveryTask: FleetMessage {
    public static let fullName = "maps.fleetengine.delivery.v1.Task"
    public static var usualLengthBytes: Int { 2 }

    /// `name = 1`: `providers/{provider}/tasks/{task}`. Ignored at creation.
    public var name = ""
    /// `type = 2`, required, immutable: what is to be done.
    public var type = TaskType()
    /// `state = 3`, required: whether it is still to be done. `OPEN` at creation.
    public var state = State()
    /// `tracking_id = 4`, immutable: the id of the shipment; several tasks may share it. At most 64 characters, none of
    /// `/ : ? , #`. Required for `PICKUP` and `DELIVERY`, forbidden for `SCHEDULED_STOP` and `UNAVAILABLE`.
    public var trackingID = ""
    /// `delivery_vehicle_id = 5`, output only: the id of the vehicle that does it, without `providers/...`.
    public var deliveryVehicleID = ""
    /// `planned_location = 6`, immutable: where it is to be done. Optional only for `UNAVAILABLE`.
    public var plannedLocation: LocationInfo?
    /// `task_duration = 7`, required, immutable: how long it takes at the place.
    public var taskDuration: ProtobufDuration?
    /// `journey_sharing_info = 8`, output only: the journey of the vehicle up to this task. Absent once `CLOSED`.
    public var journeySharingInfo: JourneySharingInfo?
    /// `task_outcome = 9`: how it ended. Can be set once.
    public var taskOutcome = TaskOutcome()
    /// `task_outcome_time = 10`: when the provider set the outcome.
    public var taskOutcomeTime: Timestamp?
    /// `task_outcome_location = 11`: where the outcome was set; unless the provider says, the vehicle's last raw
    /// location.
    public var taskOutcomeLocation: LocationInfo?
    /// `task_outcome_location_source = 12`: who said where.
    public var taskOutcomeLocationSource = TaskOutcomeLocationSource()
    /// `task_tracking_view_config = 13`: what recipients may see, and when.
    public var taskTrackingViewConfig: TaskTrackingViewConfig?
    /// `target_time_window = 14`: when it should be done.
    public var targetTimeWindow: TimeWindow?
    /// `attributes = 15`: the provider's own attributes, keys unique.
    public var attributes: [TaskAttribute] = []
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: name = try reader.string()
            case 16: type = try reader.enumeration()
            case 24: state = try reader.enumeration()
            case 34: trackingID = try reader.string()
            case 42: deliveryVehicleID = try reader.string()
            case 50: try reader.message(&plannedLocation)
            case 58: try reader.message(&taskDuration)
            case 66: try reader.message(&journeySharingInfo)
            case 72: taskOutcome = try reader.enumeration()
            case 82: try reader.message(&taskOutcomeTime)
            case 90: try reader.message(&taskOutcomeLocation)
            case 96: taskOutcomeLocationSource = try reader.enumeration()
            case 106: try reader.message(&taskTrackingViewConfig)
            case 114: try reader.message(&targetTimeWindow)
            case 122: try reader.messages(122, &attributes)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.string(1, name)
        writer.enumeration(2, type)
        writer.enumeration(3, state)
        writer.string(4, trackingID)
        writer.string(5, deliveryVehicleID)
        writer.message(6, plannedLocation)
        writer.message(7, taskDuration)
        writer.message(8, journeySharingInfo)
        writer.enumeration(9, taskOutcome)
        writer.message(10, taskOutcomeTime)
        writer.message(11, taskOutcomeLocation)
        writer.enumeration(12, taskOutcomeLocationSource)
        writer.message(13, taskTrackingViewConfig)
        writer.message(14, targetTimeWindow)
        writer.messages(15, attributes)
        writer.unknown(unknownFields)
    }

    /// What a task is about. Mirrors `maps.fleetengine.delivery.v1.Task.Type`.
    public struct TaskType: FleetEnum {
        public static let fullName = "maps.fleetengine.delivery.v1.Task.Type"

        public var rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// `TYPE_UNSPECIFIED = 0`: not said.
        public static var unspecified: Self { .init(rawValue: 0) }
        /// `PICKUP = 1`: collect a shipment from a customer.
        public static var pickup: Self { .init(rawValue: 1) }
        /// `DELIVERY = 2`: hand a shipment over to a customer.
        public static var delivery: Self { .init(rawValue: 2) }
        /// `SCHEDULED_STOP = 3`: a stop without customers, for example at a depot.
        public static var scheduledStop: Self { .init(rawValue: 3) }
        /// `UNAVAILABLE = 4`: the vehicle is out of service, for example for a break.
        public static var unavailable: Self { .init(rawValue: 4) }
    }

    /// Whether a task is still to be done. Mirrors `maps.fleetengine.delivery.v1.Task.State`.
    public struct State: FleetEnum {
        public static let fullName = "maps.fleetengine.delivery.v1.Task.State"

        public var rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// `STATE_UNSPECIFIED = 0`: not said, or not known to this version.
        public static var unspecified: Self { .init(rawValue: 0) }
        /// `OPEN = 1`: no vehicle has it yet, or the vehicle has not passed its stop.
        public static var open: Self { .init(rawValue: 1) }
        /// `CLOSED = 2`: the vehicle has passed its stop.
        public static var closed: Self { .init(rawValue: 2) }
    }

    /// How a task ended. Mirrors `maps.fleetengine.delivery.v1.Task.TaskOutcome`.
    public struct TaskOutcome: FleetEnum {
        public static let fullName = "maps.fleetengine.delivery.v1.Task.TaskOutcome"

        public var rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// `TASK_OUTCOME_UNSPECIFIED = 0`: not set yet.
        public static var unspecified: Self { .init(rawValue: 0) }
        /// `SUCCEEDED = 1`: it was done.
        public static var succeeded: Self { .init(rawValue: 1) }
        /// `FAILED = 2`: it could not be done, or was called off.
        public static var failed: Self { .init(rawValue: 2) }
    }

    /// Who said where an outcome was set. There is no number 1. Mirrors
    /// `maps.fleetengine.delivery.v1.Task.TaskOutcomeLocationSource`.
    public struct TaskOutcomeLocationSource: FleetEnum {
        public static let fullName = "maps.fleetengine.delivery.v1.Task.TaskOutcomeLocationSource"

        public var rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// `TASK_OUTCOME_LOCATION_SOURCE_UNSPECIFIED = 0`: not set yet.
        public static var unspecified: Self { .init(rawValue: 0) }
        /// `PROVIDER = 2`: the provider said so.
        public static var provider: Self { .init(rawValue: 2) }
        /// `LAST_VEHICLE_LOCATION = 3`: the provider did not say; it is where Fleet Engine last knew the vehicle to be.
        public static var lastVehicleLocation: Self { .init(rawValue: 3) }
    }

    /// The journey of a vehicle up to a task. Mirrors `maps.fleetengine.delivery.v1.Task.JourneySharingInfo`.
    public struct JourneySharingInfo: FleetMessage {
        public static let fullName = "maps.fleetengine.delivery.v1.Task.JourneySharingInfo"

        /// `remaining_vehicle_journey_segments = 1`: the stops before and up to the task, those for other tasks
        /// included. The first begins at the driver.
        public var remainingVehicleJourneySegments: [VehicleJourneySegment] = []
        /// `last_location = 2`: where the vehicle was last reported.
        public var lastLocation: DeliveryVehicleLocation?
        /// `last_location_snappable = 3`: whether ``lastLocation`` lies close enough to the route to be drawn on it.
        /// Set by Fleet Engine.
        public var lastLocationSnappable = false
        public var unknownFields = UnknownFields()

        public init() {}

        public mutating func merge(_ reader: consuming Reader) throws(WireError) {
            while case let tag = try reader.nextTag(), tag != 0 {
                switch tag {
                case 10: try reader.messages(10, &remainingVehicleJourneySegments)
                case 18: try reader.message(&lastLocation)
                case 24: lastLocationSnappable = try reader.bool()
                default: try reader.keep(tag, in: &unknownFields)
                }
            }
        }

        public func encode(_ writer: inout Writer) {
            writer.messages(1, remainingVehicleJourneySegments)
            writer.message(2, lastLocation)
            writer.bool(3, lastLocationSnappable)
            writer.unknown(unknownFields)
        }
    }
}
