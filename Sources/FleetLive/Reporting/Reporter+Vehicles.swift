public import FleetMessages
internal import ProtobufWire

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Reporter where Resource == Vehicle {
    /// Whether the vehicle takes new trips.
    public var vehicleState: VehicleState { vehicle.vehicleState }

    /// Sets whether the vehicle takes new trips. Sent at once, also while tracking is disabled.
    ///
    /// - Throws: ``FleetLiveError/Code/onlineWithoutTracking`` for ONLINE while tracking is disabled.
    public func updateVehicleState(_ state: VehicleState) throws(FleetLiveError) {
        try update { $0.vehicleState = state }
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Reporter where Resource == DeliveryVehicle {
    /// The stops that the vehicle still has to visit, in order, each with its tasks.
    public var remainingVehicleStops: [VehicleStop] { vehicle.remainingVehicleJourneySegments.compactMap(\.stop) }

    /// Sets the stops that the vehicle has to visit, in order. Sent at once, like all changes of stops.
    ///
    /// Source: Google's documentation of `GMTDDeliveryVehicleReporter`, also for the methods below.
    ///
    /// - Throws: ``FleetLiveError/Code/laterStopNotNew`` if a stop behind the first one is not NEW.
    public func setVehicleStops(_ stops: [VehicleStop]) throws(FleetLiveError) {
        guard stops.dropFirst().allSatisfy({ $0.state == .new }) else {
            throw FleetLiveError(
                code: .laterStopNotNew,
                message: "A vehicle is on the way to one stop: all behind the first must be NEW.")
        }
        try update { vehicle in
            vehicle.remainingVehicleJourneySegments = stops.map { stop in .with { $0.stop = stop } }
        }
    }

    /// Tells that the vehicle is on the way to the first of the stops that are left.
    ///
    /// - Returns: The stops that are left.
    /// - Throws: ``FleetLiveError/Code/noStopLeft``.
    @discardableResult
    public func reportEnrouteToNextStop() throws(FleetLiveError) -> [VehicleStop] {
        try changeStops { $0[0].state = .enroute }
    }

    /// Tells that the vehicle has arrived at the first of the stops that are left.
    ///
    /// - Returns: The stops that are left, this one included.
    /// - Throws: ``FleetLiveError/Code/noStopLeft``.
    @discardableResult
    public func reportArrivedAtStop() throws(FleetLiveError) -> [VehicleStop] {
        try changeStops { $0[0].state = .arrived }
    }

    /// Tells that the tasks at the first of the stops that are left are done, which removes the stop. What came of each task
    /// is for the app's back end to say, with `UpdateTask`.
    ///
    /// - Returns: The stops that are left.
    /// - Throws: ``FleetLiveError/Code/noStopLeft``.
    @discardableResult
    public func reportCompletedStop() throws(FleetLiveError) -> [VehicleStop] { try changeStops { $0.removeFirst() } }

    private func changeStops(_ change: (inout [VehicleStop]) -> Void) throws(FleetLiveError) -> [VehicleStop] {
        var stops = remainingVehicleStops
        guard !stops.isEmpty else {
            throw FleetLiveError(code: .noStopLeft, message: "No stop is left: set the stops of the vehicle first.")
        }
        change(&stops)
        try setVehicleStops(stops)
        return stops
    }
}
