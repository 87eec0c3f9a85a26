import ByteText
import HTTPWire
import PacketWire

/// A part of the bytes that one side of a connection has sent.
enum StreamPiece {
    /// Bytes, and the packet that brought them.
    case bytes([UInt8], Arrival)
    /// That many bytes were sent, but are not in the capture.
    case gap(Int)

    /// Memory that the piece takes while it waits, in bytes.
    var footprint: Int { if case .bytes(let bytes, _) = self { 256 + bytes.count } else { 256 } }
}

/// A piece with its position among the pieces of both sides.
struct PlacedPiece {
    var piece: StreamPiece
    /// The sequence number of the first byte.
    var sequence: UInt32
    /// The sequence number up to which the sender had the other side's bytes. For a gap: the one of the segment behind it,
    /// if there is one, which is an upper bound.
    let acknowledgement: UInt32?
    /// The packet that brought the piece; for a gap, the packet behind it.
    let packet: Int

    /// Bytes are missing, whose position among the pieces of the other side is not certain.
    var isGap: Bool { if case .gap = piece { true } else { false } }

    /// Cuts a gap in two at a sequence number, and returns the first part.
    mutating func cutGap(at end: UInt32) -> StreamPiece? {
        let length = TCPReassembler.distance(from: sequence, to: end)
        guard case .gap(let count) = piece, length > 0, length < count else { return nil }
        (piece, sequence) = (.gap(count - length), end)
        return .gap(length)
    }

    /// Whether the sender of this piece had the other piece by then; of a gap, whether it may have had it.
    func follows(_ other: PlacedPiece) -> Bool {
        acknowledgement.map { TCPReassembler.distance(from: other.sequence, to: $0) > 0 } ?? false
    }
}

/// Puts the segments of one direction in order: each byte comes once, and the first copy counts.
struct TCPReassembler {
    /// Bytes that may wait for a missing segment before it is given up. Larger than the windows in use.
    static let byteLimit = 4 << 20
    /// Segments that may wait at all.
    static let segmentLimit = 4096

    private struct HeldSegment {
        var sequence: UInt32
        var payload: [UInt8]
        var missing: Int
        var arrival: Arrival
        var acknowledgement: UInt32?
    }

    /// The sequence number of the next byte; `nil` before the first segment.
    private(set) var next: UInt32?
    /// Ordered by distance from `next`.
    private var waiting: [HeldSegment] = []
    private var waitingBytes = 0
    /// The highest acknowledgement of the other side, and that of its last packet: packets may overtake one another.
    private var acknowledged: UInt32?
    private var lastAcknowledged: UInt32?
    /// The lowest acknowledgement of the other side before the first byte.
    private var firstAcknowledged: UInt32?
    /// The sequence number of the FIN, behind the last byte.
    private var end: UInt32?
    /// The sequence number of the sender's last segment without bytes, if bytes before it are missing.
    private var announced: UInt32?
    private(set) var hasData = false

    /// Says that the stream begins behind the sequence number of a SYN.
    mutating func begin(_ sequence: UInt32) {
        if !hasData { next = sequence &+ 1 }
    }

    /// Says that the stream has been captured from its beginning: where its SYN is late, it begins behind the lowest number
    /// that the other side has acknowledged.
    mutating func beginAtAcknowledgement() {
        if next == nil { next = firstAcknowledged }
    }

    mutating func acknowledge(_ sequence: UInt32) {
        if !hasData, firstAcknowledged.map({ Self.distance(from: $0, to: sequence) < 0 }) ?? true {
            firstAcknowledged = sequence
        }
        lastAcknowledged = sequence
        if let acknowledged, Self.distance(from: acknowledged, to: sequence) < 0 { return }
        acknowledged = sequence
    }

    /// Takes a segment, and hands out the bytes that are in order now.
    ///
    /// - Parameter packet: The bytes that the segment was read from.
    mutating func add(
        _ segment: TCPSegment, in packet: Span<UInt8>, at arrival: Arrival, _ body: (PlacedPiece) -> Void
    ) {
        let sequence = segment.isSYN ? segment.sequence &+ 1 : segment.sequence
        if segment.isFIN {
            end = sequence &+ UInt32(truncatingIfNeeded: segment.payload.count + segment.missing)
        }
        guard !segment.payload.isEmpty || segment.missing > 0 else { return announce(sequence) }
        let payload = [UInt8](copying: packet.extracting(segment.payload))
        let held = HeldSegment(
            sequence: sequence, payload: payload, missing: segment.missing, arrival: arrival,
            acknowledgement: segment.acknowledgement)
        guard let next else {
            self.next = sequence
            deliver(held, body)
            return
        }
        if Self.distance(from: next, to: sequence) <= 0 {
            deliver(held, body)
            drain(body)
            return
        }
        let place = waiting.firstIndex { Self.distance(from: $0.sequence, to: sequence) < 0 } ?? waiting.endIndex
        waiting.insert(held, at: place)
        waitingBytes += held.payload.count
        if waitingBytes > Self.byteLimit || waiting.count > Self.segmentLimit { skip(body) }
    }

    /// Notes that the sender has sent all bytes before a sequence number, by a segment without bytes. Numbers outside of the
    /// window are those of other connections, or damaged.
    mutating func announce(_ sequence: UInt32) {
        if isAhead(sequence) { announced = sequence }
    }

