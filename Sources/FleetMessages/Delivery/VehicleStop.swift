public import ProtobufWire

/// A place where a vehicle halts for one or more tasks. Mirrors `maps.fleetengine.delivery.v1.VehicleStop`.
public struct VehicleStop: FleetMessage {
    public static let fullName = "maps.fleetengine.delivery.v1.VehicleStop"

    /// `planned_location = 1`, required: where it halts, close to the places of the tasks. Not returned by `GetTask`.
    public var plannedLocation: LocationInfo?
    /// `tasks = 2`: what is done there. Not returned by `GetTask`.
    public var tasks: [TaskInfo] = []
    /// `state = 3`: how far the vehicle is from it. Not returned by `GetTask`.
    public var state = State()
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&plannedLocation)
            case 18: try reader.messages(18, &tasks)
            case 24: state = try reader.enumeration()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, plannedLocation)
        writer.messages(2, tasks)
        writer.enumeration(3, state)
        writer.unknown(unknownFields)
    }

    /// A task at a stop. Mirrors `maps.fleetengine.delivery.v1.VehicleStop.TaskInfo`.
    public struct TaskInfo: FleetMessage {
        public static let fullName = "maps.fleetengine.delivery.v1.VehicleStop.TaskInfo"

        /// `task_id = 1`: the id of the task, without `providers/...`. Not returned by `GetTask`.
        public var taskID = ""
        /// `task_duration = 2`, output only: how long the task takes.
        public var taskDuration: ProtobufDuration?
        /// `target_time_window = 3`, output only: when the task should be done. Only in answers of
        /// `GetDeliveryVehicle`.
        public var targetTimeWindow: TimeWindow?
        public var unknownFields = UnknownFields()

        public init() {}

        public mutating func merge(_ reader: consuming Reader) throws(WireError) {
            while case let tag = try reader.nextTag(), tag != 0 {
                switch tag {
                case 10: taskID = try reader.string()
                case 18: try reader.message(&taskDuration)
                case 26: try reader.message(&targetTimeWindow)
                default: try reader.keep(tag, in: &unknownFields)
                }
            }
        }

        public func encode(_ writer: inout Writer) {
            writer.string(1, taskID)
            writer.message(2, taskDuration)
            writer.message(3, targetTimeWindow)
            writer.unknown(unknownFields)
        }
    }

    /// How far the vehicle is from a stop. Mirrors `maps.fleetengine.delivery.v1.VehicleStop.State`.
    public struct State: FleetEnum {
        public static let fullName = "maps.fleetengine.delivery.v1.VehicleStop.State"

        public var rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// `STATE_UNSPECIFIED = 0`: not known.
        public static var unspecified: Self { .init(rawValue: 0) }
        /// `NEW = 1`: planned, the vehicle is not yet under way to it.
        public static var new: Self { .init(rawValue: 1) }
        /// `ENROUTE = 2`: the vehicle is under way to it.
        public static var enroute: Self { .init(rawValue: 2) }
        /// `ARRIVED = 3`: the vehicle is there.
        public static var arrived: Self { .init(rawValue: 3) }
    }
}
