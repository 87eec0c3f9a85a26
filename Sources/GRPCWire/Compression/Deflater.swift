/// Compresses messages, one after another, each on its own, with one zlib state for all of them.
///
/// The state is what a small message costs: about 268 KB, which a fresh one has to allocate and clear. It is freed with
/// the value. Not for two threads at once, but it may move between them.
public struct Deflater: ~Copyable, Sendable {
    private var stream: ZlibStream

    /// - Throws: ``FramingError/Code/unsupportedEncoding`` for anything but gzip and deflate,
    ///   ``FramingError/Code/compressorUnavailable``.
    public init(_ encoding: MessageEncoding) throws(FramingError) {
        stream = try ZlibStream(.deflating, Compression(encoding))
    }

    /// Appends the compressed form of `message` to `output`, if that takes at most `limit` bytes.
    ///
    /// No memory is taken for more than `limit` bytes, and no time is spent on compressing further once they are full.
    ///
    /// - Returns: Whether it fitted. If not, `output` is as before.
    public mutating func deflate(_ message: Span<UInt8>, limit: Int = .max, appendingTo output: inout [UInt8]) -> Bool {
        let start = output.count
        // Most messages shrink: half of the size first.
        let firstRoom = max(64, message.count / 2)
        if case .ended = stream.run(message, limit: limit, firstRoom: firstRoom, to: &output).outcome { return true }
        output.removeSubrange(start...)
        return false
    }
}
