public import FleetErrors
public import FleetMessages

/// A way to Fleet Engine that carries one call at a time: a gRPC client, an emulator in the same process, a test double.
///
/// A channel applies the deadline of the method and the retries that Google's clients do; tokens are the matter of
/// ``FleetClient``, which calls through a channel.
public protocol FleetChannel: Sendable {
    /// Sends a request and returns the response.
    ///
    /// - Parameter token: The JSON Web Token for the header `authorization`, without `Bearer `. `nil` sends no such header.
    /// - Throws: The status of a failed call, with code `CANCELLED` if the task is cancelled.
    func call<Request, Response>(
        _ method: FleetRPC<Request, Response>, _ request: Request, token: String?
    ) async throws(CallStatus) -> Response
}
