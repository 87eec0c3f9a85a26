import GRPCWire
import ProtobufWire

/// Makes calls of the entries in a gRPC binary log, whose calls may be mixed.
///
/// Source: https://github.com/grpc/proposal/blob/master/A16-binary-logging.md
final class BinaryLogSource: CallSource {
    /// The largest entry that is believed, in bytes: a message at the limit that holds for calls, and its headers.
    static let entryLimit = BodyReader.limits.length + HeaderDecoder.listLimit
    /// Calls that may be open at once; those that were silent longest are handed out for the next.
    static let callLimit = 4096

    private struct Key: Hashable {
        let logger: UInt64
        let callID: UInt64
    }

    private final class OpenCall {
        let stream: StreamState
        /// The number of the next entry.
        var sequence: UInt64 = 1
        init(_ stream: StreamState) { self.stream = stream }
    }

    private let queue: CallQueue
    private var framing: BinaryLogFraming?
    private var buffer: [UInt8] = []
    private var head = 0
    private var position = 0
    private var calls: [Key: OpenCall] = [:]
    private var footprint = 0
    /// Calls that were handed out lately: races may bring another entry of them.
    private var closed: Set<Key> = []
    private var closedBefore: Set<Key> = []
    private(set) var counts = CaptureCounts()

    init(queue: CallQueue) { self.queue = queue }

    func append(_ chunk: [UInt8]) throws(CaptureError) {
        buffer.removeSubrange(..<head)
        head = 0
        buffer += chunk
        if framing == nil { framing = BinaryLogFraming(buffer[...]) }
        while let framing, let (length, size) = framing.length(buffer[head...]) {
            guard length <= Self.entryLimit else {
                throw CaptureError(
                    code: .tooLarge, offset: position,
                    detail: "an entry of \(length) bytes is announced; the file is damaged here")
            }
            let end = head + size + Int(length)
            guard end <= buffer.count else { return }
            try take(buffer[(head + size)..<end])
            position += end - head
            head = end
        }
    }

    func finish() throws(CaptureError) {
        let open = calls.values.sorted { $0.stream.call.last.packet < $1.stream.call.last.packet }
        for call in open { queue.put(call.stream) }
        calls = [:]
        guard head < buffer.count else { return }
        throw CaptureError(
            code: .truncated, offset: position,
            detail: "the file ends inside an entry; its last \(buffer.count - head) bytes are left out")
    }

    private func take(_ bytes: ArraySlice<UInt8>) throws(CaptureError) {
        counts.entries += 1
        let entry: BinaryLogEntry
        do throws(WireError) {
            entry = try BinaryLogEntry(bytes)
        } catch {
            throw CaptureError(code: .malformed, offset: position, detail: "this is no entry of a log: \(error)")
        }
        let key = Key(logger: entry.logger, callID: entry.callID)
        let mark = PacketMark(number: counts.entries, time: entry.time)
        guard !closed.contains(key), !closedBefore.contains(key) else { return }
        let call = calls[key] ?? begin(key, entry, mark)
        let stream = call.stream
        let before = stream.footprint
        // A number that is left out: an entry was lost. Libraries that do not number write 0.
        if entry.sequence > call.sequence || entry.isTruncated { stream.call.isPartial = true }
        call.sequence = entry.sequence &+ 1
        stream.call.last = CapturedCall.Moment(mark)
        apply(entry, to: stream)
        footprint += stream.footprint - before
        if stream.isClosed { close(key) }
        if footprint > CallExtractor.memoryLimit { shed() }
    }

    private func begin(_ key: Key, _ entry: BinaryLogEntry, _ mark: PacketMark) -> OpenCall {
        if calls.count >= Self.callLimit {
            let silent = calls.sorted { $0.value.stream.call.last.packet < $1.value.stream.call.last.packet }
            for (key, _) in silent.prefix(Self.callLimit / 8) { close(key) }
        }
        let stream = StreamState(
            client: .unknown, server: .unknown, stream: UInt32(truncatingIfNeeded: entry.callID), first: mark,
            last: mark, isCertain: true)
        let call = OpenCall(stream)
        calls[key] = call
        footprint += stream.footprint
        return call
    }

    private func apply(_ entry: BinaryLogEntry, to stream: StreamState) {
        let moment = stream.call.last
        if let peer = entry.peer {
            // The one who logs sees the other end.
            if entry.logger == 2 { stream.call.client = peer } else { stream.call.server = peer }
        }
        switch entry.kind {
        case .clientHeader: stream.add(headers: HeaderBlock(entry.fields), endsStream: false, isClient: true)
        case .serverHeader:
            stream.call.responseStart = stream.call.responseStart ?? moment
            stream.add(headers: HeaderBlock(entry.fields), endsStream: false, isClient: false)
        case .clientMessage:
            stream.request.append(recorded: entry.message, length: entry.messageLength)
            stream.call.requestEnd = moment
        case .serverMessage:
            stream.call.responseStart = stream.call.responseStart ?? moment
            stream.response.append(recorded: entry.message, length: entry.messageLength)
        case .clientHalfClose:
            stream.call.requestEnd = moment
            stream.clientEnded = true
            if stream.order == nil { stream.order = queue.place() }
        case .serverTrailer:
            stream.call.responseStart = stream.call.responseStart ?? moment
            stream.add(headers: HeaderBlock(entry.fields), endsStream: true, isClient: false)
            stream.call.responseEnd = moment
            // It ends the call, whether the client has said its last or not.
            (stream.serverEnded, stream.clientEnded) = (true, true)
        case .cancel:
            stream.call.reset = CapturedCall.Reset(isByClient: true, code: .cancel)
            stream.call.responseEnd = moment
            (stream.serverEnded, stream.clientEnded) = (true, true)
        case nil: break
        }
    }

    private func close(_ key: Key) {
        guard let call = calls.removeValue(forKey: key) else { return }
        footprint -= call.stream.footprint
        if closed.count >= Self.callLimit {
            closedBefore = closed
            closed = []
        }
        closed.insert(key)
        queue.put(call.stream)
    }

    /// Frees a quarter of the memory: the largest calls are handed out as they are.
    private func shed() {
        for (key, call) in calls.sorted(by: { $0.value.stream.footprint > $1.value.stream.footprint }) {
            guard footprint > CallExtractor.memoryLimit / 4 * 3 else { return }
            call.stream.call.isPartial = true
            close(key)
        }
    }
}
