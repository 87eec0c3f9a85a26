import CZlib

/// A zlib state on the heap, for one direction, used for one message after another: all contact with zlib is here.
///
/// zlib keeps a pointer back to its `z_stream`, so that must not move: it lives behind a pointer of its own.
@safe struct ZlibStream: ~Copyable {
    enum Direction { case inflating, deflating }

    /// The result of one call of ``run(_:limit:firstRoom:to:)``.
    enum Outcome {
        /// The compressed stream is complete.
        case ended
        /// The output is larger than the limit.
        case tooLarge
        /// The input is used up before the end of the stream.
        case starved
        /// The compressed data breaks its format, or zlib has no memory for its window; with the reason.
        case failed(FramingError.Code, String)
    }

    private let stream: UnsafeMutablePointer<z_stream>
    private let isInflating: Bool

    /// Makes the state.
    ///
    /// - Throws: ``FramingError/Code/compressorUnavailable`` when zlib lacks memory or is another version than the header.
    init(_ direction: Direction, _ compression: Compression) throws(FramingError) {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        // Freshly allocated for exactly one z_stream. All-zero is what zlib asks for: its own allocator, no input.
        unsafe stream.initialize(to: z_stream())
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        isInflating = direction == .inflating
        // The pointer is valid and initialized; it stays where it is until `deinit`. The level and 8, the memory level, are
        // zlib's defaults, which grpcio uses too.
        let status =
            isInflating
            ? unsafe inflateInit2_(stream, compression.rawValue, ZLIB_VERSION, size)
            : unsafe deflateInit2_(
                stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, compression.rawValue, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                size)
        guard status == Z_OK else {
            // After a failed start zlib holds nothing, so only our own memory is given back.
            unsafe stream.deallocate()
            let reason = status == Z_MEM_ERROR ? "out of memory" : "status \(status) at the start"
            throw FramingError(.compressorUnavailable, offset: 0, detail: reason)
        }
        unsafe self.stream = stream
    }

    deinit {
        // Started in `init`, ended only here, and nobody else has the pointer.
        _ = isInflating ? unsafe inflateEnd(stream) : unsafe deflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Puts one message through, from a fresh start, and appends the result to `output`.
    ///
    /// - Parameters:
    ///   - limit: The most bytes to append. Memory for more is never taken.
    ///   - firstRoom: The bytes to make room for at first.
    /// - Returns: How it went, and how many bytes of `input` were used.
    mutating func run(
        _ input: Span<UInt8>, limit: Int, firstRoom: Int, to output: inout [UInt8]
    ) -> (outcome: Outcome, used: Int) {
        reset()
        let start = output.count
        let limit = max(limit, 0)
        var used = 0
        while true {
            let produced = output.count - start
            guard produced < limit else {
                // All that is allowed is there. One byte more, written elsewhere, is one too many; zlib may also need this
                // call only to say that it is done.
                var excess: [UInt8] = []
                let outcome = advance(input, from: &used, to: &excess, room: 1)
                guard excess.isEmpty else { return (.tooLarge, used) }
                if let outcome { return (outcome, used) }
                continue
            }
            let next = produced == 0 ? firstRoom : Self.nextRoom(behind: produced)
            if output.capacity == output.count {
                // At least twice what stood there before, so that many small messages in one array are not moved each time.
                output.reserveCapacity(max(output.count + min(next, limit - produced), start &* 2))
            }
            let room = min(output.capacity - output.count, limit - produced)
            if let outcome = advance(input, from: &used, to: &output, room: room) {
                return (outcome, used)
            }
        }
    }

    /// The bytes to make room for when `produced` bytes are there: as many again, and up to 16 times as many from 1 MiB on.
    ///
    /// Growing copies the output, and both copies take memory for a moment; untouched pages of a large block hardly do.
    private static func nextRoom(behind produced: Int) -> Int {
        produced < 1 << 20 ? produced : max(produced, min(16 * produced, 1 << 28))
    }

    /// Forgets the last message and keeps the memory. Cannot fail on a state that was started.
    mutating func reset() {
        // Valid from `init` to `deinit`.
        _ = isInflating ? unsafe inflateReset(stream) : unsafe deflateReset(stream)
    }

    /// Feeds `input` from `position` on and appends at most `room` bytes to `output`.
    ///
    /// - Parameters:
    ///   - position: Moves behind the input that was used.
    ///   - room: At least 1.
    /// - Returns: `nil` when more room, or the rest of a huge input, is needed; ``Outcome/starved`` when more input is.
    mutating func advance(
        _ input: Span<UInt8>, from position: inout Int, to output: inout [UInt8], room: Int
    ) -> Outcome? {
        // zlib counts in 32 bits: more than that goes in portions, and only the last one may finish the stream.
        let offered = UInt32(clamping: input.count - position)
        let isLast = Int(exactly: offered) == input.count - position
        let portion = UInt32(clamping: room)
        let portionCount = Int(clamping: portion)
        var status = Z_OK
        var left = offered
        let start = position
        // The pointers are used by zlib only during the call: `input` is only read (its type in C just lacks `const`)
        // within `offered` bytes, and `buffer` has room for at least `portion` bytes, of which as many are counted as
        // initialized as zlib wrote.
        unsafe input.withUnsafeBufferPointer { source in
            output.append(addingCapacity: portionCount) { target in
                unsafe target.withUnsafeMutableBufferPointer { buffer, count in
                    unsafe stream.pointee.next_in = UnsafeMutablePointer(
                        mutating: source.baseAddress.map { unsafe $0 + start })
                    unsafe stream.pointee.avail_in = offered
                    unsafe stream.pointee.next_out = buffer.baseAddress
                    unsafe stream.pointee.avail_out = portion
                    let flush = isLast || isInflating ? Z_FINISH : Z_NO_FLUSH
                    status = isInflating ? unsafe inflate(stream, flush) : unsafe deflate(stream, flush)
                    unsafe left = stream.pointee.avail_in
                    unsafe count = Int(clamping: portion - stream.pointee.avail_out)
                    // Not kept: they would dangle.
                    unsafe stream.pointee.next_in = nil
                    unsafe stream.pointee.next_out = nil
                }
            }
        }
        position += Int(clamping: offered - left)
        // Valid from `init` to `deinit`.
        let isFull = unsafe stream.pointee.avail_out == 0
        switch status {
        case Z_STREAM_END: return .ended
        case Z_MEM_ERROR: return .failed(.compressorUnavailable, "out of memory")
        case Z_NEED_DICT: return .failed(.corruptCompressedData, "it needs a preset dictionary")
        case Z_OK, Z_BUF_ERROR:
            // Input that was held back because of its size is still to come.
            return isFull || (position > start && position < input.count) ? nil : .starved
        default:
            // `msg` is nil or one of zlib's own constant texts.
            let reason = unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "status \(status)"
            return .failed(.corruptCompressedData, reason)
        }
    }
}

// Nothing but this value has the pointer, and zlib's state belongs to no thread.
extension ZlibStream: @unchecked Sendable {}
