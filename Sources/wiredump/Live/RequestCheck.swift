#if Live
import GRPCWire
import NIOCore
import NIOHPACK
import NIOHTTP2

/// Keeps from the server's libraries what they cannot take, as a part of a stream's pipeline before the transport.
///
/// GRPCCore 2 traps at a negative `grpc-timeout`. grpc-swift-nio-transport 2.9 looks for the end of a compressed message that is
/// cut for ever, and no connection of its thread goes on.
@available(macOS 15, *)
final class RequestCheck: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload

    private let limits: FramingLimits
    /// Reads the messages of a request that names gzip or deflate, as long as the transport reads them, too.
    private var deframer: Deframer?

    /// - Parameter limit: The largest message that the transport takes, in bytes.
    init(limit: Int) { limits = FramingLimits(wireLength: limit, length: limit) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var payload = unwrapInboundIn(data)
        switch payload {
        case .headers(var headers):
            // The call has no deadline then, as with other values that gRPC does not allow.
            if headers.headers["grpc-timeout"].contains(where: { $0.hasPrefix("-") }) {
                headers.headers.remove(name: "grpc-timeout")
                payload = .headers(headers)
            }
            // As the transport reads the header: without the spaces around the name.
            let encoding = headers.headers[canonicalForm: "grpc-encoding"].first.map { MessageEncoding(rawValue: $0) }
            if let encoding, encoding == .gzip || encoding == .deflate {
                deframer = Deframer(.header(encoding), limits: limits)
            }
        case .data(let frame):
            guard deframer != nil, case .byteBuffer(let buffer) = frame.data else { break }
            if !isWhole(Array(buffer.readableBytesView)) { return context.close(promise: nil) }
        default: break
        }
        context.fireChannelRead(wrapInboundOut(payload))
    }

    /// Whether the messages that end with these bytes can be decompressed, or are larger than the transport takes, which it says
    /// itself. All other errors are ones behind which it reads on, or never ends.
    private func isWhole(_ bytes: [UInt8]) -> Bool {
        do throws(FramingError) {
            try deframer?.consume(bytes) { _, _ in }
            return true
        } catch {
            return error.code == .messageTooLarge || error.code == .inflatedTooLarge
        }
    }
}
#endif
