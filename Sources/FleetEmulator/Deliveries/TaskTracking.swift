internal import FleetErrors
internal import FleetMessages

/// What is left of a vehicle's journey up to a task.
struct RemainingJourney {
    let vehicle: DeliveryVehicle
    /// The segments up to the stop of the task, with what the app has reported of the first.
    let segments: [VehicleJourneySegment]

    var metres: Int { segments.reduce(0) { $0 + Int($1.drivingDistanceMeters ?? 0) } }

    /// The time of driving.
    var duration: ProtobufDuration { segments.compactMap(\.drivingDuration).reduce(ProtobufDuration(), +) }

    /// The time of the tasks at the stops before.
    var dwellTime: ProtobufDuration {
        segments.dropLast().flatMap { $0.stop?.tasks ?? [] }.compactMap(\.taskDuration).reduce(ProtobufDuration(), +)
    }
}

extension FleetEmulator {
    /// The journey up to a task that is open and has a place on its vehicle's journey.
    private func journey(to task: DeliveryTask) -> RemainingJourney? {
        guard task.state == .open, let vehicle = vehicle(of: task), let id = ResourceName(task.name)?.id else {
            return nil
        }
        let all = vehicle.remainingVehicleJourneySegments
        guard let end = all.firstIndex(where: { $0.stop?.tasks.contains { $0.taskID == id } ?? false }) else {
            return nil
        }
        var segments = Array(all[...end])
        if !vehicle.currentRouteSegment.isEmpty {
            segments[0].drivingDistanceMeters = vehicle.remainingDistanceMeters ?? segments[0].drivingDistanceMeters
            segments[0].drivingDuration = vehicle.remainingDuration ?? segments[0].drivingDuration
            segments[0].path = EncodedPolyline.decode(vehicle.currentRouteSegment) ?? segments[0].path
        }
        return RemainingJourney(vehicle: vehicle, segments: segments)
    }

    /// A task as `GetTask` and `ListTasks` show it, with the journey of its vehicle.
    func withJourney(_ task: DeliveryTask) -> DeliveryTask {
        guard let journey = journey(to: task) else { return task }
        var task = task
        var info = DeliveryTask.JourneySharingInfo()
        info.remainingVehicleJourneySegments = journey.segments.map { segment in
            var segment = segment
            segment.stop = nil  // Rule.taskStops
            return segment
        }
        info.lastLocation = journey.vehicle.lastLocation.map { visible($0) }
        info.lastLocationSnappable =
            !journey.vehicle.currentRouteSegment.isEmpty && (journey.vehicle.lastLocation?.isRoadSnapped ?? false)
        task.journeySharingInfo = info
        return task
    }

    func getTaskTrackingInfo(
        _ request: GetTaskTrackingInfoRequest, _ call: EmulatedCall
    ) throws(CallStatus) -> TaskTrackingInfo {
        let id = try id(request.name, of: .trackingInfo)
        try authorize(call, [id])
        try check(call.fields)
        guard let task = task(trackedAs: id, in: request.name) else { throw Self.notFound(request.name, .trackingInfo) }
        var info = TaskTrackingInfo()
        info.name = request.name
        info.trackingID = id
        info.state = task.state
        info.taskOutcome = task.taskOutcome
        info.taskOutcomeTime = task.taskOutcomeTime
        info.plannedLocation = task.plannedLocation
        info.targetTimeWindow = task.targetTimeWindow
        info.attributes = task.attributes
        if let journey = journey(to: task) { show(journey, to: task, in: &info, call.now) }
        return info
    }

    /// The task with a tracking id. Of several, one that is open and on its way comes first, then an open one.
    private func task(trackedAs id: String, in name: String) -> DeliveryTask? {
        guard let provider = ResourceName(name)?.provider else { return nil }
        let tasks = state.tasks.names(in: "providers/\(provider)/tasks/") { $0.trackingID == id }
            .compactMap { state.tasks[$0] }
        return tasks.first { $0.state == .open && !$0.deliveryVehicleID.isEmpty } ?? tasks.first { $0.state == .open }
            ?? tasks.first
    }

    /// Adds what recipients may see of the journey to their task.
    private func show(
        _ journey: RemainingJourney, to task: DeliveryTask, in info: inout TaskTrackingInfo, _ now: Timestamp
    ) {
        let config = task.taskTrackingViewConfig ?? TaskTrackingViewConfig()
        let arrival = now + journey.duration + journey.dwellTime  // Rule.arrivals
        let usual = TaskTrackingViewConfig.VisibilityOption.Option.remainingStopCountThreshold(3)
        func isVisible(
            _ option: TaskTrackingViewConfig.VisibilityOption?,
            otherwise standard: TaskTrackingViewConfig.VisibilityOption.Option = .always(true)
        ) -> Bool {
            switch option?.option ?? standard {
            case .remainingStopCountThreshold(let limit): journey.segments.count <= Int(limit)
            case .durationUntilEstimatedArrivalTimeThreshold(let limit): arrival - now <= limit
            case .remainingDrivingDistanceMetersThreshold(let limit): journey.metres <= Int(limit)
            case .always(let isShown): isShown
            case .never(let isHidden): !isHidden
            }
        }
        if isVisible(config.remainingStopCountVisibility) {
            info.remainingStopCount = Int32(clamping: journey.segments.count)
        }
        if isVisible(config.remainingDrivingDistanceVisibility) {
            info.remainingDrivingDistanceMeters = Int32(clamping: journey.metres)
        }
        if isVisible(config.estimatedArrivalTimeVisibility) { info.estimatedArrivalTime = arrival }
        if isVisible(config.estimatedTaskCompletionTimeVisibility) {
            info.estimatedTaskCompletionTime = arrival + (task.taskDuration ?? ProtobufDuration())
        }
        if isVisible(config.vehicleLocationVisibility, otherwise: usual) {
            info.vehicleLocation = journey.vehicle.lastLocation.map { visible($0) }
        }
        if isVisible(config.routePolylinePointsVisibility, otherwise: usual) {
            info.routePolylinePoints = journey.segments.flatMap(\.path)
        }
    }
}
