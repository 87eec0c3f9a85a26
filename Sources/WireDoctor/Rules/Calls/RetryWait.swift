import FleetErrors

/// A wait that a server asked for before the next call.
struct RetryWait {
    /// The number of the call whose answer asks for the wait.
    let call: Int?
    /// When the answer came, in nanoseconds since 1970.
    let start: Int64
    /// In seconds.
    let delay: Double
    /// The header or detail that asks for the wait.
    let source: String

    /// How many seconds after the answer a time is that is too early; `nil` for times before the answer and behind the wait.
    func secondsPassed(ifTooEarly time: Int64?) -> Double? {
        guard let passed = secondsPassed(time), (0..<delay).contains(passed) else { return nil }
        return passed
    }

    func isOver(at time: Int64?) -> Bool { secondsPassed(time).map { $0 >= delay } ?? false }

    private func secondsPassed(_ time: Int64?) -> Double? {
        time.map { Double($0.subtractingReportingOverflow(start).partialValue) / 1e9 }
    }
}

/// The client that a server told to wait before it calls a method again, on whatever connection. Behind one address there may
/// be many clients, which their tokens tell apart or, where those are not known, what they call about.
struct WaitingClient: Hashable {
    private let path: String
    /// The client's address without its port.
    private let host: String
    /// The claims of the token.
    private let claims: [String: [String]]
    /// The resource of the call; of a call that creates one, the provider. `nil` where the claims are known.
    private let subject: String?

    init(_ call: CallFacts) {
        path = call.call.path ?? ""
        let client = call.call.client ?? ""
        let port = client.lastIndex(of: ":").map { client[$0...] } ?? ""
        host = port.dropFirst().allSatisfy(\.isNumber) ? String(client.dropLast(port.count)) : client
        claims = call.token?.authorization ?? [:]
        if !claims.isEmpty {
            subject = nil
        } else if call.method?.action == .create {
            subject = call.resource.flatMap(ResourceName.init)?.provider
        } else {
            subject = call.resource
        }
    }
}
