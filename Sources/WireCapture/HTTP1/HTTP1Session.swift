import ByteText
import HTTPWire

/// An HTTP/1.1 connection: makes calls of the grpc-web exchanges, and counts the other exchanges.
final class HTTP1Session {
    /// Requests that may wait for their responses. Clients that send more than one ahead are rare.
    private static let pipelineLimit = 256

    private let ends: [Endpoint]
    private let context: CaptureContext
    private var readers = [HTTP1Reader(), HTTP1Reader()]
    /// The side that sends requests, once it is known.
    private var client: Int?
    /// The calls whose responses have not ended, oldest first.
    private var calls: [OpenCall] = []
    /// Requests behind the last bytes of the server, missing ones included: more than one, where the client does not wait for
    /// responses.
    private var requestsAhead = 0
    /// Whether the last of `calls` is still being sent.
    private var isRequestOpen = false
    /// The current response is a 100 or the like; the final one follows.
    private var isInterim = false
    private var count: UInt32 = 0
    /// The tunnel that a request has opened, if any. No HTTP/1.1 follows.
    private(set) var tunnel: Tunnel?

    /// Another protocol that follows the last HTTP/1.1 message: with a server behind a proxy, or HTTP/2 with the same server.
    struct Tunnel {
        let client: Int?
        /// The call that goes on as HTTP/2.
        let upgraded: OpenCall?
        /// The bytes that have come already.
        let pieces: [(side: Int, piece: StreamPiece)]
    }

    init(ends: [Endpoint], _ context: CaptureContext) {
        self.ends = ends
        self.context = context
    }

    func take(_ bytes: ArraySlice<UInt8>, _ arrival: Arrival, from side: Int) {
        readers[side].append(bytes, at: arrival)
        drain(side)
    }

    func lose(_ count: Int, from side: Int) {
        if let event = readers[side].lose(count) { take(event, from: side) }
        drain(side)
    }

    private func drain(_ side: Int) {
        while let event = readers[side].next() { take(event, from: side) }
        if side != client { requestsAhead = 0 }
    }

    /// Says that one side will send nothing more.
    func end(_ side: Int) {
        if let event = readers[side].close() { take(event, from: side) }
    }

    /// Says that nothing more comes. Calls that have not ended are handed out as they are.
    ///
    /// - Parameters:
    ///   - cut: How a side has ended the connection, if one has.
    ///   - end: The last packet of the connection, if no side has.
    func finish(cut: ConnectionCut? = nil, at end: Arrival? = nil) {
        for call in calls {
            if let client, readers[1 - client].isLost { call.state.lose(isClient: false) }
            (call.state.call.cut, call.state.call.connectionEnd) = (cut?.ofCall(client: client), end)
            context.queue.put(call)
        }
        calls = []
    }

    /// The server has begun with the settings of HTTP/2, which are no answer to HTTP/1.
    var isAnsweredInHTTP2: Bool {
        guard let client else { return false }
        let answer = readers[1 - client].unread
        guard answer.count >= HTTP2FrameHeader.size else { return false }
        let header = HTTP2FrameHeader(answer.span, at: 0)
        return header.type == .settings && header.isPossible
    }

    /// Gives up what is held: calls that have not ended are handed out as partial.
    func shed() {
        for call in calls { call.state.call.omissions.insert(.limit) }
        finish()
        for side in 0...1 { readers[side] = HTTP1Reader() }
    }

    var footprint: Int {
        readers[0].footprint + readers[1].footprint + calls.reduce(0) { $0 + $1.state.footprint }
    }

    // MARK: Events

    private func take(_ event: HTTP1Reader.Event, from side: Int) {
        switch event {
        case .head(let head, let first): take(head, first, from: side)
        case .body(let bytes):
            guard let call = call(sending: side) else { return }
            call.state.append(bytes.span, isClient: side == client)
            touch(call, side)
        case .bodyLost: call(sending: side)?.state.lose(isClient: side == client)
        case .end(let trailers): end(side, trailers)
        case .lost:
            if side == client {
                for call in calls { call.state.lose(isClient: true) }
                requestsAhead += 1
            }
            // The response to a last request that followed bytes of the server may still come. Of others, nobody knows any longer
            // which response belongs to which.
            let isWaiting = side != client && requestsAhead <= 1 && (calls.count == 1 || requestsAhead == 1)
            let waiting = isWaiting && calls.last?.state.call.responseHeaders == nil ? calls.popLast() : nil
            finish()
            if let waiting { calls = [waiting] } else { isRequestOpen = false }
        }
    }

    private func call(sending side: Int) -> OpenCall? {
        if side == client { return isRequestOpen ? calls.last : nil }
        return calls.first
    }

