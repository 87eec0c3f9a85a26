import ByteText
import GRPCWire
import HTTPWire

/// Cuts the body of one side of a call into messages as its bytes arrive, and puts them into a ``CapturedBody``.
struct BodyReader: ~Copyable {
    /// The parts of messages that are kept; all messages are measured.
    enum Retention {
        /// Each message, decompressed.
        case messages
        /// Each message, decompressed, and the bytes as sent: ``CapturedBody/stream``.
        case streams
        /// The bytes as sent, which are cut into messages at the end if those are wanted.
        case wire
        case nothing
    }

    /// Largest message that is kept, as sent and decompressed: four times what gRPC libraries accept unless told
    /// otherwise, and small beside what a capture may take (``CallExtractor/memoryLimit``).
    static let limits = FramingLimits(wireLength: 16 << 20, length: 16 << 20)
    /// Messages of a body that are kept: a byte of a file may stand for a message, which takes a hundred.
    static let messageLimit = 1 << 18
    /// Bytes that the compressed messages of a body may have together, and a body with a `content-encoding`, when
    /// decompressed: two of the largest.
    static let inflatedLimit = 32 << 20

    private let retention: Retention
    private var wire: [UInt8] = []
    private var measure = BodyMeasure()
    /// The trailers that end a grpc-web body.
    private(set) var trailers: HeaderBlock?
    /// `nil` for a body that is nothing but frames.
    private var layers: Layers?
    private var frames: Frames?
    private var isStarted = false
    /// There were more messages, or a larger one, than are kept.
    private(set) var isCut = false
    /// Bytes of the body are missing, so that the beginning of the next message is not known.
    private var isLost = false
    /// The headers say that the body is something else than gRPC: a proxy's page, as a rule.
    private var isOtherContent = false
    /// The body is the frames of gRPC and nothing else: neither grpc-web nor a `content-encoding`.
    private var isPlain = true
    private var messageBytes = 0
    /// Bytes that the deframer holds.
    private var bufferedBytes = 0
    private var inflatedBytes = 0

    /// What lies around the frames of a body. An object, since few bodies have any, and readers are moved often.
    private final class Layers {
        /// The `content-encoding` of the whole body.
        let decoder: ContentDecoder?
        /// The base64 of grpc-web-text.
        var text: Base64.Stream?
        /// The frames and trailers of grpc-web; `nil` behind the trailers.
        var web: WebBodySplitter?

        init(decoder: ContentDecoder?) { self.decoder = decoder }
    }

    /// The frames of a body whose messages are kept. An object like ``Layers``.
    private final class Frames {
        var deframer: Deframer

        init(_ deframer: consuming Deframer) { self.deframer = deframer }
    }

    init(retention: Retention = .messages) { self.retention = retention }

    private var keepsMessages: Bool { retention == .messages || retention == .streams }

    /// Memory that the messages take, in bytes.
    @inline(__always)
    var footprint: Int {
        messageBytes + wire.count + bufferedBytes + (layers?.web?.footprint ?? 0)
    }

    /// Whether trailers may be in a part of the body that cannot be read: in a body of grpc-web.
    func mayHideTrailers(_ body: CapturedBody) -> Bool { body.failure != nil && !isPlain && !isOtherContent }

    /// Says that bytes are missing.
    mutating func lose() {
        isLost = true
        wire = []
        layers = nil
        frames = nil
        bufferedBytes = 0
    }

    /// Drops the messages, and the part of the next one.
    mutating func giveUp(_ body: inout CapturedBody) {
        lose()
        (body.messages, body.stream, messageBytes) = ([], [], 0)
    }

