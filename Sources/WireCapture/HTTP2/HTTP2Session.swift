import GRPCWire

/// The frames of an HTTP/2 connection, and the calls in its streams.
struct HTTP2Session {
    /// Streams that may be open at once; the oldest are ended for the next ones.
    static let streamLimit = 4096
    /// Bytes that the open calls may hold together. It is looked at after each frame: a packet of 64 KiB can hold
    /// messages of a thousand times its size. Beyond it, the call that holds most gives up its messages.
    static let streamByteLimit = 24 << 20
    /// A header block may be so large, over all its frames.
    static let blockLimit = 1 << 20
    /// Frames that wait until it is known which side is the client.
    static let frameLimit = 256
    /// Ended calls that may stay for what crosses their end on its way. Not where they are to be handed out as they end.
    static let endedLimit = 64

    private struct Direction {
        var frames: FrameReader
        var headers: HeaderDecoder
        /// A header block that goes on in CONTINUATION frames.
        var block: (frame: HTTP2Frame, bytes: [UInt8])?

        init(isFromStart: Bool, _ workspace: HeaderDecoder.Workspace) {
            frames = FrameReader(isFromStart: isFromStart)
            headers = HeaderDecoder(isWhole: isFromStart, workspace)
        }
    }

    /// What waits until it is known which side is the client.
    private enum Event {
        case frame(HTTP2Frame, payload: [UInt8])
        case headers(HTTP2Frame, HeaderBlock, isSound: Bool)
        /// A frame without its content.
        case missing(HTTP2Frame)
        case lost
    }

    private let ends: [Endpoint]
    private var directions: [Direction]
    private let context: CaptureContext
    private var streams: [UInt32: OpenCall] = [:]
    /// The stream of the last frame; the next one is likely to be of the same.
    private var recent: (number: UInt32, stream: OpenCall)?
    private var streamBytes = 0
    /// Those of `streams` that have ended, in that order.
    private var ended: [(number: UInt32, stream: OpenCall, due: Int)] = []
    /// Which of `ends` is the client, once it is known.
    private var client: Int?
    private var early: [(side: Int, event: Event)] = []
    private var earlyBytes = 0
    /// Streams that were seen. One that is not in `streams` any more has ended; one that was not seen began unseen.
    private var seen = StreamNumbers()
    /// The last of either side.
    private var goAway: CapturedCall.GoAway?
    /// How the connection has ended, once it has. Frames that are late may still come.
    var cut: ConnectionCut?
    /// The last of the server, which says what it has processed.
    private var serverGoAway: CapturedCall.GoAway?

    init(ends: [Endpoint], _ context: CaptureContext, client: Int?, isFromStart: Bool) {
        self.ends = ends
        self.context = context
        self.client = client
        directions = (0...1).map { _ in Direction(isFromStart: isFromStart, context.workspace) }
    }

    // What follows is inlined: to be called, it would have the whole value copied.

    /// The packet at which the first of the calls that have ended waits no longer for what may be late.
    @inline(__always)
    var firstDue: Int? { ended.first?.due }

    /// Neither frames nor the beginning of the connection have been seen.
    @inline(__always)
    var isSearching: Bool { !directions[0].frames.hasFrames && !directions[1].frames.hasFrames }

    /// ``cut`` as a call tells it.
    private var callCut: CapturedCall.Cut? { cut.map { CapturedCall.Cut($0, client: client) } }

    /// Takes over a stream that was opened by other means.
    mutating func adopt(_ stream: OpenCall) {
        stream.state.call.carrier = .http2
        streams[stream.state.call.stream] = stream
        streamBytes += stream.state.footprint
        seen.insert(stream.state.call.stream)
    }

    /// No more frames come. Calls that have not ended are handed out as they are.
    ///
    /// - Parameter unseen: The side of which the capture has not a single packet.
    mutating func finish(unseen: Int? = nil) {
        if client == nil { decideByPort() }
        release()
        let open = streams.sorted {
            ($0.value.state.call.last.packet, $0.key) < ($1.value.state.call.last.packet, $1.key)
        }
        var omissions: CapturedCall.Omissions = []
        for side in 0...1 where side == unseen || directions[side].frames.state == .searching {
            omissions.insert(side == client ? .request : .response)
        }
        for (number, stream) in open {
            stream.state.call.omissions.formUnion(omissions)
            if stream.state.call.trailers == nil, stream.state.call.reset == nil {
                stream.state.call.goAway = serverGoAway
                if !stream.state.call.isRefused { stream.state.call.goAway = goAway }
                if unseen == nil { stream.state.call.cut = callCut }
            }
            close(stream, number)
        }
    }

