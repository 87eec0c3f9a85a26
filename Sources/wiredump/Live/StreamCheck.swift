#if Live
import FleetErrors
import GRPCWire
import NIOCore
import NIOHPACK
import NIOHTTP2

/// Keeps from the libraries of gRPC what they cannot take, as a part of a stream's pipeline before the transport, at a server and
/// at a client.
///
/// GRPCCore 2 traps at a negative `grpc-timeout`, grpc-swift-nio-transport 2.9 at a negative `:status` and at a `grpc-message` that
/// ends with `%`. The transport looks for the end of a compressed message that is cut for ever, and no connection of its thread goes
/// on.
@available(macOS 15, *)
final class StreamCheck: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload

    /// How many of the largest messages a stream may have, where they are compressed.
    private static let messageLimit = 16

    private let limits: FramingLimits
    /// Reads the messages of a side that names gzip or deflate, as long as the transport reads them, too.
    private var deframer: Deframer?
    /// The bytes of all compressed messages of the stream so far. The transport decompresses them as soon as they come, whether or
    /// not those before were taken from it.
    private var size = 0

    private init(limit: Int) { limits = FramingLimits(wireLength: limit, length: limit) }

    /// What adds the check to the pipeline of each new stream of a transport.
    ///
    /// - Parameter limit: The largest message that the transport takes, in bytes.
    static func adding(limit: Int) -> @Sendable (any Channel) -> EventLoopFuture<Void> {
        { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(StreamCheck(limit: limit), position: .first)
            }
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var payload = unwrapInboundIn(data)
        switch payload {
        case .headers(var headers):
            if Self.repair(&headers.headers) { payload = .headers(headers) }
            // As the transport reads the header: without the spaces around the name. Trailers change nothing.
            let encoding = headers.headers[canonicalForm: "grpc-encoding"].first.map { MessageEncoding(rawValue: $0) }
            if deframer == nil, let encoding, encoding == .gzip || encoding == .deflate {
                deframer = Deframer(.header(encoding), limits: limits)
            }
        case .data(let frame):
            guard deframer != nil, case .byteBuffer(let buffer) = frame.data else { break }
            if let status = failure(in: Array(buffer.readableBytesView)) { return end(context, status) }
        default: break
        }
        context.fireChannelRead(wrapInboundOut(payload))
    }

    /// Takes numbers out that are negative, so that a call has no deadline, and an answer no HTTP status, as with other values that
    /// are not allowed; and escapes the message of a status anew.
    ///
    /// - Returns: Whether something was changed.
    private static func repair(_ headers: inout HPACKHeaders) -> Bool {
        let negative = ["grpc-timeout", ":status"].filter { headers[$0].contains { $0.hasPrefix("-") } }
        for name in negative { headers.remove(name: name) }
        guard let message = headers.first(name: "grpc-message"), message.utf8.last == UInt8(ascii: "%") else {
            return !negative.isEmpty
        }
        headers.replaceOrAdd(name: "grpc-message", value: PercentCoding.encode(PercentCoding.decode(message)))
        return true
    }

    /// The status of a call whose messages end with these bytes and cannot be decompressed, or take more memory than ``messageLimit`` of
    /// the largest; otherwise `nil`, also where one is larger than the transport takes, which it says itself. Behind all other errors
    /// it reads on, or never ends.
    private func failure(in bytes: [UInt8]) -> CallStatus? {
        do throws(FramingError) {
            try deframer?.consume(bytes) { size += $1.count }
            let limit = Self.messageLimit * limits.length
            guard size > limit else { return nil }
            return CallStatus(.resourceExhausted, "the messages are larger than \(limit >> 20) MiB")
        } catch {
            let isLarge = error.code == .messageTooLarge || error.code == .inflatedTooLarge
            return isLarge ? nil : CallStatus(.internal, "\(error)")
        }
    }

    /// Ends the call as other libraries of gRPC do: a client takes these trailers for the server's, and a server, which may get none,
    /// resets the stream.
    private func end(_ context: ChannelHandlerContext, _ status: CallStatus) {
        let trailers = HPACKHeaders(status.trailers.map { ($0.name, $0.text) })
        context.fireChannelRead(wrapInboundOut(.headers(.init(headers: trailers, endStream: true))))
        context.close(promise: nil)
    }
}
#endif
