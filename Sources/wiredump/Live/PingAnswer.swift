#if Live
import HTTPWire
import NIOCore

/// Answers a client's ping that comes behind an answer of the server, as a part of the connection's pipeline before HTTP/2.
///
/// Libraries of gRPC send such pings to learn the bandwidth, gRPC for Go as many as one for each answer. NIOHTTP2 1.46 closes a
/// connection on which more than 200 control frames come in half a minute; calls that have changed the state then end without an
/// answer. All other pings are for the library to judge, which refuses those that come too often.
/// Sources: RFC 9113, section 6.7; https://grpc.io/blog/grpc-go-perf-improvements/
@available(macOS 15, *)
final class PingAnswer: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// How many of the next bytes are to be passed on: of the preface, or of another frame.
    private var others = HTTP2FrameHeader.connectionPreface.count
    /// The beginning of a header or a ping.
    private var held = ByteBuffer()
    /// Whether something was sent since the last ping, but for what HTTP/2 itself answers as soon as it gets a frame.
    private var hasSent = false
    private var isPassingOn = false

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if !isPassingOn { hasSent = true }
        context.write(data, promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var input = unwrapInboundIn(data)
        held.writeBuffer(&input)
        var output = ByteBuffer()
        repeat {
            if let part = held.readSlice(length: min(others, held.readableBytes)) {
                others -= part.readableBytes
                output.writeImmutableBuffer(part)
            }
        } while others == 0 && takeFrame(context)
        held.discardReadBytes()
        guard output.readableBytes > 0 else { return }
        isPassingOn = true
        context.fireChannelRead(wrapInboundOut(output))
        isPassingOn = false
    }

    /// Answers a ping, or sets how many bytes another frame has.
    ///
    /// - Returns: `false` if more bytes are needed.
    private func takeFrame(_ context: ChannelHandlerContext) -> Bool {
        guard held.readableBytes >= HTTP2FrameHeader.size else { return false }
        let header = HTTP2FrameHeader(held.readableBytesUInt8Span, at: 0)
        let length = HTTP2FrameHeader.size + header.length
        let isPing = header.type == .ping && header.isPossible && !header.isAcknowledgement
        guard isPing, hasSent else {
            others = length
            return true
        }
        guard var ping = held.readSlice(length: length) else { return false }
        // The flags stand in the fifth byte; 1 makes the same frame the answer.
        ping.setInteger(UInt8(1), at: ping.readerIndex + 4)
        context.writeAndFlush(wrapOutboundOut(ping), promise: nil)
        hasSent = false
        return true
    }
}
#endif
