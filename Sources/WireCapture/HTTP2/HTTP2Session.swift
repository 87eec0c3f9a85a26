import ByteText
import GRPCWire
import HTTPWire
import PacketWire

/// An HTTP/2 connection: finds out which side is the client, and makes calls of the streams.
struct HTTP2Session {
    /// Streams that may be open at once; the oldest are ended for the next ones.
    static let streamLimit = 4096
    /// Bytes that the open calls may hold together, checked after each frame: a packet of 64 KiB can hold messages of a
    /// thousand times its size. Beyond the limit, the call that holds most gives up its messages.
    static let streamByteLimit = 24 << 20
    /// Events that wait until it is known which side is the client.
    static let eventLimit = 256
    /// Calls that have ended and may stay for frames that cross the end on their way, where calls are put in order.
    static let endedLimit = 64
    /// Closed streams that are remembered: late frames of these begin no call.
    static let closedLimit = 1024

    private let ends: [Endpoint]
    private var receivers: [HTTP2Receiver]
    private let context: CaptureContext
    private var streams = OpenStreams()
    /// The call of the last frame; the next frame is likely to be of the same.
    private var recent: OpenCall?
    private var streamBytes = 0
    /// The calls among `streams` that have ended, in that order, and the packets up to which they wait for late frames.
    private var ended: [(call: OpenCall, due: Int)] = []
    /// The last streams that were closed. Where as many as may are remembered, the next one takes the place of the oldest.
    private var closed: [UInt32] = []
    private var oldestClosed = 0
    /// The index in `ends` of the client, once it is known.
    private var client: Int?
    /// The events that wait until it is known which side is the client, with copies of the payloads of frames.
    private var early: [(side: Int, event: HTTP2Receiver.Event, payload: [UInt8])] = []
    private var earlyBytes = 0
    /// The last GOAWAY of either side.
    private var goAway: CapturedCall.GoAway?
    /// The last GOAWAY of the server, which says what the server has processed.
    private var serverGoAway: CapturedCall.GoAway?
    /// The end of the connection, once it has ended. Frames that are late may still come.
    var cut: ConnectionCut?

    init(ends: [Endpoint], _ context: CaptureContext, client: Int?, isFromStart: Bool) {
        self.ends = ends
        self.context = context
        self.client = client
        receivers = (0...1).map { _ in HTTP2Receiver(isFromStart: isFromStart, workspace: context.workspace) }
    }

    // These are inlined: a call would copy the whole value.

    /// The packet at which the first of the calls that have ended no longer waits for late frames.
    @inline(__always)
    var firstDue: Int? { ended.first?.due }

    /// Neither frames nor the beginning of the connection have been seen.
    @inline(__always)
    var isSearching: Bool {
        !receivers[0].hasFrames && !receivers[1].hasFrames && !receivers[0].sawPreface && !receivers[1].sawPreface
    }

    private var callCut: CapturedCall.Cut? { cut?.ofCall(client: client) }

    /// Says that no more frames come. Calls that have not ended are handed out as they are.
    ///
    /// - Parameters:
    ///   - unseen: The side of which the capture has not a single packet.
    ///   - end: The last packet of the connection, if no side has ended the connection.
    mutating func finish(unseen: Int? = nil, at end: Arrival? = nil) {
        if client == nil { decideByPort() }
        let failure = failure
        if let failure { context.queue.failures[failure, default: 0] += 1 }
        release()
        let open = streams.calls.sorted {
            ($0.state.call.last.packet, $0.stream) < ($1.state.call.last.packet, $1.stream)
        }
        var omissions: CapturedCall.Omissions = []
        for side in 0...1 where side == unseen || failure == nil && receivers[side].isSearching {
            omissions.insert(side == client ? .request : .response)
        }
        for call in open {
            call.state.call.omissions.formUnion(omissions)
            if call.state.call.trailers == nil, call.state.call.reset == nil {
                call.state.call.connectionEnd = end
                call.state.call.goAway = serverGoAway
                if !call.state.call.isRefused { call.state.call.goAway = goAway }
                if unseen == nil { call.state.call.cut = callCut }
            }
            close(call)
        }
    }

    /// How the server refused the connection at its start; `nil` where it did not, or nobody knows.
    private var failure: EncryptedConnections.Failure? {
        guard let client, receivers[client].sawPreface, !receivers[1 - client].hasFrames else { return nil }
        let answer = receivers[1 - client].frames.buffer
        if HTTP1Head.isBeginning(answer.span) == true { return .http1Server }
        // A side that searches has sent bytes that are missing, or of another protocol.
        let isSilent = answer.isEmpty && !receivers[1 - client].isSearching
        let isOver = isSilent ? cut?.side == 1 - client : TLSRecordHeader(answer.span)?.type == .alert
        return isOver ? .plainClient : nil
    }

