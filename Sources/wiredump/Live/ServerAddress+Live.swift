#if Live
import ConsoleText
import GRPCNIOTransportHTTP2Posix
import HTTPWire
import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS
import PacketWire
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
                        return try channel.firstAnswer(isPlain: false).flatMapThrowing { try prepare(channel) }
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
        let (channel, answer) = try await connect(tls: tls) { ($0, try $0.firstAnswer(isPlain: tls == nil)) }
        defer { channel.close(promise: nil) }
        let emptySettings: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 0, 0]
        channel.writeAndFlush(ByteBuffer(bytes: HTTP2FrameHeader.connectionPreface + emptySettings), promise: nil)
        do {
            try await answer.get()
        } catch {
            throw CommandError.address(self, error)
        }
    }

    /// Says that TLS may be missing if the server ends a connection without TLS instead of answering. For the channel of a
    /// connection that nothing was sent on yet.
    @available(macOS 15, *)
    func tellMissingTLS(on channel: any Channel) throws {
        try channel.firstAnswer(within: nil, isPlain: true).whenFailure { error in
            if error is PlainConnectionClosed { FileSink.note(CommandError.address(self, error).sentences) }
        }
    }
}

extension Channel {
    /// Waits for the server: until the TLS handshake ends, or bytes come. Closes the channel if neither is the case after
    /// `limit`, which is as long as NIO waits for a connection unless said otherwise.
    ///
    /// - Parameter isPlain: Bytes come without TLS, and an alert of TLS is no answer.
    fileprivate func firstAnswer(
        within limit: TimeAmount? = .seconds(10), isPlain: Bool
    ) throws -> EventLoopFuture<Void> {
        let promise = eventLoop.makePromise(of: Void.self)
        try pipeline.syncOperations.addHandler(FirstAnswer(promise, isPlain: isPlain))
        guard let limit else { return promise.futureResult }
        let timeout = eventLoop.scheduleTask(in: limit) {
            promise.fail(ChannelError.connectTimeout(limit))
            self.close(promise: nil)
        }
        promise.futureResult.whenComplete { _ in timeout.cancel() }
        return promise.futureResult
    }
}

/// A server that ends a connection without TLS before it answers to what was sent: those that expect a TLS handshake do, some
/// with an alert of TLS.
private struct PlainConnectionClosed: Error, CustomStringConvertible {
    var description: String { "the server closed the connection without an answer; if it expects TLS, add --tls" }
}

/// Completes a promise when the TLS handshake of a connection ends, or bytes come; then leaves the pipeline.
private final class FirstAnswer: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    private let promise: EventLoopPromise<Void>
    private let isPlain: Bool
    private var isAsked = false

    init(_ promise: EventLoopPromise<Void>, isPlain: Bool) { (self.promise, self.isPlain) = (promise, isPlain) }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        isAsked = true
        context.write(data, promise: promise)
    }

    /// The error of a connection that the server has ended.
    private func end(_ error: any Error) -> any Error { isPlain && isAsked ? PlainConnectionClosed() : error }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // Before the promise adds handlers that wait for something else.
        context.fireUserInboundEventTriggered(event)
        if case .handshakeCompleted? = event as? TLSUserEvent { promise.succeed() }
        if case .inputClosed? = event as? ChannelEvent { promise.fail(end(ChannelError.eof)) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let head = Array(unwrapInboundIn(data).readableBytesView.prefix(TLSRecordHeader.size))[...]
        let isAlert = isPlain && TLSRecordHeader(head.span)?.type == .alert
        isAlert ? promise.fail(end(ChannelError.eof)) : promise.succeed()
        context.fireChannelRead(data)
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        promise.fail(end(error))
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
            case let error as NIOSSLExtraError where error == .failedToValidateHostname:
                "the certificate of the server is for another name"
            case NIOSSLError.handshakeFailed(let failure): "the TLS handshake failed: \(failure.reason)"
            default: String(describing: cause)
            }
        return CommandError("\(address.description): \(reason)", ExitStatus.unavailable)
    }
}

extension BoringSSLError {
    /// The word for what went wrong: `CERTIFICATE_VERIFY_FAILED`.
    var reason: String {
        guard case .sslError(let stack) = self, let first = stack.first else { return "\(self)" }
        // What BoringSSL says ends with its reason, and with the place in its source.
        return String(first.description.split(separator: " at ").first?.split(separator: ":").last ?? "")
    }
}
#endif
