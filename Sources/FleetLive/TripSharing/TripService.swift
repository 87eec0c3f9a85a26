public import FleetMessages

/// The trips that an app of riders follows, several at once. The Consumer SDK's `GMTCTripService`.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public actor TripService {
    private struct Reference {
        weak var model: TripModel?
    }

    private let client: FleetClient
    private let header: RequestHeader?
    private let clock: any Clock<Duration>
    private let backoff: Backoff
    private var models: [String: Reference] = [:]
    /// The number of ``models`` at which those that nobody holds any more are removed.
    private var tidyingCount = 64

    /// - Parameters:
    ///   - client: The way to Fleet Engine.
    ///   - header: The header that goes with each poll.
    ///   - clock: The clock of intervals and waits.
    ///   - backoff: The waits after failures.
    public init(
        _ client: FleetClient, header: RequestHeader? = nil, clock: any Clock<Duration> = ContinuousClock(),
        backoff: Backoff = Backoff()
    ) {
        (self.client, self.header, self.clock, self.backoff) = (client, header, clock, backoff)
    }

    /// The model of a trip. The same name gives the same model as long as somebody holds or follows it.
    ///
    /// - Parameter name: `providers/{provider}/trips/{trip}`. It is the service that checks it.
    public func tripModel(named name: String) -> TripModel {
        if let model = models[name]?.model { return model }
        if models.count >= tidyingCount {
            models = models.filter { $0.value.model != nil }
            tidyingCount = max(64, models.count * 2)
        }
        let model = TripModel(client, name: name, header: header, clock: clock, backoff: backoff)
        models[name] = Reference(model: model)
        return model
    }

    // MARK: Journey sharing

    /// Shows a journey, as `GMTCMapView` does: the session becomes active and its trip is polled.
    ///
    /// - Returns: The events of the trip for the session; of a session that is shown already those that it has.
    @discardableResult
    public func show(_ session: JourneySharingSession) async -> TripModelSubscription {
        await session.tripModel.show(session)
    }

    /// Hides a journey: the session becomes inactive. Other listeners of the same trip stay.
    public func hide(_ session: JourneySharingSession) async {
        await session.tripModel.hide(session)
    }

    /// Hides all journeys with trips of this service.
    public func hideAllSessions() async {
        for model in models.values.compactMap(\.model) { await model.hideAllSessions() }
    }
}

/// The sharing of a journey with a rider: active while it is shown. The Consumer SDK's `GMTCJourneySharingSession`.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public final class JourneySharingSession: Sendable {
    /// Whether a session is shown.
    public enum State: Hashable, Sendable {
        /// The session is not shown.
        case inactive
        /// The session is shown.
        case active
    }

    /// The trip of the journey.
    public let tripModel: TripModel

    /// A session about a trip, not yet shown.
    public init(_ tripModel: TripModel) { self.tripModel = tripModel }

    /// Active from ``TripService/show(_:)`` until it is hidden, its listener leaves, or the trip ends.
    public var state: State {
        get async { await tripModel.isShown(self) ? .active : .inactive }
    }
}
