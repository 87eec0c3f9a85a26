internal import FleetErrors
internal import FleetMessages
internal import ProtobufSchema
internal import ProtobufWire

extension FleetEmulator {
    mutating func createDeliveryVehicle(
        _ request: CreateDeliveryVehicleRequest, _ call: EmulatedCall
    ) throws(CallStatus) -> DeliveryVehicle {
        let name = try newName(
            .deliveryVehicle, request.deliveryVehicleID, in: request.parent, of: \.deliveryVehicles, for: call)
        try check(call.fields, "DeliveryVehicle")
        var vehicle = request.deliveryVehicle ?? DeliveryVehicle()
        try checkCreatable(
            vehicle, allowed: ["name", "type", "last_location", "attributes"], field: "delivery_vehicle",
            rule: .deliveryVehicleAtCreation)
        try checkAttributes(vehicle.attributes.map(\.parts), "delivery_vehicle.attributes")
        vehicle = BehaviorFilter.outputOnly(vehicle)
        vehicle.name = name
        if vehicle.type == .unspecified { vehicle.type = .auto }
        vehicle.lastLocation?.serverTime = call.now
        state.deliveryVehicles[name] = vehicle
        return visible(vehicle)
    }

    func getDeliveryVehicle(
        _ request: GetDeliveryVehicleRequest, _ call: EmulatedCall
    ) throws(CallStatus) -> DeliveryVehicle {
        visible(try find(.deliveryVehicle, request.name, in: \.deliveryVehicles, for: call))
    }

    mutating func deleteDeliveryVehicle(
        _ request: DeleteDeliveryVehicleRequest, _ call: EmulatedCall
    ) throws(CallStatus) -> Empty {
        let vehicle = try find(.deliveryVehicle, request.name, in: \.deliveryVehicles, for: call)
        let open = vehicle.taskNames.filter { state.tasks[$0]?.state == .open }
        guard open.isEmpty else {
            throw Rule.deletion.precondition(
                "DeliveryVehicle has open tasks assigned to it", "TASK_STATE",
                open.map { ($0, "The task is open.") })
        }
        state.deliveryVehicles[request.name] = nil
        return Empty()
    }

    mutating func updateDeliveryVehicle(
        _ request: UpdateDeliveryVehicleRequest, _ call: EmulatedCall
    ) throws(CallStatus) -> DeliveryVehicle {
        var update = request.deliveryVehicle ?? DeliveryVehicle()
        let name = update.name
        let stored = try find(
            .deliveryVehicle, name, in: \.deliveryVehicles, for: call, field: "delivery_vehicle.name",
            mask: request.updateMask)
        let paths = try checked(request.updateMask, for: DeliveryVehicle.self, "delivery_vehicle", in: call)
        try checkAttributes(update.attributes.map(\.parts), "delivery_vehicle.attributes", paths)
        if update.currentRouteSegment.isEmpty {  // Rule.currentSegment
            update.currentRouteSegmentEndPoint = stored.currentRouteSegmentEndPoint
            update.remainingDistanceMeters = stored.remainingDistanceMeters
            update.remainingDuration = stored.remainingDuration
        }
        var vehicle = try updated(stored, from: update, paths: paths, field: "delivery_vehicle")
        vehicle.name = name
        if paths.touches("last_location") { vehicle.lastLocation?.serverTime = call.now }
        vehicle.pastLocations = []
        let hasNewStops = paths.touches("remaining_vehicle_journey_segments")
        if hasNewStops { try assignTasks(of: vehicle, replacing: stored) }
        if hasNewStops || paths.touches("last_location") { estimateJourney(of: &vehicle) }
        state.deliveryVehicles[name] = vehicle
        return visible(vehicle)
    }

    func listDeliveryVehicles(
        _ request: ListDeliveryVehiclesRequest, _ call: EmulatedCall
    ) throws(CallStatus) -> ListDeliveryVehiclesResponse {
        try checkParent(request.parent)
        try authorize(call, [])
        try check(call.fields)
        let filter = try Filter(request.filter)
        let names = state.deliveryVehicles.names(in: "\(request.parent)/deliveryVehicles/") { vehicle in
            (request.viewport?.contains(vehicle.lastLocation?.location) ?? true)
                && filter.matches(vehicle.attributes.lazy.map(\.parts))
        }
        let page = try page(of: names, size: request.pageSize, token: request.pageToken)
        return .with {
            $0.deliveryVehicles = page.items.compactMap { name in
                var vehicle = state.deliveryVehicles[name].map(visible)
                vehicle?.remainingVehicleJourneySegments = []  // Rule.listedJourneys
                return vehicle
            }
            ($0.nextPageToken, $0.totalSize) = (page.nextToken, Int64(names.count))
        }
    }

