#if Live
import ConsoleText
import GRPCNIOTransportHTTP2Posix
import HTTPWire
import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS
import SystemPackage

extension ServerAddress {
    /// The address to listen on in the terms of grpc-swift, which takes no names.
    ///
    /// - Throws: ``CommandError`` if the host is a name that nobody knows.
    @available(macOS 15, *)
    func grpcAddress() throws -> GRPCNIOTransportHTTP2Posix.SocketAddress {
        // The name of both addresses of this machine; clients try both.
        if host == "localhost" { return .ipv4(host: "127.0.0.1", port: port) }
        do {
            let address = try NIOCore.SocketAddress.makeAddressResolvingHost(host, port: port)
            let ip = address.ipAddress ?? host
            return address.protocol == .inet6 ? .ipv6(host: ip, port: port) : .ipv4(host: ip, port: port)
        } catch {
            throw CommandError.address(self, error)
        }
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
                        try channel.pipeline.syncOperations.addHandler(handler)
                        return try channel.firstAnswer().flatMapThrowing { try prepare(channel) }
                    }
                }.get()
        } catch {
            throw CommandError.address(self, error)
        }
    }

    /// Connects to the server, sends what a client of HTTP/2 begins with, and waits for the first bytes of the answer.
    /// Throws as ``connect(tls:_:)`` does.
    @available(macOS 15, *)
    func greet(tls: NIOSSLContext?) async throws {
        let (channel, answer) = try await connect(tls: tls) { ($0, try $0.firstAnswer()) }
        defer { channel.close(promise: nil) }
        let emptySettings: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 0, 0]
        channel.writeAndFlush(ByteBuffer(bytes: HTTP2FrameHeader.connectionPreface + emptySettings), promise: nil)
        do {
            try await answer.get()
        } catch {
            throw CommandError.address(self, error)
        }
    }
}

extension Channel {
    /// Waits for the server: until the TLS handshake ends, or bytes come. Closes the channel if neither is the case after as long
    /// as NIO waits for a connection.
    fileprivate func firstAnswer() throws -> EventLoopFuture<Void> {
        let limit = TimeAmount.seconds(10)
        let promise = eventLoop.makePromise(of: Void.self)
        try pipeline.syncOperations.addHandler(FirstAnswer(promise))
        let timeout = eventLoop.scheduleTask(in: limit) {
            promise.fail(ChannelError.connectTimeout(limit))
            self.close(promise: nil)
        }
        promise.futureResult.whenComplete { _ in timeout.cancel() }
        return promise.futureResult
    }
}

/// Completes a promise when the TLS handshake of a connection ends, or bytes come.
private final class FirstAnswer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let promise: EventLoopPromise<Void>

    init(_ promise: EventLoopPromise<Void>) { self.promise = promise }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // Before the promise adds handlers that wait for something else.
        context.fireUserInboundEventTriggered(event)
        if case .handshakeCompleted? = event as? TLSUserEvent { promise.succeed() }
        if case .inputClosed? = event as? ChannelEvent { promise.fail(ChannelError.eof) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        promise.succeed()
        context.fireChannelRead(data)
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