    // MARK: Memory

    @inline(__always)
    var footprint: Int {
        var sum = streamBytes + earlyBytes
        for side in 0...1 {
            sum += directions[side].frames.footprint + directions[side].headers.footprint
            sum += directions[side].block?.bytes.count ?? 0
        }
        return sum
    }

    /// What a direction may go on holding when memory is short.
    private static let modestSize = 16 << 10

    /// Hands out the calls that have ended.
    mutating func release() { release(ended.count) }

    /// Hands out those that wait no longer than up to a packet.
    mutating func release(due packet: Int) { release(ended.prefix { $0.due < packet }.count) }

    mutating func shed() {
        release()
        if client == nil { decideByPort() }
        for side in 0...1 {
            let buffered = directions[side].frames.footprint + (directions[side].block?.bytes.count ?? 0)
            if buffered > Self.modestSize { lose(side) }
            if directions[side].headers.footprint > Self.modestSize { directions[side].headers.forget() }
        }
        for stream in streams.values { stream.state.call.omissions.insert(.limit) }
        finish()
    }

    /// Gives up the messages of the call that holds most; false when it holds none.
    private mutating func giveUpLargest() -> Bool {
        guard let largest = streams.values.max(by: { $0.state.footprint < $1.state.footprint }) else { return false }
        let before = largest.state.footprint
        largest.state.giveUpMessages()
        streamBytes += largest.state.footprint - before
        return largest.state.footprint < before
    }

    // MARK: Frames

    /// Takes what one side has sent next.
    mutating func take(_ bytes: Span<UInt8>, _ mark: PacketMark, from side: Int) {
        var losses = directions[side].frames.losses
        var index = 0
        while let found = directions[side].frames.next(in: bytes, from: &index, mark) {
            noteLoss(since: &losses, side)
            if found.isInBuffer {
                let payload = directions[side].frames.buffer[found.payload]
                take(found.frame, payload.span, from: side)
            } else {
                take(found.frame, bytes.extracting(found.payload), from: side)
            }
            if streamBytes > Self.streamByteLimit { release() }
            while streamBytes > Self.streamByteLimit {
                guard giveUpLargest() else {
                    shed()
                    break
                }
            }
        }
        noteLoss(since: &losses, side)
        if !context.queue.isOrdered { release() }
        if client == nil, directions[side].frames.sawPreface { decide(side) }
    }

    /// Says to those who have to know that frames were lost, before the next one is taken.
    @inline(__always)
    private mutating func noteLoss(since losses: inout Int, _ side: Int) {
        guard directions[side].frames.losses > losses else { return }
        losses = directions[side].frames.losses
        forget(side)
    }

    /// `count` bytes that one side has sent are missing.
    mutating func lose(_ count: Int, from side: Int) {
        switch directions[side].frames.gap(count) {
        case .frame(let frame): miss(frame, from: side)
        case .nothing: break
        case .unknown: lose(side)
        }
    }

    /// A part of a frame is missing, but its header says what it was.
    private mutating func miss(_ frame: HTTP2Frame, from side: Int) {
        switch frame.kind {
        case HTTP2Frame.Kind.data, HTTP2Frame.Kind.reset: emit(.missing(frame), from: side)
        case HTTP2Frame.Kind.headers, HTTP2Frame.Kind.continuation, HTTP2Frame.Kind.pushPromise:
            let first = directions[side].block?.frame ?? frame
            directions[side].block = nil
            directions[side].headers.lose()
            if first.kind == HTTP2Frame.Kind.headers { emit(.missing(first), from: side) }
        default: break
        }
    }

    private mutating func lose(_ side: Int) {
        directions[side].frames.lose()
        forget(side)
    }

    /// Gives up what rests on frames that are lost.
    private mutating func forget(_ side: Int) {
        directions[side].headers.lose()
        directions[side].block = nil
        emit(.lost, from: side)
    }

