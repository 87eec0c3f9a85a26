import ByteText
import HTTPWire
import PacketWire

/// A TCP connection: puts the segments in order, finds out which protocol it speaks, and passes the bytes on.
struct Connection {
    /// Packets that may pass before bytes that the other side has acknowledged are taken for lost.
    static let patience = 24

    /// The effect of a segment.
    struct Change {
        /// Bytes of memory that the connection takes more than before.
        let growth: Int
        /// The packet until which a call that has ended waits for late frames; `nil` when no call waits, or others do
        /// already.
        let due: Int?
        /// The connection has ended: see ``Connection/isOver``.
        let isOver: Bool
    }

    private struct Direction {
        var segments = TCPReassembler()
        /// The pieces that have arrived while bytes of the other side, which they may answer, are missing.
        var held: ArraySlice<PlacedPiece> = []
        var heldBytes = 0
        var hasEnded = false
        /// The number of this side's last packet; `nil` where the capture has none.
        var lastPacket: Int?
        /// The sequence number of the missing byte, the time when it was missed first, and the packets since.
        private var awaited: UInt32?
        private var missedAt: Int64?
        private var stalled = 0

        /// Counts a packet. Returns whether the missing bytes have been waited for long enough: for some packets, and for
        /// as long as another file may be behind.
        mutating func isOutOfPatience(at time: Int64?, clockTolerance: Int64) -> Bool {
            guard segments.isWaiting, segments.next == awaited else {
                (awaited, missedAt, stalled) = (segments.next, time, 0)
                return false
            }
            stalled += 1
            guard stalled > Connection.patience else { return false }
            guard clockTolerance > 0, let time, let missedAt else { return true }
            return time &- missedAt > clockTolerance
        }

        mutating func hold(_ piece: PlacedPiece) {
            held.append(piece)
            heldBytes += piece.piece.footprint
        }

        /// Takes the first piece.
        ///
        /// - Parameter end: The peer's next acknowledged position. A gap is cut there, so that both directions stay in the
        ///   order in which they were sent.
        mutating func takeFirst(upTo end: UInt32?) -> StreamPiece? {
            if let end, !held.isEmpty, let part = held[held.startIndex].cutGap(at: end) { return part }
            guard let first = held.popFirst()?.piece else { return nil }
            if held.isEmpty { held = [] }
            heldBytes -= first.footprint
            return first
        }
    }

    private let ends: (SocketAddress, SocketAddress)
    private let context: CaptureContext
    private var last = Arrival(packet: 0)
    var lastPacket: Int { last.packet }
    private var directions = [Direction(), Direction()]
    /// The first pieces, until it is known which of the two protocols the connection speaks.
    private var opening: ProtocolDetector? = ProtocolDetector()
    /// Decrypts the bytes of the connection before they are read, if it is under TLS.
    private var decryption: (any ConnectionDecryption)?
    private var http2: HTTP2Session?
    private var http1: HTTP1Session?
    private var hasTraffic = false
    /// How often the client has asked for the connection, before the server said anything.
    private var attempts = 0
    /// The server has answered with RST to the client that asked for the connection.
    private var isRefused = false
    /// Calls that have ended wait for late frames.
    private var isSettling = false
    /// The side that was first to end the connection, and how.
    private var cut: ConnectionCut?
    /// Bytes of a side are missing.
    private var hasGaps = false
    /// The packet until which late frames may come behind RST.
    private var resetDue: Int?
    /// The connection has ended: later segments are repeated ones, or belong to another connection without beginning.
    private(set) var isOver = false
    private var isFromStart: Bool
    /// The index in `ends` of the client, where the beginning of the connection shows it.
    private var client: Int?

    init(_ segment: TCPSegment, _ context: CaptureContext) {
        ends = (segment.source, segment.destination)
        self.context = context
        isFromStart = segment.isSYN
        client = segment.isSYN ? (segment.acknowledgement == nil ? 0 : 1) : nil
    }

