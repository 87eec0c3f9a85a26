import ByteText
import GRPCWire
import HTTPWire

/// Reads the gRPC calls in a HAR file, and counts the other exchanges.
final class HARSource: CallSource {
    private let queue: CallQueue
    private var entries = HAREntries()
    private var position = 0
    /// Bodies in which a text decoder has replaced bytes.
    private var replaced = 0
    /// Calls of plain gRPC that were answered to the end, and whose status the file does not have.
    private var withoutStatus = 0
    /// Answers of grpc-web whose body, with the status in it, the file does not have.
    private var withoutBody = 0
    private(set) var counts = CaptureCounts()

    init(queue: CallQueue) { self.queue = queue }

    func append(_ chunk: [UInt8]) throws(CaptureError) {
        position += chunk.count
        entries.append(chunk) { take($0) }
    }

    func finish() throws(CaptureError) {
        queue.releaseRecorded()
        if !entries.hasList {
            throw CaptureError(
                .unknownFormat, at: 0,
                "this is JSON, but no HAR file: it has no list at log.entries; \(CaptureForm.sessionRemedy)")
        }
        if entries.dropped > 0 {
            throw CaptureError(
                .tooLarge, at: nil,
                "entries are left out that are larger than \(HAREntries.entryLimit >> 20) MiB, or hold more "
                    + "than \(HAREntries.valueLimit) values: \(entries.dropped)")
        }
        if entries.isOpen {
            throw CaptureError(.truncated, at: position, "the file ends within its entries; the last one is left out")
        }
        let losses = self.losses
        if !losses.isEmpty { throw CaptureError(.malformed, at: nil, losses.joined(separator: "; ")) }
    }

    /// What the file lacks of its calls, and how to record it.
    private var losses: [String] {
        var losses: [String] = []
        if withoutStatus > 0 {
            let calls = withoutStatus == 1 ? "1 call has" : "\(withoutStatus) calls have"
            losses.append(
                "\(calls) no status: HAR has no place for trailers, in which gRPC sends it; record flows with "
                    + "mitmdump -w")
        }
        if replaced > 0 {
            let bodies = replaced == 1 ? "a body" : "\(replaced) bodies"
            losses.append(
                "a text decoder has replaced bytes of \(bodies) by U+FFFD; what stood there is lost, so record "
                    + "with a proxy that writes base64")
        }
        if withoutBody > 0 {
            let answers = withoutBody == 1 ? "an answer" : "\(withoutBody) answers"
            losses.append(
                "the file lacks the body of \(answers), and so messages and status; export it with bodies (Playwright: "
                    + "recordHar with content: 'embed')")
        }
        return losses
    }

    private func take(_ text: [UInt8]) {
        counts.entries += 1
        guard let entry = HAREntry(text) else { return }
        let start = Arrival(packet: counts.entries, time: entry.start)
        func moment(after duration: Int64?) -> Arrival {
            Arrival(packet: start.packet, time: start.time.flatMap { time in duration.map { time &+ $0 } })
        }
        let end = moment(after: entry.duration)
        let call = CapturedCall(
            client: .unknown, server: entry.server, stream: UInt32(clamping: counts.entries), medium: .httpArchive,
            first: start, last: end)
        let response = entry.responseHeaders
        guard let open = queue.begin(recorded: call, request: entry.requestHeaders, response: response) else { return }
        // gRPC has no calls without a request, so the recorder has left out one that is not there.
        add(entry.body(isClient: true, open.state.call.requestHeaders?.contentType), to: open, isClient: true)
        open.state.call.requestEnd = moment(after: entry.requestDuration)
        if let response {
            let body = entry.body(isClient: false, response.contentType)
            if body != nil || !response.has(.grpcStatus) { add(body, to: open, isClient: false) }
            open.state.endHeaders(areJoined: true)
            open.state.call.responseStart = moment(after: entry.waitDuration)
            open.state.call.responseEnd = end
            if open.state.call.status == nil, entry.failure == nil {
                if response.contentType == .grpc { withoutStatus += 1 } else if body == nil { withoutBody += 1 }
            }
        }
        if let failure = entry.failure { open.state.call.fail(failure, recorder: "HAR", at: end) }
        queue.put(recorded: open)
    }

    private func add(_ body: HAREntry.Body?, to open: OpenCall, isClient: Bool) {
        switch body {
        case nil: open.state.lose(isClient: isClient)
        case .whole(let bytes): open.state.append(bytes.span, isClient: isClient)
        case .replaced(let message, let length):
            replaced += 1
            open.state.append(recorded: message, length: length, isClient: isClient)
            open.state.call.omissions.insert(.recorder)
            let damaged = isClient ? \CapturedCall.request : \CapturedCall.response
            open.state.call[keyPath: damaged].failure = FramingError(.replacedBytes, offset: 0)
        }
    }
}
