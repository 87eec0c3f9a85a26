/// The nine bytes before what a frame of HTTP/2 holds.
///
/// Source: https://datatracker.ietf.org/doc/html/rfc9113#section-4.1
struct HTTP2FrameHead {
    /// Those that gRPC uses: a server never pushes.
    enum Kind: UInt8 {
        case data, headers, priority, reset, settings
        case ping = 6
        case goAway, windowUpdate, continuation
    }

    /// Bytes of a head.
    static let size = 9

    /// Bytes behind the head.
    let length: Int
    /// `nil` for others, which have to be ignored.
    let kind: Kind?
    let stream: UInt32
    /// Nothing in the head is such as has to be ignored: other kinds, flags without a meaning, the reserved bit.
    let isUsual: Bool
    private let flags: UInt8

    /// - Returns: `nil` when no frame can begin so, or less than a head is there.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= Self.size else { return nil }
        let start = bytes.startIndex
        length = Int(bytes[start]) << 16 | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
        kind = Kind(rawValue: bytes[start + 3])
        flags = bytes[start + 4]
        let number = bytes[(start + 5)..<(start + 9)].reduce(0) { $0 << 8 | UInt32($1) }
        stream = number & 0x7FFF_FFFF
        let (isPossible, known) = Self.rules(kind, length, stream)
        guard isPossible else { return nil }
        isUsual = kind != nil && number == stream && flags & ~known == 0
    }

    /// Whether the length and the stream are what the kind demands, and the flags that it has.
    private static func rules(_ kind: Kind?, _ length: Int, _ stream: UInt32) -> (isPossible: Bool, flags: UInt8) {
        switch kind {
        case .data: (stream != 0, 0x09)
        case .headers: (stream != 0, 0x2D)
        case .priority: (length == 5 && stream != 0, 0)
        case .reset: (length == 4 && stream != 0, 0)
        case .settings: (stream == 0 && length.isMultiple(of: 6), 0x01)
        case .ping: (stream == 0 && length == 8, 0x01)
        case .goAway: (stream == 0 && length >= 8, 0)
        case .windowUpdate: (length == 4, 0)
        case .continuation: (stream != 0, 0x04)
        case nil: (true, 0)
        }
    }

    /// The sender sends nothing more on the stream.
    var endsStream: Bool { (kind == .data || kind == .headers) && flags & 0x01 != 0 }

    /// What a frame of data or headers holds, without its padding and priority; `nil` where there is more padding than
    /// content.
    ///
    /// - Parameter payload: As much of it as there is.
    func content(_ payload: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var content = payload
        if flags & 0x08 != 0 {
            guard let padding = payload.first, Int(padding) < length else { return nil }
            let missing = length - payload.count
            content = content.dropFirst().dropLast(max(0, Int(padding) - missing))
        }
        return kind == .headers && flags & 0x20 != 0 ? content.dropFirst(5) : content
    }
}
