import FleetMessages
import ProtobufSchema

/// A new task is open.
struct TaskRule: MessageRule {
    func findings(in message: ExaminedMessage) -> [Finding] {
        switch message.type.fullName {
        case CreateTaskRequest.fullName:
            guard let request = message.decoded(as: CreateTaskRequest.self), let task = request.task else { return [] }
            return finding(task, "task", message)
        case BatchCreateTasksRequest.fullName:
            let requests = message.decoded(as: BatchCreateTasksRequest.self)?.requests ?? []
            return requests.enumerated().flatMap { index, request in
                request.task.map { finding($0, "requests[\(index)].task", message) } ?? []
            }
        default: return []
        }
    }

    private func finding(_ task: DeliveryTask, _ path: String, _ message: ExaminedMessage) -> [Finding] {
        // An unset state is said by the rule about REQUIRED fields.
        guard task.state != .open, task.state != .unspecified else { return [] }
        return [
            Finding(
                "task_not_open", .error, "A new task is not OPEN: the server refuses it.",
                remedy: "Create the task with state OPEN and close it with an update.",
                evidence: [
                    Finding.Evidence(
                        path: "\(path).state", offset: message.scan.places["\(path).state"]?.offset,
                        "\(task.state)")
                ])
        ]
    }
}
