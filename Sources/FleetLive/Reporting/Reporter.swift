internal import FleetErrors
public import FleetMessages
internal import GRPCWire
internal import ProtobufSchema
internal import ProtobufWire

/// Reports on-demand vehicles, as the Driver SDK's `GMTDVehicleReporter` does.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public typealias VehicleReporter = Reporter<Vehicle>

/// Reports delivery vehicles, as the Driver SDK's `GMTDDeliveryVehicleReporter` does.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public typealias DeliveryVehicleReporter = Reporter<DeliveryVehicle>

/// Reports to Fleet Engine where a vehicle is and how it is: ``VehicleReporter`` for on-demand trips,
/// ``DeliveryVehicleReporter`` for scheduled tasks.
///
/// ```swift
/// let taxi = VehicleReporter(client, vehicle: "providers/acme/vehicles/taxi-7")
/// await taxi.updateLocation(location)
/// await taxi.setLocationTrackingEnabled(true)
/// try await taxi.updateVehicleState(.online)
/// await taxi.run()  // until the task is cancelled
/// ```
///
/// While location tracking is enabled, the last location goes out after every ``locationUpdateInterval``. Other fields go out as
/// soon as they change, also while tracking is disabled; the location goes with them unless the service took one in the last
/// 5 s, the shortest interval. Each update names in its mask what it changes: the location, and all fields that changed since
/// the service last took them. One update is under way at a time.
///
/// A failed update never stops the reporter. The latest values go with the next update: after the interval, for a location
/// alone; after the back-off, for other fields.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public actor Reporter<Resource: ReportedVehicle>: PacedActor {
    /// The name of the vehicle: `providers/{provider}/vehicles/{vehicle}`, or with `deliveryVehicles`.
    public nonisolated let name: String
    /// The vehicle as it is to be on the server. Fields that were never set are not reported.
    public private(set) var vehicle = Resource()
    /// Whether locations are reported. `false` at first.
    public private(set) var locationTrackingEnabled = false

    private let client: FleetClient
    private let header: Resource.Header?
    private let backoff: Backoff
    let pace: Pace
    var sleeper: Task<Void, Never>?
    private var schedule = Schedule(interval: .seconds(LocationInterval.usual))
    private var listeners = Listeners<ReporterEvent<Resource>>()
    private var isRunning = false

    /// The fields besides the location that the service does not have yet.
    private var pending: Set<String> = []
    /// The fields that were given up while tracking was disabled. They are sent when it is enabled again.
    private var abandoned: Set<String> = []
    /// The fields of an update that was refused as a whole. They go one by one, to find those that are wrong.
    private var suspects: Set<String> = []
    /// No update was sent since tracking was enabled.
    private var isFirstUpdate = false
    /// When the last location was first sent.
    private var locationFirstSent: Duration?
    /// When the last update with a location was sent that the service took, since tracking was enabled.
    private var locationTaken: Duration?
    /// While tracking is disabled: the end of the attempts to send ``pending``.
    private var giveUpTime: Duration?

    /// - Parameters:
    ///   - client: The way to Fleet Engine.
    ///   - name: The name of the vehicle, which has to exist: `providers/{provider}/vehicles/{vehicle}`.
    ///   - header: The header that goes with each request.
    ///   - clock: The clock of intervals and waits.
    ///   - backoff: The waits after failures, and how long the last update is repeated.
    public init(
        _ client: FleetClient, vehicle name: String, header: Resource.Header? = nil,
        clock: any Clock<Duration> = ContinuousClock(), backoff: Backoff = Backoff()
    ) {
        (self.client, self.name, self.header, self.backoff) = (client, name, header, backoff)
        pace = Pace(clock)
    }

    // MARK: What is reported

    /// The time from one report of the location to the next. 10 s at first.
    public var locationUpdateInterval: Duration { schedule.interval }

    /// Sets the time from one report of the location to the next.
    ///
    /// - Parameter interval: 5 to 60 s. The Driver SDK takes other values for the nearest of these.
    /// - Throws: ``FleetLiveError/Code/intervalOutOfRange``.
    public func setLocationUpdateInterval(_ interval: Duration) throws(FleetLiveError) {
        schedule.interval = try Schedule.checked(interval)
        wake()
    }

    /// Enables or disables the reports of locations.
    ///
    /// Enabled, a first update goes out at once, but for the rest of a wait after a failure. It tells early whether the
    /// token fits, and so it is sent even if there is nothing to report yet: the service then refuses its empty mask, which
    /// ``ReporterEvent/didFailBenignly(_:_:)`` tells. Set a location before to have none of this.
    ///
    /// Disabled, locations stop, and a last update takes an on-demand vehicle OFFLINE. ``run()`` has the rule how often it is
    /// repeated. When tracking is enabled again, the vehicle stays OFFLINE until its state is set.
    ///
    /// Source: Google's documentation of `GMTDVehicleReporter`, also for the OFFLINE update and the state after it.
    public func setLocationTrackingEnabled(_ isEnabled: Bool) {
        guard isEnabled != locationTrackingEnabled else { return }
        locationTrackingEnabled = isEnabled
        if isEnabled {
            isFirstUpdate = true
            (giveUpTime, locationTaken) = (nil, nil)
            (pending, abandoned) = (pending.union(abandoned), [])
            schedule.restart()
            wake()
        } else {
            vehicle.goOffline()
            queue(Resource.stateFields)
        }
    }

    /// Takes a new location, which goes with the next report. Of several in one interval only the last one is sent.
    public func updateLocation(_ location: Resource.Location) {
        vehicle.lastLocation = location
        locationFirstSent = nil
    }

    /// Takes locations from a sequence until it ends or the task is cancelled.
    public nonisolated func updateLocations<Locations: AsyncSequence>(
        from locations: sending Locations
    ) async rethrows where Locations.Element == Resource.Location {
        for try await location in locations { await updateLocation(location) }
    }

    /// Changes fields of the vehicle: waypoints, route, remaining distance, attributes. What differs afterwards is sent.
    ///
    /// ```swift
    /// try await reporter.update {
    ///     $0.waypoints = waypoints
    ///     $0.currentRouteSegment = polyline
    /// }
    /// ```
    /// - Throws: ``FleetLiveError/Code/fieldNotUpdatable`` for fields that only the service sets,
    ///   ``FleetLiveError/Code/onlineWithoutTracking`` for ONLINE while tracking is disabled.
    public func update(_ change: @Sendable (inout Resource) -> Void) throws(FleetLiveError) {
        var changed = vehicle
        change(&changed)
        let mask = FieldMask.difference(from: vehicle, to: changed).topLevel
        guard !mask.isEmpty else { return }
        if let finding = mask.findings(for: Resource.self).first {
            throw FleetLiveError(code: .fieldNotUpdatable, message: finding.message)
        }
        if changed.isOnline, !locationTrackingEnabled {
            throw FleetLiveError(
                code: .onlineWithoutTracking,
                message: "A vehicle can be ONLINE only while location tracking is enabled: enable that first.")
        }
        if changed.lastLocation != vehicle.lastLocation { locationFirstSent = nil }
        vehicle = changed
        queue(Set(mask.paths).subtracting([locationField]))
    }

    private func queue(_ fields: Set<String>) {
        pending.formUnion(fields)
        if !locationTrackingEnabled { giveUpTime = pace.elapsed() + Duration(clampingSeconds: backoff.timeLimit) }
        wake()
    }

    // MARK: Listeners

    /// What becomes of the updates from now on; ends with ``run()``. There may be several listeners. For one who does not come
    /// to read them, the last 256 events are kept.
    public func events() -> AsyncStream<ReporterEvent<Resource>> {
        listeners.add { id in Task { [weak self] in await self?.removeListener(id) } }.events
    }

    private func removeListener(_ id: Int) { listeners.remove(id) }

    // MARK: The loop

    /// Reports until the task is cancelled, then disables tracking, sends what is left, and returns.
    ///
    /// An update that the service refuses with INVALID_ARGUMENT is repeated field by field, without the location. A field
    /// that is refused on its own is given up, because it would make every later update fail; it goes again when its value
    /// changes. The vehicle's state is kept even then.
    ///
    /// While tracking is enabled, nothing else is given up. While tracking is disabled, and so also for the final OFFLINE
    /// update, the rule is: it is repeated with back-off, whatever the error, until the service takes it; it is given up only
    /// if the vehicle does not exist (NOT_FOUND), or when the next attempt would come later than ``Backoff/timeLimit``, 5
    /// minutes, after the change. ``ReporterEvent/didGiveUp(_:_:)`` tells. What was given up so goes with the first update
    /// after tracking is enabled again.
    ///
    /// A vehicle that stays ONLINE is matched with riders whom nobody picks up, so the rule does not look at the category of
    /// the error. It is a decision of FleetWire: the Driver SDK leaves the repeats to the app.
    ///
    /// Returns at once while another call of this method is under way.
    public func run() async {
        guard !isRunning else { return }
        isRunning = true
        while !Task.isCancelled { await step() }
        setLocationTrackingEnabled(false)
        // The last update must not be cancelled together with the task.
        await Task { while !pending.isEmpty, !locationTrackingEnabled { await step() } }.value
        listeners.removeAll()
        isRunning = false
    }

    /// Sends an update if one is due, and rests otherwise.
    private func step() async {
        let due = !pending.isEmpty ? schedule.earliest : locationTrackingEnabled ? schedule.next : nil
        if let due, due <= pace.elapsed() { await send() } else { await rest(until: due) }
    }

    private func send() async {
        let start = pace.elapsed()
        let suspect = suspects.min().flatMap { suspects.remove($0) }
        let isWithLocation =
            suspect == nil && locationTaken.map { start - $0 >= .seconds(LocationInterval.least) } ?? true
        // What goes between two locations does not put off the second one.
        if isWithLocation { schedule.begin(at: start) }
        let (fields, isFirst) = (suspect.map { [$0] } ?? pending, isFirstUpdate)
        (pending, isFirstUpdate) = (pending.subtracting(fields), false)
        let update = nextUpdate(fields, at: start, isWithLocation)
        guard !update.updateMask.isEmpty || isFirst else { return }
        do {
            let request = Resource.request(update, of: name, header: header)
            let response = try await client.call(Resource.updateMethod, request)
            schedule.succeed()
            // Tracking that was enabled meanwhile begins with a location of its own.
            if update.updateMask.covers(locationField), !isFirstUpdate { locationTaken = start }
            listeners.send(.didSucceed(update, response: response))
        } catch {
            fail(update, fields, error)
        }
    }

    /// The update of fields, and of the location if that is due.
    private func nextUpdate(
        _ fields: Set<String>, at time: Duration, _ isWithLocation: Bool
    ) -> VehicleUpdate<Resource> {
        var fields = fields
        if !fields.isDisjoint(with: vehicle.routeDependents) { fields.insert(routeField) }
        var current = vehicle
        if locationTrackingEnabled, isWithLocation, vehicle.lastLocation != nil {
            fields.insert(locationField)
            if let first = locationFirstSent {
                current.setTimeSinceUpdate(Int32(clamping: (time - first).components.seconds))
            } else {
                locationFirstSent = time
            }
        }
        let mask = FieldMask(paths: fields.sorted())
        var masked = Resource()
        // Not refused: the paths come from the schema.
        try? masked.apply(current, mask: mask)
        return VehicleUpdate(vehicle: masked, updateMask: mask)
    }

    /// - Parameter fields: The fields of the update besides the location.
    private func fail(_ update: VehicleUpdate<Resource>, _ fields: Set<String>, _ failure: FleetFailure) {
        if failure.category == .benign { return listeners.send(.didFailBenignly(update, failure)) }
        let code = failure.status.code
        // The end of the task has cut the update off. Its fields go with the last one.
        if code == .cancelled, Task.isCancelled { return pending.formUnion(fields) }
        schedule.fail(failure, at: pace.elapsed(), backoff)
        listeners.send(.didFail(update, failure))

        var kept = fields
        if code == .invalidArgument {
            let isOne = fields.count == 1 && !update.updateMask.covers(locationField)
            if isOne { kept.formIntersection(Resource.stateFields) } else { suspects = fields }
        }
        pending.formUnion(kept)
        let isOver = giveUpTime.map { code == .notFound || schedule.earliest > $0 } ?? false
        if isOver { (pending, abandoned, suspects) = ([], abandoned.union(pending), []) }
        if !pending.isSuperset(of: fields) { listeners.send(.didGiveUp(update, failure)) }
    }
}