    /// Whether a segment is of a new connection between the same ends. Inlined: a call would copy the whole value.
    @inline(__always)
    func isReplaced(by segment: TCPSegment) -> Bool {
        guard hasTraffic else { return false }
        guard segment.isSYN else { return isOver && !segment.payload.isEmpty && isFar(segment) }
        let (start, next) = (segment.sequence &+ 1, directions[side(segment)].segments.next)
        // A SYN that comes late or twice is not far behind the first bytes, unless the clock of its file is behind.
        if segment.acknowledgement == nil, context.clockTolerance == 0 {
            return next.map { $0 &- start > Self.lateSYN } ?? true
        }
        // An answer may come twice, but not long after the first.
        return next.map { $0 &- start > Self.longestRepeat } ?? (segment.acknowledgement == nil)
    }

    /// Bytes of a side that may overtake its SYN. The clock that numbers connections between the same ends counts as many
    /// in 4 ms.
    private static let lateSYN: UInt32 = 1 << 16

    /// Whether a segment can be neither a repeated one nor what came next.
    private func isFar(_ segment: TCPSegment) -> Bool {
        let side = side(segment)
        guard let next = directions[side].segments.next else { return false }
        // Behind its FIN, a side sends nothing.
        if directions[side].segments.isOver, (1...Self.longestRepeat).contains(segment.sequence &- next) { return true }
        return min(next &- segment.sequence, segment.sequence &- next) > Self.longestRepeat
    }

    /// Bytes that may lie between two segments of a side, such as a repeated SYN and the last segment. The sequence numbers
    /// of a new connection are anywhere.
    private static let longestRepeat: UInt32 = 1 << 24

    private func side(_ segment: TCPSegment) -> Int { segment.source == ends.0 ? 0 : 1 }

    /// Takes the next segment.
    ///
    /// - Parameter packet: The bytes that the segment was read from.
    mutating func add(_ segment: TCPSegment, in packet: Span<UInt8>, _ arrival: Arrival) -> Change {
        let side = side(segment)
        last = arrival
        let heardBefore = directions[side].lastPacket
        directions[side].lastPacket = lastPacket
        guard !isOver else { return Change(growth: 0, due: nil, isOver: true) }
        if segment.isSYN {
            directions[side].segments.begin(segment.sequence)
            if segment.acknowledgement == nil { attempts += 1 }
        }
        if let acknowledgement = segment.acknowledgement { directions[1 - side].segments.acknowledge(acknowledgement) }
        if let cut, cut.side == side, cut.lastRead != .max, !segment.isRST, !segment.isSYN {
            // The side goes on: the RST was another's, and had no effect.
            self.cut?.lastRead = .max
            http2?.cut?.lastRead = .max
        }
        if !segment.payload.isEmpty { hasTraffic = true }
        if isInOrder, directions[side].segments.takes(segment) {
            // As nearly all segments: no bytes are missing, and this is the next segment.
            guard !segment.payload.isEmpty else { return Change(growth: 0, due: nil, isOver: false) }
            take(packet.extracting(segment.payload), arrival, from: side)
        } else {
            if segment.isFIN { note(ConnectionCut(side: side, isReset: false, arrival: arrival)) }
            if directions[side].segments.isReset(by: segment) {
                // By RST without ACK, a side without the connection refuses what came to it: RFC 9293, section 3.5.2. Where the
                // capture lacks what the side has sent before, that may have acknowledged it.
                let isRefusal =
                    segment.acknowledgement == nil && !directions[side].segments.isAhead(segment.sequence)
                let read = isRefusal ? heardBefore ?? 0 : lastPacket
                note(ConnectionCut(side: side, isReset: true, arrival: arrival, lastRead: read))
                isRefused = client == 1 - side && directions[side].segments.next == nil
                directions[side].segments.announce(segment.sequence)
                resetDue = resetDue ?? context.due(behind: arrival.packet)
            }
            // The payload of RST is a text for people.
            if !segment.isRST {
                if isFromStart { directions[side].segments.beginAtAcknowledgement() }
                hold(side) { $0.add(segment, in: packet, at: arrival, $1) }
            }
            deliver()
            giveUpLost(at: arrival.time)
            if directions.allSatisfy(\.hasEnded) { finish() }
        }
        let due = isSettling ? nil : due
        if due != nil { isSettling = true }
        return Change(growth: measure(), due: due, isOver: isOver)
    }

