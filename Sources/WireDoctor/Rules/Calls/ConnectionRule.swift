import WireCapture

/// Clients that open a connection for each call.
struct ConnectionRule: CallRule {
    /// The most clients whose calls are counted.
    static let clientLimit = 4096
    /// The number of connections with a single call from which on they are a habit.
    static let habit = 10

    /// The number of calls of each client, by its address and port.
    private var calls: [Endpoint: Int] = [:]

    mutating func examine(_ facts: CallFacts) -> [Finding] {
        let client = facts.call.client
        if calls[client] != nil || calls.count < Self.clientLimit { calls[client, default: 0] += 1 }
        return []
    }

    func finish(_ capture: CaptureFacts) -> [Finding] {
        let single = calls.count { $0.value == 1 }
        guard single >= Self.habit, single * 2 > calls.count else { return [] }
        let text = "\(single) of \(calls.count) connections carry one call"
        return [Finding(.connectionPerCall, evidence: [Finding.Evidence(text)])]
    }
}
