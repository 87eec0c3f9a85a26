#if Live
import ByteText
import HTTPWire
import PacketWire

/// The streams of an HTTP/2 connection that the client has opened and neither side has ended.
struct OpenStreams {
    /// Streams that are remembered: a hundred times as many as servers usually let a connection have.
    private static let limit = 10_000

    private var numbers: Set<UInt32> = []
    /// By ``RecordedConnection/Side``.
    private var readers = [HTTP2FrameReader(isFromStart: true), HTTP2FrameReader(isFromStart: true)]

    var count: Int { numbers.count }

    mutating func add(_ bytes: [UInt8], from side: RecordedConnection.Side) {
        let arrival = Arrival(packet: 0)
        var index = 0
        while let header = readers[side.rawValue].next(in: bytes.span, from: &index, at: arrival)?.frame.header {
            if side == .client, header.type == .headers, numbers.count < Self.limit { numbers.insert(header.stream) }
            if header.type == .resetStream || side == .server && header.endsStream { numbers.remove(header.stream) }
        }
    }
}
#endif
