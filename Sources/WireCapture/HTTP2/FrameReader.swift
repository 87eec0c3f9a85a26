/// Cuts one direction of a connection into frames, and finds the next frame where bytes are missing.
struct FrameReader {
    enum State { case start, frames, searching, ignored }

    /// The bytes that a client begins with.
    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    /// How many bytes a search keeps.
    static let searchLimit = 64 << 10
    /// Bytes of memory that a connection keeps while nothing is sent: thousands may be open at once.
    static let idleCapacity = 4 << 10

    private(set) var state = State.start
    /// Whether the connection's beginning was seen: bytes that are no HTTP/2 then mean that it is something else.
    var isFromStart: Bool
    private(set) var sawPreface = false
    /// Frames were lost or could not be read since the start.
    private(set) var hasLost = false

    private var buffer: [UInt8] = []
    private var head = 0
    /// Bytes to come that belong to a frame of which others are missing.
    private var skipped = 0
    /// Where each packet's bytes begin in `buffer`.
    private var marks: [(start: Int, mark: PacketMark)] = []

    init(isFromStart: Bool) { self.isFromStart = isFromStart }

    /// What a gap has taken.
    enum Loss {
        /// Nothing but a part of this frame, whose header was there.
        case frame(HTTP2Frame)
        /// More of a frame that is lost already.
        case nothing
        /// It is not known how many frames, nor where the next one begins.
        case unknown
    }

    /// `count` bytes are missing: as many as the capture cut off a packet, or all of some packets.
    mutating func gap(_ count: Int) -> Loss {
        if skipped >= count, skipped > 0 {
            skipped -= count
            return .nothing
        }
        guard skipped == 0, state == .frames, available >= HTTP2Frame.headerSize else { return .unknown }
        let header = HTTP2FrameHeader(buffer, at: head)
        let left = HTTP2Frame.headerSize + header.length - available
        guard header.isPossible, count <= left else { return .unknown }
        let frame = HTTP2Frame(
            kind: header.kind, flags: header.flags, stream: header.stream, payload: [], first: mark(at: head),
            last: mark(at: buffer.count - 1))
        clear()
        skipped = left - count
        return .frame(frame)
    }

    /// Gives up what has arrived, and looks for the next frame.
    mutating func lose() {
        guard state != .ignored else { return }
        clear()
        state = .searching
        hasLost = true
    }

    mutating func append(_ piece: ArraySlice<UInt8>, _ mark: PacketMark) {
        let bytes = piece.dropFirst(skipped)
        skipped -= piece.count - bytes.count
        guard state != .ignored, !bytes.isEmpty else { return }
        if head > 0, head >= buffer.count / 2 { compact() }
        marks.append((buffer.count, mark))
        buffer.append(contentsOf: bytes)
    }

    /// The next frame, or `nil` until more bytes arrive.
    mutating func next() -> HTTP2Frame? {
        while true {
            switch state {
            case .ignored: return nil
            case .start: guard start() else { return nil }
            case .searching: guard search() else { return nil }
            case .frames:
                guard available >= HTTP2Frame.headerSize else {
                    if available == 0, buffer.capacity > Self.idleCapacity { clear() }
                    return nil
                }
                let header = HTTP2FrameHeader(buffer, at: head)
                guard header.isPossible else {
                    hasLost = true
                    state = .searching
                    continue
                }
                return frame(header)
            }
        }
    }

    private var available: Int { buffer.count - head }

    /// Memory that incomplete frames take, in bytes.
    var footprint: Int { buffer.capacity + marks.count * 32 }

    private mutating func frame(_ header: HTTP2FrameHeader) -> HTTP2Frame? {
        let end = head + HTTP2Frame.headerSize + header.length
        guard end <= buffer.count else { return nil }
        let frame = HTTP2Frame(
            kind: header.kind, flags: header.flags, stream: header.stream,
            payload: buffer[(head + HTTP2Frame.headerSize)..<end], first: mark(at: head), last: mark(at: end - 1))
        head = end
        return frame
    }

    /// Decides what the connection begins with. Returns `false` while that is open.
    private mutating func start() -> Bool {
        let common = zip(buffer[head...], Self.preface).prefix { $0 == $1 }.count
        if common == Self.preface.count {
            head += common
            (sawPreface, state) = (true, .frames)
            return true
        }
        if common == available, common > 0 { return false }
        guard available >= HTTP2Frame.headerSize else { return false }
        let header = HTTP2FrameHeader(buffer, at: head)
        if isFromStart {
            // A server begins with SETTINGS, too.
            state = header.kind == HTTP2Frame.Kind.settings && header.isPossible ? .frames : .ignored
            if state == .ignored { clear() }
        } else {
            (state, hasLost) = (.searching, true)
        }
        return state != .ignored
    }

    /// Looks for a place from which two frames follow one another, or one that ends where the bytes end.
    private mutating func search() -> Bool {
        var candidate = head
        var pending: Int?
        while candidate + HTTP2Frame.headerSize <= buffer.count {
            switch verdict(candidate) {
            case true:
                head = candidate
                state = .frames
                return true
            case nil: if pending == nil { pending = candidate }
            default: break
            }
            candidate += 1
        }
        head = max(pending ?? candidate, buffer.count - Self.searchLimit)
        return false
    }

    /// Whether frames begin here; `nil` while more bytes are needed.
    private func verdict(_ start: Int) -> Bool? {
        var index = start
        var frames = 0
        while index + HTTP2Frame.headerSize <= buffer.count {
            let header = HTTP2FrameHeader(buffer, at: index)
            guard header.isLikely else { return false }
            if frames == 2 { return true }
            index += HTTP2Frame.headerSize + header.length
            guard index <= buffer.count else { return nil }
            frames += 1
        }
        return index == buffer.count && frames > 0 ? true : nil
    }

    // MARK: Memory

    private func mark(at index: Int) -> PacketMark {
        var (low, high) = (0, marks.count)
        while low < high {
            let middle = (low + high) / 2
            if marks[middle].start <= index { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? marks[low - 1].mark : PacketMark(number: 0, time: nil)
    }

    private mutating func compact() {
        buffer.removeSubrange(..<head)
        let used = marks.lastIndex { $0.start <= head } ?? 0
        marks.removeSubrange(..<used)
        for index in marks.indices { marks[index].start = max(0, marks[index].start - head) }
        head = 0
    }

    private mutating func clear() {
        buffer = []
        marks = []
        head = 0
        skipped = 0
    }
}
