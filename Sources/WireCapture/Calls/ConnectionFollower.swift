import ByteText
import HTTPWire
import PacketWire

/// Reads the packets of a capture, and assigns them to connections.
struct ConnectionFollower {
    private struct Key: Hashable {
        let low: SocketAddress
        let high: SocketAddress

        init(_ segment: TCPSegment) {
            let isOrdered = segment.source < segment.destination
            (low, high) = isOrdered ? (segment.source, segment.destination) : (segment.destination, segment.source)
        }
    }

    /// A connection as an object, which is changed in place.
    private final class FollowedConnection {
        /// Without the check for exclusive access, which each packet would pass. Whatever takes the calls of a connection does not
        /// know the connection, so that no change begins within another.
        @safe @exclusivity(unchecked) var connection: Connection
        /// The connection is no longer followed.
        var isGone = false
        private let ends: (SocketAddress, SocketAddress)

        init(_ connection: consuming Connection, of segment: TCPSegment) {
            self.connection = connection
            ends = (segment.source, segment.destination)
        }

        /// Whether a segment goes from one of the ends to the other.
        func joins(_ segment: TCPSegment) -> Bool {
            segment.source == ends.0
                ? segment.destination == ends.1 : segment.source == ends.1 && segment.destination == ends.0
        }
    }

    private var reader = CaptureReader()
    private let context: CaptureContext
    private var connections: [Key: FollowedConnection] = [:]
    /// The connection of the last packet, unless it is over; the next packet is likely to be of the same.
    private var recent: FollowedConnection?
    /// Connections with calls that have ended and wait for late frames, and the packet until which they wait.
    private var settling: ArraySlice<(followed: FollowedConnection, due: Int)> = []
    /// Memory that the connections hold together, in bytes.
    private(set) var footprint = 0
    private let memoryLimit: Int

    init(_ context: CaptureContext, memoryLimit: Int) {
        self.context = context
        self.memoryLimit = memoryLimit
    }

    /// Takes the next bytes of the file, and counts the packets in them.
    mutating func append(_ chunk: [UInt8], _ counts: inout CaptureCounts) throws(CaptureError) {
        // The reader is taken out for the loop, so that its buffer is not retained for each packet.
        var reader = self.reader
        self.reader = CaptureReader()
        reader.append(chunk)
        defer {
            counts.droppedPackets = reader.droppedPackets
            self.reader = reader
        }
        while let packet = try reader.nextPlace() {
            if reader.hasKeyLogs { for keyLog in reader.takeKeyLogs() { context.decryption?.add(keyLog: keyLog) } }
            take(packet, in: reader.buffer.span.extracting(packet.range), &counts)
        }
    }

    /// Says that the file has ended: open calls are handed out as they are.
    mutating func finish() throws(CaptureError) {
        // A file may end with its key log.
        for keyLog in reader.takeKeyLogs() { context.decryption?.add(keyLog: keyLog) }
        let open = connections.values.sorted { $0.connection.lastPacket < $1.connection.lastPacket }
        for followed in open { followed.connection.finish() }
        connections = [:]
        recent = nil
        try reader.finish()
    }

    /// Takes the next packet.
    ///
    /// - Parameter isCopy: Another file has the packet, too, and that one counts.
    mutating func take(
        _ packet: PacketPlace, in bytes: Span<UInt8>, isCopy: Bool = false, _ counts: inout CaptureCounts
    ) {
        counts.packets += 1
        if packet.range.count < packet.originalLength, !isCopy { counts.cutPackets += 1 }
        guard let datagram = IPPacket(bytes, packet.link), !datagram.isFragment,
            let segment = TCPSegment(datagram, in: bytes)
        else { return counts.note(unread: bytes, packet.link) }
        counts.segments += 1
        if isCopy {
            counts.duplicatePackets += 1
            return
        }
        let followed = followed(segment, &counts)
        let change = followed.connection.add(segment, in: bytes, Arrival(packet: packet.number, time: packet.time))
        note(change, of: followed)
        settle(packet.number)
        if footprint > memoryLimit { shed() }
    }

    private mutating func note(_ change: Connection.Change, of followed: FollowedConnection) {
        footprint += change.growth
        // At the end of the capture all connections hand out their calls anyway.
        if let due = change.due, due < .max { settling.append((followed, due)) }
        if change.isOver, recent === followed { recent = nil }
    }

    /// Hands out the calls that wait up to an earlier packet, so that later calls need not wait for them.
    private mutating func settle(_ packet: Int) {
        while !settling.isEmpty, settling[settling.startIndex].due < packet {
            let followed = settling.removeFirst().followed
            guard !followed.isGone else { continue }
            note(followed.connection.release(due: packet), of: followed)
        }
    }

    private mutating func followed(_ segment: TCPSegment, _ counts: inout CaptureCounts) -> FollowedConnection {
        // Another connection between the same ends begins with a SYN, or behind the end of this one.
        if let recent, recent.joins(segment), !segment.isSYN { return recent }
        let key = Key(segment)
        if let known = connections[key] {
            recent = known
            if !known.connection.isReplaced(by: segment) { return known }
            finish(key)
        } else if connections.count >= CallExtractor.connectionLimit {
            finishSilent()
        }
        counts.connections += 1
        let followed = FollowedConnection(Connection(segment, context), of: segment)
        connections[key] = followed
        recent = followed
        return followed
    }

    private mutating func finish(_ key: Key) {
        guard let followed = connections.removeValue(forKey: key) else { return }
        if recent === followed { recent = nil }
        footprint -= followed.connection.footprint
        followed.isGone = true
        followed.connection.finish()
    }

    /// Makes room for new connections: for an eighth of the limit, so that the search costs little. Connections that are
    /// over go first, then those that were silent longest.
    private mutating func finishSilent() {
        let silent = connections.sorted {
            ($0.value.connection.isOver ? 0 : 1, $0.value.connection.lastPacket)
                < ($1.value.connection.isOver ? 0 : 1, $1.value.connection.lastPacket)
        }
        for (key, followed) in silent.prefix(CallExtractor.connectionLimit / 8) {
            footprint += followed.connection.shed()
            finish(key)
        }
    }

    /// Frees a quarter of the memory: the connections that hold most hand out the calls that have ended. If that is not
    /// enough, they drop what they hold.
    private mutating func shed() {
        let bound = memoryLimit / 4 * 3
        let largest = connections.sorted { $0.value.connection.footprint > $1.value.connection.footprint }
        for (_, followed) in largest where footprint > bound { footprint += followed.connection.release() }
        for (key, followed) in largest {
            guard footprint > bound else { return }
            let before = followed.connection.footprint
            footprint += followed.connection.shed()
            // The connection holds hardly more than its fixed part.
            if followed.connection.footprint > before / 2 { finish(key) }
        }
    }
}