    private mutating func note(_ cut: ConnectionCut) {
        guard self.cut == nil else { return }
        self.cut = cut
        http2?.cut = cut
    }

    /// The packet at which the first of the waiting calls no longer waits for late frames.
    private var due: Int? {
        guard let resetDue else { return http2?.firstDue }
        return min(resetDue, http2?.firstDue ?? resetDue)
    }

    /// Hands out the calls that wait up to an earlier packet.
    mutating func release(due packet: Int) -> Change {
        http2?.release(due: packet)
        if let resetDue, resetDue < packet {
            self.resetDue = nil
            finish()
        }
        let due = due
        isSettling = due != nil
        return Change(growth: measure(), due: due, isOver: isOver)
    }

    /// Gives up missing bytes when they have been waited for long enough.
    private mutating func giveUpLost(at time: Int64?) {
        let tolerance = context.clockTolerance
        let sides = (0...1).filter { directions[$0].isOutOfPatience(at: time, clockTolerance: tolerance) }
        guard !sides.isEmpty else { return }
        for side in sides { hold(side) { $0.giveUp($1) } }
        deliver()
    }

    /// Neither side waits for anything.
    private var isInOrder: Bool {
        directions[0].held.isEmpty && directions[1].held.isEmpty && !directions[0].segments.isWaiting
            && !directions[1].segments.isWaiting
    }

    /// Lets the segments of a side hand out pieces, and holds them.
    private mutating func hold(_ side: Int, _ body: (inout TCPReassembler, (PlacedPiece) -> Void) -> Void) {
        var pieces: [PlacedPiece] = []
        body(&directions[side].segments) { pieces.append($0) }
        for piece in pieces { directions[side].hold(piece) }
    }

    /// Takes the pieces that have arrived, an answer behind the bytes that it answers.
    private mutating func deliver() {
        let isOver = directions.contains { $0.held.count > TCPReassembler.segmentLimit }
        takeHeld(isForced: isOver)
        for side in 0...1 where directions[side].segments.isOver && directions[side].held.isEmpty { end(side) }
    }

    /// - Parameter isForced: Takes also pieces that follow missing bytes of the other side.
    private mutating func takeHeld(isForced: Bool) {
        while let side = nextSide(isForced: isForced) {
            let other = directions[1 - side].held.first
            let end = other.flatMap { $0.isGap ? nil : $0.acknowledgement }
            guard let piece = directions[side].takeFirst(upTo: end) else { return }
            take(piece, from: side)
        }
    }

    /// The side whose piece comes next.
    private func nextSide(isForced: Bool) -> Int? {
        switch (next(of: 0, isForced: isForced), next(of: 1, isForced: isForced)) {
        case (let first?, let second?):
            let (firstFollows, secondFollows) = (first.follows(second), second.follows(first))
            if firstFollows != secondFollows { return firstFollows ? 1 : 0 }
            // Bytes are certain to follow what they acknowledge, and gaps are not.
            if secondFollows, first.isGap != second.isGap { return first.isGap ? 0 : 1 }
            return first.packet <= second.packet ? 0 : 1
        case (.some, nil): return 0
        case (nil, .some): return 1
        case (nil, nil): return nil
        }
    }

