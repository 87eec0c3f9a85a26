internal import FleetErrors
public import FleetMessages

/// A trip that is followed: it is polled while somebody listens, and each change is told. The Consumer SDK's `GMTCTripModel`.
///
/// ```swift
/// let model = await tripService.tripModel(named: "providers/acme/trips/trip-1")
/// for await event in await model.register() {
///     if case .vehicleLocation(let location) = event { show(location) }
/// }
/// ```
///
/// The first listener starts the polls, the last one stops them: by ``unregister(_:)``, or by leaving the loop. Parts of the
/// trip that have not changed are not sent again: each poll tells the service the versions of route, traffic and paths that
/// the model has. Failures never stop the polls; they wait longer, by the back-off and by what the service asks for. When
/// the trip is COMPLETE or CANCELED, which never changes again, the model tells, stops polling, and ends the loops of its
/// listeners.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public actor TripModel: PacedActor {
    /// The name of the trip: `providers/{provider}/trips/{trip}`.
    public nonisolated let name: String
    /// The trip as last received, with the parts that later answers left out; `nil` before the first answer.
    public private(set) var trip: Trip?
    /// The failure of the last poll; `nil` if it succeeded.
    public private(set) var lastFailure: FleetFailure?

    private let client: FleetClient
    private let header: RequestHeader?
    private let backoff: Backoff
    let pace: Pace
    var sleeper: Task<Void, Never>?
    private var schedule = Schedule(interval: .seconds(LocationInterval.least))
    private var listeners = Listeners<TripModelEvent>()
    private var polling: Task<Void, Never>?
    private var shown: [ObjectIdentifier: (session: JourneySharingSession, subscription: TripModelSubscription)] = [:]

    init(_ client: FleetClient, name: String, header: RequestHeader?, clock: any Clock<Duration>, backoff: Backoff) {
        (self.client, self.name, self.header, self.backoff) = (client, name, header, backoff)
        pace = Pace(clock)
    }

    /// The time from one poll to the next. 5 s at first, like that of Google's JavaScript library.
    ///
    /// Source: the documentation of `FleetEngineTripLocationProvider.pollingIntervalMillis`
    public var autoRefreshTimeInterval: Duration { schedule.interval }

    /// Sets the time from one poll to the next, for all listeners.
    ///
    /// - Parameter interval: 5 to 60 s.
    /// - Throws: ``FleetLiveError/Code/intervalOutOfRange``.
    public func setAutoRefreshTimeInterval(_ interval: Duration) throws(FleetLiveError) {
        schedule.interval = try Schedule.checked(interval)
        wake()
    }

    /// Whether the trip has ended, and so never changes again.
    private var isOver: Bool { trip?.tripStatus.isFinal ?? false }

    // MARK: Listeners

    /// Adds a listener, who first hears all that is known of the trip. The first listener starts the polls: at once, or
    /// ``autoRefreshTimeInterval`` after the last one. Of a trip that is COMPLETE or CANCELED there is no more to hear, and
    /// the loop ends.
    public func register() -> TripModelSubscription {
        let (id, events) = listeners.add { id in Task { [weak self] in await self?.remove(id) } }
        if let trip { for event in TripModelEvent.changes(from: Trip(), to: trip) { listeners.send(event, to: id) } }
        if isOver {
            listeners.remove(id)
        } else if polling == nil {
            polling = Task { await poll() }
        }
        return TripModelSubscription(id: id, events: events)
    }

    /// Removes a listener, whose loop then ends. Without listeners nothing is polled any more, and a poll under way is cancelled.
    public func unregister(_ subscription: TripModelSubscription) { remove(subscription.id) }

    private func remove(_ id: Int) {
        listeners.remove(id)
        shown = shown.filter { $0.value.subscription.id != id }
        if listeners.isEmpty { stop() }
    }

    private func stop() {
        polling?.cancel()
        polling = nil
    }

    // MARK: Sessions

    func show(_ session: JourneySharingSession) -> TripModelSubscription {
        if let subscription = shown[ObjectIdentifier(session)]?.subscription { return subscription }
        let subscription = register()
        if !isOver { shown[ObjectIdentifier(session)] = (session, subscription) }
        return subscription
    }

    func hide(_ session: JourneySharingSession) {
        if let subscription = shown[ObjectIdentifier(session)]?.subscription { remove(subscription.id) }
    }

    func hideAllSessions() { for (_, subscription) in shown.values { remove(subscription.id) } }

    func isShown(_ session: JourneySharingSession) -> Bool { shown[ObjectIdentifier(session)] != nil }

    // MARK: The loop

    private func poll() async {
        while !Task.isCancelled {
            let time = pace.elapsed()
            guard schedule.next <= time else {
                await rest(until: schedule.next)
                continue
            }
            schedule.begin(at: time)
            await refresh()
        }
    }

    private func refresh() async {
        do {
            let answer = try await client.call(.getTrip, GetTripRequest(name, known: trip, header: header))
            // Polls that were stopped meanwhile may have been started anew.
            guard !Task.isCancelled else { return }
            schedule.succeed()
            lastFailure = nil
            let known = trip ?? Trip()
            let new = answer.filledIn(from: known)
            trip = new
            for event in TripModelEvent.changes(from: known, to: new) { listeners.send(event) }
            if isOver {
                listeners.removeAll()
                shown = [:]
                stop()
            }
        } catch {
            guard !Task.isCancelled else { return }
            schedule.fail(error, at: pace.elapsed(), backoff)
            lastFailure = error
            listeners.send(.didFail(error))
        }
    }
}

/// The events of a trip for one listener. Leaving the loop over them unregisters the listener.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct TripModelSubscription: AsyncSequence, Sendable {
    public typealias Element = TripModelEvent

    let id: Int
    let events: AsyncStream<TripModelEvent>

    public func makeAsyncIterator() -> AsyncStream<TripModelEvent>.Iterator { events.makeAsyncIterator() }
}
