/// What stands before the payload of an HTTP/2 frame, and the packets that the frame was in.
///
/// Source: https://www.rfc-editor.org/rfc/rfc9113 (section 4.1 and 6)
struct HTTP2Frame {
    enum Kind {
        static let data: UInt8 = 0
        static let headers: UInt8 = 1
        static let priority: UInt8 = 2
        static let reset: UInt8 = 3
        static let settings: UInt8 = 4
        static let pushPromise: UInt8 = 5
        static let ping: UInt8 = 6
        static let goAway: UInt8 = 7
        static let windowUpdate: UInt8 = 8
        static let continuation: UInt8 = 9
    }

    static let headerSize = 9

    var kind: UInt8
    var flags: UInt8
    var stream: UInt32
    /// The packets of its first and its last byte.
    var first: PacketMark
    var last: PacketMark

    init(_ header: HTTP2FrameHeader, first: PacketMark, last: PacketMark) {
        (kind, flags, stream) = (header.kind, header.flags, header.stream)
        (self.first, self.last) = (first, last)
    }

    var endsStream: Bool { flags & 0x01 != 0 }
    var endsHeaders: Bool { flags & 0x04 != 0 }

    /// Where in the payload the content stands: without padding and, in HEADERS, without priority; `nil` when the padding
    /// is longer than the frame.
    func content(of payload: Span<UInt8>) -> Range<Int>? {
        var start = 0
        var padding = 0
        if flags & 0x08 != 0, kind == Kind.data || kind == Kind.headers || kind == Kind.pushPromise {
            guard let first = payload.byte(0) else { return nil }
            (start, padding) = (1, Int(first))
        }
        if flags & 0x20 != 0, kind == Kind.headers { start += 5 }
        guard start + padding <= payload.count else { return nil }
        return start..<(payload.count - padding)
    }
}

/// The nine bytes before a frame's payload.
struct HTTP2FrameHeader {
    let length: Int
    let kind: UInt8
    let flags: UInt8
    let stream: UInt32
    /// The bit before the stream's number, which senders leave unset and receivers ignore.
    private let isReservedSet: Bool

    /// - Precondition: Nine bytes are there from `index` on.
    init(_ bytes: Span<UInt8>, at index: Int) {
        let header = bytes.extracting(index..<(index + HTTP2Frame.headerSize))
        length = Int(header[0]) << 16 | Int(header[1]) << 8 | Int(header[2])
        kind = header[3]
        flags = header[4]
        let number = UInt32(header[5]) << 24 | UInt32(header[6]) << 16 | UInt32(header[7]) << 8 | UInt32(header[8])
        (stream, isReservedSet) = (number & 0x7fff_ffff, number >> 31 != 0)
    }

    /// The most bytes of a frame unless its receiver allows more, as it does for DATA.
    private static let usualLimit = 1 << 14

    /// Whether the fields agree with one another as the protocol demands. Frames of unknown kinds are allowed.
    var isPossible: Bool {
        switch kind {
        case HTTP2Frame.Kind.data, HTTP2Frame.Kind.headers, HTTP2Frame.Kind.continuation: stream != 0
        case HTTP2Frame.Kind.priority: stream != 0 && length == 5
        case HTTP2Frame.Kind.reset: stream != 0 && length == 4
        case HTTP2Frame.Kind.settings: stream == 0 && length % 6 == 0 && (flags & 1 == 0 || length == 0)
        case HTTP2Frame.Kind.pushPromise: stream != 0 && length >= 4
        case HTTP2Frame.Kind.ping: stream == 0 && length == 8
        case HTTP2Frame.Kind.goAway: stream == 0 && length >= 8
        case HTTP2Frame.Kind.windowUpdate: length == 4
        default: length <= Self.usualLimit
        }
    }

    /// Whether the frame begins, carries or ends calls, and so is more than a matter of the connection.
    var isOfCalls: Bool {
        switch kind {
        case HTTP2Frame.Kind.priority, HTTP2Frame.Kind.settings, HTTP2Frame.Kind.ping, HTTP2Frame.Kind.windowUpdate:
            false
        default: true
        }
    }

    /// Whether it is what gRPC sends, too: what a search among bytes of all sorts may take for a frame.
    var isLikely: Bool {
        guard isPossible, !isReservedSet, kind <= HTTP2Frame.Kind.continuation, length <= 1 << 20 else { return false }
        // Nobody sends no data, but to end a stream.
        if kind == HTTP2Frame.Kind.data, length == 0, flags & 0x01 == 0 { return false }
        let known: UInt8 =
            switch kind {
            case HTTP2Frame.Kind.data: 0x09
            case HTTP2Frame.Kind.headers: 0x2d
            case HTTP2Frame.Kind.settings, HTTP2Frame.Kind.ping: 0x01
            case HTTP2Frame.Kind.continuation: 0x04
            default: 0
            }
        // Clients' streams have odd numbers, and nobody has opened a million of them.
        return flags & ~known == 0 && (stream == 0 || stream & 1 == 1) && stream < 1 << 24
    }
}
