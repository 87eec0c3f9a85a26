#if Live
import ConsoleText
import FleetEmulator
import FleetGRPC
import GRPCCore
import GRPCNIOTransportHTTP2Posix
import NIOCore
import NIOSSL

/// The emulator behind HTTP/2.
@available(macOS 15, *)
struct LocalServer: Sendable {
    let service: FleetEmulatorService
    let address: ServerAddress
    let isEncrypted: Bool
    let security: HTTP2ServerTransport.Posix.TransportSecurity
    /// The vehicles that drive by themselves.
    let demo: Int
    let clock: ServerClock

    /// Answers calls until `stop` says so, and then those that are running.
    ///
    /// - Parameter started: Called once clients can connect.
    func run(to pipe: TrafficPipe, until stop: Stop, started: @escaping @Sendable () -> Void) async throws {
        var config = HTTP2ServerTransport.Posix.Config.defaults
        config.compression.enabledAlgorithms = .all
        // Calls of one connection beyond this number wait at the client, so that a connection takes a bounded amount of memory.
        config.http2.maxConcurrentStreams = 100
        // The service answers to what is larger than gRPC's limit, and smaller than this.
        let limit = 8 << 20
        config.rpc.maxRequestPayloadSize = limit
        config.channelDebuggingCallbacks.onAcceptHTTP2Stream = StreamCheck.adding(limit: limit)
        config.channelDebuggingCallbacks.onAcceptTCPConnection = { channel in
            channel.eventLoop.makeCompletedFuture {
                // Records what the connection carries, behind TLS if it is encrypted.
                let pipeline = channel.pipeline.syncOperations
                let tls = try? pipeline.handler(type: NIOSSLServerHandler.self)
                let tap = ConnectionTap(pipe, takesHTTP1: false)
                try pipeline.addHandler(tap, position: tls.map { .after($0) } ?? .first)
                try pipeline.addHandler(PingAnswer(), position: .after(tap))
            }
        }
        let transport = HTTP2ServerTransport.Posix(
            address: try address.grpcAddress(), transportSecurity: security, config: config)
        let server = GRPCServer(transport: transport, services: [service])
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask {
                do {
                    try await server.serve()
                } catch let error as RuntimeError {
                    throw CommandError.address(address, error.cause ?? error)
                }
            }
            // There is no address if the server cannot listen.
            guard let bound = try? await server.listeningAddress else { return }
            let local = ServerAddress(
                host: self.address.host, port: bound.ipv4?.port ?? bound.ipv6?.port ?? self.address.port)
            started()
            introduce(local)
            let demoStop = Stop()
            let driving = Task { if demo > 0 { try await drive(on: local, until: demoStop) } }
            await stop.wait()
            demoStop.stop()
            _ = await driving.result
            server.beginGracefulShutdown()
        }
    }

    /// Drives the vehicles of the demo, which then go offline.
    private func drive(on address: ServerAddress, until stop: Stop) async throws {
        let security: HTTP2ClientTransport.Posix.TransportSecurity =
            isEncrypted ? .tls { $0.serverCertificateVerification = .noVerification } : .plaintext
        let transport = try HTTP2ClientTransport.Posix(target: address.grpcTarget, transportSecurity: security)
        try await withGRPCClient(transport: transport) { client in
            let fleet = FleetDemo(GRPCChannel(client), clock: clock, earlier: service.emulator.state)
            let vehicles = Task { await fleet.run(vehicles: demo) }
            await stop.wait()
            vehicles.cancel()
            // The connection is needed until all of them are offline.
            await vehicles.value
        }
    }

    /// Prints the address for clients, and what the server does not check.
    private func introduce(_ address: ServerAddress) {
        FileSink.note([
            "serving Fleet Engine on \(isEncrypted ? "https" : "http")://\(address.description)",
            """
            give Google's clients the endpoint \(address.description) (api_endpoint), over a channel \
            \(isEncrypted ? "with" : "without") TLS; the mobile Driver SDK has no documented option for a host
            """,
            "tokens are checked for claims and times, not for signatures",
        ])
        if !address.isLoopback { FileSink.note(["other machines reach this address, and may sign their own tokens"]) }
    }
}
#endif
