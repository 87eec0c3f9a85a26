/// Finds the gRPC calls in a capture file that arrives in pieces of any size.
///
/// Calls are handed out when they have ended. Connections that are no plain
/// HTTP/2 are passed over. Memory is bounded whatever the file holds.
public final class CallExtractor {
    /// Connections that are followed at once; the one that was silent longest is ended for the next.
    public static let connectionLimit = 4096

    private struct Key: Hashable {
        let low: Endpoint
        let high: Endpoint

        init(_ segment: TCPSegment) {
            let isOrdered = segment.source < segment.destination
            (low, high) = isOrdered ? (segment.source, segment.destination) : (segment.destination, segment.source)
        }
    }

    private var reader = CaptureReader()
    private let queue: CallQueue
    private let content: Content
    private var connections: [Key: Connection] = [:]
    /// The connection of the last packet; the next one is likely to be of the same.
    private var recent: (key: Key, connection: Connection)?

    /// Packets read so far.
    public private(set) var packets = 0
    /// Packets of those that hold TCP.
    public private(set) var segments = 0
    /// Connections seen so far.
    public private(set) var connectionCount = 0
    /// Why the file cannot be read on.
    public private(set) var failure: CaptureError?

    /// In which order calls are handed out.
    public enum Order: Sendable {
        /// That in which the requests ended: a call waits for those before it, up to 32 MiB of them.
        case requests
        /// That in which the calls ended: none waits.
        case ends
    }

    /// What calls hold when they are handed out.
    public enum Content: Sendable {
        /// All messages of both sides.
        case whole
        /// The messages of the request; those of the response are measured and passed over, which is much quicker.
        case requests
    }

    public init(order: Order = .requests, content: Content = .whole) {
        queue = CallQueue(isOrdered: order == .requests)
        self.content = content
    }

    /// Takes the next bytes of the file and returns the calls that have ended.
    public func append(_ chunk: some Collection<UInt8>) -> [CapturedCall] {
        guard failure == nil else { return [] }
        reader.append(chunk)
        do throws(CaptureError) {
            while let packet = try reader.next() { take(packet) }
        } catch {
            failure = error
        }
        return queue.take()
    }

    /// Says that the file has ended, and returns the calls that have not, as far as they are known.
    public func finish() -> [CapturedCall] {
        if failure == nil {
            do throws(CaptureError) { try reader.finish() } catch { failure = error }
        }
        for connection in connections.values.sorted(by: { $0.lastPacket < $1.lastPacket }) { connection.finish() }
        connections = [:]
        recent = nil
        return queue.take()
    }

    private func take(_ packet: CapturedPacket) {
        packets += 1
        guard let segment = TCPSegment(packet) else { return }
        segments += 1
        let key = Key(segment)
        let mark = PacketMark(number: packet.number, time: packet.time)
        if let connection = recent?.key == key ? recent?.connection : connections[key] {
            recent = (key, connection)
            guard connection.isReplaced(by: segment) else { return connection.add(segment, mark) }
            connection.finish()
        } else if connections.count >= Self.connectionLimit,
            let silent = connections.min(by: { $0.value.lastPacket < $1.value.lastPacket })
        {
            silent.value.finish()
            connections[silent.key] = nil
        }
        connectionCount += 1
        let connection = Connection(segment, queue: queue, content: content)
        connections[key] = connection
        recent = (key, connection)
        connection.add(segment, mark)
    }
}
