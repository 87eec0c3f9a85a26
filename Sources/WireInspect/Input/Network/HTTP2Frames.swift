/// HTTP/2 frames one behind the other, as packets and followed streams hold them, and the data in them.
///
/// Source: https://datatracker.ietf.org/doc/html/rfc9113#section-4.1
struct HTTP2Frames {
    /// What the DATA frames of one stream hold.
    struct Stream {
        let number: UInt32
        var bytes: [UInt8]
        /// Where they begin among the frames, if they are in one piece.
        var start: Int?
    }

    /// Those with data, in the order in which they begin.
    private(set) var streams: [Stream] = []
    private(set) var count = 0
    /// The last frame is not all there.
    private(set) var damage: InputDamage?

    static let layer = "HTTP/2 frames"
    private static let headLength = 9
    /// What a client sends before its first frame.
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    /// - Parameter isPacket: Whether the bytes are what one packet carries, so that its last frame may go on in another.
    /// - Returns: `nil` when other bytes stand between the frames.
    init?(_ bytes: ArraySlice<UInt8>, isPacket: Bool = false) {
        let hasPreface = bytes.starts(with: Self.preface)
        let first = bytes.startIndex
        var index = first + (hasPreface ? Self.preface.count : 0)
        var indices: [UInt32: Int] = [:]
        while index < bytes.endIndex {
            guard let head = Head(bytes[index...]) else {
                guard bytes.endIndex - index < Self.headLength else { return nil }
                damage = Self.cut(at: bytes.count)
                break
            }
            count += 1
            let start = index + Self.headLength
            let end = min(start + head.length, bytes.endIndex)
            if end - start < head.length { damage = Self.cut(at: bytes.count) }
            index = end
            guard head.kind == .data, let data = head.data(bytes[start..<end]), !data.isEmpty else { continue }
            if let stream = indices[head.stream] {
                streams[stream].bytes += data
                streams[stream].start = nil
            } else {
                indices[head.stream] = streams.count
                streams.append(
                    Stream(number: head.stream, bytes: Array(data), start: data.startIndex - first))
            }
        }
        guard hasPreface || count > 0, damage == nil || hasPreface || isPacket && count > 1 else { return nil }
    }

    private static func cut(at offset: Int) -> InputDamage {
        InputDamage(
            "truncated_http2_frame", offset: offset, layer: layer,
            "the last HTTP/2 frame is not all there; it goes on in another packet, or the capture was cut")
    }

    /// The nine bytes before what a frame holds.
    private struct Head {
        /// Those that gRPC uses: a server never pushes.
        enum Kind: UInt8 {
            case data, headers, priority, reset, settings
            case ping = 6
            case goAway, windowUpdate, continuation
        }

        let length: Int
        let kind: Kind
        let flags: UInt8
        let stream: UInt32

        /// - Returns: `nil` when no frame can begin so, or less than a head is there.
        init?(_ bytes: ArraySlice<UInt8>) {
            guard bytes.count >= HTTP2Frames.headLength else { return nil }
            let start = bytes.startIndex
            length = Int(bytes[start]) << 16 | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
            guard let kind = Kind(rawValue: bytes[start + 3]) else { return nil }
            self.kind = kind
            flags = bytes[start + 4]
            stream = bytes[(start + 5)..<(start + 9)].reduce(0) { $0 << 8 | UInt32($1) }
            guard stream < 1 << 31, isPossible else { return nil }
        }

        /// What the kinds of frames demand of their flags, length and stream.
        private var isPossible: Bool {
            switch kind {
            case .data: flags & ~0x09 == 0 && stream != 0
            case .headers: flags & ~0x2D == 0 && stream != 0
            case .priority: length == 5 && stream != 0
            case .reset: length == 4 && stream != 0
            case .settings: flags & ~0x01 == 0 && stream == 0 && length.isMultiple(of: 6)
            case .ping: flags & ~0x01 == 0 && stream == 0 && length == 8
            case .goAway: stream == 0 && length >= 8
            case .windowUpdate: length == 4
            case .continuation: flags & ~0x04 == 0 && stream != 0
            }
        }

        /// The data without its padding; `nil` where there is more padding than data.
        func data(_ payload: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
            guard flags & 0x08 != 0 else { return payload }
            guard let padding = payload.first, Int(padding) < length else { return nil }
            let missing = length - payload.count
            return payload.dropFirst().dropLast(max(0, Int(padding) - missing))
        }
    }
}
