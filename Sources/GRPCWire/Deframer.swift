public import ByteText

/// Takes a stream of length-prefixed messages apart, as it arrives, in chunks of any size.
///
/// Two ways to use it:
/// - `consume` hands out each complete message in place: nothing is copied but messages that are split between chunks,
///   and compressed ones are decompressed into memory that is used again.
/// - ``append(_:)-(Span<UInt8>)`` and ``next()`` copy the chunk and return messages that own their bytes.
///
/// Memory is taken for what has arrived, never for what a prefix announces, and a decompressed message never takes more
/// than its limit. Bytes go through in linear time, even one at a time.
///
/// After an error every further call throws the same error. A peer ends the call then.
///
/// ```swift
/// var deframer = Deframer(.header(.gzip))
/// for chunk in chunks {
///     try deframer.consume(chunk) { frame, message in print(frame.offset, message.count) }
/// }
/// try deframer.finish()
/// ```
///
/// Not for two threads at once, but it may move between them.
public struct Deframer: ~Copyable, Sendable {
    /// The source of the compression of messages whose flag byte is 1.
    public enum EncodingSource: Hashable, Sendable {
        /// In the header `grpc-encoding`, which had this value; ``MessageEncoding/identity`` when it was missing.
        case header(MessageEncoding)
        /// In the header, as for `header`; but deflate is accepted also where it lacks zlib's header and check sum, as some
        /// peers send it. Meant for tools that explain; a gRPC peer must not do this.
        case inspecting(MessageEncoding)
        /// Nowhere: each compressed message is taken for what its first two bytes look like
        /// (``MessageEncoding/init(detecting:)``). A guess, meant for captures whose headers are lost; a gRPC peer must
        /// not do this.
        case detect
    }

    /// The source of the messages' compression.
    public let encoding: EncodingSource
    /// The sizes that are accepted.
    public let limits: FramingLimits
    /// Offset in the stream of the first byte that has not been handed out as part of a message.
    public private(set) var offset = 0
    /// The error that ended the stream.
    public private(set) var failure: FramingError? {
        didSet { hasFailed = failure != nil }
    }
    /// Whether `failure` is set. Read for each message, since reading `failure` would copy it.
    private var hasFailed = false

    /// Bytes that have arrived and are not handed out: `buffer[head...]`. Bytes before `head` are done with.
    private var buffer: [UInt8] = []
    private var head = 0
    private let wireLimit: UInt32
    private var inflater: Inflater?
    /// The last decompressed message; its memory is used again.
    private var inflated: [UInt8] = []

    /// - Parameters:
    ///   - encoding: How messages with a set flag byte are compressed. Names that are not supported are no error before
    ///     such a message arrives.
    ///   - limits: What is accepted; gRPC's defaults unless said.
    public init(_ encoding: EncodingSource = .header(.identity), limits: FramingLimits = .init()) {
        self.encoding = encoding
        self.limits = limits
        wireLimit = UInt32(clamping: limits.wireLength)
    }

    /// Bytes that have arrived and are not handed out.
    public var bufferedCount: Int { buffer.count - head }
}

// MARK: - In place

extension Deframer {
    /// Takes the next bytes of the stream and hands out every message that is complete now.
    ///
    /// - Parameters:
    ///   - chunk: Bytes that follow those of the last call, as many or few as there are.
    ///   - body: Is given each message in order: where it was, and its bytes, valid during the call only.
    /// - Throws: A ``FramingError``, after the messages before it were handed out.
    /// - Complexity: O(bytes in and out).
    public mutating func consume(
        _ chunk: Span<UInt8>, _ body: (_ frame: MessageFrame, _ message: Span<UInt8>) -> Void
    ) throws(FramingError) {
        deliver(chunk, body)
        if hasFailed, let failure { throw failure }
    }

    /// Takes the next bytes of the stream and hands out every message that is complete now, to a closure that can fail.
    ///
    /// - Parameters:
    ///   - chunk: Bytes that follow those of the last call, as many or few as there are.
    ///   - body: Is given each message in order: where it was, and its bytes, valid during the call only. What it throws
    ///     ends this call but harms nothing: its message counts as handed out, the rest comes with the next call.
    /// - Throws: A ``FramingError``, after the messages before it were handed out, or what `body` throws.
    public mutating func consume(
        _ chunk: Span<UInt8>, _ body: (_ frame: MessageFrame, _ message: Span<UInt8>) throws -> Void
    ) throws {
        try deliver(chunk, body)
        if hasFailed, let failure { throw failure }
    }

    /// Does the same as with a span, for chunks of another type: arrays, slices, raw buffers.
    public mutating func consume(
        _ chunk: some SpanProviding, _ body: (_ frame: MessageFrame, _ message: Span<UInt8>) -> Void
    ) throws(FramingError) {
        try chunk.withByteSpan { (span) throws(FramingError) in try consume(span, body) }
    }