    /// The next piece of a side, unless it may answer bytes that are missing.
    private func next(of side: Int, isForced: Bool) -> PlacedPiece? {
        guard let piece = directions[side].held.first else { return nil }
        guard !isForced, let acknowledgement = piece.acknowledgement else { return piece }
        if piece.isGap, let other = directions[1 - side].held.first, !other.isGap, other.follows(piece) { return piece }
        return directions[1 - side].segments.has(acknowledgement) ? piece : nil
    }

    private mutating func end(_ side: Int) {
        guard !directions[side].hasEnded else { return }
        directions[side].hasEnded = true
        http1?.end(side)
    }

    /// Says that no more segments come. Calls that have not ended are handed out as they are.
    mutating func finish() {
        guard hasTraffic, !isOver else { return countFailedStart() }
        flush()
        let decryption = decryption
        decryption?.finish { takePlain($0, Arrival(packet: lastPacket)) }
        begin(.http2)
        let unseen = directions.firstIndex { $0.lastPacket == nil }
        cut?.isBehindLoss = hasGaps
        http2?.cut = cut
        let end = cut == nil && unseen == nil ? last : nil
        http2?.finish(unseen: unseen, at: end)
        if http1?.isAnsweredInHTTP2 ?? false { context.queue.failures[.http1Client, default: 0] += 1 }
        http1?.finish(cut: unseen == nil ? cut : nil, at: end)
        isOver = true
        (http2, http1, self.decryption, resetDue) = (nil, nil, nil, nil)
    }

    /// Counts a connection that the server refuses, or leaves without an answer though the client asks again.
    private mutating func countFailedStart() {
        guard !hasTraffic, let client else { return }
        let isUnanswered = attempts > 1 && directions[1 - client].lastPacket == nil
        if isRefused || isUnanswered { context.queue.failures[isRefused ? .refused : .unanswered, default: 0] += 1 }
        (attempts, isRefused) = (0, false)
    }

    // MARK: Memory

    /// Memory that a connection without any bytes takes.
    private static let base = 2048

    /// Memory that is held, in bytes.
    private(set) var footprint = 0

    /// Computes ``footprint``, and returns by how much it has grown.
    private mutating func measure() -> Int {
        let before = footprint
        footprint = Self.base
        for side in 0...1 { footprint += directions[side].segments.footprint + directions[side].heldBytes }
        footprint += (http2?.footprint ?? 0) + (http1?.footprint ?? 0) + (opening?.footprint ?? 0)
        if let decryption { footprint += decryption.footprint }
        return footprint - before
    }

    /// Hands out the calls that have ended and wait for late frames.
    ///
    /// - Returns: By how much the memory has grown, as a rule a negative number.
    mutating func release() -> Int {
        http2?.release()
        return measure()
    }

    /// Frees memory: missing bytes are no longer waited for, and open calls are handed out as partial.
    ///
    /// - Returns: By how much the memory has grown, as a rule a negative number.
    mutating func shed() -> Int {
        flush()
        begin(.http2)
        http2?.shed()
        http1?.shed()
        return measure()
    }

    /// Takes all pieces that wait, with gaps where bytes are missing.
    private mutating func flush() {
        for side in 0...1 { hold(side) { $0.finish($1) } }
        takeHeld(isForced: true)
    }

    // MARK: Protocols

    /// - Parameter isPlain: The piece is not under TLS, or was decrypted.
    private mutating func take(_ piece: StreamPiece, from side: Int, isPlain: Bool = false) {
        switch piece {
        case .bytes(let bytes, let arrival):
            if isPlain { takePlain(bytes.span, arrival, from: side) } else { take(bytes.span, arrival, from: side) }
        case .gap(let count):
            if !isPlain, let decryption { decryption.lose(count, from: side) } else { lose(count, from: side) }
        }
    }

    private mutating func take(_ bytes: Span<UInt8>, _ arrival: Arrival, from side: Int) {
        guard let decryption else { return takePlain(bytes, arrival, from: side) }
        decryption.take(bytes, from: side) { takePlain($0, arrival) }
    }

