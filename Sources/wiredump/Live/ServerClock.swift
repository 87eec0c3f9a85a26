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

    /// The time in nanoseconds since 1970.
    var nanoseconds: Int64 { start + Int64((Platform.now - origin) * speed * 1e9) }

    var timestamp: Timestamp {
        let (seconds, nanos) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return Timestamp(
            seconds: nanos < 0 ? seconds - 1 : seconds, nanos: Int32(nanos < 0 ? nanos + 1_000_000_000 : nanos))
    }
}

/// Waits are as much shorter as the clock is faster.
@available(macOS 13, *)
extension ServerClock: Clock {
    struct Instant: InstantProtocol {
        fileprivate var nanoseconds: Int64

        func advanced(by duration: Duration) -> Instant { Instant(nanoseconds: nanoseconds + duration.nanoseconds) }
        func duration(to other: Instant) -> Duration { .nanoseconds(other.nanoseconds - nanoseconds) }
        static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }
    }

    var now: Instant { Instant(nanoseconds: nanoseconds) }
    var minimumResolution: Duration { .milliseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await Task.sleep(for: .seconds(Double(deadline.nanoseconds - nanoseconds) / 1e9 / speed))
    }
}

@available(macOS 13, *)
extension Duration {
    fileprivate var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
#endif
