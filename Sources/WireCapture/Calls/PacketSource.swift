/// Makes calls of the packets in a capture.
final class PacketSource: CallSource {
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

    private struct Entry {
        let connection: Connection
        var lastPacket: Int
    }

    private var reader = CaptureReader()
    private var fragments = FragmentAssembler()
    private let queue: CallQueue
    private var connections: [Key: Entry] = [:]
    /// Memory that the connections hold together, in bytes, and what it may come to.
    private(set) var footprint = 0
    private let memoryLimit: Int

    private(set) var counts = CaptureCounts()

    init(queue: CallQueue, memoryLimit: Int = CallExtractor.memoryLimit) {
        self.queue = queue
        self.memoryLimit = memoryLimit
    }

    func append(_ chunk: [UInt8]) throws(CaptureError) {
        reader.append(chunk)
        while let packet = try reader.next() { take(packet) }
    }

    func finish() throws(CaptureError) {
        for entry in connections.values.sorted(by: { $0.lastPacket < $1.lastPacket }) { entry.connection.finish() }
        connections = [:]
        try reader.finish()
    }

    private func take(_ packet: CapturedPacket) {
        counts.packets += 1
        guard let part = InternetPacket(packet), let whole = fragments.add(part, number: packet.number),
            let segment = TCPSegment(whole)
        else { return }
        counts.segments += 1
        let key = Key(segment)
        if let entry = connections[key], entry.connection.isReplaced(by: segment) { finish(key) }
        if connections[key] == nil {
            if connections.count >= CallExtractor.connectionLimit { finishSilent() }
            counts.connections += 1
            connections[key] = Entry(connection: Connection(segment, queue: queue), lastPacket: packet.number)
        }
        guard let connection = connections[key]?.connection else { return }
        connections[key]?.lastPacket = packet.number
        connection.add(segment, PacketMark(number: packet.number, time: packet.time))
        footprint += connection.measure()
        if footprint > memoryLimit { shed() }
    }

    private func finish(_ key: Key) {
        guard let connection = connections.removeValue(forKey: key)?.connection else { return }
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
        for (key, entry) in connections.sorted(by: { $0.value.connection.footprint > $1.value.connection.footprint }) {
            guard footprint > bound else { return }
            let before = entry.connection.footprint
            entry.connection.shed()
            footprint += entry.connection.measure()
            // One that cannot give up what it holds, which is little beside its base.
            if entry.connection.footprint > before / 2 { finish(key) }
        }
    }
}