    private func touch(_ call: OpenCall, _ side: Int) {
        let arrival = readers[side].arrival
        call.state.call.last = arrival
        if side == client {
            call.state.call.requestEnd = arrival
        } else {
            call.state.call.responseStart = call.state.call.responseStart ?? arrival
            call.state.call.responseEnd = arrival
        }
    }

    private func take(_ head: HTTP1Head, _ first: Arrival, from side: Int) {
        client = client ?? (head.status == nil ? side : 1 - side)
        guard (side == client) == (head.status == nil) else { return stop() }
        if let status = head.status {
            takeResponse(head, status: status, first, from: side)
        } else {
            takeRequest(head, first, from: side)
        }
    }

    private func begin(_ first: Arrival, from side: Int, client: Int) -> OpenCall {
        count &+= 1
        return OpenCall(
            CapturedCall(
                file: context.queue.file, client: ends[client], server: ends[1 - client], stream: count,
                medium: .http1, first: first, last: readers[side].arrival), content: context.queue.content)
    }

    private func takeRequest(_ head: HTTP1Head, _ first: Arrival, from side: Int) {
        if calls.count >= Self.pipelineLimit { shed() }
        // The client has waited for a response, which is among the missing bytes.
        if requestsAhead == 0, readers[1 - side].isLost { finish() }
        requestsAhead += 1
        let call = begin(first, from: side, client: side)
        call.state.add(headers: head.headers, endsStream: false, isClient: true)
        calls.append(call)
        isRequestOpen = true
        touch(call, side)
        readers[side].beginBody(head.bodyLength)
    }

    private func takeResponse(_ head: HTTP1Head, status: Int, _ first: Arrival, from side: Int) {
        if status == 101 { return switchProtocols(head) }
        guard status >= 200 else {
            isInterim = true
            return readers[side].beginBody(.bytes(0))
        }
        if calls.isEmpty {
            // Its request came before the capture, or is lost.
            let call = begin(first, from: side, client: 1 - side)
            call.state.lose(isClient: true, .beginning)
            endRequest(call)
            calls.append(call)
        }
        let call = calls[0]
        call.state.add(headers: head.headers, endsStream: false, isClient: false)
        touch(call, side)
        let method = call.state.call.requestHeaders?.text(.method)
        if method == "CONNECT", status < 300 { return openTunnel() }
        let isEmpty = status == 204 || status == 304 || method == "HEAD"
        readers[side].beginBody(isEmpty ? .bytes(0) : head.bodyLength)
    }

    private func end(_ side: Int, _ trailers: HeaderBlock) {
        if side != client, isInterim {
            isInterim = false
            return
        }
        guard let call = call(sending: side) else { return }
        touch(call, side)
        if side == client {
            isRequestOpen = false
            endRequest(call)
        } else {
            if !trailers.isEmpty { call.state.add(headers: trailers, endsStream: true, isClient: false) }
            call.state.endHeaders()
            call.state.serverEnded = true
            calls.removeFirst()
            if calls.isEmpty { isRequestOpen = false }
            context.queue.put(call)
        }
    }

    private func endRequest(_ call: OpenCall) {
        call.state.clientEnded = true
        if call.state.order == nil, !call.state.isOtherHTTP { call.state.order = context.queue.place() }
    }

    // MARK: Tunnels

    /// Goes on behind a CONNECT to a proxy, which passes on what both sides say: what clients of gRPC do where
    /// `http_proxy` is set. That is TLS, or HTTP/2.
    ///
    /// Source: https://www.rfc-editor.org/rfc/rfc9110#name-connect
    private func openTunnel(upgraded: OpenCall? = nil) {
        finish()
        let pieces = (0...1).map { side -> (side: Int, piece: StreamPiece) in
            readers[side].stop()
            return (side, .bytes(readers[side].unread, readers[side].arrival))
        }
        tunnel = Tunnel(client: client, upgraded: upgraded, pieces: pieces)
    }

    /// Goes on behind a 101, if the protocol that follows is HTTP/2: the request is that of stream 1 then. As a rule,
    /// WebSocket follows.
    ///
    /// Source: https://www.rfc-editor.org/rfc/rfc7540#section-3.2
    private func switchProtocols(_ head: HTTP1Head) {
        let isHTTP2 = head.headers.text(HeaderName("upgrade"))?.lowercased() == "h2c"
        if isHTTP2, !isRequestOpen, calls.first?.stream == 1 { return openTunnel(upgraded: calls.removeFirst()) }
        for call in calls { call.state.lose(isClient: false) }
        if isHTTP2 { openTunnel() } else { stop() }
    }

    /// Stops reading: the bytes that follow are of another protocol.
    private func stop() {
        finish()
        for side in 0...1 { readers[side].stop() }
    }
}
