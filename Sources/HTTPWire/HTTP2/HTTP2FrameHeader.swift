import ByteText

/// The types of frames that RFC 9113 defines, in the order of their numbers.
///
/// Source: https://www.rfc-editor.org/rfc/rfc9113#section-6
package enum HTTP2FrameType: UInt8, Sendable {
    case data, headers, priority, resetStream, settings, pushPromise, ping, goAway, windowUpdate, continuation
}

/// The nine bytes before the payload of an HTTP/2 frame.
///
/// Source: https://www.rfc-editor.org/rfc/rfc9113#section-4.1
package struct HTTP2FrameHeader: Sendable {
    /// The bytes that a client sends before its first frame: RFC 9113, section 3.4.
    package static let connectionPreface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    /// Bytes of a frame header.
    package static let size = 9

    /// Bytes of the payload.
    package let length: Int
    /// `nil` for other types, which receivers ignore. Other modules match it with a pattern where it is asked for with each
    /// frame: to compare it calls a function.
    package let type: HTTP2FrameType?
    package let stream: UInt32
    @usableFromInline let flags: UInt8
    /// The bit before the stream's number, which senders leave unset and receivers ignore.
    private let isReservedSet: Bool

    /// - Precondition: Nine bytes are there from `index` on.
    package init(_ bytes: Span<UInt8>, at index: Int) {
        let first = UInt64(bigEndian: bytes.eightBytes(at: index))
        length = Int(first >> 40)
        type = HTTP2FrameType(rawValue: UInt8(truncatingIfNeeded: first >> 32))
        flags = UInt8(truncatingIfNeeded: first >> 24)
        let number = UInt32(truncatingIfNeeded: first << 8) | UInt32(bytes[index + 8])
        (stream, isReservedSet) = (number & 0x7fff_ffff, number >> 31 != 0)
    }

    /// The sender sends no more frames on the stream.
    @inlinable package var endsStream: Bool {
        switch type {
        case .data, .headers: flags & 0x01 != 0
        default: false
        }
    }

    /// For SETTINGS and PING: the frame acknowledges one of the peer's.
    package var isAcknowledgement: Bool { flags & 0x01 != 0 }

    /// The header block ends with this frame, and does not go on in CONTINUATION frames.
    package var endsHeaders: Bool { flags & 0x04 != 0 }

    /// The largest payload unless the receiver allows more, as it does for DATA.
    private static let usualLimit = 1 << 14

    /// Whether the fields agree with one another as the protocol demands. Frames of unknown types are allowed.
    package var isPossible: Bool {
        switch type {
        case .data, .headers, .continuation: stream != 0
        case .priority: stream != 0 && length == 5
        case .resetStream: stream != 0 && length == 4
        case .settings: stream == 0 && length % 6 == 0 && (!isAcknowledgement || length == 0)
        case .pushPromise: stream != 0 && length >= 4
        case .ping: stream == 0 && length == 8
        case .goAway: stream == 0 && length >= 8
        case .windowUpdate: length == 4
        case nil: length <= Self.usualLimit
        }
    }

    /// Whether gRPC sends frames like this one: a search among bytes of all sorts takes no others for frames.
    package var isUsual: Bool {
        guard isPossible, !isReservedSet, let type, length <= 1 << 20 else { return false }
        // An empty DATA frame is only of use to end a stream.
        if type == .data, length == 0, flags & 0x01 == 0 { return false }
        let known: UInt8 =
            switch type {
            case .data: 0x09
            case .headers: 0x2d
            case .settings, .ping: 0x01
            case .continuation: 0x04
            default: 0
            }
        // Clients' streams have odd numbers, and nobody has opened a million of them.
        return flags & ~known == 0 && (stream == 0 || stream & 1 == 1) && stream < 1 << 24
    }

    /// Whether the frame begins, carries or ends calls, and is more than a matter of the connection.
    var isOfCalls: Bool {
        switch type {
        case .priority, .settings, .ping, .windowUpdate, nil: false
        default: true
        }
    }

    /// The range of the content in the payload: without padding and, in HEADERS, without priority. `nil` when the padding
    /// is longer than the frame.
    ///
    /// - Parameter payload: The payload, or the part of it that is there.
    package func content(of payload: Span<UInt8>) -> Range<Int>? {
        var start = 0
        var padding = 0
        if flags & 0x08 != 0, type == .data || type == .headers || type == .pushPromise {
            guard let first = payload.uint8(at: 0) else { return nil }
            (start, padding) = (1, Int(first))
        }
        if flags & 0x20 != 0, type == .headers { start += 5 }
        let end = min(length - padding, payload.count)
        return start <= end ? start..<end : nil
    }
}

/// A frame header, and the packets of the frame's first and last byte.
package struct HTTP2Frame: Sendable {
    package let header: HTTP2FrameHeader
    package var first: Arrival
    package var last: Arrival

    @inlinable package var stream: UInt32 { header.stream }
}
