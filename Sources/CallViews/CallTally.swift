/// Counts calls by how they ended.
public struct CallTally: Sendable {
    /// The calls that were counted.
    public private(set) var calls = 0
    private var counts: [CallEnding: Int] = [:]

    mutating func add(_ ending: CallEnding) {
        calls += 1
        counts[ending, default: 0] += 1
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
            "\(counts[.ok] ?? 0) OK", part("failed") { $0.isFailure } ?? "0 failed", part("benign") { $0.isBenign },
            part("without a known end") { !$0.isKnown },
        ]
        let share = calls < total ? "\(calls) of \(total)" : "\(calls)"
        return "\(share) \(total == 1 ? "call" : "calls"): " + parts.compactMap { $0 }.joined(separator: ", ")
    }
}
