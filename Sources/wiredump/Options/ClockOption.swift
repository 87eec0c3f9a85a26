import ArgumentParser
import JSONText

/// A moment in time as an argument: `2026-01-01T08:00:00Z`.
struct ClockOption: ExpressibleByArgument {
    /// Nanoseconds since 1970.
    let nanoseconds: Int64

    init?(argument: String) {
        // The years that nanoseconds reach, 1677 to 2262, with room for a server that runs fast.
        guard let time = JSONTime.timestamp(argument), abs(time.seconds) < 9_000_000_000 else { return nil }
        nanoseconds = time.seconds * 1_000_000_000 + Int64(time.nanos)
    }
}
