public import FleetErrors

/// Counts calls by how they ended.
public struct CallTally: Hashable, Sendable {
    /// The calls that were counted.
    public private(set) var calls = 0
    private var counts: [CallEnding: Int] = [:]

    package init() {}

    package mutating func add(_ ending: CallEnding) {
        calls += 1
        counts[ending, default: 0] += 1
    }

    /// The calls that ended with OK.
    public var ok: Int { counts[.ok] ?? 0 }
    /// The calls that failed, without those of ``benign``.
    public var failed: Int { sum(\.isFailure) }
    /// The calls with a status that healthy apps get, too.
    public var benign: Int { sum(\.isBenign) }
    /// The calls whose status is not in the capture.
    public var unknown: Int { calls - ok - failed - benign }

    var notOK: Int { failed + benign }

    private func sum(_ isIncluded: (CallEnding) -> Bool) -> Int {
        counts.reduce(0) { $0 + (isIncluded($1.key) ? $1.value : 0) }
    }

    /// The number of calls of each category, benign ones among them; the most frequent first.
    public var categories: [(category: ErrorCategory, count: Int)] {
        var sums: [ErrorCategory: Int] = [:]
        for (ending, count) in counts { if let category = ending.category { sums[category, default: 0] += count } }
        return sums.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }.map { ($0.key, $0.value) }
    }

    /// `72 calls: 71 OK, 0 failed, 1 benign (INVALID_ARGUMENT)`
    ///
    /// - Parameter total: The number of all calls, including those that were not counted.
    public func text(of total: Int) -> String {
        func part(_ title: String, _ isIncluded: (CallEnding) -> Bool) -> String? {
            let those = counts.filter { isIncluded($0.key) }.map { (name: $0.key.name, count: $0.value) }
            guard !those.isEmpty else { return nil }
            let sorted = those.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
            let list = sorted.map { $0.name + (those.count == 1 ? "" : " \($0.count)") }
            return "\(those.reduce(0) { $0 + $1.count }) \(title) (\(list.joined(separator: ", ")))"
        }
        let parts = [
            "\(ok) OK", part("failed") { $0.isFailure } ?? "0 failed", part("benign") { $0.isBenign },
            part("without a known end") { $0.knownCategory == nil },
        ]
        let share = calls < total ? "\(calls) of \(total)" : "\(calls)"
        return "\(share) \(total == 1 ? "call" : "calls"): " + parts.compactMap { $0 }.joined(separator: ", ")
    }
}
