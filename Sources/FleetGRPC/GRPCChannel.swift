#if Live
public import FleetErrors
public import FleetLive
public import FleetMessages
public import GRPCCore
internal import GRPCWire
internal import ProtobufWire

/// Calls Fleet Engine over any transport of grpc-swift, as Google's clients do.
///
/// ```swift
/// try await withGRPCClient(
///     transport: .http2NIOPosix(target: .ipv4(address: "127.0.0.1", port: 8080), transportSecurity: .plaintext)
/// ) { client in
///     let channel = GRPCChannel(client)
///     let vehicle = try await channel.call(.getVehicle, request, token: fetchToken(claim: nil, ids: []))
/// }
/// ```
/// Each method has the deadline and the retries of Google's clients: `FleetMethod.defaultTimeout`,
/// `RetryPolicy.fleetEngine`. The headers are those of Google's clients, too: `x-goog-api-client`, `user-agent`,
/// `authorization`, and `x-goog-request-params` where the request has a value for it. A hundred calls are under way at once, as
/// many as servers usually let a connection have; further ones wait.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct GRPCChannel<Transport: ClientTransport>: FleetChannel {
    private let client: GRPCClient<Transport>
    /// Calls that wait for the server's limit inside of grpc-swift-nio-transport 2.9 end debug builds with a failed assertion.
    private let gate = CallGate(places: 100)

    /// The deadline of calls to methods for which Google's clients have none: `nil` to wait for as long as the server takes.
    public var timeout: Duration?

    /// The repeats of calls that Google's clients repeat; `nil`, or a policy that repeats nothing, to make each call once.
    public var retryPolicy: FleetErrors.RetryPolicy? = .fleetEngine

    /// The least length of a request that is compressed with gzip, in bytes; `nil` to compress none. Of use if the transport
    /// enables gzip: its default is not to.
    ///
    /// 512 unless set: below that, requests hardly shrink. grpc-swift compresses all messages that it is told to.
    public var compressionThreshold: Int? = 512

    /// Names and versions of the app and its parts, which Google's servers write to their logs: `fleet-app/2.1`.
    public var userAgent = "fleetwire/0.1.0 grpc-swift/2"

    /// - Parameter client: A client whose connections run: see `withGRPCClient(transport:)`.
    public init(_ client: GRPCClient<Transport>) { self.client = client }

    public func call<Request, Response>(
        _ method: FleetRPC<Request, Response>, _ request: Request, token: String?
    ) async throws(CallStatus) -> Response {
        // The bytes are needed to choose the compression; repeats send them again.
        let bytes = request.encoded()
        await gate.enter()
        defer { gate.leave() }
        do {
            return try await client.unary(
                request: ClientRequest(message: bytes, metadata: metadata(method, request, token: token)),
                descriptor: method.grpcDescriptor, serializer: BytesSerializer(),
                deserializer: WireDeserializer<Response>(), options: options(method, length: bytes.count)
            ) { try $0.message }
        } catch {
            // What the transport reports depends on what it was doing when the task was cancelled.
            throw Task.isCancelled ? CallStatus(anyOf: CancellationError()) : CallStatus(anyOf: error)
        }
    }

    private func metadata<Request, Response>(
        _ method: FleetRPC<Request, Response>, _ request: Request, token: String?
    ) -> GRPCCore.Metadata {
        var metadata: GRPCCore.Metadata = [
            "user-agent": .string(userAgent), "x-goog-api-client": .string("gl-swift/6 \(userAgent)"),
        ]
        if let token { metadata.addString("Bearer \(token)", forKey: "authorization") }
        if let routing = method.routingHeader(for: request) {
            metadata.addString(routing, forKey: "x-goog-request-params")
        }
        return metadata
    }

    private func options<Request, Response>(_ method: FleetRPC<Request, Response>, length: Int) -> CallOptions {
        let facts = FleetMethod(path: method.path)
        var options = CallOptions.defaults
        options.timeout = facts?.defaultTimeout.map { .seconds($0) } ?? timeout
        if facts?.isRetriedByDefault == true {
            options.executionPolicy = retryPolicy.flatMap(GRPCCore.RetryPolicy.init).map { .retry($0) }
        }
        if let compressionThreshold {
            options.compression = length >= compressionThreshold ? .gzip : CompressionAlgorithm.none
        }
        return options
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension FleetRPC {
    /// The service and name of the method, in grpc-swift's terms: for handlers and calls of your own.
    public var grpcDescriptor: GRPCCore.MethodDescriptor { GRPCCore.MethodDescriptor(path: path) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension GRPCCore.MethodDescriptor {
    /// - Parameter path: The `:path` of the HTTP/2 request: `/maps.fleetengine.v1.TripService/GetTrip`.
    package init(path: String) {
        let parts = path.split(separator: "/", maxSplits: 1)
        self.init(fullyQualifiedService: String(parts.first ?? ""), method: parts.count < 2 ? "" : String(parts[1]))
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension GRPCCore.RetryPolicy {
    /// The same policy in grpc-swift's terms; `nil` for one that repeats nothing, or without waiting, for which grpc-swift has
    /// none.
    public init?(_ policy: FleetErrors.RetryPolicy) {
        guard policy.maxAttempts > 1, !policy.retryableCodes.isEmpty,
            min(policy.initialBackoff, policy.maxBackoff, policy.multiplier) > 0
        else { return nil }
        self.init(
            maxAttempts: policy.maxAttempts, initialBackoff: .seconds(policy.initialBackoff),
            maxBackoff: .seconds(policy.maxBackoff), backoffMultiplier: policy.multiplier,
            retryableStatusCodes: Set(policy.retryableCodes.compactMap { Status.Code(rawValue: Int($0.rawValue)) }))
    }
}
#endif
