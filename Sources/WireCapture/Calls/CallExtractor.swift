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
            let isOrdered =
                segment.source.port < segment.destination.port
                || segment.source.port == segment.destination.port
                    && segment.source.address.lexicographicallyPrecedes(segment.destination.address)
            (low, high) = isOrdered ? (segment.source, segment.destination) : (segment.destination, segment.source)
        }
    }

    private var reader = CaptureReader()
    private let queue: CallQueue
    private var connections: [Key: (connection: Connection, lastPacket: Int)] = [:]

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

    public init(order: Order = .requests) { queue = CallQueue(isOrdered: order == .requests) }

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
        for (connection, _) in connections.values.sorted(by: { $0.lastPacket < $1.lastPacket }) { connection.finish() }
        connections = [:]
        return queue.take()
    }

    private func take(_ packet: CapturedPacket) {
        packets += 1
        guard let segment = TCPSegment(packet) else { return }
        segments += 1
        let key = Key(segment)
        if let (connection, _) = connections[key] {
            guard connection.isReplaced(by: segment) else {
                connection.add(segment, PacketMark(number: packet.number, time: packet.time))
                connections[key]?.lastPacket = packet.number
                return
            }
            connection.finish()
        } else if connections.count >= Self.connectionLimit,
            let silent = connections.min(by: { $0.value.lastPacket < $1.value.lastPacket })
        {
            silent.value.connection.finish()
            connections[silent.key] = nil
        }
        connectionCount += 1
        let connection = Connection(segment, queue: queue)
        connections[key] = (connection, packet.number)
        connection.add(segment, PacketMark(number: packet.number, time: packet.time))
    }
}