    /// Whether a sequence number is in the window and not the next.
    func isAhead(_ sequence: UInt32) -> Bool {
        next.map { (1...Self.byteLimit).contains(Self.distance(from: $0, to: sequence)) } ?? false
    }

    /// Whether a segment with RST belongs to this stream: it stands behind the last byte, and not far, or behind one that the
    /// other side has acknowledged, where a side without the connection answers.
    func isReset(by segment: TCPSegment) -> Bool {
        guard segment.isRST, let next else { return segment.isRST }
        return segment.sequence == acknowledged
            || (0...Self.byteLimit).contains(Self.distance(from: next, to: segment.sequence))
    }

    /// Takes a segment if it is whole and the next one; otherwise changes nothing.
    mutating func takes(_ segment: TCPSegment) -> Bool {
        guard segment.sequence == next, segment.missing == 0, !segment.isSYN, !segment.isFIN, !segment.isRST,
            waiting.isEmpty
        else { return false }
        guard !segment.payload.isEmpty else { return true }
        hasData = true
        next = segment.sequence &+ UInt32(truncatingIfNeeded: segment.payload.count)
        return true
    }

    /// Bytes are missing that the other side has, or that later ones have overtaken.
    var isWaiting: Bool { !waiting.isEmpty || acknowledged.map { !has($0) } ?? false }

    /// Memory that the waiting segments take, in bytes: each payload is an array of its own.
    var footprint: Int { waitingBytes + waiting.count * 256 }

    /// All bytes up to the FIN were handed out.
    var isOver: Bool { end != nil && next == end }

    /// Gives up missing bytes that the other side has acknowledged: they are not in the capture.
    mutating func giveUp(_ body: (PlacedPiece) -> Void) {
        // An acknowledgement that was never repeated was damaged.
        acknowledged = lastAcknowledged
        if let acknowledged { giveUp(upTo: acknowledged, body) }
    }

    /// Gives up missing bytes up to a sequence number, or to the first waiting segment before it.
    private mutating func giveUp(upTo sequence: UInt32, _ body: (PlacedPiece) -> Void) {
        guard let next, !has(sequence) else { return }
        let target = lastByteEnd(sequence)
        if waiting.first.map({ Self.distance(from: $0.sequence, to: target) < 0 }) ?? true {
            give(.gap(Self.distance(from: next, to: target)), nil, to: body)
            self.next = target
        } else {
            skip(body)
        }
    }

    /// Hands out all that waits, with gaps between and up to the last byte that is known to have been sent.
    mutating func finish(_ body: (PlacedPiece) -> Void) {
        while !waiting.isEmpty { skip(body) }
        if let announced, isAhead(announced) { giveUp(upTo: announced, body) }
        giveUp(body)
    }

    /// The sequence number without the FIN, which takes a number and is no byte.
    private func lastByteEnd(_ sequence: UInt32) -> UInt32 {
        end.map { $0 &+ 1 == sequence } ?? false ? sequence &- 1 : sequence
    }

    /// Whether all bytes before a sequence number were handed out.
    func has(_ sequence: UInt32) -> Bool {
        guard let next else { return true }
        return Self.distance(from: next, to: lastByteEnd(sequence)) <= 0
    }

    /// Gives up the bytes that are missing before the first waiting segment.
    private mutating func skip(_ body: (PlacedPiece) -> Void) {
        guard let next, let first = waiting.first else { return }
        give(.gap(Self.distance(from: next, to: first.sequence)), first, to: body)
        self.next = first.sequence
        drain(body)
    }

    private mutating func drain(_ body: (PlacedPiece) -> Void) {
        while let next, let first = waiting.first, Self.distance(from: next, to: first.sequence) <= 0 {
            waiting.removeFirst()
            waitingBytes -= first.payload.count
            deliver(first, body)
        }
    }

    /// Hands out the part of a segment that is new.
    private mutating func deliver(_ segment: HeldSegment, _ body: (PlacedPiece) -> Void) {
        guard let next else { return }
        let known = -Self.distance(from: next, to: segment.sequence)
        let length = segment.payload.count + segment.missing
        guard known >= 0, known < length else { return }
        hasData = true
        if known == 0, !segment.payload.isEmpty {
            give(.bytes(segment.payload, segment.arrival), segment, to: body)
        } else if known < segment.payload.count {
            give(.bytes(Array(segment.payload[known...]), segment.arrival), segment, to: body)
        }
        let missing = length - max(known, segment.payload.count)
        self.next = segment.sequence &+ UInt32(truncatingIfNeeded: length - missing)
        if missing > 0 { give(.gap(missing), segment, to: body) }
        self.next = segment.sequence &+ UInt32(truncatingIfNeeded: length)
    }

    /// Hands out a piece that begins with the next byte.
    ///
    /// - Parameter segment: The segment of the piece; of a gap, the one behind it.
    private func give(_ piece: StreamPiece, _ segment: HeldSegment?, to body: (PlacedPiece) -> Void) {
        body(
            PlacedPiece(
                piece: piece, sequence: next ?? 0, acknowledgement: segment?.acknowledgement,
                packet: segment?.arrival.packet ?? .max))
    }

    /// The distance from one sequence number to another, which may be smaller; behind 2^32 numbers start again.
    fileprivate static func distance(from start: UInt32, to end: UInt32) -> Int {
        Int(Int32(bitPattern: end &- start))
    }
}
