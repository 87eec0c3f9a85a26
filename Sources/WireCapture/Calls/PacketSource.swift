/// Makes calls of the packets in a capture.
final class PacketSource: CallSource {
    private struct Key: Hashable {
        let low: SocketAddress
        let high: SocketAddress

        init(_ segment: TCPSegment) {
            let isOrdered = segment.source < segment.destination
            (low, high) = isOrdered ? (segment.source, segment.destination) : (segment.destination, segment.source)
        }
    }

    /// A connection in a place of its own, in which it is changed.
    private final class Followed {
        var connection: Connection
        init(_ connection: consuming Connection) { self.connection = connection }
    }

    private var reader = CaptureReader()
    private var fragments = FragmentAssembler()
    private let queue: CallQueue
    private let content: CallExtractor.Content
    private var connections: [Key: Followed] = [:]
    /// The connection of the last packet; the next one is likely to be of the same.
    private var recent: Followed?
    /// Memory that the connections hold together, in bytes, and what it may come to.
    private(set) var footprint = 0
    private let memoryLimit: Int

    private(set) var counts = CaptureCounts()

    init(
        queue: CallQueue, content: CallExtractor.Content = .whole, memoryLimit: Int = CallExtractor.memoryLimit
    ) {
        self.queue = queue
        self.content = content
        self.memoryLimit = memoryLimit
    }

    func append(_ chunk: [UInt8]) throws(CaptureError) {
        reader.append(chunk)
        let buffer = reader.buffer[...]
        let bytes = buffer.span
        while let packet = try reader.nextPlace() { take(packet, bytes.extracting(packet.range)) }
    }

    func finish() throws(CaptureError) {
        let open = connections.values.sorted { $0.connection.lastPacket < $1.connection.lastPacket }
        for followed in open { followed.connection.finish() }
        connections = [:]
        recent = nil
        try reader.finish()
    }

    private func take(_ packet: PacketPlace, _ bytes: Span<UInt8>) {
        counts.packets += 1
        guard let part = InternetPacket(bytes, packet.link) else { return }
        if part.fragment == nil {
            guard let segment = TCPSegment(part, in: bytes) else { return }
            take(segment, in: bytes, packet)
        } else if let (whole, payload) = fragments.add(part, in: bytes, number: packet.number) {
            let bytes = payload[...]
            guard let segment = TCPSegment(whole, in: bytes.span) else { return }
            take(segment, in: bytes.span, packet)
        }
    }

    private func take(_ segment: TCPSegment, in bytes: Span<UInt8>, _ packet: PacketPlace) {
        counts.segments += 1
        let followed = followed(segment)
        footprint += followed.connection.add(
            segment, in: bytes, PacketMark(number: packet.number, time: packet.time))
        if footprint > memoryLimit { shed() }
    }

    /// The connection of a segment.
    private func followed(_ segment: TCPSegment) -> Followed {
        if let recent, recent.connection.joins(segment), !recent.connection.isReplaced(by: segment) { return recent }
        let key = Key(segment)
        if let known = connections[key] {
            recent = known
            if !known.connection.isReplaced(by: segment) { return known }
            finish(key)
        } else if connections.count >= CallExtractor.connectionLimit {
            finishSilent()
        }
        counts.connections += 1
        let followed = Followed(Connection(segment, queue: queue, content: content))
        connections[key] = followed
        recent = followed
        return followed
    }

    private func finish(_ key: Key) {
        guard let followed = connections.removeValue(forKey: key) else { return }
        if recent === followed { recent = nil }
        footprint -= followed.connection.footprint
        followed.connection.finish()
    }

    /// Makes room for new connections: an eighth of them at a time, so that the search for them costs little.
    private func finishSilent() {
        let silent = connections.sorted { $0.value.connection.lastPacket < $1.value.connection.lastPacket }
        for (key, _) in silent.prefix(CallExtractor.connectionLimit / 8) { finish(key) }
    }

    /// Frees a quarter of the memory: the connections that hold most give up what they hold.
    private func shed() {
        let bound = memoryLimit / 4 * 3
        let largest = connections.sorted { $0.value.connection.footprint > $1.value.connection.footprint }
        for (key, followed) in largest {
            guard footprint > bound else { return }
            let before = followed.connection.footprint
            footprint += followed.connection.shed()
            // One that cannot give up what it holds, which is little beside its base.
            if followed.connection.footprint > before / 2 { finish(key) }
        }
    }
}
