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

    private let limits: FramingLimits
    /// Reads the messages of a side that names gzip or deflate, as long as the transport reads them, too.
    private var deframer: Deframer?

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
            if let error = damage(in: Array(buffer.readableBytesView)) { return end(context, error) }
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
        guard let message = headers.first(name: "grpc-message"), message.hasSuffix("%") else {
            return !negative.isEmpty
        }
        headers.replaceOrAdd(name: "grpc-message", value: PercentCoding.encode(PercentCoding.decode(message)))
        return true
    }

    /// The error of the messages that end with these bytes; `nil` if they can be decompressed, or are larger than the transport
    /// takes, which it says itself. All other errors are ones behind which it reads on, or never ends.
    private func damage(in bytes: [UInt8]) -> FramingError? {
        do throws(FramingError) {
            try deframer?.consume(bytes) { _, _ in }
            return nil
        } catch {
            return error.code == .messageTooLarge || error.code == .inflatedTooLarge ? nil : error
        }
    }

    /// Ends the call with INTERNAL, as other libraries of gRPC do: a client takes these trailers for the server's, and a server,
    /// which may get none, resets the stream.
    private func end(_ context: ChannelHandlerContext, _ error: FramingError) {
        let trailers = CallStatus(.internal, "\(error)").trailers.map { ($0.name, $0.text) }
        context.fireChannelRead(wrapInboundOut(.headers(.init(headers: HPACKHeaders(trailers), endStream: true))))
        context.close(promise: nil)
    }
}
#endif
