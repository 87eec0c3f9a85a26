import ConsoleText
import FleetErrors

/// How far updates lie apart.
struct IntervalStatistics {
    /// Timers are not exact: by so many seconds an interval may miss ``LocationInterval``.
    static let tolerance = 0.25
    /// Updates nearer than this, in seconds, leave together.
    static let burst = 1.0

    struct Interval {
        let call: Int?
        let before: Int?
        let seconds: Double

        var evidence: Finding.Evidence {
            Finding.Evidence(
                call: call, "\(seconds.tenths) s after \(before.map { "call \($0)" } ?? "the one before")"
            )
        }
    }

    private(set) var count = 0
    private(set) var sum = 0.0
    private(set) var short = 0
    private(set) var bursts = 0
    private(set) var firstBursts: [Interval] = []
    private(set) var firstShort: [Interval] = []
    private(set) var gaps: [Interval] = []
    private(set) var gapCount = 0
    private var last: (time: Double, call: Int?)?
    /// The call whose intervals are kept, however many others there are.
    private let wanted: Int?

    init(keeping call: Int? = nil) { wanted = call }

    /// The mean in seconds.
    var mean: Double? { count > 0 ? sum / Double(count) : nil }

    mutating func add(_ time: Double, call: Int?) {
        if let last, time >= last.time {
            let seconds = time - last.time
            let interval = Interval(call: call, before: last.call, seconds: seconds)
            count += 1
            sum += seconds
            if seconds < LocationInterval.least - Self.tolerance {
                short += 1
                if isKept(firstShort, call) { firstShort.append(interval) }
            }
            if seconds < Self.burst {
                bursts += 1
                if isKept(firstBursts, call) { firstBursts.append(interval) }
            }
            if seconds > LocationInterval.most + Self.tolerance {
                gapCount += 1
                if isKept(gaps, call) { gaps.append(interval) }
            }
        }
        last = (time, call)
    }

    private func isKept(_ intervals: [Interval], _ call: Int?) -> Bool {
        if intervals.count < Finding.evidenceLimit { return true }
        guard let call, call == wanted else { return false }
        return intervals.count { $0.call == call } < Finding.evidenceLimit
    }

    /// The next update follows a pause that was meant.
    mutating func pause() { last = nil }
}
