import ByteText

/// Cuts one direction of a connection into frames, and searches for the next frame behind missing bytes.
package struct HTTP2FrameReader {
    enum State {
        case start, frames, searching
        /// The connection speaks something else.
        case ignored
    }

    /// Bytes at the start of a connection in which the preface is looked for.
    static let openingLimit = 512
    /// Bytes that a search keeps.
    static let searchLimit = 64 << 10
    /// Places that a search keeps because more bytes have to decide on them.
    static let candidateLimit = 256
    /// Bytes of memory that a connection keeps while nothing is sent: thousands may be open at once.
    static let idleCapacity = 4 << 10

    private(set) var state = State.start
    /// Whether the connection's beginning was seen: bytes that are no HTTP/2 then mean that it is something else.
    private let isFromStart: Bool
    /// The other side sends frames: bytes that are no HTTP/2 come before the frames of this side.
    private var isAnswer = false
    /// The other side's beginning is missing, and so is that of this side, unless it is there.
    private var lacksBeginning = false
    private(set) var sawPreface = false
    /// A frame has been found.
    private(set) var hasFrames = false
    /// The number of times that frames were lost or could not be read.
    private(set) var losses = 0

    /// The part of a frame that has come, or all that has come while no frame has been found.
    package private(set) var buffer: [UInt8] = []
    private var head = 0
    /// Bytes to come that belong to a frame of which others are missing.
    private var skipped = 0
    /// The index in `buffer` at which each packet's bytes begin.
    private var arrivals: [(start: Int, arrival: Arrival)] = []
    /// Places in `buffer` where frames may begin, in order; `need` bytes have to be in the buffer to tell.
    private var candidates: [(start: Int, need: Int)] = []
    /// Up to where `buffer` has been searched.
    private var searched = 0

    package init(isFromStart: Bool) { self.isFromStart = isFromStart }

    /// Says that the other side sends frames, so that this side does, too. A SOCKS proxy answers before.
    ///
    /// - Parameter afterPreface: The other side has begun with the preface; otherwise its beginning is missing.
    mutating func expectFrames(afterPreface: Bool) {
        (isAnswer, lacksBeginning) = (true, isFromStart && !afterPreface)
        if state == .ignored { state = .start }
    }

    /// The frames that missing bytes belong to.
    enum Loss {
        /// A part of this frame alone, whose header was there.
        case frame(HTTP2Frame)
        /// A further part of a frame that is lost already.
        case nothing
        /// An unknown number of frames; nor is it known where the next one begins.
        case unknown
    }

    /// Says that `count` bytes are missing: the end of a packet that the capture cut, or all of some packets.
    mutating func lose(_ count: Int) -> Loss {
        if skipped >= count, skipped > 0 {
            skipped -= count
            return .nothing
        }
        guard skipped == 0, state == .frames, available >= HTTP2FrameHeader.size else { return .unknown }
        let header = header(at: head)
        let left = HTTP2FrameHeader.size + header.length - available
        guard count <= left else { return .unknown }
        let frame = HTTP2Frame(header: header, first: arrival(at: head), last: arrival(at: buffer.count - 1))
        clear()
        skipped = left - count
        return .frame(frame)
    }

    /// Gives up what has arrived, and searches for the next frame.
    mutating func loseAll() {
        guard state != .ignored else { return }
        clear()
        state = .searching
        losses += 1
    }

    /// A frame, and the range of its payload.
    package struct Found {
        package let frame: HTTP2Frame
        /// A range in `buffer`, until the next call, or else in the bytes that were given.
        let payload: Range<Int>
        let isInBuffer: Bool
    }

    /// The next frame that is about a call; `nil` when all bytes are used up, or frames were lost. Behind a loss, the next call
    /// goes on.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that a packet has brought.
    ///   - index: The index of the next byte; moves behind the bytes that were used.
    @inline(__always)
    package mutating func next(in bytes: Span<UInt8>, from index: inout Int, at arrival: Arrival) -> Found? {
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
                take(bytes.count, of: bytes, from: &index, at: arrival)
                guard start() else { return nil }
            case .searching:
                take(bytes.count, of: bytes, from: &index, at: arrival)
                guard search() else { return nil }
            case .frames:
                if available > 0 { return nextInBuffer(bytes, from: &index, at: arrival) }
                if !buffer.isEmpty { reset() }
                return nextInPlace(bytes, from: &index, at: arrival)
            }
        }
    }

    /// The next frame about a call, if all of it is in `bytes`; otherwise the rest of the bytes goes to the buffer.
    @inline(__always)
    private mutating func nextInPlace(_ bytes: Span<UInt8>, from index: inout Int, at arrival: Arrival) -> Found? {
        while bytes.count - index >= HTTP2FrameHeader.size {
            let header = HTTP2FrameHeader(bytes, at: index)
            let start = index + HTTP2FrameHeader.size
            guard accepts(header), header.length <= bytes.count - start else { break }
            index = start + header.length
            guard header.isOfCalls else { continue }
            return Found(
                frame: HTTP2Frame(header: header, first: arrival, last: arrival), payload: start..<index,
                isInBuffer: false)
        }
        take(bytes.count, of: bytes, from: &index, at: arrival)
        return nil
    }

    /// The frame that begins in the buffer, if its rest is in `bytes`; no more than that is taken of them.
    private mutating func nextInBuffer(_ bytes: Span<UInt8>, from index: inout Int, at arrival: Arrival) -> Found? {
        take(HTTP2FrameHeader.size - available, of: bytes, from: &index, at: arrival)
        guard available >= HTTP2FrameHeader.size else { return nil }
        let header = header(at: head)
        guard accepts(header) else {
            take(bytes.count, of: bytes, from: &index, at: arrival)
            return nil
        }
        let size = HTTP2FrameHeader.size + header.length
        buffer.reserveCapacity(min(head + size, Self.searchLimit))
        take(size - available, of: bytes, from: &index, at: arrival)
        guard available >= size else { return nil }
        let (start, end) = (head + HTTP2FrameHeader.size, head + size)
        let frame = HTTP2Frame(header: header, first: self.arrival(at: head), last: self.arrival(at: end - 1))
        head = end
        return Found(frame: frame, payload: start..<end, isInBuffer: true)
    }

    /// Whether a frame can have this header. If not, the next frame has to be searched for.
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
    private mutating func take(
        _ count: Int, of bytes: Span<UInt8>, from index: inout Int, at arrival: Arrival
    ) {
        let count = min(count, bytes.count - index)
        guard count > 0 else { return }
        if head > 0, head >= buffer.count / 2 { compact() }
        if arrivals.last?.arrival != arrival { arrivals.append((buffer.count, arrival)) }
        buffer.append(copying: bytes.extracting(index..<(index + count)))
        index += count
    }

    private var available: Int { buffer.count - head }

    /// Memory that incomplete frames take, in bytes.
    var footprint: Int { buffer.capacity + arrivals.count * 32 }

    // MARK: Search

    /// Decides by the first bytes what the connection speaks. Returns `false` while that is open.
    private mutating func start() -> Bool {
        let preface = HTTP2FrameHeader.connectionPreface
        // A client of a SOCKS proxy asks it for the connection before the preface.
        if let index = buffer.prefix(isFromStart ? Self.openingLimit : preface.count).firstIndex(of: preface) {
            head = index + preface.count
            (sawPreface, state) = (true, .frames)
            return true
        }
        guard !preface.starts(with: buffer), available >= HTTP2FrameHeader.size else { return false }
        let header = header(at: head)
        if header.type == .settings, header.isPossible, isFromStart {
            // A server begins with SETTINGS.
            state = .frames
        } else if !isFromStart || isAnswer {
            // The frames before are not in the capture, or are none; of a connection from its middle, none counts as lost.
            state = .searching
            guard !lacksBeginning else {
                losses += 1
                return false
            }
        } else if available >= Self.openingLimit {
            state = .ignored
            clear()
        }
        return state == .frames || state == .searching
    }

    /// Searches for a place from which two frames follow one another, or one that ends where the bytes end.
    ///
    /// - Complexity: Linear in the bytes that have arrived since the last time: no place is decided twice.
    private mutating func search() -> Bool {
        let waiting = candidates
        candidates = []
        for candidate in waiting {
            if decide(candidate.start, need: candidate.need) { return true }
        }
        searched = max(searched, head)
        while searched + HTTP2FrameHeader.size <= buffer.count {
            if decide(searched, need: 0) { return true }
            searched += 1
        }
        head = max(candidates.first?.start ?? searched, buffer.count - Self.searchLimit)
        candidates.removeAll { $0.start < head }
        return false
    }

    /// Goes on from a place if frames begin there, or keeps the place if that cannot be told.
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
        /// That many bytes have to be in the buffer to tell.
        case needs(Int)
    }

    /// Whether frames begin at a place.
    private func verdict(_ start: Int) -> Verdict {
        var index = start
        for _ in 0..<2 {
            guard index + HTTP2FrameHeader.size <= buffer.count else {
                return index == buffer.count && index > start ? .yes : .needs(index + HTTP2FrameHeader.size)
            }
            let header = header(at: index)
            guard header.isUsual else { return .no }
            index += HTTP2FrameHeader.size + header.length
            guard index <= buffer.count else { return .needs(index) }
        }
        guard index < buffer.count else { return .yes }
        guard index + HTTP2FrameHeader.size <= buffer.count else { return .needs(index + HTTP2FrameHeader.size) }
        return header(at: index).isUsual ? .yes : .no
    }

    /// - Precondition: Nine bytes are in the buffer from `index` on.
    private func header(at index: Int) -> HTTP2FrameHeader { HTTP2FrameHeader(buffer.span, at: index) }

    // MARK: Memory

    /// The packet that brought the byte at an index of the buffer.
    private func arrival(at index: Int) -> Arrival {
        arrivals[arrivals.partitioningIndex { $0.start > index } - 1].arrival
    }

    private mutating func compact() {
        buffer.removeSubrange(..<head)
        let used = arrivals.lastIndex { $0.start <= head } ?? 0
        arrivals.removeSubrange(..<used)
        for index in arrivals.indices { arrivals[index].start = max(0, arrivals[index].start - head) }
        candidates = candidates.map { ($0.start - head, $0.need - head) }
        searched = max(0, searched - head)
        head = 0
    }

    private mutating func clear() {
        buffer = []
        arrivals = []
        (candidates, searched) = ([], 0)
        head = 0
        skipped = 0
    }

    /// Forgets the frames that were handed out, and keeps a modest amount of memory.
    private mutating func reset() {
        buffer.removeAll(keepingCapacity: buffer.capacity <= Self.idleCapacity)
        arrivals.removeAll(keepingCapacity: true)
        head = 0
    }
}
