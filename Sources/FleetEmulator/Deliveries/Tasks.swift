internal import FleetErrors
internal import FleetMessages
internal import ProtobufSchema
internal import ProtobufWire

extension FleetEmulator {
    private static let batchLimit = 500

    mutating func createTask(_ request: CreateTaskRequest, _ call: EmulatedCall) throws(CallStatus) -> DeliveryTask {
        let name = try newName(.task, request.taskID, in: request.parent, of: \.tasks, for: call)
        let task = try newTask(name, request, call.fields)
        state.tasks[name] = task
        return task
    }

    /// Creates all tasks of a batch, or none.
    mutating func batchCreateTasks(
        _ request: BatchCreateTasksRequest, _ call: EmulatedCall
    ) throws(CallStatus) -> BatchCreateTasksResponse {
        try checkParent(request.parent)
        try check(request)
        let names = try request.requests.map { (item) throws(CallStatus) in
            try newName(.task, item.taskID, in: request.parent, of: \.tasks, for: call)
        }
        // Each task is checked with its own request.
        try check(call.fields, part: ("requests", []))
        var tasks: [DeliveryTask] = []
        var seen: Set<String> = []
        for (name, var item) in zip(names, request.requests) {
            guard seen.insert(name).inserted else { throw Self.alreadyExists(name, .task) }
            item.parent = request.parent
            tasks.append(try newTask(name, item, fieldFaults(in: item)))
        }
        for task in tasks { state.tasks[task.name] = task }
        return .with { $0.tasks = tasks }
    }

    func getTask(_ request: GetTaskRequest, _ call: EmulatedCall) throws(CallStatus) -> DeliveryTask {
        withJourney(try find(.task, request.name, in: \.tasks, for: call))
    }

    mutating func deleteTask(_ request: DeleteTaskRequest, _ call: EmulatedCall) throws(CallStatus) -> Empty {
        let task = try find(.task, request.name, in: \.tasks, for: call)
        guard task.state != .open || task.deliveryVehicleID.isEmpty else {
            throw Rule.deletion.precondition(
                "Task is still open", "TASK_STATE", [(request.name, "The task is open.")])
        }
        state.tasks[request.name] = nil
        return Empty()
    }

    mutating func updateTask(_ request: UpdateTaskRequest, _ call: EmulatedCall) throws(CallStatus) -> DeliveryTask {
        let update = request.task ?? DeliveryTask()
        let name = update.name
        let stored = try find(
            .task, name, in: \.tasks, for: call, field: "task.name", mask: request.updateMask)
        let paths = try checked(request.updateMask, for: DeliveryTask.self, "task", in: call)
        try check(update, paths)
        var task = try updated(stored, from: update, paths: paths, field: "task")
        task.name = name
        if stored.state == .closed, task.state != .closed {
            throw Rule.taskReopening.precondition(
                "A closed task cannot be opened again", "TASK_STATE", [(name, "The task is CLOSED.")])
        }
        if enforces(.taskClosing), task.state != stored.state, vehicle(of: stored) != nil {
            throw Rule.taskClosing.precondition(
                "The task is assigned to a vehicle", "TASK_STATE", [(name, "Remove its stop from the vehicle.")])
        }
        if stored.taskOutcome != .unspecified, task.taskOutcome != stored.taskOutcome {
            throw Rule.taskOutcome.precondition(
                "The outcome of a task is set once", "TASK_OUTCOME", [(name, "The outcome is \(stored.taskOutcome).")])
        }
        locateOutcome(of: &task, paths)
        state.tasks[name] = task
        return task
    }

    func listTasks(_ request: ListTasksRequest, _ call: EmulatedCall) throws(CallStatus) -> ListTasksResponse {
        try checkParent(request.parent)
        try authorize(call, [])
        try check(call.fields)
        let filter = try Filter(request.filter) { DeliveryTask.filterValues[$0] != nil }
        let names = state.tasks.names(in: "\(request.parent)/tasks/") { task in
            filter.matches(task.attributes.lazy.map(\.parts)) { DeliveryTask.filterValues[$0]?(task) }
        }
        let page = try page(of: names, size: request.pageSize, token: request.pageToken)
        return .with {
            $0.tasks = page.items.compactMap { state.tasks[$0].map(withJourney) }
            ($0.nextPageToken, $0.totalSize) = (page.nextToken, Int64(names.count))
        }
    }

    // MARK: Creation

    private func newTask(
        _ name: String, _ request: CreateTaskRequest, _ fields: [FieldFault]
    ) throws(CallStatus) -> DeliveryTask {
        var task = request.task ?? DeliveryTask()
        try check(
            fields, "Task", others: problems(of: request.task),
            except: enforces(.taskEffort) ? [] : ["task.task_duration"])
        try checkCreatable(
            task,
            allowed: [
                "name", "type", "state", "tracking_id", "planned_location", "task_duration", "target_time_window",
                "task_tracking_view_config", "attributes",
            ], field: "task", rule: .taskFields)
        try check(task)
        task = BehaviorFilter.outputOnly(task)
        task.name = name
        return task
    }

