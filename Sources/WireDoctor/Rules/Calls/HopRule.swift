import WireCapture

/// Captures that show each call twice: on both sides of a proxy, or of an address translation.
struct HopRule: CallRule {
    /// The number of calls that stand there twice from which on it is no coincidence.
    static let habit = 5
    /// The most calls that later ones are compared with.
    static let limit = 1024

    private var calls = 0
    private var doubled = 0
    private var example: Finding.Evidence?
    /// The calls that may be under way, by the hash of their path, requests and success, which repeats of failed ones have.
    private var open: [Int: (ends: [Endpoint], time: Int64, end: Int64, call: CallReference)] = [:]

    mutating func examine(_ facts: CallFacts) -> [Finding] {
        let call = facts.call
        guard let time = call.time, let end = call.end, !call.requests.isEmpty else { return [] }
        calls += 1
        var hasher = Hasher()
        hasher.combine(call.path)
        hasher.combine(call.requests)
        hasher.combine(call.isOK)
        let key = hasher.finalize()
        let ends = [call.client, call.server]
        if let other = open[key], other.ends != ends, time <= other.end, other.time <= end {
            doubled += 1
            let text = "the request of \(other.call.name), at the same time"
            example = example ?? Finding.Evidence(of: call.reference, text)
        }
        if open.count >= Self.limit { open = open.filter { $0.value.end >= time } }
        if open.count < Self.limit { open[key] = (ends, time, end, call.reference) }
        return []
    }

    func finish(_ capture: CaptureFacts) -> [Finding] {
        // On two hops half of all calls are repeats. A third is enough, as the capture may lack some packets of a hop.
        guard doubled >= Self.habit, doubled * 3 >= calls, let example else { return [] }
        let sum = Finding.Evidence("\(doubled) of \(calls) calls are on another connection, too")
        return [Finding(.callsTwice, evidence: [sum, example])]
    }
}
