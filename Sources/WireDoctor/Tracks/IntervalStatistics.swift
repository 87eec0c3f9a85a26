import ConsoleText
import FleetErrors

/// The intervals between the location reports of a vehicle.
struct IntervalStatistics {
    /// Updates nearer to each other than this, in seconds, leave together.
    static let burst = 1.0

    private(set) var count = 0
    private var sum = 0.0
    /// The intervals below ``LocationInterval/least``.
    private(set) var short = EvidenceList()
    /// The intervals below ``burst``.
    private(set) var bursts = EvidenceList()
    /// The intervals above ``LocationInterval/most``.
    private(set) var gaps = EvidenceList()
    /// The times of the first and of the last report.
    private(set) var span: (first: Double, last: Double)?
    private var last: (time: Double, call: CallReference)?

    /// The mean in seconds.
    var mean: Double? { count > 0 ? sum / Double(count) : nil }

    /// Takes the next report, by its time in seconds since 1970.
    mutating func add(_ time: Double, call: CallReference) {
        if let last, time >= last.time {
            let seconds = time - last.time
            count += 1
            sum += seconds
            let isShort = seconds < LocationInterval.least - LocationReports.tolerance
            let isGap = seconds > LocationInterval.most + LocationReports.tolerance
            if isShort || isGap {
                let piece = Finding.Evidence(of: call, "\(seconds.tenths) s after \(last.call.name)")
                if isShort { short.add(piece) } else { gaps.add(piece) }
                if seconds < Self.burst { bursts.add(piece) }
            }
        }
        last = (time, call)
        span = (span?.first ?? time, time)
    }

    /// Does not count the interval before the next report, because the pause is meant.
    mutating func pause() { last = nil }
}
