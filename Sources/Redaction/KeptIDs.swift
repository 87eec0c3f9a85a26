internal import ByteText

/// The ids that redaction leaves as they are, so that whoever reads the output can find the trip or the vehicle again.
public struct KeptIDs: Hashable, Sendable {
    /// What ids are of, where fields of Google's schema, resource names, claims of tokens and headers say so for certain.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The ids of trips.
        case trips
        /// The ids of vehicles and delivery vehicles.
        case vehicles
        /// The ids of tasks.
        case tasks
        /// The ids by which calls are found in logs: `trace_id` and `request_id` of messages, and headers of tracing.
        case traceIDs = "trace-ids"
    }

    /// The kinds whose ids stay where something says for certain that they are such ids. In sentences only ids within
    /// resource names do.
    public var kinds: Set<Kind> = []
    /// Ids that stay wherever they stand as a whole word.
    public var ids: Set<String> = []

    /// No id stays.
    public init() {}

    /// Whether a text of this kind stays: it has the form of an id.
    func keeps(_ text: ArraySlice<UInt8>, of kind: Kind) -> Bool {
        kinds.contains(kind) && (1...128).contains(text.count)
            && text.allSatisfy { $0.isLetterOrDigit || "-_.:;=/".utf8.contains($0) }
    }
}

extension KeptIDs.Kind {
    /// The kinds of ids that fields of Google's schema hold.
    static let ofFields: [String: Self] = [
        "trip_id": .trips, "current_trips": .trips, "vehicle_id": .vehicles, "delivery_vehicle_id": .vehicles,
        "task_id": .tasks, "tracking_id": .tasks, "trace_id": .traceIDs, "request_id": .traceIDs,
    ]

    /// The kinds of ids that follow collections in resource names.
    static let ofCollections: [String: Self] = [
        "trips": .trips, "billableTrips": .trips, "vehicles": .vehicles, "deliveryVehicles": .vehicles, "tasks": .tasks,
        "taskTrackingInfo": .tasks,
    ]

    /// The kinds of ids that claims of tokens hold.
    static let ofClaims: [String: Self] = [
        "tripid": .trips, "vehicleid": .vehicles, "deliveryvehicleid": .vehicles, "taskid": .tasks, "taskids": .tasks,
        "trackingid": .tasks,
    ]

    /// The headers that hold ids of traces.
    static let traceHeaders: Set<String> = ["grpc-trace-bin", "traceparent", "x-cloud-trace-context", "x-request-id"]
}
