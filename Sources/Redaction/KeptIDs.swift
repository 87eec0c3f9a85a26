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
    /// Ids that stay wherever they stand as a word of their own.
    public var ids: Set<String> = []

    /// No id stays.
    public init() {}

    /// Whether a text of this kind stays: it has the form of an id.
    func keeps(_ text: ArraySlice<UInt8>, of kind: Kind) -> Bool {
        kinds.contains(kind) && (1...256).contains(text.count)
            && text.allSatisfy { Self.isLetter($0) || ":/".utf8.contains($0) }
    }

    /// The end of the id with which a text begins, if that id stays.
    ///
    /// - Parameter kind: What an id is of that stands here for certain.
    func endOfID(in text: ArraySlice<UInt8>, of kind: Kind?) -> Int? {
        let named = ids.lazy.filter { !$0.isEmpty && text.starts(with: $0.utf8) }
            .map { text.startIndex + $0.utf8.count }
            .filter { $0 == text.endIndex || !Redactor.isWord(text[$0]) }
        if let end = named.max() { return end }
        guard let kind, kinds.contains(kind) else { return nil }
        let id = text.prefix(while: Self.isLetter)
        return keeps(id, of: kind) ? id.endIndex : nil
    }

    /// Whether ids are made of such bytes. Fleet Engine takes any character but `/ : ? , #`; some of the others end an id in a
    /// sentence.
    private static func isLetter(_ byte: UInt8) -> Bool { Redactor.isWord(byte) || ".;=@+~".utf8.contains(byte) }
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

    static let traceHeaders: Set<String> = ["grpc-trace-bin", "traceparent", "x-cloud-trace-context", "x-request-id"]
}
