import GRPCWire

/// Cuts one direction of a call into messages as its DATA frames arrive.
final class BodyReader {
    /// Largest message that is kept, as sent and decompressed, in bytes.
    static let limits = FramingLimits(wireLength: 64 << 20, length: 64 << 20)

    private(set) var body = CapturedBody()
    /// Messages are kept and decompressed; otherwise they are only measured.
    private let keepsMessages: Bool
    private var measure = BodyMeasure()
    private var deframer: Deframer?
    /// Bytes before these are not in the capture, so that no message's beginning is known.
    private var isLost = false

    init(keepsMessages: Bool) { self.keepsMessages = keepsMessages }

    func lose() {
        isLost = true
        deframer = nil
    }

    func append(_ content: ArraySlice<UInt8>, headers: [HeaderField]?) {
        body.dataFrames += 1
        body.length += content.count
        guard !isLost, body.failure == nil else { return }
        guard keepsMessages else {
            measure.append(content)
            body.outline = measure.outline
            return
        }
        if deframer == nil { deframer = Deframer(Self.encoding(headers), limits: Self.limits) }
        deframer?.append(content.span)
        do throws(FramingError) {
            while let message = try deframer?.next() {
                body.outline.add(message.frame.wireLength, isCompressed: message.frame.isCompressed)
                if message.frame.isCompressed, body.outline.encoding == nil {
                    body.outline.encoding = message.frame.encoding
                }
                body.messages.append(message)
            }
        } catch {
            body.failure = error
            deframer = nil
        }
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

    private static func encoding(_ headers: [HeaderField]?) -> Deframer.EncodingSource {
        guard let value = CapturedCall.text("grpc-encoding", in: headers) else { return .detect }
        return .header(MessageEncoding(rawValue: value))
    }
}
