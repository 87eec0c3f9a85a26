/// A name out of the `grpc-encoding` header: how messages with a set flag byte are compressed.
///
/// Open: a name that this library cannot decompress is still a value, and only messages that are really compressed
/// with it are refused (``FramingError/Code/unsupportedEncoding``).
///
/// Source: https://github.com/grpc/grpc/blob/master/doc/compression.md
public struct MessageEncoding: RawRepresentable, Hashable, Sendable {
    /// The name as the header writes it, lower-case.
    public var rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// No compression. Also what a missing `grpc-encoding` header means.
    public static var identity: Self { .init(rawValue: "identity") }
    /// The gzip format (RFC 1952), exactly one member per message.
    public static var gzip: Self { .init(rawValue: "gzip") }
    /// The **zlib** format (RFC 1950), as gRPC defines "deflate"; not a bare deflate stream.
    public static var deflate: Self { .init(rawValue: "deflate") }

    /// The encodings that this library reads and writes, in the order for a `grpc-accept-encoding` header.
    public static var supported: [Self] { [.identity, .deflate, .gzip] }
}

extension MessageEncoding: CustomStringConvertible {
    public var description: String { rawValue }
}

extension MessageEncoding {
    /// Guesses the encoding of a compressed message from its first two bytes; `nil` when they fit none.
    ///
    /// gzip begins with `1f 8b`. A zlib header names method 8 and a window of at most 32 KiB, and its two bytes are a
    /// multiple of 31, which one in about a thousand random pairs also is: a guess, for captures whose headers are lost.
    public init?(detecting compressed: Span<UInt8>) {
        guard let compression = Compression(detecting: compressed) else { return nil }
        self = compression.encoding
    }
}
