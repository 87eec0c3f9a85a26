#if Live
import ConsoleText
import HTTPWire
import NIOCore
import NIOSSL
import PacketWire
import Synchronization

/// Copies what a connection carries to a capture, as a part of the connection's pipeline behind TLS.
@available(macOS 15, *)
final class ConnectionTap: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    /// The sentences about clients that were printed.
    private static let told = Mutex<Set<String>>([])

    private let traffic: TrafficPipe
    /// Whether clients of HTTP/1.1 are answered.
    private let takesHTTP1: Bool
    private var streams = OpenStreams()
    /// `nil` for connections without IP addresses.
    private var connection: RecordedConnection?
    private var isNew = true

    init(_ traffic: TrafficPipe, takesHTTP1: Bool) { (self.traffic, self.takesHTTP1) = (traffic, takesHTTP1) }

    func handlerAdded(context: ChannelHandlerContext) {
        guard let client = context.remoteAddress?.socket, let server = context.localAddress?.socket else { return }
        connection = RecordedConnection(client: client, server: server)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        if isNew { checkBeginning(Array(buffer.readableBytesView)[...]) }
        isNew = false
        record(buffer, from: .client)
        context.fireChannelRead(data)
    }

    /// Says once why a client is not heard: on its side, all that it sees is a failed connection.
    private func checkBeginning(_ bytes: ArraySlice<UInt8>) {
        let sentence: String
        if TLSRecordHeader.isBeginning(bytes.span) == true {
            sentence =
                "a client begins with a TLS handshake, which is not read here: let it connect without TLS, in Python by "
                + "grpc.insecure_channel"
        } else if !takesHTTP1, HTTP1Head.isBeginning(bytes.span) == true {
            sentence =
                "a client speaks HTTP/1.1, as those of REST and grpc-web do, which is not answered here: use gRPC"
        } else {
            return
        }
        Self.tellOnce(sentence)
    }

    private static func tellOnce(_ sentence: String) {
        if told.withLock({ $0.insert(sentence).inserted }) { FileSink.note(["\(sentence)"]) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if case NIOSSLError.handshakeFailed(let failure) = error {
            Self.tellOnce(
                "the TLS handshake with a client failed: \(failure.reason): let it connect with TLS, and trust the "
                    + "certificate")
        }
        context.fireErrorCaught(error)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        record(unwrapOutboundIn(data), from: .server)
        context.write(data, promise: promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed { finish([.client]) }
        context.fireUserInboundEventTriggered(event)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode != .input { finish([.server]) }
        context.close(mode: mode, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish([.client, .server])
        traffic.addOpenCalls(-streams.count)
        streams = OpenStreams()
        context.fireChannelInactive()
    }

    private func record(_ buffer: ByteBuffer, from side: RecordedConnection.Side) {
        let bytes = Array(buffer.readableBytesView)
        let before = streams.count
        streams.add(bytes, from: side)
        traffic.addOpenCalls(streams.count - before)
        traffic.write { connection?.send(bytes, from: side, at: $1, to: &$0) }
    }

    private func finish(_ sides: [RecordedConnection.Side]) {
        traffic.write { file, time in
            for side in sides { connection?.finish(side, at: time, to: &file) }
        }
    }
}

extension NIOCore.SocketAddress {
    /// The address and port; `nil` for local sockets, which have neither.
    fileprivate var socket: PacketWire.SocketAddress? {
        // The address stands behind family and port, and in IPv6 also behind the flow label.
        let bytes: [UInt8]
        switch self {
        case .v4(let address): bytes = unsafe withUnsafeBytes(of: address.address) { unsafe Array($0[4..<8]) }
        case .v6(let address): bytes = unsafe withUnsafeBytes(of: address.address) { unsafe Array($0[8..<24]) }
        case .unixDomainSocket: return nil
        }
        return PacketWire.SocketAddress(address: NetworkAddress(bytes), port: UInt16(port ?? 0))
    }
}
#endif
