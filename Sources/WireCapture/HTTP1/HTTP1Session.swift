import GRPCWire

/// The requests and responses of an HTTP/1.1 connection; those of grpc-web are calls, the others are counted.
final class HTTP1Session {
    /// Requests that may wait for their responses. Clients that send more than one ahead are rare.
    private static let pipelineLimit = 256

    private final class Exchange {
        let stream: OpenCall
        let method: String
        /// It asks for HTTP/2 from the response on.
        let isUpgrade: Bool

        init(_ stream: OpenCall, method: String, isUpgrade: Bool) {
            self.stream = stream
            self.method = method
            self.isUpgrade = isUpgrade
        }
    }

    private let ends: [Endpoint]
    private let context: CaptureContext
    private var readers = [HTTP1Reader(), HTTP1Reader()]
    /// Which side sends requests, once it is known.
    private var client: Int?
    /// Requests whose responses have not ended, oldest first.
    private var exchanges: [Exchange] = []
    /// Whether the last of `exchanges` is still being sent.
    private var isRequestOpen = false
    /// The response that is being read is a 100 or the like; the real one follows.
    private var isInterim = false
    private var count: UInt32 = 0
    /// Has everything that belongs to it already.
    private var successor: HTTP2Session?

    init(ends: [Endpoint], _ context: CaptureContext) {
        self.ends = ends
        self.context = context
    }

    /// Takes what one side has sent next.
    func take(_ bytes: ArraySlice<UInt8>, _ mark: PacketMark, from side: Int) {
        readers[side].append(bytes, mark)
        drain(side)
    }

    /// `count` bytes that one side has sent are missing.
    func lose(_ count: Int, from side: Int) {
        if let event = readers[side].lose(count) { take(event, from: side) }
        drain(side)
    }

    private func drain(_ side: Int) {
        while let event = readers[side].next() { take(event, from: side) }
    }

    /// One side will send nothing more.
    func end(_ side: Int) {
        if let event = readers[side].close() { take(event, from: side) }
    }

    /// Nothing more comes. Calls that have not ended are handed out as they are.
    ///
    /// - Parameter cut: The side that has ended the connection, if one has.
    func finish(cut: ConnectionCut? = nil) {
        for exchange in exchanges {
            exchange.stream.state.call.cut = cut.map { CapturedCall.Cut($0, client: client) }
            context.queue.put(exchange.stream)
        }
        exchanges = []
    }

    /// Gives up what is held: calls that have not ended are handed out as partial.
    func shed() {
        for exchange in exchanges { exchange.stream.state.call.omissions.insert(.limit) }
        finish()
        for side in 0...1 { readers[side] = HTTP1Reader() }
    }

    /// Memory that is held, in bytes.
    var footprint: Int {
        readers[0].footprint + readers[1].footprint + exchanges.reduce(0) { $0 + $1.stream.state.footprint }
    }

    // MARK: Events

    private func take(_ event: HTTP1Reader.Event, from side: Int) {
        switch event {
        case .head(let head, let first): take(head, first, from: side)
        case .body(let bytes):
            guard let stream = open(side) else { return }
            stream.state.append(bytes.span, isClient: side == client)
            touch(stream, side)
        case .bodyLost: open(side)?.state.lose(isClient: side == client)
        case .end(let trailers): end(side, trailers)
        case .lost:
            // It is no longer known which response belongs to which request.
            for exchange in exchanges { exchange.stream.state.lose(isClient: side == client) }
            finish()
            isRequestOpen = false
        }
    }

    /// The exchange that a side is sending its part of.
    private func open(_ side: Int) -> OpenCall? {
        if side == client { return isRequestOpen ? exchanges.last?.stream : nil }
        return exchanges.first?.stream
    }

    private func touch(_ stream: OpenCall, _ side: Int) {
        let moment = CapturedCall.Moment(readers[side].mark)
        stream.state.call.last = moment
        if side == client {
            stream.state.call.requestEnd = moment
        } else {
            stream.state.call.responseStart = stream.state.call.responseStart ?? moment
            stream.state.call.responseEnd = moment
        }
    }

    private func take(_ head: HTTP1Head, _ first: PacketMark, from side: Int) {
        client = client ?? (head.status == nil ? side : 1 - side)
        guard (side == client) == (head.status == nil) else { return stop() }
        if let status = head.status { takeResponse(head, status, side, first) } else { takeRequest(head, side, first) }
    }

