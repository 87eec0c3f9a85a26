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

    private final class LoggedCall {
        let stream: OpenCall
        /// The number of the next entry.
        var sequence: UInt64 = 1
        init(_ stream: OpenCall) { self.stream = stream }
    }

    private let queue: CallQueue
    private var framing: BinaryLogFraming?
    private var buffer: [UInt8] = []
    private var head = 0
    private var position = 0
    private var calls: [Key: LoggedCall] = [:]
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
        let open = calls.values.sorted { $0.stream.state.call.last.packet < $1.stream.state.call.last.packet }
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
        let before = stream.state.footprint
        // A number that is left out: an entry was lost. Libraries that do not number write 0.
        if entry.sequence > call.sequence || entry.isTruncated { stream.state.call.omissions.insert(.recorder) }
        call.sequence = entry.sequence &+ 1
        stream.state.call.last = CapturedCall.Moment(mark)
        apply(entry, to: stream)
        footprint += stream.state.footprint - before
        if stream.state.isClosed { close(key) }
        if footprint > CallExtractor.memoryLimit { shed() }
    }

    private func begin(_ key: Key, _ entry: BinaryLogEntry, _ mark: PacketMark) -> LoggedCall {
        if calls.count >= Self.callLimit {
            let silent = calls.sorted {
                $0.value.stream.state.call.last.packet < $1.value.stream.state.call.last.packet
            }
            for (key, call) in silent.prefix(Self.callLimit / 8) {
                call.stream.state.call.omissions.insert(.limit)
                close(key)
            }
        }
        let stream = OpenCall(
            CallState(
                client: .unknown, server: .unknown, stream: UInt32(truncatingIfNeeded: entry.callID), first: mark,
                last: mark, isCertain: true, carrier: .binaryLog))
        let call = LoggedCall(stream)
        calls[key] = call
        footprint += stream.state.footprint
        return call
    }

    private func apply(_ entry: BinaryLogEntry, to stream: OpenCall) {
        let moment = stream.state.call.last
        if let peer = entry.peer {
            // The one who logs sees the other end.
            if entry.logger == 2 { stream.state.call.client = peer } else { stream.state.call.server = peer }
        }
        switch entry.kind {
        case .clientHeader: stream.state.add(headers: HeaderBlock(entry.fields), endsStream: false, isClient: true)
        case .serverHeader:
            stream.state.call.responseStart = stream.state.call.responseStart ?? moment
            stream.state.add(headers: HeaderBlock(entry.fields), endsStream: false, isClient: false)
        case .clientMessage:
            stream.state.append(recorded: entry.message, length: entry.messageLength, isClient: true)
            stream.state.call.requestEnd = moment
        case .serverMessage:
            stream.state.call.responseStart = stream.state.call.responseStart ?? moment
            stream.state.append(recorded: entry.message, length: entry.messageLength, isClient: false)
        case .clientHalfClose:
            stream.state.call.requestEnd = moment
            stream.state.clientEnded = true
            if stream.state.order == nil { stream.state.order = queue.place() }
        case .serverTrailer:
            stream.state.call.responseStart = stream.state.call.responseStart ?? moment
            stream.state.add(headers: HeaderBlock(entry.fields), endsStream: true, isClient: false)
            stream.state.call.responseEnd = moment
            // It ends the call, whether the client has said its last or not.
            (stream.state.serverEnded, stream.state.clientEnded) = (true, true)
        case .cancel:
            stream.state.call.reset = CapturedCall.Reset(isByClient: true, code: .cancel)
            stream.state.call.responseEnd = moment
            (stream.state.serverEnded, stream.state.clientEnded) = (true, true)
        case nil: break
        }
    }

    private func close(_ key: Key) {
        guard let call = calls.removeValue(forKey: key) else { return }
        footprint -= call.stream.state.footprint
        if closed.count >= Self.callLimit {
            closedBefore = closed
            closed = []
        }
        closed.insert(key)
        queue.put(call.stream)
    }

    /// Frees a quarter of the memory: the largest calls are handed out as they are.
    private func shed() {
        for (key, call) in calls.sorted(by: { $0.value.stream.state.footprint > $1.value.stream.state.footprint }) {
            guard footprint > CallExtractor.memoryLimit / 4 * 3 else { return }
            call.stream.state.call.omissions.insert(.limit)
            close(key)
        }
    }
}