    mutating func append(_ content: Span<UInt8>, to body: inout CapturedBody, headers: HeaderBlock?) {
        body.length += content.count
        guard !isLost else { return }
        guard body.failure == nil else {
            // Bytes that cannot be read are still worth keeping.
            if isPlain { keep(content, &body) }
            return
        }
        if !isStarted { start(headers) }
        guard let layers else { return takeFrames(content, &body) }
        let content = [UInt8](copying: content)
        guard let decoder = layers.decoder else { return takeContent(content[...], to: &body, headers) }
        do throws(FramingError) {
            var length = body.contentCoding?.length ?? 0
            try decoder.append(content[...]) { piece in
                length += piece.count
                takeContent(piece, to: &body, headers)
                return body.failure == nil && length <= Self.inflatedLimit
            }
            body.contentCoding = decoder.encoding.map { .init(encoding: $0, length: length) }
            if length > Self.inflatedLimit {
                throw FramingError(.inflatedTooLarge, offset: body.length, limit: Self.inflatedLimit)
            }
        } catch {
            fail(error, &body)
        }
    }

    /// Takes a part of the body without its `content-encoding`: frames, or the base64 of grpc-web-text.
    private mutating func takeContent(
        _ content: ArraySlice<UInt8>, to body: inout CapturedBody, _ headers: HeaderBlock?
    ) {
        // Bytes behind the trailers belong to no message.
        guard trailers == nil else { return }
        do throws(MetadataError) {
            let bytes = try layers?.text?.append(content)
            takeWeb(bytes?[...] ?? content, to: &body, headers)
        } catch {
            fail(FramingError(.invalidBase64, offset: error.offset), &body)
        }
    }

    private mutating func start(_ headers: HeaderBlock?) {
        isStarted = true
        if keepsMessages { frames = Frames(Deframer(Self.source(headers), limits: Self.limits)) }
        if let headers, headers.isPlainGRPC { return }
        let type = headers?.contentType
        guard type != .grpc else { return }
        let decoder = ContentDecoder(headers)
        isPlain = decoder == nil && type == nil
        isOtherContent = type == nil && headers?.isKnown ?? false
        guard !isPlain else { return }
        let layers = Layers(decoder: decoder)
        self.layers = layers
        guard let type else { return }
        layers.web = WebBodySplitter()
        if type == .webText { layers.text = Base64.Stream() }
    }

    private static func source(_ headers: HeaderBlock?) -> Deframer.EncodingSource {
        headers?.encoding(.grpcEncoding).map { .inspecting($0) } ?? .detect
    }

    /// Takes a part of a body that may be one of grpc-web.
    private mutating func takeWeb(_ bytes: ArraySlice<UInt8>, to body: inout CapturedBody, _ headers: HeaderBlock?) {
        guard let layers, layers.web != nil else { return takeFrames(bytes.span, &body) }
        if let frames = layers.web?.split(bytes)[...], !frames.isEmpty { takeFrames(frames.span, &body) }
        guard let web = layers.web, web.isOver else { return }
        trailers = HeaderBlock(
            web.trailerFields(headers?.encoding(.grpcEncoding) ?? .identity, limit: HPACKDecoder.listLimit))
        body.outline.hasNoMessages = body.outline.messages == 0
        layers.web = nil
        frames = nil
        // The end of a body with a `content-encoding` is still to come.
        if layers.decoder == nil { isLost = true }
    }

    private mutating func takeFrames(_ bytes: Span<UInt8>, _ body: inout CapturedBody) {
        keep(bytes, &body)
        if keepsMessages {
            // A failure gives `frames` up, but the object stays for as long as it is used here.
            guard let frames else { return }
            return takeMessages(bytes, of: &frames.deframer, &body)
        }
        if retention == .wire { wire.append(copying: bytes) }
        measure.append(bytes, to: &body.outline)
    }

    private mutating func keep(_ bytes: Span<UInt8>, _ body: inout CapturedBody) {
        guard retention == .streams else { return }
        body.stream.append(copying: bytes)
        messageBytes += bytes.count
    }

