/// Decompresses messages, one after another, each on its own, with one zlib state for all of them.
///
/// It holds about 40 KB, freed with the value. Not for two threads at once, but it may move between them.
public struct Inflater: ~Copyable, Sendable {
    let compression: Compression
    private var stream: ZlibStream

    /// - Throws: ``FramingError/Code/unsupportedEncoding`` for anything but gzip and deflate,
    ///   ``FramingError/Code/compressorUnavailable``.
    public init(_ encoding: MessageEncoding) throws(FramingError) {
        try self.init(Compression(encoding))
    }

    init(_ compression: Compression) throws(FramingError) {
        stream = try ZlibStream(.inflating, compression)
        self.compression = compression
    }

    /// Reads `compressed`, which is said to be of an encoding; deflate also where it lacks zlib's header and check sum.
    ///
    /// For tools that explain: a gRPC peer has to refuse such a message.
    ///
    /// - Throws: As ``init(_:)``.
    public init(_ encoding: MessageEncoding, inspecting compressed: Span<UInt8>) throws(FramingError) {
        try self.init(Compression(encoding, of: compressed))
    }

    /// Appends the message that `compressed` holds to `output`.
    ///
    /// The bytes must be exactly one compressed stream: gRPC sends one per message, and grpcio refuses anything behind it
    /// as well. `output` grows with what is there, but never past `limit`, whatever the data pretends to become.
    ///
    /// When it throws, `output` keeps what could be read up to the damage: enough to show, not to trust.
    ///
    /// - Parameter limit: The most bytes that may be appended.
    /// - Throws: ``FramingError/Code/truncatedCompressedData``, ``FramingError/Code/trailingCompressedData``,
    ///   ``FramingError/Code/corruptCompressedData``, ``FramingError/Code/inflatedTooLarge`` or
    ///   ``FramingError/Code/compressorUnavailable``, with an offset into `compressed`.
    /// - Complexity: O(compressed + decompressed bytes).
    public mutating func inflate(
        _ compressed: Span<UInt8>, limit: Int = FramingLimits.defaultLength, appendingTo output: inout [UInt8]
    ) throws(FramingError) {
        // Four times the compressed size is a usual ratio for protobuf.
        let firstRoom = max(64, compressed.count &* 4)
        let (outcome, used) = stream.run(compressed, limit: limit, firstRoom: firstRoom, to: &output)
        switch outcome {
        case .ended:
            guard used == compressed.count else { throw FramingError(.trailingCompressedData, offset: used) }
        case .tooLarge: throw FramingError(.inflatedTooLarge, offset: used, limit: max(limit, 0))
        case .starved: throw FramingError(.truncatedCompressedData, offset: used)
        case .failed(let code, let reason): throw FramingError(code, offset: used, detail: reason)
        }
    }
}