    private mutating func take(_ frame: HTTP2Frame, _ payload: Span<UInt8>, from side: Int) {
        switch frame.kind {
        case HTTP2Frame.Kind.headers:
            beginBlock(side, frame, payload, frame.content(of: payload))
        case HTTP2Frame.Kind.continuation:
            guard let count = directions[side].block?.bytes.count, count + payload.count <= Self.blockLimit else {
                // The beginning of the block is missing, and with it what it added to the table.
                directions[side].block = nil
                directions[side].headers.lose()
                return
            }
            directions[side].block?.bytes.append(copying: payload)
            guard frame.endsHeaders, let block = directions[side].block else { return }
            directions[side].block = nil
            let bytes = block.bytes[...]
            endBlock(side, block.frame, bytes.span, last: frame.last)
        case HTTP2Frame.Kind.pushPromise:
            // A block like any other for the table; the streams that servers open carry no gRPC.
            let content = frame.content(of: payload).flatMap { $0.count >= 4 ? $0.dropFirst(4) : nil }
            beginBlock(side, frame, payload, content)
        case HTTP2Frame.Kind.data, HTTP2Frame.Kind.reset, HTTP2Frame.Kind.goAway:
            if let client {
                handle(frame, payload, isClient: side == client)
            } else {
                emit(.frame(frame, payload: [UInt8](copying: payload)), from: side)
            }
        default: break
        }
    }

    /// - Parameter content: Where in the payload the block stands.
    private mutating func beginBlock(
        _ side: Int, _ frame: HTTP2Frame, _ payload: Span<UInt8>, _ content: Range<Int>?
    ) {
        guard let content else {
            // Padded beyond its end: what it adds to the table cannot be known.
            directions[side].headers.lose()
            return
        }
        let block = payload.extracting(content)
        if frame.endsHeaders {
            directions[side].block = nil
            endBlock(side, frame, block, last: frame.last)
        } else {
            directions[side].block = (frame, [UInt8](copying: block))
        }
    }

    /// - Parameters:
    ///   - frame: The one that began the block.
    ///   - last: The packet of the last byte.
    private mutating func endBlock(_ side: Int, _ frame: HTTP2Frame, _ block: Span<UInt8>, last: PacketMark) {
        let (fields, isSound) = directions[side].headers.decode(block)
        guard frame.kind != HTTP2Frame.Kind.pushPromise else { return }
        var frame = frame
        frame.first = frame.last
        frame.last = last
        if client == nil {
            if fields.has(.method) || fields.has(.path) { decide(side) }
            // Clients of gRPC end their streams with DATA.
            if fields.has(.status) || fields.has(.grpcStatus) || frame.endsStream { decide(1 - side) }
        }
        emit(.headers(frame, fields, isSound: isSound), from: side)
    }

    // MARK: Sides

    private mutating func decide(_ client: Int) {
        guard self.client == nil else { return }
        self.client = client
        let events = early
        early = []
        earlyBytes = 0
        for (side, event) in events { handle(event, isClient: side == client) }
    }

    /// Servers have the lower port, as a rule.
    private mutating func decideByPort() { decide(ends[0].port >= ends[1].port ? 0 : 1) }

    private mutating func emit(_ event: Event, from side: Int) {
        guard let client else {
            earlyBytes += Self.size(event)
            early.append((side, event))
            if early.count > Self.frameLimit { decideByPort() }
            return
        }
        handle(event, isClient: side == client)
    }

    private static func size(_ event: Event) -> Int {
        switch event {
        case .frame(_, let payload): 256 + payload.count
        case .headers(_, let fields, _): 256 + fields.size
        case .missing, .lost: 256
        }
    }

    // MARK: Streams

    private mutating func handle(_ event: Event, isClient: Bool) {
        switch event {
        case .lost:
            for stream in streams.values {
                let before = stream.state.footprint
                stream.state.lose(isClient: isClient)
                streamBytes += stream.state.footprint - before
            }
        case .missing(let frame):
            let isReset = frame.kind == HTTP2Frame.Kind.reset
            guard let stream = isReset ? streams[frame.stream] : stream(frame, isClient: isClient) else { return }
            settle(stream, stream.state.miss(frame, isClient: isClient, context.queue), frame)
        case .headers(let frame, let fields, let isSound):
            guard let stream = stream(frame, isClient: isClient) else { return }
            settle(
                stream, stream.state.take(fields, isSound: isSound, of: frame, isClient: isClient, context.queue), frame
            )
        case .frame(let frame, let payload):
            let bytes = payload[...]
            handle(frame, bytes.span, isClient: isClient)
        }
    }