    private func begin(_ side: Int, _ first: PacketMark) -> OpenCall {
        let client = client ?? 0
        count &+= 1
        return OpenCall(
            CallState(
                client: ends[client], server: ends[1 - client], stream: count, first: first, last: readers[side].mark,
                content: context.content, carrier: .http1))
    }

    private func takeRequest(_ head: HTTP1Head, _ side: Int, _ first: PacketMark) {
        if exchanges.count >= Self.pipelineLimit { shed() }
        let stream = begin(side, first)
        stream.state.add(headers: head.fields, endsStream: false, isClient: true)
        let isUpgrade = CapturedCall.text("upgrade", in: head.fields)?.lowercased() == "h2c"
        exchanges.append(Exchange(stream, method: head.method ?? "", isUpgrade: isUpgrade))
        isRequestOpen = true
        touch(stream, side)
        readers[side].beginBody(head.bodyLength ?? .bytes(0))
    }

    private func takeResponse(_ head: HTTP1Head, _ status: Int, _ side: Int, _ first: PacketMark) {
        if status == 101 { return switchProtocol() }
        guard status >= 200 else {
            isInterim = true
            return readers[side].beginBody(.bytes(0))
        }
        if exchanges.isEmpty {
            // Its request came before the capture, or is lost.
            let stream = begin(side, first)
            stream.state.lose(isClient: true, .beginning)
            endRequest(stream)
            exchanges.append(Exchange(stream, method: "", isUpgrade: false))
        }
        let exchange = exchanges[0]
        exchange.stream.state.add(headers: head.fields, endsStream: false, isClient: false)
        touch(exchange.stream, side)
        if exchange.method == "CONNECT", status < 300 { return openTunnel() }
        let isEmpty = status == 204 || status == 304 || exchange.method == "HEAD"
        readers[side].beginBody(isEmpty ? .bytes(0) : head.bodyLength ?? .untilClose)
    }

    private func end(_ side: Int, _ trailers: HeaderBlock) {
        if side != client, isInterim {
            isInterim = false
            return
        }
        guard let stream = open(side) else { return }
        touch(stream, side)
        if side == client {
            isRequestOpen = false
            endRequest(stream)
        } else {
            if !trailers.isEmpty { stream.state.add(headers: trailers, endsStream: true, isClient: false) }
            stream.state.endHeaders()
            stream.state.serverEnded = true
            exchanges.removeFirst()
            if exchanges.isEmpty { isRequestOpen = false }
            context.queue.put(stream)
        }
    }

    private func endRequest(_ stream: OpenCall) {
        stream.state.clientEnded = true
        if stream.state.order == nil, !stream.state.isForeign { stream.state.order = context.queue.place() }
    }

    // MARK: Change to HTTP/2

    /// From here on both sides speak HTTP/2, and the request that asked for it is its stream 1, whichever request of the
    /// connection it was.
    ///
    /// Source: https://www.rfc-editor.org/rfc/rfc7540#section-3.2
    private func switchProtocol() {
        guard exchanges.count == 1, exchanges[0].isUpgrade else { return stop() }
        let exchange = exchanges.removeFirst()
        exchange.stream.state.call.stream = 1
        endRequest(exchange.stream)
        beginHTTP2(exchange.stream)
    }

    /// From here on a proxy passes on what both sides say: what clients of gRPC do where `http_proxy` is set. Without TLS
    /// it is HTTP/2.
    ///
    /// Source: https://www.rfc-editor.org/rfc/rfc9110#name-connect
    private func openTunnel() {
        finish()
        beginHTTP2()
    }

    /// - Parameter stream: A call that goes on in HTTP/2.
    private func beginHTTP2(_ stream: OpenCall? = nil) {
        guard let client else { return stop() }
        var session = HTTP2Session(ends: ends, context, client: client, isFromStart: true)
        if let stream { session.adopt(stream) }
        for side in 0...1 {
            readers[side].stop()
            let rest = readers[side].takeRest()
            if !rest.isEmpty { session.take(rest.span, readers[side].mark, from: side) }
        }
        successor = session
    }

    /// What the connection has changed to, once.
    func takeSuccessor() -> HTTP2Session? { successor.take() }

    /// What follows is something else, of which nothing can be read.
    private func stop() {
        finish()
        for side in 0...1 { readers[side].stop() }
    }
}
