#if Live
import ConsoleText
import NIOCore
import PacketWire
import Synchronization

/// Copies what a connection carries to a capture, as a part of the connection's pipeline behind TLS.
@available(macOS 15, *)
final class ConnectionTap: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    /// Whether somebody was told of a client that expects TLS.
    private static let hasToldOfTLS = Atomic(false)

    private let traffic: TrafficPipe
    private var streams = OpenStreams()
    /// `nil` for connections without IP addresses.
    private var connection: RecordedConnection?
    private var isNew = true

    init(_ traffic: TrafficPipe) { self.traffic = traffic }

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

    /// Says once why a client that expects TLS is not heard: on its side, all that it sees is a failed handshake.
    private func checkBeginning(_ bytes: ArraySlice<UInt8>) {
        guard TLSRecordHeader.isBeginning(bytes.span) == true,
            !Self.hasToldOfTLS.exchange(true, ordering: .relaxed)
        else { return }
        FileSink.note([
            "a client begins with a TLS handshake, which is not read here: let it connect without TLS, in Python by "
                + "grpc.insecure_channel"
        ])
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
