#if Live
public import FleetEmulator
internal import FleetErrors
internal import FleetMessages
public import GRPCCore
internal import GRPCWire
internal import ProtobufWire
internal import Synchronization

/// The emulator as a service of grpc-swift, over HTTP/2 or in the process of a test:
///
/// ```swift
/// let service = FleetEmulatorService(FleetEmulator(now: { .now }))
/// let server = GRPCServer(
///     transport: .http2NIOPosix(address: .ipv4(host: "127.0.0.1", port: 8080), transportSecurity: .plaintext),
///     services: [service])
/// try await server.serve()
/// ```
/// All methods of VehicleService, TripService and DeliveryService are there; grpc-swift answers others with UNIMPLEMENTED.
/// Each call sees the state that the calls before it have left.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public final class FleetEmulatorService: RegistrableRPCService {
    /// The limit of gRPC's libraries for received messages, 4 MiB. A transport with the same limit resets such calls, which
    /// clients see as CANCELLED or UNAVAILABLE; with a larger one they end with RESOURCE_EXHAUSTED.
    private static let limits = DecodingLimits(messageSize: 4 << 20)

    private let state: Mutex<FleetEmulator>

    /// A service that begins with the state, faults and clock of an emulator.
    public init(_ emulator: FleetEmulator) { state = Mutex(emulator) }

    /// The emulator as it is now: to save its state, or to look into it in tests.
    public var emulator: FleetEmulator { state.withLock { $0 } }

    /// Changes the emulator between two calls, to order faults for example.
    public func update<Result: Sendable>(_ change: (inout FleetEmulator) throws -> Result) rethrows -> Result {
        try state.withLock { try change(&$0) }
    }

    public func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
        for method in FleetEmulator.methods { register(method, with: &router) }
    }

    private func register<Transport: ServerTransport, Method: AnyEmulatedMethod>(
        _ method: Method, with router: inout RPCRouter<Transport>
    ) {
        let rpc = method.rpc
        router.registerHandler(
            forMethod: rpc.grpcDescriptor, deserializer: WireDeserializer<Method.Request>(limits: Self.limits),
            serializer: WireSerializer<Method.Response>()
        ) { stream, _ in
            let request = try await ServerRequest(stream: stream)
            let answer = self.state.withLock { $0.answer(rpc, request.message, token: request.metadata.bearerToken) }
            if answer.delay > 0 {
                let timeout = request.metadata[stringValues: "grpc-timeout"].first { _ in true }
                let left = timeout.flatMap { try? CallTimeout($0) }?.seconds ?? .infinity
                try await Task.sleep(for: .seconds(min(answer.delay, left)))
                if left < answer.delay { throw RPCError(code: .deadlineExceeded, message: "Deadline Exceeded") }
            }
            switch answer.result {
            case .success(let response): return StreamingServerResponse(single: ServerResponse(message: response))
            case .failure(let status): throw status.rpcError
            }
        }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension GRPCCore.Metadata {
    /// The token of the header `authorization`; `nil` without such a header. For a token of another scheme, or of none, a text that
    /// is no JWT, which the emulator refuses as such.
    fileprivate var bearerToken: String? {
        guard let value = self[stringValues: "authorization"].first(where: { _ in true }), !value.isEmpty else {
            return nil
        }
        return value.prefix(7).lowercased() == "bearer " ? String(value.dropFirst(7)) : "no Bearer credential"
    }
}
#endif
