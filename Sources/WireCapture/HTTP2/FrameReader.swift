import GRPCWire

/// Cuts one direction of a connection into frames, and finds the next frame where bytes are missing.
struct FrameReader {
    enum State { case start, frames, searching, ignored }

    /// The bytes that a client begins with.
    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    /// How many bytes a search keeps.
    static let searchLimit = 64 << 10
    /// How many places a search keeps that more bytes have to decide.
    static let candidateLimit = 256
    /// Bytes of memory that a connection keeps while nothing is sent: thousands may be open at once.
    static let idleCapacity = 4 << 10

    private(set) var state = State.start
    /// Whether the connection's beginning was seen: bytes that are no HTTP/2 then mean that it is something else.
    var isFromStart: Bool
    private(set) var sawPreface = false
    /// A frame has been found.
    private(set) var hasFrames = false
    /// How often frames were lost, or could not be read.
    private(set) var losses = 0

    /// What has come of a frame that is not whole, or while no frame has been found.
    private(set) var buffer: [UInt8] = []
    private var head = 0
    /// Bytes to come that belong to a frame of which others are missing.
    private var skipped = 0
    /// Where each packet's bytes begin in `buffer`.
    private var marks: [(start: Int, mark: PacketMark)] = []
    /// Places in `buffer` where frames may begin, in order; `need` bytes have to be in it to tell.
    private var candidates: [(start: Int, need: Int)] = []
    /// Up to where `buffer` has been searched.
    private var searched = 0

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
        let header = header(at: head)
        let left = HTTP2Frame.headerSize + header.length - available
        guard header.isPossible, count <= left else { return .unknown }
        let frame = HTTP2Frame(header, first: mark(at: head), last: mark(at: buffer.count - 1))
        clear()
        skipped = left - count
        return .frame(frame)
    }

    /// Gives up what has arrived, and looks for the next frame.
    mutating func lose() {
        guard state != .ignored else { return }
        clear()
        state = .searching
        losses += 1
    }

    /// A frame, and where its payload stands.
    struct Found {
        let frame: HTTP2Frame
        /// In the bytes that were given, or else in `buffer`, until the next call.
        let payload: Range<Int>
        let isInBuffer: Bool
    }

    /// The next frame that says something of a call, or `nil` when all bytes are used up.
    ///
    /// - Parameters:
    ///   - bytes: What a packet has brought.
    ///   - index: Which of them comes next.
    mutating func next(in bytes: Span<UInt8>, from index: inout Int, _ mark: PacketMark) -> Found? {
        if skipped > 0 {
            let count = min(skipped, bytes.count - index)
            (index, skipped) = (index + count, skipped - count)
        }
        while true {
            switch state {
            case .ignored:
                index = bytes.count
                return nil
            case .start:
                take(bytes.count, bytes, &index, mark)
                guard start() else { return nil }
            case .searching:
                take(bytes.count, bytes, &index, mark)
                guard search() else { return nil }
            case .frames:
                if available > 0 {
                    if let found = completed(bytes, &index, mark) { return found }
                } else {
                    if !buffer.isEmpty { reset() }
                    if let found = whole(bytes, &index, mark) { return found }
                }
                guard state == .searching else { return nil }
            }
        }
    }

    /// The next such frame, if all of it is in `bytes`; else the rest of those goes to the buffer.
    private mutating func whole(_ bytes: Span<UInt8>, _ index: inout Int, _ mark: PacketMark) -> Found? {
        while bytes.count - index >= HTTP2Frame.headerSize {
            let header = HTTP2FrameHeader(bytes, at: index)
            let start = index + HTTP2Frame.headerSize
            guard accepts(header), header.length <= bytes.count - start else { break }
            index = start + header.length
            guard header.isOfCalls else { continue }
            return Found(
                frame: HTTP2Frame(header, first: mark, last: mark), payload: start..<index, isInBuffer: false)
        }
        take(bytes.count, bytes, &index, mark)
        return nil
    }

    /// The frame that begins in the buffer, if its rest is there, too; only that is taken of `bytes`.
    private mutating func completed(_ bytes: Span<UInt8>, _ index: inout Int, _ mark: PacketMark) -> Found? {
        take(HTTP2Frame.headerSize - available, bytes, &index, mark)
        guard available >= HTTP2Frame.headerSize else { return nil }
        let header = header(at: head)
        guard accepts(header) else {
            take(bytes.count, bytes, &index, mark)
            return nil
        }
        let size = HTTP2Frame.headerSize + header.length
        buffer.reserveCapacity(min(head + size, Self.searchLimit))
        take(size - available, bytes, &index, mark)
        guard available >= size else { return nil }
        let (start, end) = (head + HTTP2Frame.headerSize, head + size)
        let frame = HTTP2Frame(header, first: self.mark(at: head), last: self.mark(at: end - 1))
        head = end
        return Found(frame: frame, payload: start..<end, isInBuffer: true)
    }

    /// Whether this can be the header of a frame. If not, the next frame has to be searched for.
    private mutating func accepts(_ header: HTTP2FrameHeader) -> Bool {
        if header.isPossible {
            hasFrames = true
            return true
        }
        state = .searching
        losses += 1
        return false
    }

    /// Moves up to `count` bytes to the buffer.
    private mutating func take(_ count: Int, _ bytes: Span<UInt8>, _ index: inout Int, _ mark: PacketMark) {
        let count = min(count, bytes.count - index)
        guard count > 0 else { return }
        if head > 0, head >= buffer.count / 2 { compact() }
        if marks.last?.mark != mark { marks.append((buffer.count, mark)) }
        buffer.append(copying: bytes.extracting(index..<(index + count)))
        index += count
    }

    private var available: Int { buffer.count - head }

    /// Memory that incomplete frames take, in bytes.
    var footprint: Int { buffer.capacity + marks.count * 32 }

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
        let header = header(at: head)
        if isFromStart {
            // A server begins with SETTINGS, too.
            state = header.kind == HTTP2Frame.Kind.settings && header.isPossible ? .frames : .ignored
            if state == .ignored { clear() }
        } else {
            // What came before is not in the capture; nothing of it is lost.
            state = .searching
        }
        return state != .ignored
    }

    /// Looks for a place from which two frames follow one another, or one that ends where the bytes end.
    ///
    /// - Complexity: Linear in what has arrived since the last time: nothing that is decided is looked at again.
    private mutating func search() -> Bool {
        let waiting = candidates
        candidates = []
        for candidate in waiting {
            if decide(candidate.start, need: candidate.need) { return true }
        }
        searched = max(searched, head)
        while searched + HTTP2Frame.headerSize <= buffer.count {
            if decide(searched, need: 0) { return true }
            searched += 1
        }
        head = max(candidates.first?.start ?? searched, buffer.count - Self.searchLimit)
        candidates.removeAll { $0.start < head }
        return false
    }

    /// Goes on from a place if frames begin there, or keeps it if that cannot be told.
    private mutating func decide(_ start: Int, need: Int) -> Bool {
        switch need <= buffer.count ? verdict(start) : .needs(need) {
        case .no: return false
        case .needs(let count):
            candidates.append((start, count))
            if candidates.count > Self.candidateLimit { candidates.removeFirst(Self.candidateLimit / 2) }
            return false
        case .yes:
            head = start
            state = .frames
            (candidates, searched) = ([], 0)
            return true
        }
    }

    private enum Verdict {
        case yes, no
        /// So many bytes have to be in the buffer to tell.
        case needs(Int)
    }

    /// Whether frames begin here.
    private func verdict(_ start: Int) -> Verdict {
        var index = start
        for _ in 0..<2 {
            guard index + HTTP2Frame.headerSize <= buffer.count else {
                return index == buffer.count && index > start ? .yes : .needs(index + HTTP2Frame.headerSize)
            }
            let header = header(at: index)
            guard header.isLikely else { return .no }
            index += HTTP2Frame.headerSize + header.length
            guard index <= buffer.count else { return .needs(index) }
        }
        guard index < buffer.count else { return .yes }
        guard index + HTTP2Frame.headerSize <= buffer.count else { return .needs(index + HTTP2Frame.headerSize) }
        return header(at: index).isLikely ? .yes : .no
    }

    /// - Precondition: Nine bytes are in the buffer from `index` on.
    private func header(at index: Int) -> HTTP2FrameHeader {
        let bytes = buffer[...]
        return HTTP2FrameHeader(bytes.span, at: index)
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
        candidates = candidates.map { ($0.start - head, $0.need - head) }
        searched = max(0, searched - head)
        head = 0
    }

    private mutating func clear() {
        buffer = []
        marks = []
        (candidates, searched) = ([], 0)
        head = 0
        skipped = 0
    }

    /// Forgets what was handed out, and keeps a modest amount of memory.
    private mutating func reset() {
        buffer.removeAll(keepingCapacity: buffer.capacity <= Self.idleCapacity)
        marks.removeAll(keepingCapacity: true)
        head = 0
    }
}
