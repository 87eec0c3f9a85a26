/// Decompresses data that arrives in pieces of any size: of gzip one member after the other, as `gzip -d` does.
///
/// Memory is taken for the window (about 40 KB), and for no more output than is asked for at a time.
package struct StreamInflater: ~Copyable {
    /// The most bytes of a piece, so that memory does not depend on how well data is compressed.
    private static let pieceLength = 64 << 10

    /// The format it reads: gzip or deflate.
    package var encoding: MessageEncoding { compression.encoding }
    private let compression: Compression
    private var stream: ZlibStream
    /// The position in the data: before a member of gzip, of which the first byte may have come; inside of one; behind the last.
    private enum State { case between(hasFirst: Bool), inside, over }
    private var state = State.inside

    /// - Parameter start: The first bytes of the data, two at least: they show whether deflate has its header.
    /// - Throws: ``FramingError/Code/unsupportedEncoding`` for anything but gzip and deflate,
    ///   ``FramingError/Code/compressorUnavailable``.
    package init(_ encoding: MessageEncoding, inspecting start: Span<UInt8>) throws(FramingError) {
        let compression = try Compression(encoding, of: start)
        stream = try ZlibStream(.inflating, compression)
        self.compression = compression
    }

    /// Whether the data may end here: not within a member.
    package var isComplete: Bool { if case .inside = state { false } else { true } }

    /// Hands out the contents of `chunk` in pieces, until `body` returns `false`.
    ///
    /// Bytes behind the end of deflate data, or behind the last gzip member, are ignored: tapes and disks pad with zeros.
    ///
    /// - Throws: ``FramingError/Code/corruptCompressedData`` or ``FramingError/Code/compressorUnavailable``, with an
    ///   offset into `chunk`, after the contents before the damage were handed out.
    package mutating func read(_ chunk: Span<UInt8>, _ body: ([UInt8]) -> Bool) throws(FramingError) {
        var used = 0
        var piece: [UInt8] = []
        do throws(FramingError) {
            repeat {
                piece.removeAll(keepingCapacity: true)
                try read(chunk, from: &used, limit: Self.pieceLength, to: &piece)
            } while body(piece) && piece.count == Self.pieceLength
        } catch {
            _ = body(piece)
            throw error
        }
    }

    /// Appends to `output` until `chunk` is used up, or `output` has `limit` bytes.
    private mutating func read(
        _ chunk: Span<UInt8>, from position: inout Int, limit: Int, to output: inout [UInt8]
    ) throws(FramingError) {
        while output.count < limit {
            switch state {
            case .over:
                position = chunk.count
                return
            case .between(let hasFirst):
                guard position < chunk.count else { return }
                beginMember(chunk[position], hasFirst: hasFirst)
                position += 1
            case .inside:
                // Without input nothing is left to come out, but zlib may still have to say that it is done.
                switch stream.advance(chunk, from: &position, to: &output, room: limit - output.count) {
                case .ended: state = compression == .gzip ? .between(hasFirst: false) : .over
                case .failed(let code, let reason): throw FramingError(code, offset: position, detail: reason)
                case .starved, .tooLarge: return
                case nil: break
                }
            }
        }
    }

    /// Looks for the magic number of a member, byte by byte.
    private mutating func beginMember(_ byte: UInt8, hasFirst: Bool) {
        guard byte == (hasFirst ? 0x8b : 0x1f) else {
            state = .over
            return
        }
        state = .between(hasFirst: true)
        guard hasFirst else { return }
        stream.reset()
        // The magic number is part of what zlib wants to see, and may have come in another chunk.
        let magic: [UInt8] = [0x1f, 0x8b]
        let slice = magic[...]
        var used = 0
        var nothing: [UInt8] = []
        _ = stream.advance(slice.span, from: &used, to: &nothing, room: 1)
        state = .inside
    }
}
