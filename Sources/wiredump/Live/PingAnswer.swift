#if Live
import HTTPWire
import NIOCore

/// Answers the pings of a client, as a part of the connection's pipeline before HTTP/2.
///
/// Libraries of gRPC send pings to learn the bandwidth, gRPC for Go as many as one for each answer. NIOHTTP2 1.46 closes a
/// connection on which more than 200 control frames come in half a minute; calls that have changed the state then end without an
/// answer. Sources: RFC 9113, section 6.7; https://grpc.io/blog/grpc-go-perf-improvements/
@available(macOS 15, *)
final class PingAnswer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// How many of the next bytes are to be passed on: of the preface, or of another frame.
    private var others = HTTP2FrameHeader.connectionPreface.count
    /// The beginning of a header or a ping.
    private var held = ByteBuffer()
    private var hasAnswered = false

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
        if output.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(output)) }
    }

    /// Answers a ping, or sets how many bytes another frame has. Pings are others while answers wait for a client that reads none.
    ///
    /// - Returns: `false` if more bytes are needed.
    private func takeFrame(_ context: ChannelHandlerContext) -> Bool {
        guard held.readableBytes >= HTTP2FrameHeader.size else { return false }
        let header = HTTP2FrameHeader(held.readableBytesUInt8Span, at: 0)
        let length = HTTP2FrameHeader.size + header.length
        let isPing = header.type == .ping && header.isPossible && !header.isAcknowledgement
        guard isPing, context.channel.isWritable else {
            others = length
            return true
        }
        guard var ping = held.readSlice(length: length) else { return false }
        // The flags stand in the fifth byte; 1 makes the same frame the answer.
        ping.setInteger(UInt8(1), at: ping.readerIndex + 4)
        context.write(wrapOutboundOut(ping), promise: nil)
        hasAnswered = true
        return true
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if hasAnswered { context.flush() }
        hasAnswered = false
        context.fireChannelReadComplete()
    }
}
#endif