    /// Takes the request by which a client has asked for HTTP/2 over HTTP/1.1. The answer comes on stream 1.
    mutating func adopt(_ call: OpenCall) {
        call.state.call.medium = .http2
        (call.state.hasWholeRequest, call.state.call.isRequestEnded) = (true, true)
        streamBytes += call.state.footprint
        streams[call.stream] = call
    }

    // MARK: Memory

    @inline(__always)
    var footprint: Int { streamBytes + earlyBytes + receivers[0].footprint + receivers[1].footprint }

    /// Hands out the calls that have ended.
    mutating func release() { release(ended.count) }

    /// Hands out the ended calls that wait up to an earlier packet.
    mutating func release(due packet: Int) { release(ended.prefix { $0.due < packet }.count) }

    mutating func shed() {
        release()
        if client == nil { decideByPort() }
        for side in 0...1 {
            if let event = receivers[side].shed() { take(event, from: side) }
        }
        for call in streams.calls { call.state.call.omissions.insert(.limit) }
        finish()
    }

    /// Keeps the messages of open calls within their limit.
    @inline(__always)
    private mutating func limitMemory() {
        if streamBytes > Self.streamByteLimit { release() }
        while streamBytes > Self.streamByteLimit {
            guard giveUpLargest() else { return shed() }
        }
    }

    /// Gives up the messages of the call that holds most; `false` when no call holds any.
    private mutating func giveUpLargest() -> Bool {
        guard let largest = streams.calls.max(by: { $0.state.footprint < $1.state.footprint }) else { return false }
        let before = largest.state.footprint
        largest.state.giveUpMessages()
        streamBytes += largest.state.footprint - before
        return largest.state.footprint < before
    }

    // MARK: Events

    mutating func take(_ bytes: Span<UInt8>, _ arrival: Arrival, from side: Int) {
        context.workspace.addBytes(bytes.count)
        var index = 0
        while let event = receivers[side].next(in: bytes, from: &index, at: arrival) {
            switch event {
            case .payload(_, let range, isInBuffer: true):
                let payload = receivers[side].frames.buffer[range]
                take(event, payload.span, from: side)
            case .payload(_, let range, isInBuffer: false): take(event, bytes.extracting(range), from: side)
            case .headers, .missing, .lost: take(event, from: side)
            }
            limitMemory()
        }
        if !context.queue.isOrdered { release() }
        guard client == nil || !receivers[1 - side].hasFrames else { return }
        let sawPreface = receivers[side].sawPreface
        if sawPreface { decide(client: side) }
        if sawPreface || receivers[side].hasFrames { receivers[1 - side].expectFrames(afterPreface: sawPreface) }
    }

    mutating func lose(_ count: Int, from side: Int) {
        if let event = receivers[side].lose(count) { take(event, from: side) }
    }

    /// Handles an event, or keeps it until it is known which side is the client.
    ///
    /// - Parameter payload: The payload of DATA, RST_STREAM or GOAWAY; empty for other events.
    private mutating func take(_ event: HTTP2Receiver.Event, _ payload: Span<UInt8> = Span(), from side: Int) {
        if client == nil, case .headers(let frame, let headers, _) = event {
            if headers.has(.method) || headers.has(.path) { decide(client: side) }
            // Clients of gRPC end their streams with DATA.
            if headers.has(.status) || headers.has(.grpcStatus) || frame.header.endsStream { decide(client: 1 - side) }
        }
        guard let client else {
            earlyBytes += 256 + payload.count
            if case .headers(_, let headers, _) = event { earlyBytes += headers.size }
            early.append((side, event, [UInt8](copying: payload)))
            if early.count > Self.eventLimit { decideByPort() }
            return
        }
        handle(event, payload, isClient: side == client)
    }

    private mutating func decide(client: Int) {
        guard self.client == nil else { return }
        self.client = client
        let events = early
        early = []
        earlyBytes = 0
        for (side, event, payload) in events {
            handle(event, payload.span, isClient: side == client)
        }
    }

    /// Servers have the lower port, as a rule.
    private mutating func decideByPort() { decide(client: ends[0].port >= ends[1].port ? 0 : 1) }

    private mutating func handle(_ event: HTTP2Receiver.Event, _ payload: Span<UInt8>, isClient: Bool) {
        switch event {
        case .payload(let frame, _, _): handle(frame, payload, isClient: isClient)
        case .headers(let frame, let headers, let isSound):
            guard let call = call(of: frame, isClient: isClient) else { return }
            add(frame, to: call, isClient: isClient) { state in
                state.add(headers: headers, endsStream: frame.header.endsStream, isClient: isClient)
                guard !isSound else { return }
                state.call.omissions.insert(.headers)
                if isClient { state.hasUnsoundRequest = true }
            }
        case .missing(let frame):
            let isReset = frame.header.type == .resetStream
            guard let call = isReset ? streams[frame.stream] : call(of: frame, isClient: isClient) else { return }
            add(frame, to: call, isClient: isClient) { state in
                if frame.header.type == .data { state.lose(isClient: isClient) }
                state.call.omissions.insert(isClient ? .request : .response)
            }
        case .lost:
            for call in streams.calls {
                let before = call.state.footprint
                call.state.lose(isClient: isClient)
                streamBytes += call.state.footprint - before
            }
        }
    }