    /// Takes DATA or RST_STREAM.
    private mutating func handle(_ frame: HTTP2Frame, _ payload: Span<UInt8>, isClient: Bool) {
        if frame.kind == HTTP2Frame.Kind.data {
            // Padded beyond its end: what it holds cannot be known.
            guard let content = frame.content(of: payload) else { return handle(.missing(frame), isClient: isClient) }
            guard let stream = stream(frame, isClient: isClient) else { return }
            settle(
                stream, stream.state.take(payload.extracting(content), of: frame, isClient: isClient, context.queue),
                frame)
        } else if frame.kind == HTTP2Frame.Kind.goAway {
            guard let goAway = CapturedCall.GoAway(payload, isByClient: isClient) else { return }
            self.goAway = goAway
            if !isClient { serverGoAway = goAway }
        } else if let stream = streams[frame.stream] {
            let code = HTTP2ErrorCode(rawValue: payload.word(0) ?? 0)
            // A client that has lost its connection may reset the streams that it had, into the void.
            if stream.state.call.trailers == nil, let callCut, callCut.isByClient != isClient {
                stream.state.call.cut = callCut
            }
            settle(stream, stream.state.take(reset: code, of: frame, isClient: isClient, context.queue), frame)
        }
    }

    /// The stream of a frame; a new one where the frame may begin a call.
    private mutating func stream(_ frame: HTTP2Frame, isClient: Bool) -> OpenCall? {
        let isBeginning = isClient && frame.kind == HTTP2Frame.Kind.headers
        if let recent, recent.number == frame.stream, !isBeginning { return recent.stream }
        if let stream = streams[frame.stream] {
            if isBeginning, stream.state.isClosed {
                // Another connection between the same ends, whose beginning is missing.
                release()
            } else {
                recent = (frame.stream, stream)
                return stream
            }
        }
        guard frame.stream & 1 == 1, let client else { return nil }
        // Frames of streams that are closed.
        if !isBeginning, seen.contains(frame.stream) { return nil }
        let stream = OpenCall(
            CallState(
                client: ends[client], server: ends[1 - client], stream: frame.stream,
                first: frame.kind == HTTP2Frame.Kind.headers ? frame.first : frame.last, last: frame.last,
                content: context.content))
        if !isBeginning {
            stream.state.lose(isClient: isClient, .beginning)
            if !isClient {
                // The request came before the capture, and has most likely ended there.
                stream.state.clientEnded = true
                stream.state.order = context.queue.place()
            }
        }
        seen.insert(frame.stream)
        if streams.count >= Self.streamLimit {
            release()
            // An eighth of them at a time, so that the search for them costs little.
            let oldest = streams.sorted { $0.key < $1.key }
            for (number, stream) in oldest.prefix(Self.streamLimit / 8) {
                stream.state.call.omissions.insert(.limit)
                close(stream, number)
            }
        }
        streams[frame.stream] = stream
        recent = (frame.stream, stream)
        streamBytes += stream.state.footprint
        return stream
    }

    /// Counts what a frame has done, and looks whether its call has ended. That stays for a while: a reset, an answer to a
    /// call that was cancelled, or the rest of a request that was refused may still be on its way.
    private mutating func settle(_ stream: OpenCall, _ effect: FrameEffect, _ frame: HTTP2Frame) {
        streamBytes += effect.growth
        guard let wait = effect.wait else { return }
        ended.append((frame.stream, stream, frame.last.number + wait))
        if ended.count > Self.endedLimit { release(Self.endedLimit / 2) }
    }

    /// Hands out the first of the calls that have ended.
    private mutating func release(_ count: Int) {
        for (number, stream, _) in ended.prefix(count) { close(stream, number) }
        ended.removeFirst(count)
    }

    private mutating func close(_ stream: OpenCall, _ number: UInt32) {
        streams[number] = nil
        if recent?.stream === stream { recent = nil }
        streamBytes -= stream.state.footprint
        context.queue.put(stream)
    }
}
