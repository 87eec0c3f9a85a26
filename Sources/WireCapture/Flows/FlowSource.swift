import HTTPWire

/// Reads the gRPC calls in a flow file of mitmproxy (`mitmdump -w`), and counts the other exchanges.
final class FlowSource: CallSource {
    /// The largest flow that is read, in bytes: two messages at the limit for calls, and what stands around them.
    static let flowLimit = 40 << 20

    private let queue: CallQueue
    private var buffer: ArraySlice<UInt8> = []
    private var position = 0
    /// Bytes to come of a flow that is too large.
    private var skipped = 0
    private var dropped = 0
    private(set) var counts = CaptureCounts()

    init(queue: CallQueue) { self.queue = queue }

    func append(_ chunk: [UInt8]) throws(CaptureError) {
        let passed = min(skipped, chunk.count)
        (skipped, position) = (skipped - passed, position + passed)
        buffer += chunk[passed...]
        while !buffer.isEmpty {
            guard let (length, digits) = TNetstring.length(buffer) else {
                guard buffer.count > TNetstring.lengthDigits else { return }
                throw CaptureError(.malformed, at: position, "no flow begins here; the file is damaged")
            }
            let size = digits + 1 + length + 1
            if size > Self.flowLimit {
                dropped += 1
                skipped = max(0, size - buffer.count)
            } else {
                guard size <= buffer.count else { return }
                if let flow = TNetstring(buffer.prefix(size)) { take(flow) }
            }
            position += min(size, buffer.count)
            buffer = buffer.dropFirst(size)
        }
    }

    func finish() throws(CaptureError) {
        queue.releaseRecorded()
        if dropped > 0 {
            throw CaptureError(
                .tooLarge, at: nil, "flows are left out that are larger than \(Self.flowLimit >> 20) MiB: \(dropped)")
        }
        guard !buffer.isEmpty || skipped > 0 else { return }
        throw CaptureError(
            .truncated, at: position, "the file ends inside a flow; its last \(buffer.count) bytes are left out")
    }

    private func take(_ value: TNetstring) {
        counts.entries += 1
        guard let flow = MitmproxyFlow(value) else { return }
        let (sent, received) = (flow.sent, flow.received)
        func moment(_ time: Int64?) -> Arrival { Arrival(packet: counts.entries, time: time) }
        let last = flow.error?.time ?? received?.end ?? received?.start ?? sent.end ?? sent.start
        let call = CapturedCall(
            client: flow.client, server: flow.server, stream: UInt32(clamping: counts.entries),
            medium: .mitmproxyFlow, first: moment(sent.start), last: moment(last))
        guard let open = queue.begin(recorded: call, request: sent.headers, response: received?.headers) else { return }
        add(sent, to: open, isClient: true)
        open.state.call.requestEnd = sent.end.map { moment($0) }
        if let received {
            add(received, to: open, isClient: false)
            open.state.call.responseStart = moment(received.start)
            open.state.call.responseEnd = received.end.map { moment($0) }
            if received.trailers == nil { open.state.endHeaders() }
        }
        if let error = flow.error { open.state.call.fail(error.text, recorder: "mitmproxy", at: moment(error.time)) }
        queue.put(recorded: open)
    }

    private func add(_ message: MitmproxyFlow.Message, to open: OpenCall, isClient: Bool) {
        if let content = message.content {
            open.state.append(content.span, isClient: isClient)
        } else {
            // Streamed on without being kept: see mitmproxy's options stream_large_bodies and store_streamed_bodies.
            open.state.lose(isClient: isClient, .recorder)
        }
        if !isClient, let trailers = message.trailers {
            open.state.add(headers: trailers, endsStream: true, isClient: false)
        }
        guard message.end != nil else { return }
        if isClient { open.state.clientEnded = true } else { open.state.serverEnded = true }
    }
}
