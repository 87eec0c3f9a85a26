internal import ByteText
internal import ConsoleText
internal import GRPCWire
internal import ProtobufSchema

/// Takes a stream of length-prefixed messages apart, and keeps what damaged ones still have.
///
/// A gRPC peer has to stop at the first error (``GRPCWire/Deframer``); a tool that explains goes on as far as it can.
struct FramePeeler {
    private(set) var messages: [InputMessage] = []
    /// What ended the stream early, and what is wrong with trailers; empty when it ended with a message.
    private(set) var damage: [InputDamage] = []
    /// The trailers that end a grpc-web response; one block, where all is well.
    private(set) var trailers: [String] = []
    /// Bytes at the end that belong to no message.
    private(set) var unreadLength = 0

    private static let layer = "gRPC frames"

    /// - Parameters:
    ///   - encoding: What a set flag byte means; `nil` tells gzip and zlib apart by their first bytes.
    ///   - limit: How many messages are read.
    ///   - fileOffset: Where the stream begins in the file, if it stands there as it is.
    ///   - ignoringFirstFlag: Reads the first message although its flag byte is neither 0 nor 1.
    init(
        _ stream: [UInt8], encoding: MessageEncoding?, room: inout InflationRoom, limit: Int, fileOffset: Int?,
        ignoringFirstFlag: Bool = false
    ) {
        let bytes = stream[...]
        var offset = 0
        while offset < stream.count {
            guard let prefix = LengthPrefix(bytes.span, at: offset) else {
                damage.append(
                    InputDamage(
                        "truncated_prefix", offset: stream.count, layer: Self.layer,
                        "\(byteCount(stream.count - offset)) of the 5 bytes of a prefix are there; the capture was cut")
                )
                break
            }
            let start = offset + LengthPrefix.size
            let announced = Int(clamping: prefix.length)
            let length = min(announced, stream.count - start)
            let payload = stream[start..<(start + length)]
            if prefix.isTrailers, take(payload, of: prefix, at: offset, encoding, &room) {
                offset = start + length
                continue
            }
            guard messages.count < limit else {
                damage.append(
                    InputDamage(
                        "too_many_messages", offset: offset, layer: Self.layer,
                        "there are more than \(counted(limit, "message")); the rest was not read"))
                // That says nothing about what the bytes are.
                return
            }
            var flagDamage: InputDamage?
            if prefix.flags > 1 {
                let invalid = InputDamage(
                    "invalid_flag", offset: offset, layer: Self.layer,
                    "the flag byte is \(hexByte(prefix.flags)), not 0 or 1; a byte was damaged, or no message begins here"
                )
                guard ignoringFirstFlag, offset == 0 else {
                    damage.append(invalid)
                    break
                }
                flagDamage = invalid
            }
            var message = InputMessage(content: [])
            var used: String?
            if prefix.flags == 1 {
                (message, used) = Self.inflate(payload, encoding, &room, at: start, isCut: length < announced)
            } else {
                message.content = payload
            }
            if used == nil || encoding == .identity { message.fileOffset = fileOffset.map { $0 + start } }
            message.frame = InputMessage.Frame(offset: offset, length: announced, encoding: used)
            if length < announced {
                damage.append(
                    InputDamage(
                        "truncated_message", offset: stream.count, layer: Self.layer,
                        "\(length) of \(byteCount(announced)) announced are there; the capture was cut, or the prefix "
                            + "is damaged"))
                // That the compressed data ends early follows from that.
                let isCompressed = message.damage?.reason != "not_compressed"
                message.damage = flagDamage ?? (isCompressed ? nil : message.damage)
                messages.append(message)
                offset = stream.count
                break
            }
            message.damage = flagDamage ?? message.damage
            messages.append(message)
            offset = start + length
        }
        unreadLength = stream.count - offset
    }

    /// Longer trailers, of which nothing is there, are not believed.
    private static let usualTrailers = 64 << 10

