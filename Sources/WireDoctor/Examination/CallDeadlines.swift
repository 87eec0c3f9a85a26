import FleetErrors
import GRPCWire
import WireCapture

/// The deadlines of the calls so far: retries of Google's clients have what is left of the first one.
struct CallDeadlines {
    /// The most deadlines that are remembered; when there are more, all are forgotten.
    static let limit = 4096

    /// The last call of each method and resource that has a deadline: its beginning and its deadline, in seconds since 1970.
    private var last: [String: (start: Double, end: Double)] = [:]

    /// Takes the next call, and says whether it has what is left of the deadline of the call before it.
    mutating func isRest(_ facts: CallFacts) -> Bool {
        guard let method = facts.method, let headers = facts.call.headers, let timeout = try? headers.callTimeout else {
            return false
        }
        if headers.last("grpc-previous-rpc-attempts") != nil { return true }
        guard let time = facts.call.time else { return false }
        let key = "\(method.path) \(facts.resource ?? "")"
        let start = Double(time) / 1e9
        let (end, before) = (start + timeout.seconds, last[key])
        if last.count >= Self.limit { last = [:] }
        last[key] = (start, end)
        // Deadlines that are set anew move on with the calls, also where these come fast.
        return before.map { (end - $0.end).magnitude < min(0.25, (start - $0.start) / 2) } ?? false
    }
}
