#if Live
import ConsoleText
import NIOCore
import NIOPosix
import NIOSSL

extension ProxyCommand {
    @available(macOS 15, *)
    func runLive(_ console: Console) throws {
        let relay = Relay(listen: listen, target: server.address, tls: try server.context())
        var run = LiveRun(traffic: traffic, console: console, clock: ServerClock())
        run.examines = true
        try run.run { pipe, stop in
            try await relay.run(to: pipe, until: stop) { address in
                let way = "\(server.address.description)\(server.tls ? " with TLS" : "")"
                FileSink.note(["passing calls to \(address.description) on to \(way)"])
            }
        }
    }
}

extension ServerOptions {
    /// The settings of TLS; `nil` without it.
    func context() throws -> NIOSSLContext? {
        guard tls else { return nil }
        var configuration = TLSConfiguration.makeClientConfiguration()
        // HTTP/2, the only protocol of gRPC.
        configuration.applicationProtocols = ["h2"]
        if let trust {
            let roots = try readPEM(trust, "certificates") { try NIOSSLCertificate.fromPEMBytes($0) }
            configuration.trustRoots = .certificates(roots.content)
        }
        return try NIOSSLContext(configuration: configuration)
    }
}

/// Passes bytes on between clients and a server.
@available(macOS 15, *)
struct Relay: Sendable {
    let listen: ServerAddress
    let target: ServerAddress
    let tls: NIOSSLContext?

    private typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>
    private static let group = MultiThreadedEventLoopGroup.singleton

    /// Relays until `stop` says so; then until no call is open, or ``LiveRun/grace`` is over. Connections end as their two ends
    /// do, and all of them when the relay ends. A cancelled task ends at once.
    ///
    /// - Parameter start: Called with the address that clients may use from then on.
    func run(to pipe: TrafficPipe, until stop: Stop, onStart start: (ServerAddress) -> Void) async throws {
        let server: NIOAsyncChannel<Connection, Never>
        do {
            server = try await ServerBootstrap(group: Self.group)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelOption(.allowRemoteHalfClosure, value: true)
                .bind(host: listen.host, port: listen.port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(ConnectionTap(pipe, takesHTTP1: true))
                        return try Self.connection(channel)
                    }
                }
        } catch {
            throw CommandError.address(listen, error)
        }
        start(ServerAddress(host: listen.host, port: server.channel.localAddress?.port ?? listen.port))
        try? await server.executeThenClose { clients in
            try await withThrowingDiscardingTaskGroup { group in
                group.addTask {
                    await stop.wait()
                    // Ends the loop below; connections stay.
                    server.channel.close(promise: nil)
                }
                for try await client in clients { group.addTask { await relay(client) } }
                for _ in 0..<(LiveRun.grace * 20) where pipe.openCalls > 0 {
                    try await Task.sleep(for: .milliseconds(50))
                }
                group.cancelAll()
            }
        }
    }

    private func relay(_ client: Connection) async {
        do {
            try await client.executeThenClose { fromClient, toClient in
                let server = try await target.connect(tls: tls) { channel in
                    if tls == nil { try target.tellMissingTLS(on: channel) }
                    return try Self.connection(channel)
                }
                try await server.executeThenClose { fromServer, toServer in
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        group.addTask { try await Self.copy(fromClient, to: toServer, over: server.channel) }
                        group.addTask { try await Self.copy(fromServer, to: toClient, over: client.channel) }
                        // An error on one side ends the other at once: `waitForAll()` would wait for both.
                        while try await group.next() != nil {}
                    }
                }
            }
        } catch let error as CommandError {
            FileSink.note(error.sentences)
        } catch {
            // A side has reset the connection, which the capture shows; or the relay was stopped.
        }
    }

    private static func connection(_ channel: any Channel) throws -> Connection {
        try Connection(wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
    }

    /// Reads no more than what the other side has taken, and ends when all of it is written: the channel is closed behind.
    private static func copy(
        _ source: NIOAsyncChannelInboundStream<ByteBuffer>, to target: NIOAsyncChannelOutboundWriter<ByteBuffer>,
        over channel: any Channel
    ) async throws {
        for try await buffer in source { try await target.write(buffer) }
        try await channel.writeAndFlush(ByteBuffer()).get()
        target.finish()
    }
}
#endif
