public import GRPCWire

/// The number and size of the messages in a body, by their prefixes.
public struct BodyOutline: Hashable, Sendable {
    /// The number of messages that are there as a whole.
    public internal(set) var messages = 0
    /// The number of compressed messages among them.
    public internal(set) var compressed = 0
    /// The encoding of the first compressed message, where it is known or can be seen in the first bytes.
    public internal(set) var encoding: MessageEncoding?
    /// Bytes of the messages as sent, without prefixes.
    public internal(set) var wireLength = 0
    /// Length of the message that the body ends within, as its prefix announces it; 0 where the body ends elsewhere.
    var unfinished = 0
    /// The body cannot be read to its end: a prefix is invalid, or the sender has ended the body within a message.
    public internal(set) var isDamaged = false
    /// The body is known to have no messages: it is the trailers of grpc-web alone, or no gRPC at all, such as a proxy's page.
    public internal(set) var hasNoMessages = false

    mutating func add(_ length: Int, isCompressed: Bool) {
        messages += 1
        compressed += isCompressed ? 1 : 0
        wireLength += length
    }
}

/// Reads the prefixes of a body that arrives in pieces, and skips the messages behind them.
struct BodyMeasure {
    /// The bytes of the current prefix, as a number.
    private var prefix: UInt64 = 0
    /// The bytes of the prefix that have come.
    private var prefixCount = 0
    /// The bytes of the message that have not come.
    private var missing = 0
    /// A prefix was invalid: the bytes behind it cannot be measured.
    private var isLost = false

    mutating func append(_ content: Span<UInt8>, to outline: inout BodyOutline) {
        var index = 0
        while index < content.count, !isLost {
            if prefixCount < LengthPrefix.size {
                prefix = prefix << 8 | UInt64(content[index])
                (index, prefixCount) = (index + 1, prefixCount + 1)
                guard prefixCount == LengthPrefix.size else { continue }
                guard flag <= 1 else {
                    (isLost, outline.isDamaged) = (true, true)
                    return
                }
                missing = length
                if flag == 1, outline.encoding == nil {
                    outline.encoding = MessageEncoding(detecting: content.extracting(index...))
                }
            }
            let part = min(missing, content.count - index)
            (index, missing) = (index + part, missing - part)
            guard missing == 0 else { return }
            outline.add(length, isCompressed: flag == 1)
            (prefix, prefixCount) = (0, 0)
        }
    }

    /// The bytes so far end within a message.
    var isWithinMessage: Bool { prefixCount > 0 && !isLost }
    /// Length of the message that the bytes so far end within; 0 where they end elsewhere, or within its prefix.
    var announced: Int { prefixCount == LengthPrefix.size && !isLost ? length : 0 }

    private var flag: UInt64 { prefix >> 32 }
    private var length: Int { Int(UInt32(truncatingIfNeeded: prefix)) }
}
