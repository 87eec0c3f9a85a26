public import FleetErrors

/// How long to wait after failures: the back-off of a policy, which part of it is waited, and when to give up.
public struct Backoff: Sendable {
    /// The waits, growing from failure to failure; those of Google's clients unless said otherwise. The number of attempts
    /// does not matter: reporters and trip models go on.
    public var policy: RetryPolicy
    /// The part of the back-off to wait, 0 to 1: random in use, so that clients do not come back all at once; chosen in tests.
    public var jitter: @Sendable () -> Double

    /// Seconds in which a reporter repeats an update while tracking is disabled. 300 unless said otherwise: long enough for
    /// a service that restarts or a tunnel without network. A decision of FleetWire. With `.infinity` it never gives up.
    public var timeLimit = 300.0

    /// The back-off of a policy, of which a random part is waited unless said otherwise.
    public init(policy: RetryPolicy = .fleetEngine, jitter: @escaping @Sendable () -> Double = { .random(in: 0..<1) }) {
        (self.policy, self.jitter) = (policy, jitter)
    }

    /// The longest wait that the service can ask for, in seconds. Decided here: a wrong RetryInfo must not silence a vehicle.
    static let longestDelay = 600.0

    /// Seconds to wait after a failure: what the service asks for, and a part of the back-off on top of it.
    ///
    /// - Parameter failures: The failures in a row, this one included.
    func delay(after failure: FleetFailure, failures: Int) -> Double {
        min(failure.status.retryDelay ?? 0, Self.longestDelay)
            + policy.backoffCap(beforeRetry: failures) * max(0, min(jitter(), 1))
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Duration {
    /// A time to wait, whatever the number: at most 1e9 s, about 30 years; none if the number is negative or NaN.
    init(clampingSeconds seconds: Double) { self = .seconds(max(0, min(seconds, 1e9))) }
}

/// When the next call of a reporter or trip model is due. All times count from the start of its clock.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
struct Schedule {
    /// The time from the start of a call to the start of the next one.
    var interval: Duration
    private var failures = 0
    private var lastStart: Duration?
    /// The earliest time for a call that does not have to wait for the interval.
    private(set) var earliest = Duration.zero

    init(interval: Duration) { self.interval = interval }

    /// The time of the next regular call: after the interval, and not before ``earliest``.
    var next: Duration { lastStart.map { max($0 + interval, earliest) } ?? earliest }

    /// Makes a regular call due without waiting for the interval.
    mutating func restart() { lastStart = nil }

    mutating func begin(at time: Duration) { lastStart = time }

    mutating func succeed() { (failures, earliest) = (0, .zero) }

    mutating func fail(_ failure: FleetFailure, at time: Duration, _ backoff: Backoff) {
        failures += 1
        earliest = time + Duration(clampingSeconds: backoff.delay(after: failure, failures: failures))
    }

    /// Checks an interval, which is an error outside of 5 to 60 s: `LocationInterval` has the source.
    static func checked(_ interval: Duration) throws(FleetLiveError) -> Duration {
        let (least, most) = (LocationInterval.least, LocationInterval.most)
        guard (.seconds(least)...(.seconds(most))).contains(interval) else {
            throw FleetLiveError(
                code: .intervalOutOfRange,
                message: "The interval is \(interval); choose one of \(least.plain) to \(most.plain) s.")
        }
        return interval
    }
}

/// A type-erased clock, whose times count from its creation.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
struct Pace: Sendable {
    /// The time since the start.
    let elapsed: @Sendable () -> Duration
    /// Sleeps until a time after the start, or until the task is cancelled.
    private let sleep: @Sendable (Duration) async -> Void

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try? await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }

    /// Sleeps until a time, or until the task is cancelled; only that if the time is `nil`.
    fileprivate func rest(until time: Duration?) async {
        if let time { return await sleep(time) }
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        for await _ in stream {}
        // A stream without its continuation would have ended at once.
        withExtendedLifetime(continuation) {}
    }
}

/// An actor with one loop that rests between calls, and that changes can wake.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
protocol PacedActor: Actor {
    var pace: Pace { get }
    /// The rest under way.
    var sleeper: Task<Void, Never>? { get set }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension PacedActor {
    /// Rests until a time, forever if it is `nil`, or until the actor is woken or the task cancelled.
    func rest(until time: Duration?) async {
        let sleeper = Task { [pace] in await pace.rest(until: time) }
        self.sleeper = sleeper
        await withTaskCancellationHandler {
            await sleeper.value
        } onCancel: {
            sleeper.cancel()
        }
        if self.sleeper == sleeper { self.sleeper = nil }
    }

    /// Ends the rest under way, so that the loop looks again at what is due.
    func wake() { sleeper?.cancel() }
}
