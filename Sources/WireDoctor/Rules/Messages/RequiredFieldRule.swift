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
        guard message.scan.damage == nil, let body = message.body?.name, let resource = message.scan.places[body]
        else { return [] }
        var fields = atCreation[message.type.fullName, default: []]
        // `CreateTaskRequest.task` in delivery_api.proto: other types of tasks have no tracking ID.
        if let task = message.request(CreateTaskRequest.self)?.task, [.pickup, .delivery].contains(task.type) {
            fields.append("tracking_id")
        }
        return fields.filter { !message.scan.setPaths.contains($0) }.map { ("\(body).\($0)", resource.offset) }
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
