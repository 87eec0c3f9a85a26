import ByteText

/// One direction of an HTTP/2 connection: cuts the bytes into frames, and decodes the header blocks in them.
package struct HTTP2Receiver {
    /// The largest header block, over all its frames.
    package static let blockLimit = 1 << 20
    /// Bytes that a direction may go on holding when memory is short.
    private static let modestSize = 16 << 10

    package enum Event {
        /// A header block, with the frame that began it; `isSound` when it could be read to its end.
        case headers(HTTP2Frame, HeaderBlock, isSound: Bool)
        /// DATA, RST_STREAM or GOAWAY, with the range of its payload: in the buffer of ``frames``, until the next event, or else
        /// in the bytes that were given.
        case payload(HTTP2Frame, Range<Int>, isInBuffer: Bool)
        /// DATA, HEADERS or RST_STREAM of which no more than the frame header is there.
        case missing(HTTP2Frame)
        /// An unknown number of frames was lost.
        case lost
    }

    package private(set) var frames: HTTP2FrameReader
    private var decoder: HPACKDecoder
    /// A header block that goes on in CONTINUATION frames.
    private var block: (frame: HTTP2Frame, bytes: [UInt8])?
    /// The losses that events have told of.
    private var losses = 0

    package init(isFromStart: Bool, workspace: HPACKDecoder.Workspace) {
        frames = HTTP2FrameReader(isFromStart: isFromStart)
        decoder = HPACKDecoder(isWhole: isFromStart, workspace: workspace)
    }

    package mutating func expectFrames(afterPreface: Bool) { frames.expectFrames(afterPreface: afterPreface) }

    // The following properties are stored: connections ask for each with every packet, and a getter that is called from another
    // module copies the whole receiver.

    package private(set) var sawPreface = false
    /// A frame has been found.
    package private(set) var hasFrames = false
    /// The last bytes were no frames, or some are missing, and no frame was found behind them.
    package private(set) var isSearching = false
    /// Memory that incomplete frames and the header table take, in bytes.
    package private(set) var footprint = 0

    private mutating func measure() {
        (sawPreface, hasFrames) = (frames.sawPreface, frames.hasFrames)
        isSearching = frames.state == .searching || frames.state == .ignored
        footprint = frames.footprint + decoder.footprint + (block?.bytes.count ?? 0)
    }

    /// The next event, or `nil` when all bytes are used up.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that a packet has brought.
    ///   - index: The index of the next byte; moves behind the bytes that were used.
    package mutating func next(in bytes: Span<UInt8>, from index: inout Int, at arrival: Arrival) -> Event? {
        while let found = frames.next(in: bytes, from: &index, at: arrival) {
            if found.isInBuffer {
                let payload = frames.buffer[found.payload]
                if let event = event(found, payload.span) { return event }
            } else if let event = event(found, bytes.extracting(found.payload)) {
                return event
            }
        }
        measure()
        return frames.losses == losses ? nil : loseBlocks()
    }

    /// Says that `count` bytes are missing.
    package mutating func lose(_ count: Int) -> Event? {
        defer { measure() }
        switch frames.lose(count) {
        case .nothing: return nil
        case .unknown: return loseAll()
        case .frame(let frame):
            switch frame.header.type {
            case .data, .resetStream: return .missing(frame)
            case .headers, .continuation, .pushPromise:
                let first = block?.frame ?? frame
                block = nil
                decoder.lose()
                return first.header.type == .headers ? .missing(first) : nil
            default: return nil
            }
        }
    }

    /// Gives up large parts of what is held, because memory is short.
    package mutating func shed() -> Event? {
        defer { measure() }
        let lost = footprint - decoder.footprint > Self.modestSize ? loseAll() : nil
        if decoder.footprint > Self.modestSize { decoder.dropTable() }
        return lost
    }

    private mutating func loseAll() -> Event {
        frames.loseAll()
        return loseBlocks()
    }

    /// Gives up the header block and the table, which depend on frames that are lost.
    private mutating func loseBlocks() -> Event {
        losses = frames.losses
        decoder.lose()
        block = nil
        return .lost
    }

    // MARK: Frames

    private mutating func event(_ found: HTTP2FrameReader.Found, _ payload: Span<UInt8>) -> Event? {
        let frame = found.frame
        switch frame.header.type {
        case .data, .resetStream, .goAway: return .payload(frame, found.payload, isInBuffer: found.isInBuffer)
        case .headers: return beginBlock(frame, in: payload, at: frame.header.content(of: payload))
        case .continuation:
            guard let count = block?.bytes.count, count + payload.count <= Self.blockLimit else {
                // The beginning of the block is missing, and with it what it has inserted into the table.
                block = nil
                decoder.lose()
                return nil
            }
            block?.bytes.append(copying: payload)
            guard frame.header.endsHeaders, let (first, bytes) = block else { return nil }
            block = nil
            return endBlock(first, bytes.span, at: frame.last)
        case .pushPromise:
            // A block like any other for the table; the streams that servers open carry no gRPC.
            let content = frame.header.content(of: payload).flatMap { $0.count >= 4 ? $0.dropFirst(4) : nil }
            return beginBlock(frame, in: payload, at: content)
        default: return nil
        }
    }

    /// - Parameter content: The range of the block in the payload.
    private mutating func beginBlock(_ frame: HTTP2Frame, in payload: Span<UInt8>, at content: Range<Int>?) -> Event? {
        guard let content else {
            // Padded beyond its end: nobody knows what the block has inserted into the table.
            decoder.lose()
            return nil
        }
        let bytes = payload.extracting(content)
        guard frame.header.endsHeaders else {
            block = (frame, [])
            // As a rule, one more frame of the same size ends the block.
            block?.bytes.reserveCapacity(2 * bytes.count)
            block?.bytes.append(copying: bytes)
            return nil
        }
        // Most often there is none, and to write `nil` takes longer than to ask.
        if block != nil { block = nil }
        return endBlock(frame, bytes, at: frame.last)
    }

    /// - Parameters:
    ///   - frame: The frame that began the block.
    ///   - last: The packet of the last byte.
    private mutating func endBlock(_ frame: HTTP2Frame, _ block: Span<UInt8>, at last: Arrival) -> Event? {
        let (headers, isSound) = decoder.decode(block)
        guard frame.header.type == .headers else { return nil }
        // The block counts from the packet in which its first frame ended.
        return .headers(HTTP2Frame(header: frame.header, first: frame.last, last: last), headers, isSound: isSound)
    }
}
