public import ProtobufWire

/// What recipients may see of a task, and when. Where an option is absent, the project's default holds. Mirrors
/// `maps.fleetengine.delivery.v1.TaskTrackingViewConfig`.
public struct TaskTrackingViewConfig: FleetMessage {
    public static let fullName = "maps.fleetengine.delivery.v1.TaskTrackingViewConfig"

    /// `route_polyline_points_visibility = 1`: the route of the vehicle.
    public var routePolylinePointsVisibility: VisibilityOption?
    /// `estimated_arrival_time_visibility = 2`: the expected arrival.
    public var estimatedArrivalTimeVisibility: VisibilityOption?
    /// `estimated_task_completion_time_visibility = 3`: the expected end of the task.
    public var estimatedTaskCompletionTimeVisibility: VisibilityOption?
    /// `remaining_driving_distance_visibility = 4`: the driving distance left.
    public var remainingDrivingDistanceVisibility: VisibilityOption?
    /// `remaining_stop_count_visibility = 5`: the number of stops left.
    public var remainingStopCountVisibility: VisibilityOption?
    /// `vehicle_location_visibility = 6`: the place of the vehicle.
    public var vehicleLocationVisibility: VisibilityOption?
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&routePolylinePointsVisibility)
            case 18: try reader.message(&estimatedArrivalTimeVisibility)
            case 26: try reader.message(&estimatedTaskCompletionTimeVisibility)
            case 34: try reader.message(&remainingDrivingDistanceVisibility)
            case 42: try reader.message(&remainingStopCountVisibility)
            case 50: try reader.message(&vehicleLocationVisibility)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, routePolylinePointsVisibility)
        writer.message(2, estimatedArrivalTimeVisibility)
        writer.message(3, estimatedTaskCompletionTimeVisibility)
        writer.message(4, remainingDrivingDistanceVisibility)
        writer.message(5, remainingStopCountVisibility)
        writer.message(6, vehicleLocationVisibility)
        writer.unknown(unknownFields)
    }

    /// From when on something can be seen. Mirrors
    /// `maps.fleetengine.delivery.v1.TaskTrackingViewConfig.VisibilityOption`.
    public struct VisibilityOption: FleetMessage {
        public static let fullName = "maps.fleetengine.delivery.v1.TaskTrackingViewConfig.VisibilityOption"

        /// The oneof `visibility_option`: the condition; `nil` when no member is set, and the last member on the wire
        /// wins.
        public var option: Option?
        public var unknownFields = UnknownFields()

        /// The members of the oneof `visibility_option`.
        public enum Option: Hashable, Sendable {
            /// `remaining_stop_count_threshold = 1`: from this many stops left on.
            case remainingStopCountThreshold(Int32)
            /// `duration_until_estimated_arrival_time_threshold = 2`: from this much time to the arrival on.
            case durationUntilEstimatedArrivalTimeThreshold(ProtobufDuration)
            /// `remaining_driving_distance_meters_threshold = 3`: from this many metres left on.
            case remainingDrivingDistanceMetersThreshold(Int32)
            /// `always = 4`: only true is allowed.
            case always(Bool)
            /// `never = 5`: only true is allowed.
            case never(Bool)
        }

        public init() {}

        public mutating func merge(_ reader: consuming Reader) throws(WireError) {
            while case let tag = try reader.nextTag(), tag != 0 {
                switch tag {
                case 8: option = .remainingStopCountThreshold(try reader.int32())
                case 18:
                    var value = ProtobufDuration()
                    if case .durationUntilEstimatedArrivalTimeThreshold(let old) = option {
                        // Taken out, so that growing unknown fields are not copied each time.
                        (value, option) = (old, nil)
                    }
                    defer { option = .durationUntilEstimatedArrivalTimeThreshold(value) }
                    try reader.message(into: &value)
                case 24: option = .remainingDrivingDistanceMetersThreshold(try reader.int32())
                case 32: option = .always(try reader.bool())
                case 40: option = .never(try reader.bool())
                default: try reader.keep(tag, in: &unknownFields)
                }
            }
        }

        public func encode(_ writer: inout Writer) {
            switch option {
            case .remainingStopCountThreshold(let value): writer.int32(1, present: value)
            case .durationUntilEstimatedArrivalTimeThreshold(let value): writer.message(2, value)
            case .remainingDrivingDistanceMetersThreshold(let value): writer.int32(3, present: value)
            case .always(let value): writer.bool(4, present: value)
            case .never(let value): writer.bool(5, present: value)
            case nil: break
            }
            writer.unknown(unknownFields)
        }
    }
}
