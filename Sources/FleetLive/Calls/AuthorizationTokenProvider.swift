public import FleetErrors

/// Where tokens for calls to Fleet Engine come from: usually the app's own back end, which signs them.
///
/// A provider may be asked from any task, also for several resources at once. It fetches, and nothing else: ``FleetClient``
/// keeps tokens until shortly before they expire, and joins concurrent requests for one resource into a single fetch.
///
/// ```swift
/// struct BackEnd: AuthorizationTokenProvider {
///     func token(for context: AuthorizationContext) async throws -> String {
///         try await fetchToken(claim: context.claim, ids: context.ids)
///     }
/// }
/// ```
public protocol AuthorizationTokenProvider: Sendable {
    /// Fetches a token for a resource.
    ///
    /// - Returns: A JSON Web Token, without `Bearer `. It should live for at least 5 minutes.
    ///
    ///   Source: Google's documentation of `GMTDAuthorization`
    /// - Throws: A `CallStatus`, which is delivered as it is; `CancellationError`, which becomes CANCELLED when nobody waits
    ///   for the token any more; or any other error, which becomes UNAVAILABLE, because what keeps an app from its own back
    ///   end is mostly the network.
    func token(for context: AuthorizationContext) async throws -> String
}

/// The resource that a token is needed for, and so what its claims have to allow.
public struct AuthorizationContext: Hashable, Sendable {
    /// The ID of the Cloud project; empty if the request names none.
    public var provider: String
    /// The kind of the resource.
    public var resource: FleetMethod.Resource
    /// The IDs of the resources that the call is about: one, several for a batch of tasks, none for lists and searches,
    /// which are about all of them and take a token for `*`.
    public var ids: [String]

    /// The name of the claim that limits tokens to single resources: `vehicleid`; `taskids` for several tasks. `nil` for
    /// calls that no such token allows.
    public var claim: String? { ids.count > 1 && resource == .task ? "taskids" : resource.claim }

    /// The ID of the vehicle, if the call is about a vehicle for on-demand trips.
    public var vehicleID: String? { id(.vehicle) }
    /// The ID of the trip, if the call is about a trip.
    public var tripID: String? { id(.trip) }
    /// The ID of the task, if the call is about a single task.
    public var taskID: String? { id(.task) }
    /// The ID of the delivery vehicle, if the call is about a delivery vehicle.
    public var deliveryVehicleID: String? { id(.deliveryVehicle) }

    private func id(_ resource: FleetMethod.Resource) -> String? {
        resource == self.resource && ids.count == 1 ? ids.first : nil
    }

    /// A context, for tests of providers.
    public init(provider: String, resource: FleetMethod.Resource, ids: [String]) {
        (self.provider, self.resource, self.ids) = (provider, resource, ids)
    }

    /// The context of a request; `nil` for a path that is no method of Fleet Engine.
    init?(_ request: RequestFacts) {
        guard let method = request.method else { return nil }
        let name = request.resourceName.flatMap(ResourceName.init)
        let ids = request.batchIDs.isEmpty ? [name?.id].compactMap { $0 } : request.batchIDs
        self.init(provider: name?.provider ?? "", resource: method.resource, ids: ids)
    }
}
