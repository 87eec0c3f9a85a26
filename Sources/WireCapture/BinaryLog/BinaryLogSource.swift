import GRPCWire
import HTTPWire
import ProtobufWire

/// Reads the calls in a gRPC binary log, whose entries may be mixed.
///
/// Source: https://github.com/grpc/proposal/blob/master/A16-binary-logging.md
final class BinaryLogSource: CallSource {
    /// The largest entry that is read, in bytes: a message at the limit for calls, and headers.
    static let entryLimit = BodyReader.limits.length + HPACKDecoder.listLimit
    /// Calls that may be open at once; the ones that were silent longest are handed out for the next.
    static let callLimit = 4096

    private struct Key: Hashable {
        let logger: UInt64
        let callID: UInt64
    }

    private let queue: CallQueue
    private var framing: BinaryLogFraming?
    private var buffer: ArraySlice<UInt8> = []
    private var position = 0
    /// The calls that are open, with the number of the next entry of each.
    private var calls: [Key: (open: OpenCall, sequence: UInt64)] = [:]
    private var footprint = 0
    /// The calls that were cancelled, and the entry up to which their trailers are waited for: where the server answers CANCELLED,
    /// a client of gRPC for Go logs a cancel before them.
    private var cancelled: [(key: Key, due: Int)] = []
    private(set) var counts = CaptureCounts()

    init(queue: CallQueue) { self.queue = queue }

    func append(_ chunk: [UInt8]) throws(CaptureError) {
        buffer += chunk
        if framing == nil { framing = BinaryLogFraming(buffer) }
        while let framing, let (length, size) = framing.length(buffer) {
            guard length <= Self.entryLimit else {
                throw CaptureError(
                    .tooLarge, at: position, "an entry of \(length) bytes is announced; the file is damaged here")
            }
            let entry = buffer.dropFirst(size).prefix(Int(length))
            guard entry.count == length else { return }
            try take(entry)
            position += size + entry.count
            buffer = buffer[entry.endIndex...]
        }
    }

    func finish() throws(CaptureError) {
        let open = calls.values.sorted { $0.open.state.call.last.packet < $1.open.state.call.last.packet }
        for call in open { queue.put(call.open) }
        calls = [:]
        guard !buffer.isEmpty else { return }
        throw CaptureError(
            .truncated, at: position, "the file ends inside an entry; its last \(buffer.count) bytes are left out")
    }

    private func take(_ bytes: ArraySlice<UInt8>) throws(CaptureError) {
        counts.entries += 1
        if let first = cancelled.first, first.due < counts.entries { close(cancelled.removeFirst().key) }
        let entry: BinaryLogEntry
        do throws(WireError) {
            entry = try BinaryLogEntry(bytes)
        } catch {
            throw CaptureError(.malformed, at: position, "this is no entry of a log: \(error)")
        }
        let key = Key(logger: entry.logger, callID: entry.callID)
        let arrival = Arrival(packet: counts.entries, time: entry.time)
        let (open, sequence) = calls[key] ?? (begin(entry, at: arrival), 1)
        let before = open.state.footprint
        // A missing number: an entry was lost. Libraries that do not number their entries write 0.
        if entry.sequence > sequence || entry.isTruncated { open.state.call.omissions.insert(.recorder) }
        calls[key] = (open, entry.sequence &+ 1)
        open.state.call.last = arrival
        apply(entry, to: open)
        if entry.kind == .cancel { cancelled.append((key, counts.entries + 256)) }
        footprint += open.state.footprint - before
        if open.state.isClosed { close(key) }
        if footprint > CallExtractor.memoryLimit { shed() }
    }

    private func begin(_ entry: BinaryLogEntry, at arrival: Arrival) -> OpenCall {
        if calls.count >= Self.callLimit {
            let silent = calls.sorted {
                $0.value.open.state.call.last.packet < $1.value.open.state.call.last.packet
            }
            for (key, call) in silent.prefix(Self.callLimit / 8) {
                call.open.state.call.omissions.insert(.limit)
                close(key)
            }
        }
        let open = OpenCall(
            CapturedCall(
                client: .unknown, server: .unknown, stream: UInt32(truncatingIfNeeded: entry.callID),
                medium: .binaryLog, first: arrival, last: arrival), isCertain: true)
        footprint += open.state.footprint
        return open
    }

    private func apply(_ entry: BinaryLogEntry, to open: OpenCall) {
        let moment = open.state.call.last
        if let peer = entry.peer {
            // The peer is the other side than that which has written the log.
            if entry.logger == 2 { open.state.call.client = peer } else { open.state.call.server = peer }
        }
        let isServer = [.serverHeader, .serverMessage, .serverTrailer].contains(entry.kind)
        if isServer { open.state.call.responseStart = open.state.call.responseStart ?? moment }
        switch entry.kind {
        case .clientHeader, .serverHeader:
            open.state.add(headers: HeaderBlock(entry.fields), endsStream: false, isClient: !isServer)
        case .clientMessage, .serverMessage:
            open.state.append(recorded: entry.message, length: entry.messageLength, isClient: !isServer)
            if !isServer { open.state.call.requestEnd = moment }
        case .clientHalfClose:
            open.state.call.requestEnd = moment
            open.state.clientEnded = true
            if open.state.order == nil { open.state.order = queue.place() }
        case .serverTrailer, .cancel:
            if isServer {
                open.state.add(headers: HeaderBlock(entry.fields), endsStream: true, isClient: false)
                // What a client logs it has received.
                if entry.logger == 1 { open.state.call.isLate = false }
            } else {
                open.state.call.reset = CapturedCall.Reset(isByClient: true, code: .cancel)
            }
            open.state.call.responseEnd = moment
            // Trailers end the call, whether the client has ended its request or not.
            (open.state.serverEnded, open.state.clientEnded) = (isServer, true)
        case nil: break
        }
    }

    private func close(_ key: Key) {
        guard let call = calls.removeValue(forKey: key) else { return }
        footprint -= call.open.state.footprint
        queue.put(call.open)
    }

    /// Frees a quarter of the memory: the largest calls are handed out as they are.
    private func shed() {
        for (key, call) in calls.sorted(by: { $0.value.open.state.footprint > $1.value.open.state.footprint }) {
            guard footprint > CallExtractor.memoryLimit / 4 * 3 else { return }
            call.open.state.call.omissions.insert(.limit)
            close(key)
        }
    }
}
