import GRPCWire

/// A piece of what one side of a connection has sent, in the order of the sequence numbers.
enum StreamPiece {
    /// Bytes, and the packet that brought them.
    case bytes([UInt8], PacketMark)
    /// So many bytes were sent, but are not in the capture.
    case gap(Int)
}

/// Which packet it was, and when.
struct PacketMark: Hashable, Sendable {
    var number: Int
    var time: Int64?
}

/// Puts the segments of one direction in order: each byte once, the first copy counts.
struct TCPReassembler {
    /// Bytes that may wait for a missing segment before it is given up. Larger than the windows in use.
    static let byteLimit = 4 << 20
    /// Segments that may wait at all.
    static let segmentLimit = 4096

    private struct Waiting {
        var sequence: UInt32
        var payload: [UInt8]
        var missing: Int
        var mark: PacketMark
    }

    /// The sequence number of the next byte; `nil` before the first segment.
    private(set) var next: UInt32?
    /// Ordered by distance from `next`.
    private var waiting: [Waiting] = []
    private var waitingBytes = 0
    private var acknowledged: UInt32?
    /// Behind the last byte, where the sender has said that it was the last.
    private var end: UInt32?
    private(set) var hasData = false

    /// The stream begins behind this sequence number, that of a SYN.
    mutating func begin(_ sequence: UInt32) {
        if !hasData { next = sequence &+ 1 }
    }

    mutating func acknowledge(_ sequence: UInt32) { acknowledged = sequence }

    /// Takes a segment and hands out what is in order now.
    ///
    /// - Parameter packet: What the segment was read from.
    mutating func add(
        _ segment: TCPSegment, in packet: Span<UInt8>, _ mark: PacketMark, _ body: (StreamPiece) -> Void
    ) {
        let sequence = segment.isSYN ? segment.sequence &+ 1 : segment.sequence
        if segment.isFIN {
            end = sequence &+ UInt32(truncatingIfNeeded: segment.payload.count + segment.missing)
        }
        guard !segment.payload.isEmpty || segment.missing > 0 else { return }
        let payload = [UInt8](copying: packet.extracting(segment.payload))
        let waiter = Waiting(sequence: sequence, payload: payload, missing: segment.missing, mark: mark)
        guard let next else {
            self.next = sequence
            deliver(waiter, body)
            return
        }
        if Self.distance(from: next, to: sequence) <= 0 {
            deliver(waiter, body)
            drain(body)
            return
        }
        let place = waiting.firstIndex { Self.distance(from: $0.sequence, to: sequence) < 0 } ?? waiting.endIndex
        waiting.insert(waiter, at: place)
        waitingBytes += waiter.payload.count
        if waitingBytes > Self.byteLimit || waiting.count > Self.segmentLimit { skip(body) }
    }

    /// Takes a segment that is the next one and whole, and changes nothing otherwise.
    mutating func takes(_ segment: TCPSegment) -> Bool {
        guard segment.sequence == next, segment.missing == 0, !segment.isSYN, !segment.isFIN, waiting.isEmpty else {
            return false
        }
        guard !segment.payload.isEmpty else { return true }
        hasData = true
        next = segment.sequence &+ UInt32(truncatingIfNeeded: segment.payload.count)
        return true
    }

    /// Bytes are missing that the other side has, or that later ones have overtaken.
    var isWaiting: Bool { !waiting.isEmpty || isMissingAcknowledged }

    /// Memory that waits here, in bytes: each payload is an array of its own, and takes a place in the list.
    var footprint: Int { waitingBytes + waiting.count * 256 }

    /// Everything up to the end that the sender has announced was handed out.
    var isOver: Bool { end != nil && next == end }

    /// Gives up missing bytes that the other side has acknowledged: they are not in the capture.
    mutating func giveUp(_ body: (StreamPiece) -> Void) {
        guard isMissingAcknowledged else { return }
        if let next, let target = acknowledgedEnd,
            waiting.first.map({ Self.distance(from: $0.sequence, to: target) < 0 }) ?? true
        {
            body(.gap(Self.distance(from: next, to: target)))
            self.next = target
        } else {
            skip(body)
        }
    }

    /// Hands out all that waits, with gaps between.
    mutating func finish(_ body: (StreamPiece) -> Void) {
        while !waiting.isEmpty { skip(body) }
    }

    /// Behind the last byte that the other side has. The end takes a sequence number, too, and is no byte.
    private var acknowledgedEnd: UInt32? {
        acknowledged.map { acknowledged in
            end.map { $0 &+ 1 == acknowledged } ?? false ? acknowledged &- 1 : acknowledged
        }
    }

    private var isMissingAcknowledged: Bool {
        guard let next, let acknowledgedEnd else { return false }
        return Self.distance(from: next, to: acknowledgedEnd) > 0
    }

    /// Gives up what is missing before the first waiting segment.
    private mutating func skip(_ body: (StreamPiece) -> Void) {
        guard let next, let first = waiting.first else { return }
        body(.gap(Self.distance(from: next, to: first.sequence)))
        self.next = first.sequence
        drain(body)
    }

    private mutating func drain(_ body: (StreamPiece) -> Void) {
        while let next, let first = waiting.first, Self.distance(from: next, to: first.sequence) <= 0 {
            waiting.removeFirst()
            waitingBytes -= first.payload.count
            deliver(first, body)
        }
    }

    /// Hands out the part of a segment that is new.
    private mutating func deliver(_ segment: Waiting, _ body: (StreamPiece) -> Void) {
        guard let next else { return }
        let known = -Self.distance(from: next, to: segment.sequence)
        let length = segment.payload.count + segment.missing
        guard known >= 0, known < length else { return }
        hasData = true
        if known == 0, !segment.payload.isEmpty {
            body(.bytes(segment.payload, segment.mark))
        } else if known < segment.payload.count {
            body(.bytes(Array(segment.payload[known...]), segment.mark))
        }
        let missing = length - max(known, segment.payload.count)
        if missing > 0 { body(.gap(missing)) }
        self.next = segment.sequence &+ UInt32(truncatingIfNeeded: length)
    }

    /// From one sequence number to another, which may be smaller; numbers start anew behind 2^32.
    private static func distance(from start: UInt32, to end: UInt32) -> Int {
        Int(Int32(bitPattern: end &- start))
    }
}
