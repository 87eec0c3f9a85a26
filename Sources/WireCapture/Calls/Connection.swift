import GRPCWire

/// A TCP connection: puts it in order, cuts it into frames, and makes calls of them.
final class Connection {
    /// Streams that may be open at once; the oldest is ended for the next one.
    static let streamLimit = 4096
    /// A header block may be so large, over all its frames.
    static let blockLimit = 1 << 20
    /// Packets that may pass before bytes that the other side has acknowledged are taken for lost.
    static let patience = 24
    /// Frames that wait until it is known which side is the client.
    static let frameLimit = 256

    private struct Direction {
        var segments = TCPReassembler()
        var frames: FrameReader
        var headers: HeaderDecoder
        /// A header block that goes on in CONTINUATION frames.
        var block: (frame: HTTP2Frame, bytes: [UInt8])?
        /// What has arrived while the other side's bytes, which it may answer, are missing.
        var held: [StreamPiece] = []
    }

    private enum Event {
        case frame(HTTP2Frame)
        case headers(HTTP2Frame, [HeaderField], isSound: Bool)
        case lost
    }

    let ends: [Endpoint]
    private var directions: [Direction]
    private let queue: CallQueue
    private var streams: [UInt32: StreamState] = [:]
    /// Which of `ends` is the client, once it is known.
    private var client: Int?
    private var early: [(side: Int, event: Event)] = []
    private var hasTraffic = false
    /// Number of the last packet.
    private(set) var lastPacket = 0
    /// Packets since one side waits for missing bytes.
    private var stalled = 0
    /// Streams up to this one were seen or ended; one that appears below it began before.
    private var highest: UInt32 = 0
    private let content: CallExtractor.Content

    init(_ segment: TCPSegment, queue: CallQueue, content: CallExtractor.Content) {
        ends = [segment.source, segment.destination]
        self.queue = queue
        self.content = content
        let direction = Direction(
            frames: FrameReader(isFromStart: segment.isSYN), headers: HeaderDecoder(isWhole: segment.isSYN))
        directions = [direction, direction]
        if segment.isSYN { client = segment.acknowledgement == nil ? 0 : 1 }
    }

    /// Whether a segment opens a new connection between the same ends.
    func isReplaced(by segment: TCPSegment) -> Bool {
        segment.isSYN && segment.acknowledgement == nil && hasTraffic
            && directions[side(segment)].segments.next != segment.sequence &+ 1
    }

    private func side(_ segment: TCPSegment) -> Int { segment.source == ends[0] ? 0 : 1 }

    func add(_ segment: TCPSegment, _ mark: PacketMark) {
        let side = side(segment)
        lastPacket = mark.number
        if segment.isSYN { directions[side].segments.begin(segment.sequence) }
        if let acknowledgement = segment.acknowledgement { directions[1 - side].segments.acknowledge(acknowledgement) }
        if !segment.payload.isEmpty { hasTraffic = true }
        if isInOrder, directions[side].segments.takes(segment) {
            // What nearly all packets are: nothing waits, and this is what comes next.
            if !segment.payload.isEmpty { take(.bytes(segment.payload, mark), from: side) }
        } else {
            var pieces: [StreamPiece] = []
            directions[side].segments.add(segment, mark) { pieces.append($0) }
            directions[side].held += pieces
            deliver()
        }
        guard directions[0].segments.isWaiting || directions[1].segments.isWaiting else {
            stalled = 0
            return
        }
        stalled += 1
        guard stalled > Self.patience else { return }
        stalled = 0
        for side in 0...1 {
            var pieces: [StreamPiece] = []
            directions[side].segments.giveUp { pieces.append($0) }
            directions[side].held += pieces
        }
        deliver()
    }

    /// Neither side waits for anything.
    private var isInOrder: Bool {
        directions[0].held.isEmpty && directions[1].held.isEmpty && !directions[0].segments.isWaiting
            && !directions[1].segments.isWaiting
    }

