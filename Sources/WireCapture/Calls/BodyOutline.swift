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

    mutating func add(_ length: Int, isCompressed: Bool) {
        messages += 1
        compressed += isCompressed ? 1 : 0
        wireLength += length
    }
}

/// Reads the prefixes of a body that arrives in pieces, and passes over the messages behind them.
struct BodyMeasure {
    private(set) var outline = BodyOutline()
    /// The bytes of a prefix that is not whole, or of one whose message is not.
    private var prefix: [UInt8] = []
    /// Bytes of the message that have not come.
    private var missing = 0
    /// A prefix was none: what follows cannot be measured.
    private var isLost = false

    mutating func append(_ content: Span<UInt8>) {
        var index = 0
        while index < content.count, !isLost {
            if prefix.count < LengthPrefix.size {
                prefix.append(content[index])
                index += 1
                guard prefix.count == LengthPrefix.size else { continue }
                guard prefix[0] <= 1 else {
                    isLost = true
                    return
                }
                missing = length
                if prefix[0] == 1, outline.encoding == nil {
                    outline.encoding = MessageEncoding(detecting: content.extracting(index...))
                }
            }
            let count = min(missing, content.count - index)
            index += count
            missing -= count
            guard missing == 0 else { return }
            outline.add(length, isCompressed: prefix[0] == 1)
            prefix.removeAll(keepingCapacity: true)
        }
    }

    private var length: Int { prefix.dropFirst().reduce(0) { $0 << 8 | Int($1) } }
}
