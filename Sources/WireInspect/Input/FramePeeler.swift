internal import ByteText
internal import ConsoleText
internal import GRPCWire
internal import ProtobufSchema

/// Cuts a stream into length-prefixed messages, and keeps the readable part of damaged ones.
///
/// A gRPC peer has to stop at the first error (``GRPCWire/Deframer``); a tool that explains goes on as far as it can.
struct FramePeeler {
    /// The encoding of compressed messages; `nil` tells gzip and zlib apart by their first bytes.
    let encoding: MessageEncoding?
    /// The most messages that are read.
    let limit: Int
    /// Offset of the stream in the file; `nil` where the file has it in another form.
    let fileOffset: Int?
    let budget: DecompressionBudget

    private(set) var messages: [InputMessage] = []
    /// Damage that ended the stream early, and damage of trailers; empty when the stream ended with a message.
    private(set) var damage: [InputDamage] = []
    /// The trailers that end a grpc-web response; a block for each where several responses stand one behind the other.
    private(set) var trailers: [String] = []
    /// Bytes at the end that belong to no message.
    private(set) var unreadLength = 0

    private static let layer = "gRPC frames"

    mutating func read(_ stream: ArraySlice<UInt8>) {
        var offset = 0
        defer { unreadLength = stream.count - offset }
        while offset < stream.count {
            guard let prefix = LengthPrefix(stream.span, at: offset) else {
                return note(
                    "truncated_prefix", at: stream.count,
                    "\(byteCount(stream.count - offset)) of the 5 bytes of a prefix are there; the capture was cut")
            }
            let start = offset + LengthPrefix.size
            let announced = Int(clamping: prefix.length)
            let payload = stream[start...].prefix(announced)
            guard (prefix.isTrailers ? trailers.count : messages.count) < limit else {
                note(
                    "too_many_messages", at: offset,
                    "there are more than \(counted(limit, "message")); the rest was not read")
                // The rest may be sound.
                offset = stream.count
                return
            }
            if prefix.isTrailers, take(trailers: payload, of: prefix) {
                offset = payload.endIndex
                continue
            }
            guard prefix.flags <= 1 else {
                return note(
                    "invalid_flag", at: offset,
                    "the flag byte is 0x\(String(hex: [prefix.flags])), not 0 or 1; a byte was damaged, or no message "
                        + "begins here")
            }
            var message = message(payload, of: prefix, at: offset)
            if payload.count < announced {
                note(
                    "truncated_message", at: stream.count,
                    "\(payload.count) of \(byteCount(announced)) announced are there; the capture was cut, or the prefix is "
                        + "damaged")
                // Compressed data that ends early follows from that.
                if message.damage?.reason != "not_compressed" { message.damage = nil }
            }
            messages.append(message)
            offset = payload.endIndex
        }
    }

    private mutating func note(_ reason: String, at offset: Int, _ message: String) {
        damage.append(InputDamage(reason: reason, offset: offset, layer: Self.layer, message: message))
    }

    /// The message with a payload, or with as much of the payload as there is.
    private func message(_ payload: ArraySlice<UInt8>, of prefix: LengthPrefix, at offset: Int) -> InputMessage {
        let announced = Int(clamping: prefix.length)
        var (message, used) = (InputMessage(content: payload), String?.none)
        if prefix.flags == 1 { (message, used) = inflate(payload, isCut: payload.count < announced) }
        if used == nil { message.fileOffset = fileOffset.map { $0 + payload.startIndex } }
        message.frame = InputMessage.Frame(offset: offset, length: announced, encoding: used)
        return message
    }

    /// Takes a block of trailers, or as much as there is of one.
    ///
    /// - Returns: Whether the payload is one: a part of a block has to be the beginning of headers.
    private mutating func take(trailers payload: ArraySlice<UInt8>, of prefix: LengthPrefix) -> Bool {
        let announced = Int(clamping: prefix.length)
        let isCut = payload.count < announced
        var block = InputMessage(content: payload)
        if prefix.isCompressed { (block, _) = inflate(payload, isCut: isCut) }
        guard !isCut || announced <= Self.usualTrailers && Self.beginsHeaders(block.content) else { return false }
        trailers.append(ValueText.withEscapes(block.content))
        if isCut {
            // Compressed data that ends early follows from that.
            note(
                "truncated_trailers", at: payload.endIndex,
                "\(payload.count) of \(byteCount(announced)) of trailers are there; the capture was cut")
        } else if let blockDamage = block.damage {
            damage.append(blockDamage)
        }
        return true
    }