    /// Takes what has arrived, an answer behind what it answers.
    private func deliver() {
        let waits = directions.map(\.segments.isWaiting)
        let isOver = directions.contains { $0.held.count > TCPReassembler.segmentLimit }
        var sides: [Int] = []
        for side in 0...1 where !directions[side].held.isEmpty {
            // Where both sides wait, or too much has come, order between the sides is lost anyway.
            if !waits[1 - side] || waits[side] || isOver { sides.append(side) }
        }
        take(sides)
    }

    /// Takes what is held for some sides, in the order of the packets.
    private func take(_ sides: [Int]) {
        var queues: [(side: Int, pieces: ArraySlice<StreamPiece>)] = []
        for side in sides {
            queues.append((side, directions[side].held[...]))
            directions[side].held = []
        }
        while let index = queues.indices.min(by: { queues[$0].pieces.packet < queues[$1].pieces.packet }),
            let piece = queues[index].pieces.popFirst()
        {
            take(piece, from: queues[index].side)
        }
    }

    /// No more segments come. Calls that have not ended are handed out as they are.
    func finish() {
        for side in 0...1 {
            var pieces: [StreamPiece] = []
            directions[side].segments.giveUp { pieces.append($0) }
            directions[side].segments.finish { pieces.append($0) }
            directions[side].held += pieces
        }
        take([0, 1])
        if client == nil { decideByPort() }
        let open = streams.values.sorted {
            ($0.call.last.packet, $0.call.stream) < ($1.call.last.packet, $1.call.stream)
        }
        for stream in open { close(stream) }
        streams = [:]
    }

    // MARK: Frames

    private func take(_ piece: StreamPiece, from side: Int) {
        switch piece {
        case .bytes(let bytes, let mark): directions[side].frames.append(bytes, mark)
        case .gap: lose(side)
        }
        let hadLost = directions[side].frames.hasLost
        while let frame = directions[side].frames.next() { take(frame, from: side) }
        if directions[side].frames.sawPreface, client == nil { decide(side) }
        if directions[side].frames.hasLost, !hadLost, directions[side].frames.state == .searching { lose(side) }
    }

    private func lose(_ side: Int) {
        directions[side].frames.gap()
        directions[side].headers.lose()
        directions[side].block = nil
        emit(.lost, from: side)
    }

    private func take(_ frame: HTTP2Frame, from side: Int) {
        switch frame.kind {
        case HTTP2Frame.Kind.headers:
            guard let content = frame.content else { return }
            directions[side].block = (frame, Array(content))
            if frame.endsHeaders { endBlock(side, frame) }
        case HTTP2Frame.Kind.continuation:
            guard let count = directions[side].block?.bytes.count, count + frame.payload.count <= Self.blockLimit else {
                // The beginning of the block is missing, and with it what it added to the table.
                directions[side].block = nil
                directions[side].headers.lose()
                return
            }
            directions[side].block?.bytes.append(contentsOf: frame.payload)
            if frame.endsHeaders { endBlock(side, frame) }
        case HTTP2Frame.Kind.pushPromise:
            // A block like any other for the table; the streams that servers open carry no gRPC.
            guard let content = frame.content, content.count >= 4 else { return }
            _ = directions[side].headers.decode(content.dropFirst(4))
        default: emit(.frame(frame), from: side)
        }
    }

    private func endBlock(_ side: Int, _ end: HTTP2Frame) {
        guard let block = directions[side].block else { return }
        directions[side].block = nil
        let (fields, isSound) = directions[side].headers.decode(block.bytes[...])
        var frame = block.frame
        frame.first = frame.last
        frame.last = end.last
        frame.payload = []
        if client == nil {
            if fields.contains(where: { $0.name == ":method" || $0.name == ":path" }) { decide(side) }
            if fields.contains(where: { $0.name == ":status" || $0.name == "grpc-status" }) { decide(1 - side) }
        }
        emit(.headers(frame, fields, isSound: isSound), from: side)
    }

    // MARK: Sides

    private func decide(_ client: Int) {
        guard self.client == nil else { return }
        self.client = client
        let events = early
        early = []
        for (side, event) in events { handle(event, isClient: side == client) }
    }