    /// Takes a block of trailers, or as much as there is of one that was cut.
    ///
    /// - Returns: Whether it is one: what is there of a shorter one has to be the beginning of headers.
    private mutating func take(
        _ payload: ArraySlice<UInt8>, of prefix: LengthPrefix, at offset: Int, _ encoding: MessageEncoding?,
        _ room: inout InflationRoom
    ) -> Bool {
        let announced = Int(clamping: prefix.length)
        let isCut = payload.count < announced
        var block = InputMessage(content: payload)
        if prefix.isCompressed {
            (block, _) = Self.inflate(payload, encoding, &room, at: payload.startIndex, isCut: isCut)
        }
        if isCut {
            let isPlausible = block.content.isEmpty ? !prefix.isCompressed && announced <= Self.usualTrailers : true
            guard isPlausible, Self.beginsHeaders(block.content) else { return false }
        }
        // Said once, however many there are.
        if trailers.count == 1 {
            damage.append(
                InputDamage(
                    "further_trailers", offset: offset, layer: Self.layer,
                    "trailers end a response, and these are not the first; several responses stand here one behind the "
                        + "other"))
        }
        trailers.append(ValueText.withEscapes(block.content))
        if isCut {
            // That compressed data ends early follows from that.
            damage.append(
                InputDamage(
                    "truncated_trailers", offset: payload.endIndex, layer: Self.layer,
                    "\(payload.count) of \(byteCount(announced)) of trailers are there; the capture was cut"))
        } else if let fault = block.damage {
            damage.append(fault)
        }
        return true
    }

    /// Whether a stream may begin with trailers, as the response of a call that failed does.
    static func beginsWithTrailers(_ stream: [UInt8]) -> Bool {
        let bytes = stream[...]
        guard let prefix = LengthPrefix(bytes.span), prefix.isTrailers, !prefix.isCompressed else { return false }
        let text = bytes.dropFirst(LengthPrefix.size)
        return !text.isEmpty && beginsHeaders(text.prefix(Int(clamping: prefix.length)))
    }

    /// Whether bytes are lines of headers, of which the last may be cut.
    private static func beginsHeaders(_ bytes: ArraySlice<UInt8>) -> Bool {
        let name = bytes.prefix { $0 != UInt8(ascii: ":") }
        return name.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
            && TextCost.isPrintable(bytes)
            && TextLines(bytes).allSatisfy {
                $0.isEmpty || $0.contains(UInt8(ascii: ":")) || $0.endIndex == bytes.endIndex
            }
    }

    /// - Parameter isCut: Whether the payload ends before its message does.
    private static func inflate(
        _ payload: ArraySlice<UInt8>, _ encoding: MessageEncoding?, _ room: inout InflationRoom, at offset: Int,
        isCut: Bool = false
    ) -> (InputMessage, encoding: String?) {
        // An empty message need not be compressed; gRPC libraries take it as it is.
        if payload.isEmpty, encoding != .identity { return (InputMessage(content: []), encoding?.rawValue) }
        if encoding == .identity {
            let damage = InputDamage(
                "compressed_without_encoding", offset: offset, layer: layer,
                "the flag byte says compressed, the encoding says identity")
            return (InputMessage(content: payload, damage: damage), encoding?.rawValue)
        }
        let known = encoding ?? MessageEncoding(detecting: payload.span)
        // Deflate without a header begins with no mark, but has to end where the message does.
        let (bytes, damage) = room.inflate(payload, known ?? .deflate, at: offset, layer: layer)
        if damage == nil { return (InputMessage(content: bytes[...]), (known ?? .deflate).rawValue) }
        // Compressed data that ends where the capture does is just that.
        let isExpected = damage?.reason == "inflated_too_large" || known != nil && isCut && !bytes.isEmpty
        if !isExpected, isMessage(payload, isCut: isCut) {
            let damage = InputDamage(
                "not_compressed", offset: offset, layer: layer,
                "the message is marked as compressed, but is not; either its flag byte is wrong, or the sender left out "
                    + "to compress it")
            return (InputMessage(content: payload, damage: damage), nil)
        }
        if let known { return (InputMessage(content: bytes[...], damage: damage), known.rawValue) }
        let unknown = InputDamage(
            "unrecognized_compression", offset: offset, layer: layer,
            "the message is compressed, but neither with gzip nor with zlib; look for its grpc-encoding header")
        return (InputMessage(content: [], damage: unknown), "an unknown compression")
    }

    /// Fewer bytes of whole fields say nothing of what was cut behind them.
    private static let evidence = 12

    /// Whether bytes that are said to be compressed are a message, or the beginning of one.
    private static func isMessage(_ bytes: ArraySlice<UInt8>, isCut: Bool) -> Bool {
        var reader = LevelReader(0..<bytes.count, nil, WireWalker())
        var end = 0
        while let field = reader.next(bytes.span) {
            guard field.missing == 0 else { break }
            end = field.end
        }
        guard end == bytes.count || isCut && end >= evidence else { return false }
        // Compressed bytes may happen to be fields, but hardly such that say something.
        return PayloadGuess(bytes.span, 0..<end).reading != .bytes
    }
}
