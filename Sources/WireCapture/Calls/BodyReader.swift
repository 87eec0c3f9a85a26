import GRPCWire

/// Cuts one direction of a call into messages as its bytes arrive.
struct BodyReader: ~Copyable {
    /// What is kept of messages; all are measured.
    enum Keeping {
        /// Each of them, decompressed.
        case messages
        /// Their bytes as sent, of which messages are made at the end if they are wanted.
        case wire
        case nothing
    }

    /// Largest message that is kept, as sent and decompressed: four times what gRPC libraries accept unless told
    /// otherwise, and small beside what a capture may take (``CallExtractor/memoryLimit``).
    static let limits = FramingLimits(wireLength: 16 << 20, length: 16 << 20)

    private(set) var body = CapturedBody()
    private let keeping: Keeping
    private var wire: [UInt8] = []
    private var measure = BodyMeasure()
    /// The trailers that end a grpc-web body.
    private(set) var trailers: HeaderBlock?
    private var deframer: Deframer?
    private var source = Deframer.EncodingSource.detect
    private var text: Base64.Stream?
    private var web: WebFrames?
    private var encoding = MessageEncoding.identity
    private var isStarted = false
    /// Bytes before these are not in the capture, so that no message's beginning is known.
    private var isLost = false
    private var messageBytes = 0
    /// What the deframer holds.
    private var bufferedBytes = 0

    init(keeping: Keeping = .messages) { self.keeping = keeping }

    /// Memory that it takes, in bytes.
    var footprint: Int {
        messageBytes + body.messages.count * 64 + wire.count + bufferedBytes * 2 + (web?.footprint ?? 0)
    }

    mutating func lose() {
        isLost = true
        wire = []
        deframer = nil
        web = nil
    }

    /// Takes the content of a DATA frame.
    mutating func append(frame content: Span<UInt8>, headers: HeaderBlock?) {
        body.dataFrames += 1
        append(content, headers: headers)
    }

    mutating func append(_ content: Span<UInt8>, headers: HeaderBlock?) {
        body.length += content.count
        guard !isLost, body.failure == nil else { return }
        if !isStarted { start(headers) }
        if web == nil { return messages(content) }
        let content = [UInt8](copying: content)
        if text == nil { return frames(content[...]) }
        do throws(MetadataError) {
            guard let bytes = try text?.append(content) else { return }
            frames(bytes[...])
        } catch {
            fail(FramingError(.invalidFlag, offset: error.offset, detail: "no base64"))
        }
    }

    private mutating func start(_ headers: HeaderBlock?) {
        isStarted = true
        if let value = CapturedCall.text("grpc-encoding", in: headers) {
            // Its name in HTTP's early days, which some proxies still write.
            let name = value.lowercased()
            encoding = name == "x-gzip" ? .gzip : MessageEncoding(rawValue: name)
            source = .inspecting(encoding)
        }
        if keeping == .messages { deframer = Deframer(source, limits: Self.limits) }
        guard let type = headers?.contentType, type.framing != .grpc else { return }
        web = WebFrames()
        if type.framing == .webText { text = Base64.Stream() }
    }

    private mutating func frames(_ bytes: ArraySlice<UInt8>) {
        var messages = bytes
        web?.take(&messages)
        if !messages.isEmpty { self.messages(messages.span) }
        guard let web, let block = web.trailers else { return }
        let (fields, _) = WebBody.trailers(
            block, isCompressed: web.isCompressed, encoding: encoding, limit: HeaderDecoder.listLimit)
        trailers = HeaderBlock(fields)
        // Whatever follows belongs to no message.
        self.web = nil
        deframer = nil
        isLost = true
    }

    private mutating func messages(_ bytes: Span<UInt8>) {
        if keeping == .messages { return takeMessages(bytes) }
        if keeping == .wire { wire.append(copying: bytes) }
        measure.append(bytes)
        body.outline = measure.outline
    }

    private mutating func takeMessages(_ bytes: Span<UInt8>) {
        deframer?.append(bytes)
        defer { bufferedBytes = deframer?.bufferedCount ?? 0 }
        do throws(FramingError) {
            while let message = try deframer?.next() {
                messageBytes += message.payload.count
                body.outline.add(message.frame.wireLength, isCompressed: message.frame.isCompressed)
                if message.frame.isCompressed, body.outline.encoding == nil {
                    body.outline.encoding = message.frame.encoding
                }
                body.messages.append(message)
            }
        } catch {
            fail(error)
        }
    }

    /// Takes a message that was recorded without its prefix; `length` is what it had, `payload` what was recorded of it.
    mutating func append(recorded payload: [UInt8], length: Int) {
        let frame = MessageFrame(recordedAt: body.length, length: length)
        body.length += length
        messageBytes += payload.count
        body.outline.add(length, isCompressed: false)
        body.messages.append(LengthPrefixedMessage(frame: frame, payload: payload))
        guard payload.count < length, body.failure == nil else { return }
        body.failure = FramingError(
            .truncatedMessage, offset: frame.offset + payload.count, messageOffset: frame.offset, expected: length,
            available: payload.count)
    }

    private mutating func fail(_ error: FramingError) {
        body.failure = error
        deframer = nil
        web = nil
    }

    /// Says that the call has ended.
    ///
    /// - Parameter unpacks: Messages are wanted, also where only their bytes were kept.
    mutating func finish(unpacks: Bool = false) {
        if unpacks, keeping == .wire, !wire.isEmpty {
            deframer = Deframer(source, limits: Self.limits)
            body.outline = BodyOutline()
            let bytes = wire[...]
            takeMessages(bytes.span)
        }
        wire = []
        do throws(FramingError) {
            try deframer?.finish()
        } catch {
            if body.failure == nil { body.failure = error }
        }
        deframer = nil
    }
}
