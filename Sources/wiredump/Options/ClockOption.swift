import ArgumentParser
import JSONText

/// A moment in time as an argument: `2026-01-01T08:00:00Z`, seconds since 1970, or `now`.
struct ClockOption: ExpressibleByArgument {
    /// Since 1970.
    let nanoseconds: Int64
    var seconds: Int64 { nanoseconds / 1_000_000_000 }

    init?(argument: String) {
        let number = argument == "now" ? Int64(Platform.now) : Int64(argument)
        // The years that nanoseconds reach, 1677 to 2262, with room for a server that runs fast.
        guard let time = number.map({ (seconds: $0, nanos: 0) }) ?? JSONTime.timestamp(argument),
            (-9_000_000_000...9_000_000_000).contains(time.seconds)
        else { return nil }
        nanoseconds = time.seconds * 1_000_000_000 + Int64(time.nanos)
    }
}
