public import FleetErrors
public import FleetMessages
internal import GRPCWire

/// Fleet Engine's state and rules in memory. Knows no network: a request goes in, an answer comes out.
public struct FleetEmulator: Sendable {
    /// What the service answers to a call.
    public struct Answer<Response: FleetMessage>: Sendable {
        /// The response, or the status of the failed call.
        public var result: Result<Response, CallStatus>
        /// Seconds to wait before the answer is sent, as a fault has ordered; usually 0.
        public var delay: Double
    }

    /// The time of the server.
    public var now: @Sendable () -> Timestamp

    public init(now: @escaping @Sendable () -> Timestamp) { self.now = now }

    /// Answers a call.
    ///
    /// - Parameter token: The JSON Web Token of the header `authorization`, without `Bearer `. Claims and times are checked,
    ///   the signature is not.
    public mutating func answer<Request, Response>(
        _ method: FleetRPC<Request, Response>, _ request: Request, token: String?
    ) -> Answer<Response> {
        Answer(result: .failure(CallStatus(.unimplemented, method.path)), delay: 0)
    }
}
