internal import HTTPWire

/// HTTP/2 frames one behind the other, as packets and followed streams have them, and the bodies in them.
///
/// Both directions of a connection may stand in the bytes, in the order in which they came or one behind the other. The
/// headers tell which side sent the data behind them.
///
/// Source: https://www.rfc-editor.org/rfc/rfc9113
struct PastedHTTP2 {
    /// The bodies that each side sent on a stream, in the order in which they begin.
    private(set) var bodies: [PastedBody] = []
    /// The number of frames with parts of further bodies.
    private(set) var further = 0
    /// The number of frames.
    private(set) var count = 0
    /// Damage that ends the frames early, and streams whose sides cannot be told apart.
    private(set) var damage: [InputDamage] = []

    private var streams: [UInt32: StreamState] = [:]
    private var decoders: [HTTPSide: HPACKDecoder] = [:]
    /// Streams on which both sides sent at the same time.
    private var mixed: Set<UInt32> = []
    /// The most streams of a connection, and the most bodies, that are told apart.
    static let limit = 16 * PastedBody.limit

    /// - Parameter isPacket: The bytes are the payload of one packet, so that the last frame may go on in another.
    /// - Returns: `nil` for bytes that are not frames one behind the other.
    init?(_ bytes: ArraySlice<UInt8>, isPacket: Bool = false) {
        let span = bytes.span
        var index = 0
        var hasPreface = false
        var isCut = false
        // Random bytes hardly ever make frames that gRPC sends.
        var usual = 0
        while index < bytes.count {
            if bytes.dropFirst(index).starts(with: HTTP2FrameHeader.connectionPreface) {
                // The server's frames may stand before the preface; a second one begins another connection.
                if hasPreface { endConnection() }
                hasPreface = true
                index += HTTP2FrameHeader.connectionPreface.count
                continue
            }
            isCut = bytes.count - index < HTTP2FrameHeader.size
            let header = isCut ? nil : HTTP2FrameHeader(span, at: index)
            guard let header, header.isPossible, hasPreface || header.isUsual || count > 0 else {
                guard isCut || hasPreface else { return nil }
                if !isCut {
                    note(
                        "invalid_http2_frame", at: index,
                        "no HTTP/2 frame can begin with these bytes, and the rest was not read; bytes are missing before, "
                            + "or another connection is mixed in")
                }
                break
            }
            count += 1
            if header.isUsual { usual += 1 }
            let start = index + HTTP2FrameHeader.size
            index = min(start + header.length, bytes.count)
            isCut = index - start < header.length
            if let content = header.content(of: span.extracting(start..<index)) {
                take(header, bytes.dropFirst(start + content.lowerBound).prefix(content.count))
            }
        }
        guard hasPreface || 2 * usual > count, !isCut || hasPreface || isPacket && count > 1 else { return nil }
        endConnection()
        if isCut {
            note(
                "truncated_http2_frame", at: bytes.count,
                "the last HTTP/2 frame is not all there; it goes on in another packet, or the capture was cut")
        }
        if !mixed.isEmpty {
            note(
                "mixed_http2_directions", at: 0,
                "both sides sent at the same time on \(counted(mixed.count, "stream")), and nothing here tells their data "
                    + "apart; \(Peeler.captureRemedy)")
        }
    }

    /// Takes a frame.
    ///
    /// - Parameter content: The payload without padding.
    private mutating func take(_ header: HTTP2FrameHeader, _ content: ArraySlice<UInt8>) {
        guard streams[header.stream] != nil || max(streams.count, bodies.count) < Self.limit else {
            if header.type == .data { further += 1 }
            return
        }
        switch header.type {
        case .headers:
            // Pseudo-headers stand in the static table, which shows the side before its decoder is known.
            var decoder = HPACKDecoder(isWhole: false)
            let side = HTTPSide(of: decoder.decode(content.span).headers)
            streams[header.stream, default: StreamState()].begin(side)
            guard let sender = streams[header.stream]?.side else { break }
            let (headers, _) = decoders[sender, default: HPACKDecoder(isWhole: false)].decode(content.span)
            // The block goes on in frames that nobody pastes: its end is missing in the table.
            if !header.endsHeaders { decoders[sender]?.lose() }
            if side != nil { streams[header.stream]?.headers[sender] = headers }
        case .data:
            let isUnclear = streams[header.stream]?.isUnclear ?? false
            let side = streams[header.stream, default: StreamState()].sender()
            if !content.isEmpty {
                if isUnclear { mixed.insert(header.stream) }
                let index = streams[header.stream]?.bodies[side] ?? bodies.count
                if index == bodies.count {
                    bodies.append(PastedBody(side: side))
                    streams[header.stream]?.bodies[side] = index
                }
                bodies[index].content += content
            }
        default: return
        }
        if header.endsStream { streams[header.stream]?.end() }
    }

    /// Says what the headers tell of the bodies, also where one direction stands behind the other.
    private mutating func endConnection() {
        for (number, stream) in streams where !mixed.contains(number) {
            for (side, index) in stream.bodies {
                guard let side else { continue }
                bodies[index].headers = stream.headers[side]
                bodies[index].path = stream.headers[.client]?.text(.path)
            }
        }
        (streams, decoders) = ([:], [:])
    }

    /// The sides that have sent headers on a stream, and those that have ended.
    private struct StreamState {
        /// The side that sent the last headers; `nil` where no headers tell.
        private(set) var side: HTTPSide?
        private var begun: Set<HTTPSide> = []
        private var ended: Set<HTTPSide?> = []
        var headers: [HTTPSide: HeaderBlock] = [:]
        /// The indices of the bodies of each side.
        var bodies: [HTTPSide?: Int] = [:]

        /// Takes headers of a side. Headers without a side are trailers of the side that sends.
        mutating func begin(_ side: HTTPSide?) {
            self.side = side ?? sender()
            if let side = self.side { begun.insert(side) }
            // A request or response begins only once.
            if let side { ended.remove(side) }
        }

        /// The side that sends data now: the one that sent the last headers, unless it has ended.
        mutating func sender() -> HTTPSide? {
            if let side, ended.contains(side), !ended.contains(side.other) { self.side = side.other }
            return side
        }

        /// Whether either side may send data.
        var isUnclear: Bool { begun.count == 2 && ended.isEmpty }

        mutating func end() { ended.insert(side) }
    }

    private mutating func note(_ reason: String, at offset: Int, _ message: String) {
        damage.append(InputDamage(reason: reason, offset: offset, layer: "HTTP/2 frames", message: message))
    }
}