    /// What the comments of `CreateTaskRequest` ask for.
    private func problems(of task: DeliveryTask?) -> [FieldViolation] {
        guard let task else { return [] }
        let problem: String? =
            switch (task.type, task.trackingID.isEmpty) {
            case (.pickup, true), (.delivery, true): "is required for \(task.type) tasks"
            case (.scheduledStop, false), (.unavailable, false): "must not be set for \(task.type) tasks"
            default: ResourceID.problem(task.trackingID)
            }
        let lacksPlace = task.plannedLocation == nil && task.type != .unavailable
        return violations(
            (.taskAtCreation, task.state != .open, "task.state", "must be OPEN"),
            (.taskAtCreation, problem != nil, "task.tracking_id", problem ?? ""),
            (.taskEffort, task.taskDuration == nil, "task.task_duration", "is required"),
            (.taskEffort, lacksPlace, "task.planned_location", "is required for \(task.type) tasks"))
    }

    // MARK: Checks

    private func check(_ request: BatchCreateTasksRequest) throws(CallStatus) {
        let (count, limit) = (request.requests.count, Self.batchLimit)
        var broken = violations(
            (.batches, count == 0, "requests", "is required"),
            (.batches, count > limit, "requests", "has \(count) tasks; \(limit) are allowed"))
        for (index, item) in request.requests.prefix(limit).enumerated() {
            let isOtherParent = !item.parent.isEmpty && item.parent != request.parent
            let isOtherHeader = item.header != nil && item.header != request.header
            broken += violations(
                (.batches, isOtherParent, "requests[\(index)].parent", "must be empty or that of the batch"),
                (.batches, isOtherHeader, "requests[\(index)].header", "must be absent or that of the batch"))
        }
        try Rule.batches.refuse(broken, "Invalid batch")
    }

    /// Checks the fields of a task in a request: those that the mask of an update names, or all.
    private func check(_ task: DeliveryTask, _ paths: FieldPaths = ["*"]) throws(CallStatus) {
        try checkAttributes(task.attributes.map(\.parts), "task.attributes", paths)
        if paths.touches("target_time_window"), let window = task.targetTimeWindow,
            let start = window.startTime, let end = window.endTime, end < start
        {
            throw Rule.timeWindows.invalid(
                "Invalid time window", [("task.target_time_window.end_time", "must not be before start_time")])
        }
    }

    /// Sets where a task ended: where the provider says, else where the vehicle was last seen.
    private func locateOutcome(of task: inout DeliveryTask, _ paths: FieldPaths) {
        if paths.touches("task_outcome_location"), task.taskOutcomeLocation != nil {
            task.taskOutcomeLocationSource = .provider
        } else if paths.touches("task_outcome"), task.taskOutcome != .unspecified,
            let location = vehicle(of: task)?.lastLocation, let point = location.rawLocation ?? location.location
        {
            task.taskOutcomeLocation = .with { $0.point = point }
            task.taskOutcomeLocationSource = .lastVehicleLocation  // Rule.outcomeLocation
        }
    }

    func vehicle(of task: DeliveryTask) -> DeliveryVehicle? {
        state.deliveryVehicles[ResourceName.name(.deliveryVehicle, task.deliveryVehicleID, besides: task.name)]
    }
}

// MARK: - Filters

extension DeliveryTask {
    /// The value of each field that `ListTasks` can filter on beside attributes, by its path; `nil` where it is not set.
    fileprivate static let filterValues: [String: @Sendable (Self) -> FilterValue?] = [
        "delivery_vehicle_id": { $0.deliveryVehicleID.isEmpty ? nil : .text($0.deliveryVehicleID) },
        "tracking_id": { $0.trackingID.isEmpty ? nil : .text($0.trackingID) },
        "state": { $0.state.name.map(FilterValue.text) },
        "type": { $0.type.name.map(FilterValue.text) },
        "task_outcome": { $0.taskOutcome == .unspecified ? nil : $0.taskOutcome.name.map(FilterValue.text) },
        "task_outcome_location_source": {
            $0.taskOutcomeLocationSource == .unspecified ? nil : $0.taskOutcomeLocationSource.name.map(FilterValue.text)
        },
        "task_outcome_time": { $0.taskOutcomeTime.map(FilterValue.time) },
        "task_duration.seconds": { $0.taskDuration.map { .number(Double($0.seconds)) } },
        "planned_location.point.latitude": { $0.plannedLocation?.point.map { .number($0.latitude) } },
        "planned_location.point.longitude": { $0.plannedLocation?.point.map { .number($0.longitude) } },
    ]
}