    /// Handles DATA, RST_STREAM or GOAWAY.
    private mutating func handle(_ frame: HTTP2Frame, _ payload: Span<UInt8>, isClient: Bool) {
        switch frame.header.type {
        case .data:
            // Padded beyond its end: the content cannot be known.
            guard let content = frame.header.content(of: payload) else {
                return handle(.missing(frame), payload, isClient: isClient)
            }
            guard let call = call(of: frame, isClient: isClient) else { return }
            let data = payload.extracting(content)
            add(frame, to: call, isClient: isClient) { $0.append(data, isFrame: true, isClient: isClient) }
        case .goAway:
            guard let goAway = CapturedCall.GoAway(payload, isByClient: isClient) else { return }
            self.goAway = goAway
            if !isClient { serverGoAway = goAway }
        default:
            guard let call = streams[frame.stream] else { return }
            let code = HTTP2ErrorCode(rawValue: payload.uint32(at: 0) ?? 0)
            // A client that has lost its connection may reset the streams that it had, although nobody receives that.
            if call.state.call.trailers == nil, let callCut, callCut.isByClient != isClient {
                call.state.call.cut = callCut
            }
            // grpc-core ends the streams of a connection that the server gives up with the code of the GOAWAY.
            if isClient, call.state.call.trailers == nil, call.state.call.reset == nil, let serverGoAway,
                serverGoAway.code == code
            {
                call.state.call.goAway = serverGoAway
            }
            add(frame, to: call, isClient: isClient) { state in
                state.call.reset = state.call.reset ?? CapturedCall.Reset(isByClient: isClient, code: code)
            }
        }
    }

    // MARK: Streams

    /// The call of a frame's stream; a new one where the frame may begin a call.
    private mutating func call(of frame: HTTP2Frame, isClient: Bool) -> OpenCall? {
        let isHeaders = if case .headers = frame.header.type { true } else { false }
        let isBeginning = isClient && isHeaders
        if let recent, recent.stream == frame.stream, !isBeginning { return recent }
        if let call = streams[frame.stream] {
            if isBeginning, call.state.isClosed {
                // Another connection between the same ends, whose beginning is missing.
                release()
            } else {
                recent = call
                return call
            }
        }
        guard frame.stream & 1 == 1, let client else { return nil }
        if !isBeginning, closed.contains(frame.stream) { return nil }
        let call = OpenCall(
            CapturedCall(
                file: context.queue.file, client: ends[client], server: ends[1 - client], stream: frame.stream,
                medium: .http2, first: isHeaders ? frame.first : frame.last, last: frame.last),
            content: context.queue.content)
        if !isBeginning {
            call.state.lose(isClient: isClient, .beginning)
            if !isClient {
                // The request came before the capture, and has most likely ended there.
                call.state.clientEnded = true
                call.state.order = context.queue.place()
            }
        }
        if streams.calls.count >= Self.streamLimit { closeOldest() }
        streamBytes += call.state.footprint
        streams[frame.stream] = call
        recent = call
        return call
    }

    /// Makes room for new streams: for an eighth of the limit, so that the search for the oldest costs little.
    private mutating func closeOldest() {
        release()
        for call in streams.calls.prefix(Self.streamLimit / 8) {
            call.state.call.omissions.insert(.limit)
            close(call)
        }
    }

    /// Takes a frame of a call, whose content `take` takes. A call that has ended stays for a while: a reset, an answer to a call
    /// that was cancelled, or the rest of a request that was refused may still be on its way.
    @inline(__always)
    private mutating func add(
        _ frame: HTTP2Frame, to call: OpenCall, isClient: Bool, _ take: (inout CallState) -> Void
    ) {
        let (growth, endsCall) = call.state.take(frame, isClient: isClient, queue: context.queue, take)
        streamBytes += growth
        guard endsCall else { return }
        ended.append((call, context.due(behind: frame.last.packet)))
        if ended.count > Self.endedLimit { release(Self.endedLimit / 2) }
    }

    /// Hands out the first of the calls that have ended.
    private mutating func release(_ count: Int) {
        for ended in ended.prefix(count) { close(ended.call) }
        ended.removeFirst(count)
    }

    private mutating func close(_ call: OpenCall) {
        let number = call.stream
        streams[number] = nil
        if recent === call { recent = nil }
        streamBytes -= call.state.footprint
        // The answer came to a client that had left, and refused it with RST.
        if let cut, cut.side == client, call.state.call.reset == nil, let end = call.state.call.responseEnd,
            end.packet > cut.lastRead
        {
            (call.state.call.isLate, call.state.call.cut) = (true, callCut)
        }
        if closed.count < Self.closedLimit {
            closed.append(number)
        } else {
            closed[oldestClosed] = number
            oldestClosed = (oldestClosed + 1) % Self.closedLimit
        }
        context.queue.put(call)
    }
}
