public import GRPCWire

/// What the prefixes of the messages in a body say.
public struct BodyOutline: Hashable, Sendable {
    /// Messages that are there as a whole.
    public internal(set) var messages = 0
    /// How many of them are compressed.
    public internal(set) var compressed = 0
    /// What the first compressed one is compressed with, where that is known or can be seen in its first bytes.
    public internal(set) var encoding: MessageEncoding?
    /// Their bytes as sent, prefixes left out.
    public internal(set) var wireLength = 0
    /// It cannot be read to its end: what stands where a prefix should is none, or its side has ended it within a message.
    public internal(set) var isDamaged = false

    mutating func add(_ length: Int, isCompressed: Bool) {
        messages += 1
        compressed += isCompressed ? 1 : 0
        wireLength += length
    }
}

/// Reads the prefixes of a body that arrives in pieces, and passes over the messages behind them.
struct BodyMeasure {
    /// The bytes of a prefix that is not whole, or of one whose message is not, as a number.
    private var prefix: UInt64 = 0
    /// How many they are.
    private var prefixCount = 0
    /// Bytes of the message that have not come.
    private var missing = 0
    /// A prefix was none: what follows cannot be measured.
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

    /// Bytes of a message have come that is not whole.
    var isWithinMessage: Bool { prefixCount > 0 && !isLost }

    private var flag: UInt64 { prefix >> 32 }
    private var length: Int { Int(UInt32(truncatingIfNeeded: prefix)) }
}