    /// The most bytes that trailers announce of which some are missing.
    private static let usualTrailers = 64 << 10

    /// Whether a stream may begin with trailers, as the response of a call that failed does.
    static func beginsWithTrailers(_ stream: ArraySlice<UInt8>) -> Bool {
        guard let prefix = LengthPrefix(stream.span), prefix.isTrailers, !prefix.isCompressed else { return false }
        let text = stream.dropFirst(LengthPrefix.size)
        return !text.isEmpty && beginsHeaders(text.prefix(Int(clamping: prefix.length)))
    }

    /// Whether bytes are text that begins like a header, or nothing.
    private static func beginsHeaders(_ bytes: ArraySlice<UInt8>) -> Bool {
        let name = bytes.prefix { $0 != UInt8(ascii: ":") }
        return name.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
            && bytes.isPrintable
    }

    /// - Parameter isCut: Whether the payload ends before its message does.
    private func inflate(_ payload: ArraySlice<UInt8>, isCut: Bool) -> (InputMessage, encoding: String?) {
        let offset = payload.startIndex
        // Clients refuse a set flag byte under the encoding identity; the message is read as what it is.
        let refused = InputDamage(
            reason: "compressed_without_encoding", offset: offset, layer: Self.layer,
            message: "the flag byte says compressed, the encoding says identity; clients refuse that")
        let fault = encoding == .identity ? refused : nil
        let encoding = fault == nil ? encoding : nil
        // An empty message need not be compressed; gRPC libraries take it as it is.
        if payload.isEmpty { return (InputMessage(content: [], damage: fault), encoding?.rawValue) }
        let known = encoding ?? MessageEncoding(detecting: payload.span)
        // Deflate without a header has no magic number, but has to end where the message does.
        let (bytes, damage) = budget.inflate(payload, known ?? .deflate, at: offset, layer: Self.layer)
        if damage == nil { return (InputMessage(content: bytes[...], damage: fault), (known ?? .deflate).rawValue) }
        // Compressed data that ends where the capture does is just that.
        let isExpected = damage?.reason == "inflated_too_large" || known != nil && isCut && !bytes.isEmpty
        if !isExpected, Self.isMessage(payload, isCut: isCut) {
            let damage = InputDamage(
                reason: "not_compressed", offset: offset, layer: Self.layer,
                message: "the message is marked as compressed, but is not; its flag byte is wrong, or the sender did "
                    + "not compress it")
            return (InputMessage(content: payload, damage: damage), nil)
        }
        if let known { return (InputMessage(content: bytes[...], damage: damage), known.rawValue) }
        let unknown = InputDamage(
            reason: "unrecognized_compression", offset: offset, layer: Self.layer,
            message: "the message is compressed, but neither with gzip nor with zlib; look for its grpc-encoding "
                + "header")
        return (InputMessage(content: [], damage: fault ?? unknown), "an unknown compression")
    }

    /// Bytes of whole fields that are enough evidence for a message that was cut behind them.
    private static let evidence = 12

    /// Whether bytes that are marked as compressed are a message, or the beginning of one.
    private static func isMessage(_ bytes: ArraySlice<UInt8>, isCut: Bool) -> Bool {
        var reader = LevelReader(0..<bytes.count, as: nil)
        var end = 0
        while let field = reader.next(bytes.span) {
            guard field.missing == 0 else { break }
            end = field.end
        }
        guard end == bytes.count || isCut && end >= evidence else { return false }
        // Compressed bytes may happen to be fields, but hardly with meaningful values.
        return PayloadGuess(bytes.span, 0..<end).reading != .bytes
    }
}
