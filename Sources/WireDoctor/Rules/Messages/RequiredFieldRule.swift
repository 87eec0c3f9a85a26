import FleetMessages
import ProtobufSchema

/// Fields that are missing in a message that is there: those that `google.api.field_behavior` calls REQUIRED, and those that
/// a new resource needs.
struct RequiredFieldRule: MessageRule {
    /// The fields that only the comments of a request call required in a new resource, by the full name of the request.
    ///
    /// Sources: `CreateVehicleRequest.vehicle` in vehicle_api.proto, `CreateTripRequest.trip` in trip_api.proto.
    private static let atCreation = [
        CreateVehicleRequest.fullName: ["vehicle_state", "supported_trip_types", "maximum_capacity"],
        CreateTripRequest.fullName: ["trip_type", "pickup_point"],
    ]

    private static func missingAtCreation(_ message: ExaminedMessage) -> [(path: String, offset: Int)] {
        guard message.scan.damage == nil else { return [] }
        let body = message.body?.name ?? ""
        let fields = atCreation[message.type.fullName, default: []].filter { !message.scan.setPaths.contains($0) }
        // `CreateTaskRequest.task` in delivery_api.proto: other types of tasks have no tracking ID.
        let batch = message.request(BatchCreateTasksRequest.self)?.requests ?? []
        let tasks =
            batch.enumerated().map { ("requests[\($0)].task", $1.task) }
            + [("task", message.request(CreateTaskRequest.self)?.task)]
        let untracked = tasks.filter { _, task in
            task.map { [.pickup, .delivery].contains($0.type) && $0.trackingID.isEmpty } ?? false
        }
        return (fields.map { (body, $0) } + untracked.map { ($0.0, "tracking_id") }).compactMap { body, field in
            message.scan.places[body].map { ("\(body).\(field)", $0.offset) }
        }
    }

    func findings(in message: ExaminedMessage) -> [Finding] {
        (message.scan.missing + Self.missingAtCreation(message)).compactMap { missing in
            // An empty mask is another rule's, and in a batch the parent need not be repeated.
            let isParentInBatch = missing.path.hasPrefix("requests[") && missing.path.hasSuffix("].parent")
            guard missing.path != "update_mask", !isParentInBatch, message.writes(missing.path) else { return nil }
            // Some servers let some of them pass. Whether one did is known from the call.
            let isRefused = message.call == nil || (message.refusal?.isAbout(missing.path) ?? false)
            let isAccepted = message.call?.isOK == true
            return Finding(
                .requiredFieldMissing, severity: isRefused ? nil : .warning,
                remedy: isAccepted
                    ? "Set the field: this server accepts the request without it, others need not." : nil,
                evidence: [Finding.Evidence(path: missing.path, offset: missing.offset, "not set")])
        }
    }
}
