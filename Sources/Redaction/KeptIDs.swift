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
    /// The kind of id that a field of Google's schema holds; `nil` for other fields.
    init?(field: String) {
        switch field {
        case "trip_id", "current_trips": self = .trips
        case "vehicle_id", "delivery_vehicle_id": self = .vehicles
        case "task_id", "tracking_id": self = .tasks
        case "trace_id", "request_id": self = .traceIDs
        default: return nil
        }
    }

    /// The kind of id that follows a collection in a resource name.
    init?(collection: String) {
        switch collection {
        case "trips", "billableTrips": self = .trips
        case "vehicles", "deliveryVehicles": self = .vehicles
        case "tasks", "taskTrackingInfo": self = .tasks
        default: return nil
        }
    }

    /// The kind of id that a claim of a token holds.
    init?(claim: String) {
        switch claim {
        case "tripid": self = .trips
        case "vehicleid", "deliveryvehicleid": self = .vehicles
        case "taskid", "taskids", "trackingid": self = .tasks
        default: return nil
        }
    }

    /// The headers that hold ids of traces.
    static let traceHeaders: Set<String> = ["grpc-trace-bin", "traceparent", "x-cloud-trace-context", "x-request-id"]
}
