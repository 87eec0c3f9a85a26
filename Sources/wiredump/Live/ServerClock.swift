#if Live
import FleetMessages

/// The clock of a server: begins at any time and runs at any speed.
struct ServerClock: Sendable {
    private let start: Int64
    private let origin: Double
    private let speed: Double

    /// - Parameters:
    ///   - start: The time now, in nanoseconds since 1970; `nil` for the real one.
    ///   - speed: Seconds that go by in a real second.
    init(start: Int64? = nil, speed: Double = 1) {
        origin = Platform.now
        self.start = start ?? Int64(origin * 1e9)
        self.speed = speed
    }

    /// The time in nanoseconds since 1970, up to the last that there is, in the year 2262.
    var nanoseconds: Int64 {
        let passed = Int64(exactly: ((Platform.now - origin) * speed * 1e9).rounded()) ?? .max
        let (sum, isTooLate) = start.addingReportingOverflow(passed)
        return isTooLate ? .max : sum
    }

    var timestamp: Timestamp { Timestamp(nanosecondsSince1970: nanoseconds) }
}

/// Waits are as much shorter as the clock is faster.
@available(macOS 13, *)
extension ServerClock: Clock {
    struct Instant: InstantProtocol {
        fileprivate var sinceEpoch: Duration

        func advanced(by duration: Duration) -> Instant { Instant(sinceEpoch: sinceEpoch + duration) }
        func duration(to other: Instant) -> Duration { other.sinceEpoch - sinceEpoch }
        static func < (left: Instant, right: Instant) -> Bool { left.sinceEpoch < right.sinceEpoch }
    }

    var now: Instant { Instant(sinceEpoch: .nanoseconds(nanoseconds)) }
    var minimumResolution: Duration { .milliseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await Task.sleep(for: now.duration(to: deadline) / speed)
    }
}
#endif
