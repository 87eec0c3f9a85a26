#if Live
import HTTPWire
import PacketWire
import Synchronization

/// The number of calls that are open on all connections of a relay.
@available(macOS 15, *)
final class OpenCalls: Sendable {
    private let number = Mutex(0)

    var count: Int { number.withLock { $0 } }

    func add(_ change: Int) { number.withLock { $0 += change } }
}

/// The streams of an HTTP/2 connection that the client has opened and neither side has ended.
struct OpenStreams {
    /// Streams that are remembered: a hundred times as many as servers usually let a connection have.
    private static let limit = 10_000

    private var numbers: Set<UInt32> = []
    private var client = FrameHeaders(skipped: HTTP2FrameHeader.connectionPreface.count)
    private var server = FrameHeaders(skipped: 0)

    var count: Int { numbers.count }

    /// Takes the next bytes that one side has sent.
    mutating func add(_ bytes: [UInt8], from side: RecordedConnection.Side) {
        switch side {
        case .client:
            client.add(bytes) { header in
                if header.type == .headers, numbers.count < Self.limit { numbers.insert(header.stream) }
                if header.type == .resetStream { numbers.remove(header.stream) }
            }
        case .server:
            server.add(bytes) { header in
                if header.endsStream || header.type == .resetStream { numbers.remove(header.stream) }
            }
        }
    }
}

/// Finds the headers of the frames in one direction of a connection.
private struct FrameHeaders {
    /// Bytes to come until the next header.
    var skipped: Int
    /// The part of a header that has come.
    private(set) var header: [UInt8] = []

    mutating func add(_ bytes: [UInt8], _ body: (HTTP2FrameHeader) -> Void) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = min(skipped, rest.count)
            skipped -= count
            rest = rest.dropFirst(count)
            let part = rest.prefix(HTTP2FrameHeader.size - header.count)
            header += part
            rest = rest.dropFirst(part.count)
            guard header.count == HTTP2FrameHeader.size else { return }
            let whole = header[...]
            let frame = HTTP2FrameHeader(whole.span, at: 0)
            (header, skipped) = ([], frame.length)
            body(frame)
        }
    }
}
#endif