    private mutating func takeMessages(
        _ bytes: Span<UInt8>, of deframer: inout Deframer, _ body: inout CapturedBody
    ) {
        deframer.append(bytes)
        do throws(FramingError) {
            while let message = try deframer.next() {
                guard body.messages.count < Self.messageLimit else {
                    isCut = true
                    return lose()
                }
                messageBytes += message.payload.count + 64
                body.outline.add(message.frame.wireLength, isCompressed: message.frame.isCompressed)
                if message.frame.isCompressed {
                    body.outline.encoding = body.outline.encoding ?? message.frame.encoding
                    inflatedBytes += message.payload.count
                }
                body.messages.append(message)
                guard inflatedBytes <= Self.inflatedLimit else {
                    throw FramingError(.inflatedTooLarge, offset: message.frame.offset, limit: Self.inflatedLimit)
                }
            }
            bufferedBytes = deframer.bufferedCount
        } catch {
            fail(error, &body)
        }
    }

    /// Takes a message that was recorded without its prefix.
    ///
    /// - Parameters:
    ///   - payload: The part of the message that was recorded.
    ///   - length: The length of the whole message.
    mutating func append(recorded payload: [UInt8], length: Int, to body: inout CapturedBody) {
        let frame = MessageFrame(uncompressedAt: body.length, length: length)
        body.length += length
        messageBytes += payload.count + 64
        body.outline.add(length, isCompressed: false)
        body.messages.append(LengthPrefixedMessage(frame: frame, payload: payload))
        guard payload.count != length, body.failure == nil else { return }
        body.failure = FramingError(
            payload.count < length ? .truncatedMessage : .surplusBytes,
            offset: frame.offset + min(length, payload.count), messageOffset: frame.offset, expected: length,
            available: payload.count)
    }

    private mutating func fail(_ error: FramingError, _ body: inout CapturedBody) {
        body.failure = error
        // A body with an encoding that is not supported may be whole.
        body.outline.isDamaged = error.code != .unsupportedEncoding
        frames = nil
        bufferedBytes = 0
        layers?.web = nil
    }

    /// Says that the call has ended.
    ///
    /// - Parameters:
    ///   - unpacks: Messages are wanted, also where only the bytes were kept.
    ///   - isWhole: The sender has ended the body.
    mutating func finish(
        _ body: inout CapturedBody, unpacks: Bool = false, isWhole: Bool = false, headers: HeaderBlock?
    ) {
        if isWhole, !isLost, measure.isWithinMessage { body.outline.isDamaged = true }
        defer {
            if isOtherContent {
                body.outline.isDamaged = false
                // That a page has no frames is no damage.
                if body.outline.messages == 0, headers?.has(.contentType) ?? false {
                    (body.failure, body.outline.hasNoMessages) = (nil, true)
                }
            }
        }
        do throws(FramingError) {
            if unpacks, !wire.isEmpty {
                var deframer = Deframer(Self.source(headers), limits: Self.limits)
                let bytes = wire[...]
                body.outline = BodyOutline()
                takeMessages(bytes.span, of: &deframer, &body)
                // Messages beyond the limit are left unread, which is no damage.
                if !isCut { try deframer.finish() }
            }
            if let isComplete = layers?.decoder?.isComplete, !isComplete {
                throw FramingError(.truncatedCompressedData, offset: body.length)
            }
            try frames?.deframer.finish()
        } catch {
            if body.failure == nil {
                body.failure = error
                if isWhole { body.outline.isDamaged = true }
            }
        }
        (wire, frames) = ([], nil)
        // A prefix that announces too much is damage, unless so much was sent.
        if isPlain, let failure = body.failure, failure.code == .messageTooLarge, let start = failure.messageOffset,
            let length = failure.expected, body.length - start - LengthPrefix.size >= length
        {
            (isCut, body.failure, body.outline.isDamaged) = (true, nil, false)
        }
        guard !isLost else { return }
        let announced = body.failure?.code == .truncatedPrefix ? nil : body.failure?.expected
        body.outline.unfinished = announced ?? measure.announced
    }
}
