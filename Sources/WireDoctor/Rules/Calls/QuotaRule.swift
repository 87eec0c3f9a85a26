import GRPCWire

/// Methods that are refused for their quota call after call.
struct QuotaRule: CallRule {
    /// The most methods that are followed; when there are more, all are forgotten.
    static let limit = 4096
    /// The number of refusals in a row from which on they are a state, not an accident.
    static let streak = 3

    /// The number of refusals in a row, by the path of the method.
    private var refusals: [String: Int] = [:]

    mutating func examine(_ call: CallFacts) -> [Finding] {
        guard let path = call.call.path, let status = call.call.status else { return [] }
        guard status.code == .resourceExhausted else {
            refusals[path] = nil
            return []
        }
        if refusals.count >= Self.limit { refusals = [:] }
        let count = refusals[path, default: 0] + 1
        refusals[path] = count
        guard count >= Self.streak else { return [] }
        return [call.finding(.quotaStreak, ["method": call.methodName], evidence: "\(count) refusals in a row")]
    }
}
