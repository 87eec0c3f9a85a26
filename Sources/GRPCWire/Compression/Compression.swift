/// The compressions that zlib has. The raw value is zlib's `windowBits` for the format with the largest window, 15: 16 more
/// asks for gzip, a negative number for neither header nor check sum.
enum Compression: Int32, Hashable, Sendable {
    case gzip = 31
    case deflate = 15
    /// Deflate without zlib's header and check sum, as some peers send it under the name of deflate.
    case rawDeflate = -15

    /// The compression of that name.
    ///
    /// - Throws: ``FramingError/Code/unsupportedEncoding`` for identity and for those that this library lacks.
    init(_ encoding: MessageEncoding) throws(FramingError) {
        switch encoding {
        case .gzip: self = .gzip
        case .deflate: self = .deflate
        default: throw FramingError(.unsupportedEncoding, offset: 0, detail: encoding.rawValue)
        }
    }

    /// The format that the first two bytes look like, see ``MessageEncoding/init(detecting:)``.
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

    /// The format of data that claims `encoding`, for tools that explain captures: deflate may lack zlib's header.
    ///
    /// - Throws: As ``init(_:)``.
    init(_ encoding: MessageEncoding, of compressed: Span<UInt8>) throws(FramingError) {
        let compression = try Compression(encoding)
        let isRaw = compression == .deflate && compressed.count >= 2 && Compression(detecting: compressed) == nil
        self = isRaw ? .rawDeflate : compression
    }

    var encoding: MessageEncoding { self == .gzip ? .gzip : .deflate }
}
