#if Live
import ConsoleText
import GRPCCore
import GRPCNIOTransportHTTP2Posix
import HTTPWire
import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS
import SystemPackage

extension ServerAddress {
    /// The address in the terms of grpc-swift.
    @available(macOS 15, *)
    var grpcAddress: GRPCNIOTransportHTTP2Posix.SocketAddress {
        host.contains(":")
            ? .ipv6(host: host, port: port) : .ipv4(host: host == "localhost" ? "127.0.0.1" : host, port: port)
    }

    /// The server in the terms of grpc-swift, which looks up names. Addresses are no names that TLS can ask for.
    @available(macOS 15, *)
    var grpcTarget: any ResolvableTarget {
        switch try? NIOCore.SocketAddress(ipAddress: host, port: port) {
        case .v4: .ipv4(address: host, port: port)
        case .v6: .ipv6(address: host, port: port)
        default: .dns(host: host, port: port)
        }
    }

    /// How long a server may take for each step: the connection, the TLS handshake, its first bytes. As in NIO.
    fileprivate static let timeLimit = TimeAmount.seconds(10)

    /// Connects to the server.
    ///
    /// - Parameters:
    ///   - tls: The settings of TLS, whose handshake is part of connecting; `nil` to connect without it.
    ///   - prepare: Called once for the channel, before anything is read that is meant for it.
    /// - Throws: ``CommandError`` with the address and the reason.
    @available(macOS 15, *)
    func connect<Output: Sendable>(
        tls: NIOSSLContext?, _ prepare: @escaping @Sendable (any Channel) throws -> Output
    ) async throws -> Output {
        do {
            return try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .channelOption(.allowRemoteHalfClosure, value: true)
                .connect(host: host, port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        guard let tls else { return channel.eventLoop.makeSucceededFuture(try prepare(channel)) }
                        // Addresses are no server names.
                        let isName = (try? NIOCore.SocketAddress(ipAddress: host, port: 0)) == nil
                        let handler = try NIOSSLClientHandler(context: tls, serverHostname: isName ? host : nil)
                        let promise = channel.eventLoop.makePromise(of: Output.self)
                        let handshake = TLSHandshake(promise) { try prepare(channel) }
                        try channel.pipeline.syncOperations.addHandlers([handler, handshake])
                        return promise.futureResult
                    }
                }.get()
        } catch {
            throw CommandError.address(self, error)
        }
    }

    /// Connects to the server, sends what a client of HTTP/2 begins with, and returns with the first bytes of the answer.
    ///
    /// - Parameter tls: The settings of TLS; `nil` to connect without it.
    /// - Throws: ``CommandError`` with the address and the reason.
    @available(macOS 15, *)
    func greet(tls: NIOSSLContext?) async throws {
        let connection = try await connect(tls: tls) {
            try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: $0)
        }
        let emptySettings: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 0, 0]
        do {
            try await connection.executeThenClose { inbound, outbound in
                try await outbound.write(ByteBuffer(bytes: HTTP2FrameHeader.connectionPreface + emptySettings))
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        for try await _ in inbound { return }
                        throw ChannelError.eof
                    }
                    group.addTask {
                        try await Task.sleep(for: .nanoseconds(Self.timeLimit.nanoseconds))
                        throw ChannelError.connectTimeout(Self.timeLimit)
                    }
                    try await group.next()
                    group.cancelAll()
                }
            }
        } catch {
            throw CommandError.address(self, error)
        }
    }
}

/// Waits for the TLS handshake of a connection, and then calls a closure.
private final class TLSHandshake<Output: Sendable>: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let promise: EventLoopPromise<Output>
    private let complete: () throws -> Output

    /// - Parameter promise: Gets the result of `complete`, or the error that ended the handshake.
    init(_ promise: EventLoopPromise<Output>, complete: @escaping () throws -> Output) {
        (self.promise, self.complete) = (promise, complete)
    }

    func channelActive(context: ChannelHandlerContext) {
        let limit = ServerAddress.timeLimit
        let timeout = context.eventLoop.scheduleTask(in: limit) { [promise, channel = context.channel] in
            promise.fail(ChannelError.connectTimeout(limit))
            channel.close(promise: nil)
        }
        promise.futureResult.whenComplete { _ in timeout.cancel() }
        context.fireChannelActive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent { promise.completeWith(Result(catching: complete)) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        promise.fail(error)
        context.fireErrorCaught(error)
    }

    func handlerRemoved(context: ChannelHandlerContext) { promise.fail(ChannelError.eof) }
}

extension CommandError {
    /// An address that cannot be listened on, or reached.
    static func address(_ address: ServerAddress, _ error: any Error) -> CommandError {
        let failure = error as? NIOConnectionError
        let cause = failure?.connectionErrors.last?.error ?? failure?.dnsAError ?? failure?.dnsAAAAError ?? error
        let reason =
            switch cause {
            case let error as IOError: "\(Errno(rawValue: error.errnoCode))"
            case ChannelError.connectTimeout(let limit): "no answer within \(limit.nanoseconds / 1_000_000_000) seconds"
            case ChannelError.eof: "the server closed the connection"
            case let error as SocketAddressError.UnknownHost: error.errorDescription
            case NIOSSLError.handshakeFailed(.sslError(let stack)):
                // What BoringSSL says ends with its reason, and with the place in its source.
                "the TLS handshake failed: "
                    + (stack.first?.description.split(separator: " at ").first?.split(separator: ":").last ?? "")
            default: String(describing: cause)
            }
        return CommandError("\(address.description): \(reason)", ExitStatus.unavailable)
    }
}
#endif
