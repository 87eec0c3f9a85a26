import ByteText
import GRPCWire

/// Cuts one direction of an HTTP/1.1 connection into heads and bodies, and goes on at the next head where bytes are
/// missing.
///
/// Bodies are passed on as they arrive, so only the lines of a head are held.
///
/// Source: https://www.rfc-editor.org/rfc/rfc9112
package struct HTTP1Reader {
    /// Bytes that the head of a message, or the trailers behind a chunked body, may have: more than servers accept.
    package static let headLimit = 128 << 10

    package enum Event {
        /// The caller answers with ``HTTP1Reader/beginBody(_:)`` before the reader goes on.
        case head(HTTP1Head, first: Arrival)
        case body(ArraySlice<UInt8>)
        /// Bytes of the body are missing, but its end will be found.
        case bodyLost
        /// The message has ended, with these trailers.
        case end(HeaderBlock)
        /// Nobody knows where the next message begins, until one is recognised.
        case lost
    }

    private enum State {
        case head, awaiting, counted(left: Int, isChunk: Bool), chunkSize, chunkEnd, trailers, untilClose, lost, http2
    }

    private var state = State.head
    /// Lines that are not complete.
    private var block: [UInt8] = []
    private var lineStart = 0
    private var blockArrival = Arrival(packet: 0)
    /// The line with the size of the current chunk ends in CR and LF, as the line behind the chunk then has to.
    private var endsLinesWithCR = true
    /// The bytes that were given and are not used up.
    package private(set) var rest: ArraySlice<UInt8> = []
    package private(set) var arrival = Arrival(packet: 0)

    package init() {}

    package var footprint: Int { block.capacity }

    /// The bytes so far end within a chunked body.
    package var isWithinChunks: Bool {
        switch state {
        case .chunkSize, .counted(_, isChunk: true), .chunkEnd: true
        default: false
        }
    }

    /// Nobody knows where the next message begins.
    package var isLost: Bool { if case .lost = state { true } else { false } }

    package mutating func append(_ bytes: ArraySlice<UInt8>, at arrival: Arrival) {
        self.arrival = arrival
        if case .http2 = state {
            // A client may send its preface and settings before the server has agreed.
            if block.count < Self.headLimit { block += bytes }
            return
        }
        // Events are taken out until none is left, so the last piece is used up.
        rest = bytes
        if isLost, HTTP1Head.isBeginning(bytes.span) == true { state = .head }
    }

    /// The bytes that are left when another protocol begins.
    package var unread: [UInt8] { block + rest }

    /// Sets how the body ends whose head was just handed out.
    package mutating func beginBody(_ length: HTTP1Head.BodyLength) {
        switch length {
        case .bytes(let count): state = .counted(left: count, isChunk: false)
        case .chunked: state = .chunkSize
        case .untilClose: state = .untilClose
        }
    }

    /// Says that the bytes behind are no HTTP/1 any more.
    package mutating func stop() { state = .http2 }

    /// Says that `count` bytes are missing.
    package mutating func lose(_ count: Int) -> Event? {
        switch state {
        case .counted(let left, let isChunk) where count <= left:
            state = .counted(left: left - count, isChunk: isChunk)
            return .bodyLost
        case .untilClose: return .bodyLost
        case .lost: return nil
        default: return fail()
        }
    }

    /// The next event, or `nil` until more bytes arrive.
    package mutating func next() -> Event? {
        while true {
            switch state {
            case .awaiting, .http2: return nil
            case .lost:
                rest = []
                return nil
            case .head:
                if block.isEmpty { blockArrival = arrival }
                guard takeBlock() else { return isTooLong ? fail() : nil }
                if HTTP2FrameHeader.connectionPreface.starts(with: block) {
                    state = .http2
                    block += rest
                    rest = []
                    return nil
                }
                guard let head = HTTP1Head(block) else { return fail() }
                clear()
                state = .awaiting
                return .head(head, first: blockArrival)
            case .counted(left: 0, isChunk: true): state = .chunkEnd
            case .counted(left: 0, isChunk: false): return end()
            case .counted(let left, let isChunk):
                guard let part = takePart(left) else { return nil }
                state = .counted(left: left - part.count, isChunk: isChunk)
                return .body(part)
            case .untilClose:
                guard let part = takePart(.max) else { return nil }
                return .body(part)
            case .chunkSize, .chunkEnd:
                guard takeLine() else { return isTooLong ? fail() : nil }
                guard let next = afterChunkLine() else { return fail() }
                clear()
                state = next
            case .trailers:
                guard takeBlock() else { return isTooLong ? fail() : nil }
                let trailers = HeaderBlock(Metadata(lines: block))
                clear()
                return end(trailers)
            }
        }
    }

    /// Says that the sender has closed the connection: a body without a length is whole now.
    package mutating func close() -> Event? {
        guard case .untilClose = state else { return nil }
        return end()
    }

    private mutating func end(_ trailers: HeaderBlock = []) -> Event {
        state = .head
        return .end(trailers)
    }

    private mutating func fail() -> Event {
        clear()
        rest = []
        state = .lost
        return .lost
    }

    private mutating func clear() {
        block = []
        lineStart = 0
    }

    // MARK: Parts

    private mutating func takePart(_ most: Int) -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        let part = rest.prefix(most)
        rest = rest.dropFirst(part.count)
        return part
    }

    /// The lines in `block` are longer than those of a head may be.
    private var isTooLong: Bool { block.count > Self.headLimit }

    /// Moves bytes to `block` up to the end of a line; `false` while it is not complete, and when it is too long.
    private mutating func takeLine() -> Bool {
        let end = rest.firstIndex(of: 0x0a)
        let part = end.map { rest[...$0] } ?? rest
        block += part
        rest = rest[part.endIndex...]
        return end != nil && !isTooLong
    }

    /// Moves lines to `block` up to an empty one; empty lines before the first line of a head are left out. The result is
    /// that of ``takeLine()``.
    private mutating func takeBlock() -> Bool {
        while takeLine() {
            let line = block[lineStart...].filter { $0 != 0x0d && $0 != 0x0a }
            if line.isEmpty {
                if lineStart > 0 { return true }
                if case .trailers = state { return true }
                clear()
                continue
            }
            lineStart = block.count
        }
        return false
    }

    /// The state behind the line before or behind a chunk; `nil` for a line that is invalid there.
    private mutating func afterChunkLine() -> State? {
        let endsWithCR = block.dropLast().last == 0x0d
        if case .chunkEnd = state {
            return block.count == (endsLinesWithCR ? 2 : 1) && endsWithCR == endsLinesWithCR ? .chunkSize : nil
        }
        endsLinesWithCR = endsWithCR
        guard let size = Self.chunkSize(block[...]) else { return nil }
        return size == 0 ? .trailers : .counted(left: size, isChunk: true)
    }

    /// The size in the line before a chunk, which may be followed by extensions; `nil` for other lines.
    package static func chunkSize(_ line: ArraySlice<UInt8>) -> Int? {
        let digits = line.prefix { $0 != 0x0d && $0 != 0x0a && $0 != UInt8(ascii: ";") && $0 != 0x20 }
        return UInt32(hexadecimal: digits).map { Int(clamping: $0) }
    }
}
