import FleetErrors

/// How many calls ended how.
public struct CallTally: Sendable {
    public private(set) var calls = 0
    private var names: [String: (count: Int, isBenign: Bool)] = [:]
    private var ok = 0

    mutating func add(_ outcome: CallOutcome) {
        calls += 1
        if outcome.name == "OK" {
            ok += 1
        } else {
            // The same status can be benign in one call and not in another.
            let isBenign = outcome.category == .benign
            names[isBenign ? outcome.name + "~" : outcome.name, default: (0, isBenign)].count += 1
        }
    }

    /// `72 calls: 71 OK, 0 failed, 1 benign (INVALID_ARGUMENT)`
    ///
    /// - Parameter total: How many calls there were; more than are counted where some were left out.
    public func text(of total: Int) -> String {
        func part(_ title: String, _ isIncluded: (String, Bool) -> Bool) -> String? {
            let those = names.filter { isIncluded($0.key, $0.value.isBenign) }
            guard !those.isEmpty else { return nil }
            let sorted = those.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
            let list = sorted.map { name, entry in
                (entry.isBenign ? String(name.dropLast()) : name) + (those.count == 1 ? "" : " \(entry.count)")
            }
            return "\(those.values.reduce(0) { $0 + $1.count }) \(title) (\(list.joined(separator: ", ")))"
        }
        let open: Set = ["no end seen", "status unknown"]
        let parts = [
            "\(ok) OK", part("failed") { !$1 && !open.contains($0) } ?? "0 failed", part("benign") { $1 },
            part("without a known end") { name, _ in open.contains(name) },
        ]
        let share = calls < total ? "\(calls) of \(total)" : "\(calls)"
        return "\(share) \(total == 1 ? "call" : "calls"): " + parts.compactMap { $0 }.joined(separator: ", ")
    }
}
