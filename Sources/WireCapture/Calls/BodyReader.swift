import GRPCWire

/// Cuts one direction of a call into messages as its bytes arrive.
final class BodyReader {
    /// Largest message that is kept, as sent and decompressed: four times what gRPC libraries accept unless told
    /// otherwise, and small beside what a capture may take (``CallExtractor/memoryLimit``).
    static let limits = FramingLimits(wireLength: 16 << 20, length: 16 << 20)

    private(set) var body = CapturedBody()
    /// Messages are kept and decompressed; otherwise they are only measured.
    private let keepsMessages: Bool
    private var measure = BodyMeasure()
    /// The trailers that end a grpc-web body.
    private(set) var trailers: [HeaderField]?
    private var deframer: Deframer?
    private var text: Base64.Stream?
    private var web: WebFrames?
    private var encoding = MessageEncoding.identity
    private var isStarted = false
    /// Bytes before these are not in the capture, so that no message's beginning is known.
    private var isLost = false
    private var messageBytes = 0

    init(keepsMessages: Bool = true) { self.keepsMessages = keepsMessages }

    /// Memory that it takes, in bytes.
    var footprint: Int {
        guard keepsMessages else { return web?.footprint ?? 0 }
        let buffered = deframer?.bufferedCount ?? 0
        return messageBytes + body.messages.count * 64 + buffered * 2 + (web?.footprint ?? 0)
    }

    func lose() {
        isLost = true
        deframer = nil
        web = nil
    }

    /// Takes the content of a DATA frame.
    func append(frame content: ArraySlice<UInt8>, headers: [HeaderField]?) {
        body.dataFrames += 1
        append(content, headers: headers)
    }

    func append(_ content: ArraySlice<UInt8>, headers: [HeaderField]?) {
        body.length += content.count
        guard !isLost, body.failure == nil else { return }
        if !isStarted { start(headers) }
        if text == nil { return frames(content) }
        do throws(MetadataError) {
            guard let bytes = try text?.append(content) else { return }
            frames(bytes[...])
        } catch {
            fail(FramingError(.invalidFlag, offset: error.offset, detail: "no base64"))
        }
    }

    private func start(_ headers: [HeaderField]?) {
        isStarted = true
        let source: Deframer.EncodingSource
        if let value = CapturedCall.text("grpc-encoding", in: headers) {
            // Its name in HTTP's early days, which some proxies still write.
            let name = value.lowercased()
            encoding = name == "x-gzip" ? .gzip : MessageEncoding(rawValue: name)
            source = .inspecting(encoding)
        } else {
            source = .detect
        }
        if keepsMessages { deframer = Deframer(source, limits: Self.limits) }
        let type = CapturedCall.text("content-type", in: headers).flatMap(ContentType.init(header:))
        guard let type, type.framing != .grpc else { return }
        web = WebFrames()
        if type.framing == .webText { text = Base64.Stream() }
    }

    private func frames(_ bytes: ArraySlice<UInt8>) {
        guard web != nil else { return messages(bytes) }
        var messages = bytes
        web?.take(&messages)
        if !messages.isEmpty { self.messages(messages) }
        guard let web, let block = web.trailers else { return }
        let (fields, _) = WebBody.trailers(
            block, isCompressed: web.isCompressed, encoding: encoding, limit: HeaderDecoder.listLimit)
        trailers = fields.map { HeaderField($0) }
        self.web = nil
        deframer = nil
    }

    private func messages(_ bytes: ArraySlice<UInt8>) {
        guard keepsMessages else {
            measure.append(bytes)
            body.outline = measure.outline
            return
        }
        deframer?.append(bytes.span)
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
    func append(recorded payload: [UInt8], length: Int) {
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

    private func fail(_ error: FramingError) {
        body.failure = error
        deframer = nil
        web = nil
    }

    /// Says that the call has ended.
    func finish() {
        do throws(FramingError) {
            try deframer?.finish()
        } catch {
            if body.failure == nil { body.failure = error }
        }
        deframer = nil
    }
}