    /// A delivery vehicle as responses show it.
    func visible(_ vehicle: DeliveryVehicle) -> DeliveryVehicle {
        var vehicle = BehaviorFilter.inputOnly(vehicle)
        vehicle.attributes = vehicle.attributes.map(\.completed)
        return vehicle
    }

    // MARK: Checks

    /// Checks that a new resource has no fields but those that a client may set.
    func checkCreatable<Resource: FleetMessage>(
        _ resource: Resource, allowed: Set<String>, field: String, rule: Rule
    ) throws(CallStatus) {
        guard enforces(rule) else { return }
        let others = FieldMask.difference(from: Resource(), to: resource).topLevel.paths.filter {
            !allowed.contains($0)
        }
        try rule.refuse(
            others.map { ("\(field).\($0)", "must not be set") },
            "\(Resource.descriptor?.name ?? field) has fields that cannot be set at creation")
    }
}

// MARK: - Journeys

extension FleetEmulator {
    /// Assigns the free tasks at the stops of all vehicles, and estimates the journeys that have no distances.
    mutating func assignTasks() {
        for name in state.deliveryVehicles.names {
            guard var vehicle = state.deliveryVehicles[name] else { continue }
            let id = ResourceName(name)?.id ?? ""
            for task in vehicle.taskNames {
                state.tasks.modify(task) { if $0.deliveryVehicleID.isEmpty { $0.deliveryVehicleID = id } }
            }
            guard vehicle.remainingVehicleJourneySegments.first?.drivingDistanceMeters == nil else { continue }
            estimateJourney(of: &vehicle)
            state.deliveryVehicles[name] = vehicle
        }
    }

    /// Assigns the tasks of the stops of a vehicle to it, and closes those of stops that it no longer has.
    ///
    /// - Throws: NOT_FOUND for a task that is not there, FAILED_PRECONDITION for one that another vehicle has.
    private mutating func assignTasks(
        of vehicle: DeliveryVehicle, replacing old: DeliveryVehicle
    ) throws(CallStatus) {
        let id = ResourceName(vehicle.name)?.id ?? ""
        let names = vehicle.taskNames
        for name in names {  // Rule.taskAssignment
            guard let task = state.tasks[name] else { throw Self.notFound(name, .task) }
            guard ["", id].contains(task.deliveryVehicleID) else {
                throw Rule.taskAssignment.precondition(
                    "Task is assigned to another vehicle", "TASK_STATE",
                    [(name, "The task is assigned to \(task.deliveryVehicleID).")])
            }
        }
        for name in names { state.tasks.modify(name) { $0.deliveryVehicleID = id } }
        let kept = Set(names)
        for name in old.taskNames where !kept.contains(name) {
            state.tasks.modify(name) { task in if task.deliveryVehicleID == id { task.state = .closed } }
        }
    }

    /// Fills in what the server knows about the journey of a vehicle, which begins where the vehicle was last seen.
    private func estimateJourney(of vehicle: inout DeliveryVehicle) {
        var place = vehicle.lastLocation?.location
        // Changed apart from the vehicle, which would be copied for each segment.
        var segments = vehicle.remainingVehicleJourneySegments
        for index in segments.indices {
            estimate(&segments[index], from: place, of: vehicle)
            place = segments[index].stop?.plannedLocation?.point
        }
        vehicle.remainingVehicleJourneySegments = segments
    }

    /// Fills in the way to a stop and what is known of its tasks.
    private func estimate(
        _ segment: inout VehicleJourneySegment, from place: LatLng?, of vehicle: DeliveryVehicle
    ) {
        for index in segment.stop?.tasks.indices ?? 0..<0 {
            let task = (segment.stop?.tasks[index].taskID).flatMap { state.tasks[vehicle.taskName($0)] }
            segment.stop?.tasks[index].taskDuration = task?.taskDuration
            segment.stop?.tasks[index].targetTimeWindow = task?.targetTimeWindow
        }
        guard let start = place, let end = segment.stop?.plannedLocation?.point else { return }
        let metres = Estimate.metres(start, end)
        segment.drivingDistanceMeters = Int32(metres: metres)
        segment.drivingDuration = Estimate.duration(ofMetres: metres)
        segment.path = [start, end]
    }
}

extension DeliveryVehicle {
    /// The full name of a task of the vehicle's provider.
    func taskName(_ id: String) -> String { ResourceName.name(.task, id, besides: name) }

    /// The full names of the tasks at the stops that are left, in their order.
    var taskNames: [String] {
        remainingVehicleJourneySegments.flatMap { $0.stop?.tasks ?? [] }.map { taskName($0.taskID) }
    }
}
