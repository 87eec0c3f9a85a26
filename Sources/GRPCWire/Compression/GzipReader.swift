/// Decompresses gzip data that arrives in pieces of any size, one member after the other, as `gzip -d` does.
///
/// Memory is taken for the window (about 40 KB), and for no more output than is asked for at a time.
package struct GzipReader: ~Copyable {
    private var stream: ZlibStream
    /// The first two bytes of a member that may follow.
    private enum State { case between(hasFirst: Bool), inside, over }
    private var state = State.inside

    package init() throws(FramingError) {
        stream = try ZlibStream(.inflating, windowBits: Compression.gzip.windowBits)
    }

    /// Whether the data may end here: not within a member.
    package var isComplete: Bool {
        if case .inside = state { return false }
        return true
    }

    /// Appends what comes next to `output`: until `chunk` is used up, or `room` bytes were appended.
    ///
    /// What follows the last member and is none is passed over: tapes and disks fill up with zeros.
    ///
    /// - Parameters:
    ///   - position: Where to read on in `chunk`; moves behind what was used.
    ///   - room: At least 1.
    /// - Throws: ``FramingError/Code/corruptCompressedData`` or ``FramingError/Code/compressorUnavailable``, with an
    ///   offset into `chunk`.
    package mutating func read(
        _ chunk: Span<UInt8>, from position: inout Int, room: Int, to output: inout [UInt8]
    ) throws(FramingError) {
        let limit = output.count + max(room, 1)
        while output.count < limit {
            switch state {
            case .over:
                position = chunk.count
                return
            case .between:
                guard beginMember(chunk, &position) else { return }
            case .inside:
                // Without input nothing is left to come out, but zlib may still have to say that it is done.
                switch stream.advance(chunk, from: &position, to: &output, room: limit - output.count) {
                case .ended: state = .between(hasFirst: false)
                case .corrupt(let reason):
                    throw FramingError(.corruptCompressedData, offset: position, detail: reason)
                case .outOfMemory:
                    throw FramingError(.compressorUnavailable, offset: position, detail: "out of memory")
                case .starved, .tooLarge: return
                case nil: break
                }
            }
        }
    }

    /// Looks for the magic number of a member; `false` when the chunk is used up.
    private mutating func beginMember(_ chunk: Span<UInt8>, _ position: inout Int) -> Bool {
        guard position < chunk.count, case .between(let hasFirst) = state else { return false }
        guard chunk[position] == (hasFirst ? 0x8b : 0x1f) else {
            state = .over
            return true
        }
        position += 1
        state = .between(hasFirst: true)
        guard hasFirst else { return true }
        stream.reset()
        // The magic number is part of what zlib wants to see, and may have come in another chunk.
        let magic: [UInt8] = [0x1f, 0x8b]
        let slice = magic[...]
        var used = 0
        var nothing: [UInt8] = []
        _ = stream.advance(slice.span, from: &used, to: &nothing, room: 1)
        state = .inside
        return true
    }
}
