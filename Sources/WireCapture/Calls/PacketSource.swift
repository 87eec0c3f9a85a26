/// Makes calls of the packets in a capture.
final class PacketSource: CallSource {
    private struct Key: Hashable {
        let low: Endpoint
        let high: Endpoint

        init(_ segment: TCPSegment) {
            let isOrdered = segment.source < segment.destination
            (low, high) = isOrdered ? (segment.source, segment.destination) : (segment.destination, segment.source)
        }
    }

    private var reader = CaptureReader()
    private var fragments = FragmentAssembler()
    private let queue: CallQueue
    private let content: CallExtractor.Content
    private var connections: [Key: Connection] = [:]
    /// The connection of the last packet; the next one is likely to be of the same.
    private var recent: Connection?
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
        while let packet = try reader.next() { take(packet) }
    }

    func finish() throws(CaptureError) {
        for connection in connections.values.sorted(by: { $0.lastPacket < $1.lastPacket }) { connection.finish() }
        connections = [:]
        recent = nil
        try reader.finish()
    }

    private func take(_ packet: CapturedPacket) {
        counts.packets += 1
        guard let part = InternetPacket(packet), let segment = segment(in: part, number: packet.number) else { return }
        counts.segments += 1
        let connection = connection(of: segment)
        connection.add(segment, PacketMark(number: packet.number, time: packet.time))
        footprint += connection.measure()
        if footprint > memoryLimit { shed() }
    }

    private func segment(in part: InternetPacket, number: Int) -> TCPSegment? {
        if part.fragment == nil { return TCPSegment(part) }
        return fragments.add(part, number: number).flatMap { TCPSegment($0) }
    }

    private func connection(of segment: TCPSegment) -> Connection {
        if let recent, recent.joins(segment), !recent.isReplaced(by: segment) { return recent }
        let key = Key(segment)
        if let known = connections[key] {
            recent = known
            if !known.isReplaced(by: segment) { return known }
            finish(key)
        } else if connections.count >= CallExtractor.connectionLimit {
            finishSilent()
        }
        counts.connections += 1
        let connection = Connection(segment, queue: queue, content: content)
        connections[key] = connection
        recent = connection
        return connection
    }

    private func finish(_ key: Key) {
        guard let connection = connections.removeValue(forKey: key) else { return }
        if recent === connection { recent = nil }
        footprint -= connection.footprint
        connection.finish()
    }

    /// Makes room for new connections: an eighth of them at a time, so that the search for them costs little.
    private func finishSilent() {
        let silent = connections.sorted { $0.value.lastPacket < $1.value.lastPacket }
        for (key, _) in silent.prefix(CallExtractor.connectionLimit / 8) { finish(key) }
    }

    /// Frees a quarter of the memory: the connections that hold most give up what they hold.
    private func shed() {
        let bound = memoryLimit / 4 * 3
        for (key, connection) in connections.sorted(by: { $0.value.footprint > $1.value.footprint }) {
            guard footprint > bound else { return }
            let before = connection.footprint
            connection.shed()
            footprint += connection.measure()
            // One that cannot give up what it holds, which is little beside its base.
            if connection.footprint > before / 2 { finish(key) }
        }
    }
}
