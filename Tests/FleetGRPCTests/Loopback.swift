#if Live
import FleetErrors
import FleetGRPC
import FleetMessages
import GRPCCore
import GRPCNIOTransportHTTP2Posix
import ProtobufWire
import Synchronization
import Testing

/// A server and a client of it, connected over HTTP/2 on this machine.
@available(macOS 15, *)
enum Loopback {
    typealias Client = GRPCClient<HTTP2ClientTransport.Posix>
    typealias Channel = GRPCChannel<HTTP2ClientTransport.Posix>

    static func run<Result: Sendable>(
        _ service: any RegistrableRPCService, enablesGzip: Bool = false,
        _ body: (Client) async throws -> Result
    ) async throws -> Result {
        var server = HTTP2ServerTransport.Posix.Config.defaults
        server.compression.enabledAlgorithms = .all
        // As `wiredump serve` has it: the service itself answers to what is larger than gRPC's limit.
        server.rpc.maxRequestPayloadSize = 8 << 20
        var client = HTTP2ClientTransport.Posix.Config.defaults
        if enablesGzip { client.compression.enabledAlgorithms = [.gzip] }
        let transport = HTTP2ServerTransport.Posix(
            address: .ipv4(host: "127.0.0.1", port: 0), transportSecurity: .plaintext, config: server)
        return try await withGRPCServer(transport: transport, services: [service]) { server in
            let port = try #require(try await server.listeningAddress?.ipv4?.port)
            let transport = try HTTP2ClientTransport.Posix(
                target: .ipv4(address: "127.0.0.1", port: port), transportSecurity: .plaintext, config: client)
            return try await withGRPCClient(transport: transport, handleClient: body)
        }
    }
}

/// A service with one method, which notes the headers of its requests and answers with empty messages.
@available(macOS 15, *)
final class NotingService: RegistrableRPCService {
    let headers = Mutex<[GRPCCore.Metadata]>([])
    private let method: any RPCRegistration
    private let answer: @Sendable (_ call: Int) async throws -> Void

    /// - Parameter answer: Called with the number of the call, from 0, before the response is sent.
    init<Request, Response>(
        _ method: FleetRPC<Request, Response>, answer: @escaping @Sendable (_ call: Int) async throws -> Void = { _ in }
    ) {
        (self.method, self.answer) = (method, answer)
    }

    func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
        method.register(self, with: &router)
    }

    fileprivate func note(_ metadata: GRPCCore.Metadata) async throws {
        let number = headers.withLock {
            $0.append(metadata)
            return $0.count - 1
        }
        try await answer(number)
    }
}

/// A method, whatever the types of its messages are.
@available(macOS 15, *)
private protocol RPCRegistration: Sendable {
    func register<Transport: ServerTransport>(_ service: NotingService, with router: inout RPCRouter<Transport>)
}

@available(macOS 15, *)
extension FleetRPC: RPCRegistration {
    fileprivate func register<Transport: ServerTransport>(
        _ service: NotingService, with router: inout RPCRouter<Transport>
    ) {
        router.registerHandler(
            forMethod: MethodDescriptor(path: path), deserializer: WireDeserializer<Request>(),
            serializer: WireSerializer<Response>()
        ) { stream, _ in
            let request = try await ServerRequest(stream: stream)
            try await service.note(request.metadata)
            return StreamingServerResponse(single: ServerResponse(message: Response()))
        }
    }
}
#endif
