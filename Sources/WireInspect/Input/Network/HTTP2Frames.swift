import ConsoleText

/// HTTP/2 frames one behind the other, as packets and followed streams hold them, and the data in them.
///
/// Both directions of a connection may stand in it, in the order in which they came or one behind the other. Headers tell
/// who sent the data that follows.
///
/// Source: https://datatracker.ietf.org/doc/html/rfc9113#section-4.1
struct HTTP2Frames {
    /// Those with data, in the order in which they begin: what each side sent on a stream.
    private(set) var streams: [JoinedBytes] = []
    private(set) var count = 0
    /// What ends the frames early.
    private(set) var damage: [InputDamage] = []

    static let layer = "HTTP/2 frames"
    /// What a client sends before its first frame.
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    /// What the frames so far say of each stream.
    private var talks: [UInt32: Talk] = [:]
    /// Streams on which both sides sent at the same time.
    private var mixed: Set<UInt32> = []

    /// - Parameter isPacket: Whether the bytes are what one packet carries, so that its last frame may go on in another.
    /// - Returns: `nil` when other bytes stand between the frames.
    init?(_ bytes: ArraySlice<UInt8>, isPacket: Bool = false) {
        let first = bytes.startIndex
        var index = first
        var hasPreface = false
        var isCut = false
        // Random bytes hardly ever make frames as they usually are.
        var usual = 0
        while index < bytes.endIndex {
            if bytes[index...].starts(with: Self.preface) {
                // Behind the server's frames as well; a second one begins another connection.
                if hasPreface { talks = [:] }
                hasPreface = true
                index += Self.preface.count
                continue
            }
            guard let head = HTTP2FrameHead(bytes[index...]), hasPreface || head.isUsual || count > 0 else {
                isCut = bytes.endIndex - index < HTTP2FrameHead.size
                guard isCut || hasPreface else { return nil }
                if !isCut { damage.append(Self.unreadable(at: index - first)) }
                break
            }
            count += 1
            if head.isUsual { usual += 1 }
            let start = index + HTTP2FrameHead.size
            let end = min(start + head.length, bytes.endIndex)
            isCut = end - start < head.length
            index = end
            take(head, bytes[start..<end], first)
        }
        guard hasPreface || 2 * usual > count, !isCut || hasPreface || isPacket && count > 1 else { return nil }
        if isCut { damage.append(Self.cut(at: bytes.count)) }
        if !mixed.isEmpty { damage.append(Self.mixed(mixed.count)) }
    }

    private mutating func take(_ head: HTTP2FrameHead, _ payload: ArraySlice<UInt8>, _ first: Int) {
        switch head.kind {
        case .headers:
            talks[head.stream, default: Talk()].begin(head.content(payload).flatMap { HTTP2Side(of: $0) })
        case .data:
            guard let data = head.content(payload) else { return }
            let isUnclear = talks[head.stream]?.isUnclear ?? false
            let side = talks[head.stream, default: Talk()].sender()
            if !data.isEmpty {
                if isUnclear { mixed.insert(head.stream) }
                let index = talks[head.stream]?.streams[side] ?? streams.count
                if index == streams.count {
                    streams.append(JoinedBytes())
                    talks[head.stream]?.streams[side] = index
                }
                streams[index].append(data, at: data.startIndex - first)
            }
        default: return
        }
        if head.endsStream { talks[head.stream]?.end() }
    }

    /// What was seen of a stream: who sends, and who has ended.
    private struct Talk {
        /// Who sent the last headers; `nil` where none were seen that tell.
        private var side: HTTP2Side?
        private var begun: Set<HTTP2Side> = []
        private var ended: Set<HTTP2Side?> = []
        /// Where the data of each side is kept.
        var streams: [HTTP2Side?: Int] = [:]

        /// Headers of that side; of one that they do not tell, they are trailers of the side that sends.
        mutating func begin(_ side: HTTP2Side?) {
            self.side = side ?? sender()
            if let side = self.side { begun.insert(side) }
            // A request or response begins only once.
            if let side { ended.remove(side) }
        }

        /// Who sends data now: the side that sent the last headers, unless it has ended.
        mutating func sender() -> HTTP2Side? {
            if let side, ended.contains(side), !ended.contains(side.other) { self.side = side.other }
            return side
        }

        /// Whether either side may send data.
        var isUnclear: Bool { begun.count == 2 && ended.isEmpty }

        mutating func end() { ended.insert(side) }
    }

    // MARK: Damage

    private static func cut(at offset: Int) -> InputDamage {
        InputDamage(
            "truncated_http2_frame", offset: offset, layer: layer,
            "the last HTTP/2 frame is not all there; it goes on in another packet, or the capture was cut")
    }

    private static func unreadable(at offset: Int) -> InputDamage {
        InputDamage(
            "invalid_http2_frame", offset: offset, layer: layer,
            "no HTTP/2 frame can begin with these bytes, and the rest was not read; bytes are missing before, or another "
                + "connection is mixed in")
    }

    private static func mixed(_ count: Int) -> InputDamage {
        InputDamage(
            "mixed_http2_directions", offset: 0, layer: layer,
            "both sides sent at the same time on \(counted(count, "stream")), and nothing here tells their data apart; save "
                + "the capture as pcap or pcapng, and list the calls in it with: wiredump capture FILE")
    }
}
