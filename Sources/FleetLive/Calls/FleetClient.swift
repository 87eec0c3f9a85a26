public import FleetErrors
public import FleetMessages
internal import GRPCWire
internal import ProtobufWire

/// Calls to Fleet Engine with the right token for each.
///
/// ```swift
/// let fleet = FleetClient(channel, tokens: backEnd)
/// let vehicle = try await fleet.unary(.getVehicle, request)
/// ```
/// The resource that a request is about decides which token goes with the call. When the service answers UNAUTHENTICATED, the
/// token is dropped, and the call is made once more with a new one. Copies of a client share their tokens.
public struct FleetClient: Sendable {
    private let channel: any FleetChannel
    private let tokens: AuthorizationTokenCache
    private let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - channel: The way to Fleet Engine, which applies deadlines and the retries that Google's clients make.
    ///   - tokens: The source of tokens. They are kept, 4096 at most, and renewed 5 minutes before they expire.
    ///   - now: The time by which tokens expire; that of the system unless said otherwise.
    public init(
        _ channel: any FleetChannel, tokens: any AuthorizationTokenProvider,
        now: @escaping @Sendable () -> Timestamp = { .now }
    ) {
        (self.channel, self.now) = (channel, now)
        self.tokens = AuthorizationTokenCache(tokens, now: now)
    }

    /// Sends a request and returns the response.
    ///
    /// ```swift
    /// do {
    ///     _ = try await client.unary(.createVehicle, .with { $0.vehicleID = "taxi-7" })
    /// } catch {
    ///     // Swift 6.3 crashes when it compiles `catch where error.code == …` behind a call with `.with`.
    ///     guard error.code == .alreadyExists else { throw error }
    /// }
    /// ```
    /// - Throws: The status of the failed call; of the token provider if that failed. `FailedCall` tells its meaning and the
    ///   next step.
    public func unary<Request, Response>(
        _ method: FleetRPC<Request, Response>, _ request: Request
    ) async throws(CallStatus) -> Response {
        do {
            return try await call(method, request)
        } catch {
            throw error.status
        }
    }

    /// ``unary(_:_:)`` with the diagnosis of a failure, which knows the request and the token.
    func call<Request, Response>(
        _ method: FleetRPC<Request, Response>, _ request: Request
    ) async throws(FleetFailure) -> Response {
        let facts = RequestFacts(path: method.path, message: request.encoded())
        var token: String?
        do throws(CallStatus) {
            guard let context = AuthorizationContext(facts) else {
                throw CallStatus(.unimplemented, "\(method.path) is no method of Fleet Engine.")
            }
            let first = try await tokens.token(for: context)
            token = first
            do throws(CallStatus) {
                return try await channel.call(method, request, token: first)
            } catch {
                guard error.code == .unauthenticated else { throw error }
            }
            await tokens.drop(first, for: context)
            let second = try await tokens.token(for: context)
            token = second
            return try await channel.call(method, request, token: second)
        } catch {
            throw FleetFailure(
                FailedCall(
                    error, request: facts, authorization: token.map { .value("Bearer \($0)") } ?? .unseen,
                    time: now().seconds))
        }
    }
}
