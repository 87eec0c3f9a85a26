/// The compressions that zlib has.
enum Compression: UInt8, Hashable, Sendable {
    case gzip, deflate

    /// The compression of that name; `nil` for identity and for those that this library lacks.
    init?(_ encoding: MessageEncoding) {
        switch encoding {
        case .gzip: self = .gzip
        case .deflate: self = .deflate
        default: return nil
        }
    }

    /// What the first two bytes look like, see ``MessageEncoding/init(detecting:)``.
    init?(detecting compressed: Span<UInt8>) {
        guard compressed.count >= 2 else { return nil }
        let (first, second) = (compressed[0], compressed[1])
        if first == 0x1F && second == 0x8B {
            self = .gzip
        } else if first & 0x0F == 8, first >> 4 <= 7, (UInt16(first) << 8 | UInt16(second)).isMultiple(of: 31) {
            self = .deflate
        } else {
            return nil
        }
    }

    var encoding: MessageEncoding {
        switch self {
        case .gzip: .gzip
        case .deflate: .deflate
        }
    }

    /// zlib's `windowBits` for this format with the largest window, 15; 16 more asks for gzip.
    var windowBits: Int32 {
        switch self {
        case .gzip: 15 + 16
        case .deflate: 15
        }
    }

    /// Bytes of the shortest stream: header and trailer (18 in RFC 1952, 6 in RFC 1950) and an empty block of fixed codes.
    var leastLength: Int {
        switch self {
        case .gzip: 20
        case .deflate: 8
        }
    }
}