    private mutating func takePlain(_ piece: DecryptedPiece, _ arrival: Arrival) {
        switch piece.content {
        case .bytes(let bytes): takePlain(bytes.span, arrival, from: piece.side)
        case .gap(let count, let isCertain): lose(count, isCertain: isCertain, from: piece.side)
        }
    }

    private mutating func takePlain(_ bytes: Span<UInt8>, _ arrival: Arrival, from side: Int) {
        if let isSearching = http2?.isSearching {
            guard isSearching, let decision = lateDecision(bytes) else {
                http2?.take(bytes, arrival, from: side)
                return
            }
            // The bytes before were the rest of an HTTP/1 message, or of a TLS record.
            (http2, opening) = (nil, ProtocolDetector())
            begin(decision)
            return decision == .tls ? take(bytes, arrival, from: side) : takePlain(bytes, arrival, from: side)
        }
        guard let http1 else { return open(.bytes([UInt8](copying: bytes), arrival), from: side) }
        http1.take([UInt8](copying: bytes)[...], arrival, from: side)
        guard let tunnel = http1.tunnel else { return }
        self.http1 = nil
        (opening, client, isFromStart) = (ProtocolDetector(mayBeTLS: decryption == nil), tunnel.client, true)
        if let call = tunnel.upgraded {
            begin(.http2)
            http2?.adopt(call)
        }
        let isDecrypted = decryption != nil
        for (side, piece) in tunnel.pieces { take(piece, from: side, isPlain: isDecrypted) }
    }

    /// Says that `count` bytes are missing of what a side has sent in plain, or was decrypted of it.
    ///
    /// - Parameter isCertain: The number is exact; otherwise nobody knows where the next frame begins.
    private mutating func lose(_ count: Int, isCertain: Bool = true, from side: Int) {
        hasGaps = true
        if opening != nil { return open(.gap(count), from: side) }
        if http2 != nil || http1 != nil { context.queue.addGap(count) }
        let length = isCertain ? count : Self.endless
        http2?.lose(length, from: side)
        http1?.lose(length, from: side)
    }

    /// More bytes than any frame or body has.
    private static let endless = 1 << 40

    /// The protocol of a connection that no HTTP/2 frame was found in, if bytes begin like a message of another.
    private func lateDecision(_ bytes: Span<UInt8>) -> ProtocolDetector.Decision? {
        if HTTP1Head.isBeginning(bytes) == true { return .http1 }
        return decryption == nil && TLSRecordHeader.isBeginning(bytes) == true ? .tls : nil
    }

    private mutating func open(_ piece: StreamPiece, from side: Int) {
        // Nothing is waited for in a capture of what the server sends alone.
        let awaited = client.flatMap { directions[$0].lastPacket == nil ? nil : $0 }
        guard let decision = opening?.add(piece, from: side, client: awaited) else { return }
        switch decryption?.applicationProtocol {
        case "h2": begin(.http2)
        case "http/1.1": begin(.http1)
        default: begin(decision)
        }
    }

    private mutating func begin(_ decision: ProtocolDetector.Decision) {
        guard let pieces = opening?.pieces else { return }
        opening = nil
        switch decision {
        case .http1: http1 = HTTP1Session(ends: endpoints, context)
        case .http2:
            http2 = HTTP2Session(
                ends: endpoints, context, client: client ?? decryption?.client,
                isFromStart: isFromStart || decryption != nil)
            http2?.cut = cut
        case .tls:
            guard let connection = context.decryption?.makeConnection() else { return }
            (decryption, opening) = (connection, ProtocolDetector(mayBeTLS: false))
        }
        for (side, piece) in pieces { take(piece, from: side, isPlain: decision != .tls) }
        for side in 0...1 where directions[side].hasEnded { http1?.end(side) }
    }

    private var endpoints: [Endpoint] { [Endpoint(ends.0), Endpoint(ends.1)] }
}
