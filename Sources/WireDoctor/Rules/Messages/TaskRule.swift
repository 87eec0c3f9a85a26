import FleetMessages

/// New tasks that are not open.
struct TaskRule: MessageRule {
    func findings(in message: ExaminedMessage) -> [Finding] {
        if let request = message.request(CreateTaskRequest.self) { return findings(in: request, at: "", of: message) }
        let requests = message.request(BatchCreateTasksRequest.self)?.requests ?? []
        return requests.enumerated().flatMap { findings(in: $1, at: "requests[\($0)].", of: message) }
    }

    private func findings(in request: CreateTaskRequest, at path: String, of message: ExaminedMessage) -> [Finding] {
        // An unset state is found by the rule about REQUIRED fields.
        guard let state = request.task?.state, state != .open, state != .unspecified else { return [] }
        return [Finding(.taskNotOpen, evidence: [message.scan.evidence("\(path)task.state", "\(state)")])]
    }
}
