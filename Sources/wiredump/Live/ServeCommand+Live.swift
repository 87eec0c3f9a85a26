#if Live
import ConsoleText
import FleetEmulator
import FleetGRPC
import GRPCCore
import GRPCNIOTransportHTTP2Posix
import NIOCore
import NIOPosix
import NIOSSL
import SystemPackage

extension ServeCommand {
    func serve(_ console: Console) throws {
        guard #available(macOS 15, *) else { throw CommandError.oldSystem }
        let clock = ServerClock(start: clock?.nanoseconds, speed: speed)
        let service = FleetEmulatorService(FleetEmulator(now: { clock.timestamp }))
        let schema = try traffic.schemaOptions.schema(console.notes)
        let (listen, security, isEncrypted) = (listen, security, certificate != nil)
        let run = LiveRun(traffic: traffic, console: console, schema: schema, clock: clock)
        try run.run { pipe, stop in
            var config = HTTP2ServerTransport.Posix.Config.defaults
            config.compression.enabledAlgorithms = .all
            config.channelDebuggingCallbacks.onAcceptTCPConnection = { $0.addTap(to: pipe) }
            let transport = HTTP2ServerTransport.Posix(
                address: listen.grpcAddress, transportSecurity: security, config: config)
            let server = GRPCServer(transport: transport, services: [service])
            try await withThrowingDiscardingTaskGroup { group in
                group.addTask {
                    do {
                        try await server.serve()
                    } catch let error as RuntimeError {
                        throw CommandError.address(listen, error.cause ?? error)
                    }
                }
                // There is no address if the server cannot listen.
                guard (try? await server.listeningAddress) != nil else { return }
                Self.introduce(listen, isEncrypted: isEncrypted)
                await stop.wait()
                server.beginGracefulShutdown()
            }
        }
    }

    /// Prints the address for clients, and what the server does not check.
    private static func introduce(_ address: ServerAddress, isEncrypted: Bool) {
        FileSink.note(
            "serving Fleet Engine on \(isEncrypted ? "https" : "http")://\(address.description)",
            """
            give Google's clients the endpoint \(address.description) (api_endpoint), over a channel \
            \(isEncrypted ? "with" : "without") TLS; the mobile Driver SDK has no documented option for a host
            """,
            "tokens are checked for claims and times, not for signatures")
        if !address.isLoopback { FileSink.note("other machines reach this address, and may sign their own tokens") }
    }

    @available(macOS 15, *)
    private var security: HTTP2ServerTransport.Posix.TransportSecurity {
        guard let certificate, let key else { return .plaintext }
        return .tls(
            certificateChain: [.file(path: certificate, format: .pem)], privateKey: .file(path: key, format: .pem))
    }
}

extension Channel {
    /// Records what the connection carries, behind TLS if it is encrypted.
    @available(macOS 15, *)
    fileprivate func addTap(to pipe: TrafficPipe) -> EventLoopFuture<Void> {
        eventLoop.makeCompletedFuture {
            let tls = try? pipeline.syncOperations.handler(type: NIOSSLServerHandler.self)
            try pipeline.syncOperations.addHandler(ConnectionTap(pipe), position: tls.map { .after($0) } ?? .first)
        }
    }
}

extension ServerAddress {
    /// The address in the terms of grpc-swift.
    @available(macOS 15, *)
    var grpcAddress: GRPCNIOTransportHTTP2Posix.SocketAddress {
        host.contains(":")
            ? .ipv6(host: host, port: port) : .ipv4(host: host == "localhost" ? "127.0.0.1" : host, port: port)
    }

    /// The server in the terms of grpc-swift, which looks up names.
    @available(macOS 15, *)
    var grpcTarget: any ResolvableTarget { .dns(host: host, port: port) }
}

extension CommandError {
    /// An address that cannot be listened on, or reached.
    static func address(_ address: ServerAddress, _ error: any Error) -> CommandError {
        let cause = (error as? NIOConnectionError)?.connectionErrors.last?.error ?? error
        let reason = (cause as? IOError).map { "\(Errno(rawValue: $0.errnoCode))" } ?? String(describing: cause)
        return CommandError("\(address.description): \(reason)", ExitStatus.unavailable)
    }

    static var oldSystem: CommandError { CommandError("this needs macOS 15 or later", ExitStatus.unavailable) }
}
#endif