    /// Does the same as with a span, for chunks of another type, and to a closure that can fail.
    public mutating func consume(
        _ chunk: some SpanProviding, _ body: (_ frame: MessageFrame, _ message: Span<UInt8>) throws -> Void
    ) throws {
        try chunk.withByteSpan { span in try consume(span, body) }
    }

    /// Hands out what is complete; an error of the stream is left in `failure`.
    private mutating func deliver<Failure: Error>(
        _ chunk: Span<UInt8>, _ body: (MessageFrame, Span<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        guard !hasFailed else { return }
        var rest = chunk
        do throws(Failure) {
            try deliverBuffered(&rest, body)
            // Only when nothing is left in the buffer may messages be read where they are.
            guard !hasFailed, head == buffer.count else { return }
            while rest.count >= LengthPrefix.size {
                let prefix = LengthPrefix(complete: rest)
                guard accepts(prefix) else { return }
                // The limit, and so the length, fits Int; `accepts` has compared them.
                let length = Int(truncatingIfNeeded: prefix.length)
                guard length <= rest.count - LengthPrefix.size else { break }
                let end = LengthPrefix.size + length
                let payload = rest.extracting(LengthPrefix.size..<end)
                let start = offset
                rest = rest.extracting(end...)
                offset &+= end
                try hand(payload, of: prefix, at: start, to: body)
                guard !hasFailed else { return }
            }
        } catch {
            append(rest)
            throw error
        }
        append(rest)
        checkFlag()
    }

    /// Completes and hands out the messages that begin in the buffer, with bytes from the front of `chunk`.
    private mutating func deliverBuffered<Failure: Error>(
        _ chunk: inout Span<UInt8>, _ body: (MessageFrame, Span<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        while head < buffer.count {
            guard let prefix = bufferedPrefix() else {
                guard chunk.count > 0 else { return checkFlag() }
                take(LengthPrefix.size - bufferedCount, from: &chunk)
                continue
            }
            guard accepts(prefix) else { return }
            let missing = Int(truncatingIfNeeded: prefix.length) - (bufferedCount - LengthPrefix.size)
            if missing > 0 { take(missing, from: &chunk) }
            let start = offset
            guard let payload = takePayload(of: prefix) else { return }
            try hand(payload.span, of: prefix, at: start, to: body)
            guard !hasFailed else { return }
        }
    }

    /// Moves up to `count` bytes from the front of `chunk` to the end of the buffer.
    private mutating func take(_ count: Int, from chunk: inout Span<UInt8>) {
        let count = min(count, chunk.count)
        append(chunk.extracting(..<count))
        chunk = chunk.extracting(count...)
    }

    /// Hands out one message, decompressed if its prefix says so.
    @inline(__always)
    private mutating func hand<Failure: Error>(
        _ payload: Span<UInt8>, of prefix: LengthPrefix, at offset: Int,
        to body: (MessageFrame, Span<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        if !prefix.isCompressed {
            return try body(MessageFrame(uncompressedAt: offset, length: payload.count), payload)
        }
        inflated.removeAll(keepingCapacity: true)
        guard let frame = inflate(payload, at: offset) else { return }
        let message = inflated[...]
        try body(frame, message.span)
    }
}

// MARK: - With copies

extension Deframer {
    /// Takes the next bytes of the stream, for ``next()`` to read. After an error they are ignored.
    public mutating func append(_ chunk: Span<UInt8>) {
        guard !hasFailed, chunk.count > 0 else { return }
        if head == buffer.count {
            buffer.removeAll(keepingCapacity: true)
            head = 0
        } else if head > buffer.count / 2 {
            // Moves fewer bytes than were handed out since the last time.
            buffer.removeSubrange(..<head)
            head = 0
        }
        buffer.append(copying: chunk)
    }

    /// Takes the next bytes of the stream, for ``next()`` to read. After an error they are ignored.
    public mutating func append(_ chunk: some SpanProviding) { chunk.withByteSpan { append($0) } }

    /// The next message, or `nil` while it is not complete.
    ///
    /// - Throws: A ``FramingError``, from then on always the same.
    public mutating func next() throws(FramingError) -> LengthPrefixedMessage? {
        let message = takeMessage()
        if hasFailed, let failure { throw failure }
        return message
    }

    /// Takes one message out of the buffer; `nil` when there is none, which may be because the stream has failed.
    private mutating func takeMessage() -> LengthPrefixedMessage? {
        guard !hasFailed else { return nil }
        guard let prefix = bufferedPrefix() else {
            checkFlag()
            return nil
        }
        let start = offset
        guard accepts(prefix), let payload = takePayload(of: prefix) else { return nil }
        guard prefix.isCompressed else {
            let frame = MessageFrame(uncompressedAt: start, length: payload.count)
            return LengthPrefixedMessage(frame: frame, payload: Array(payload))
        }
        // The message keeps this memory, so it must not be used again.
        inflated = []
        defer { inflated = [] }
        guard let frame = inflate(payload.span, at: start) else { return nil }
        return LengthPrefixedMessage(frame: frame, payload: inflated)
    }

    /// Says that the stream has ended. Changes nothing, so it may be asked at any time.
    ///
    /// - Throws: ``FramingError/Code/truncatedPrefix`` or ``FramingError/Code/truncatedMessage`` when it ended inside a
    ///   message; the error that ended it before, if there was one. Complete messages that ``next()`` has not returned
    ///   are passed over.
    public borrowing func finish() throws(FramingError) {
        if hasFailed, let failure { throw failure }
        let bytes = buffer[...]
        let span = bytes.span
        var index = head
        var start = offset
        while index < span.count {
            let available = span.count - index
            guard let prefix = LengthPrefix(span, at: index) else {
                throw FramingError(
                    .truncatedPrefix, offset: start &+ available, messageOffset: start, expected: LengthPrefix.size,
                    available: available)
            }
            let length = Int(clamping: prefix.length)
            guard length <= available - LengthPrefix.size else {
                throw FramingError(
                    .truncatedMessage, offset: start &+ available, messageOffset: start, expected: length,
                    available: available - LengthPrefix.size)
            }
            index += LengthPrefix.size + length
            start &+= LengthPrefix.size + length
        }
    }
}

// MARK: - Parts

extension Deframer {
    /// The prefix at the head of the buffer, if all of it has arrived.
    private func bufferedPrefix() -> LengthPrefix? {
        let bytes = buffer[...]
        let span = bytes.span
        return LengthPrefix(span, at: head)
    }

    /// Takes the prefix at the head of the buffer, and returns the payload behind it; `nil` while that is not complete.
    @inline(__always)
    private mutating func takePayload(of prefix: LengthPrefix) -> ArraySlice<UInt8>? {
        let length = Int(truncatingIfNeeded: prefix.length)
        guard bufferedCount - LengthPrefix.size >= length else { return nil }
        let start = head + LengthPrefix.size
        head = start + length
        offset &+= LengthPrefix.size + length
        return buffer[start..<head]
    }

    /// Refuses the flag byte of a prefix that has not arrived in full, so that the error does not depend on the chunks.
    private mutating func checkFlag() {
        guard head < buffer.count, buffer[head] > 1 else { return }
        fail(LengthPrefix(flags: buffer[head], length: 0))
    }

    /// Whether the message behind this prefix, which begins at `offset`, may be read. If not, the stream has failed.
    @inline(__always)
    private mutating func accepts(_ prefix: LengthPrefix) -> Bool {
        guard prefix.flags <= 1, prefix.length <= wireLimit else {
            fail(prefix)
            return false
        }
        return true
    }

    @inline(never)
    private mutating func fail(_ prefix: LengthPrefix) {
        if prefix.flags <= 1 {
            failure = FramingError(
                .messageTooLarge, offset: offset &+ 1, messageOffset: offset,
                expected: Int(clamping: prefix.length), limit: Int(clamping: wireLimit))
        } else {
            let code: FramingError.Code = prefix.isTrailers ? .webTrailers : .invalidFlag
            failure = FramingError(
                code, offset: offset, messageOffset: offset, detail: "0x" + String(prefix.flags, radix: 16))
        }
        release()
    }

    /// Decompresses a payload into `inflated`. On an error it returns `nil`, and the stream has failed.
    @inline(never)
    private mutating func inflate(_ payload: Span<UInt8>, at offset: Int) -> MessageFrame? {
        do throws(FramingError) {
            let compression = try compression(of: payload)
            // grpcio takes an empty payload for an empty message, without asking for a header or checksum.
            if payload.count > 0 {
                if inflater?.compression != compression {
                    inflater = try Inflater(compression)
                }
                try inflater?.inflate(payload, limit: limits.length, appendingTo: &inflated)
            }
            return MessageFrame(
                offset: offset, wireLength: payload.count, length: inflated.count, compression: compression)
        } catch {
            // Errors about the encoding are errors of the flag byte; the others count from the start of the payload.
            let isFlag = error.code == .compressedWithoutEncoding || error.code == .unsupportedEncoding
            var located = error
            located.offset = isFlag ? offset : offset &+ LengthPrefix.size &+ error.offset
            located.messageOffset = offset
            failure = located
            release()
            return nil
        }
    }

    /// What a payload with a set flag byte is compressed with.
    private func compression(of payload: Span<UInt8>) throws(FramingError) -> Compression {
        switch encoding {
        case .header(.identity), .inspecting(.identity): throw FramingError(.compressedWithoutEncoding, offset: 0)
        case .header(let name): return try Compression(name)
        case .inspecting(let name): return try Compression(name, of: payload)
        case .detect:
            if payload.count == 0 { return .gzip }
            guard let guess = Compression(detecting: payload) else {
                throw FramingError(.unrecognizedCompression, offset: 0)
            }
            return guess
        }
    }

    /// Gives back what is no longer needed after an error.
    private mutating func release() {
        buffer = []
        head = 0
        inflated = []
        inflater = nil
    }
}