    /// Servers have the lower port, as a rule.
    private func decideByPort() { decide(ends[0].port >= ends[1].port ? 0 : 1) }

    private func emit(_ event: Event, from side: Int) {
        guard let client else {
            early.append((side, event))
            if early.count > Self.frameLimit { decideByPort() }
            return
        }
        handle(event, isClient: side == client)
    }

    // MARK: Streams

    private func handle(_ event: Event, isClient: Bool) {
        switch event {
        case .lost:
            for stream in streams.values { stream.lose(isClient: isClient) }
        case .headers(let frame, let fields, let isSound):
            guard let stream = stream(frame, isClient: isClient) else { return }
            stream.add(headers: fields, endsStream: frame.endsStream, isClient: isClient)
            if !isSound { stream.call.isPartial = true }
            touch(stream, frame, isClient: isClient)
        case .frame(let frame):
            switch frame.kind {
            case HTTP2Frame.Kind.data:
                guard let stream = stream(frame, isClient: isClient), let content = frame.content else { return }
                if isClient {
                    stream.request.append(content, headers: stream.call.requestHeaders)
                } else {
                    stream.response.append(content, headers: stream.call.responseHeaders)
                }
                touch(stream, frame, isClient: isClient)
            case HTTP2Frame.Kind.reset:
                guard let stream = streams[frame.stream] else { return }
                let code = frame.payload.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                if stream.call.reset == nil {
                    stream.call.reset = CapturedCall.Reset(isByClient: isClient, code: HTTP2ErrorCode(rawValue: code))
                }
                touch(stream, frame, isClient: isClient)
            default: break
            }
        }
    }

    /// The stream of a frame; a new one where the frame may begin a call.
    private func stream(_ frame: HTTP2Frame, isClient: Bool) -> StreamState? {
        if let stream = streams[frame.stream] { return stream }
        guard frame.stream & 1 == 1, let client else { return nil }
        let isBeginning = isClient && frame.kind == HTTP2Frame.Kind.headers
        let stream = StreamState(client: ends[client], server: ends[1 - client], frame: frame, content: content)
        if !isBeginning {
            // Frames of streams that are closed.
            if frame.stream <= highest { return nil }
            stream.lose(isClient: isClient)
            if !isClient {
                // The request came before the capture, and has most likely ended there.
                stream.clientEnded = true
                stream.order = queue.place()
            }
        }
        highest = max(highest, frame.stream)
        if streams.count >= Self.streamLimit, let oldest = streams.values.min(by: { $0.call.stream < $1.call.stream }) {
            close(oldest)
        }
        streams[frame.stream] = stream
        return stream
    }

    private func touch(_ stream: StreamState, _ frame: HTTP2Frame, isClient: Bool) {
        let moment = CapturedCall.Moment(frame.last)
        stream.call.last = moment
        let isReset = frame.kind == HTTP2Frame.Kind.reset
        let isEnd = isReset || frame.endsStream
        if isClient, !stream.clientEnded { stream.call.requestEnd = moment }
        if !isClient, !isReset, stream.call.responseStart == nil { stream.call.responseStart = moment }
        if isClient ? isEnd : isReset {
            stream.clientEnded = true
            if stream.order == nil { stream.order = queue.place() }
        }
        if isClient ? isReset : isEnd {
            if !stream.serverEnded { stream.call.responseEnd = moment }
            stream.serverEnded = true
        }
        if stream.isClosed { close(stream) }
    }

    private func close(_ stream: StreamState) {
        streams[stream.call.stream] = nil
        guard stream.isCall else {
            if let order = stream.order { queue.drop(order) }
            return
        }
        queue.put(stream.finished(), at: stream.order ?? queue.place())
    }
}

extension ArraySlice<StreamPiece> {
    /// The packet of the next piece; 0 for a gap, which is older than what it held up, the highest number for none.
    fileprivate var packet: Int {
        switch first {
        case .bytes(_, let mark): mark.number
        case .gap: 0
        case nil: .max
        }
    }
}
