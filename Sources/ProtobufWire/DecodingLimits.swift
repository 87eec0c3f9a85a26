/// The largest and deepest message that a decoder accepts. Both limits are checked before memory is taken.
public struct DecodingLimits: Hashable, Sendable {
    /// The largest message, in bytes. Larger input throws ``WireError/Code/messageTooLarge``.
    ///
    /// 2 147 483 647 unless set: no official runtime accepts more
    /// (https://protobuf.dev/programming-guides/proto-limits/).
    public var messageSize: Int {
        didSet { messageSize = Self.clamped(messageSize: messageSize) }
    }

    /// The number of levels of sub-messages, groups and map entries below the message, 0 to 1000.
    /// A deeper one throws ``WireError/Code/recursionLimitExceeded``.
    ///
    /// 100 unless set, as in the official C++, Java and Python runtimes. Values above 1000 become 1000: decoding
    /// recurses, and in release builds that many levels fit the 512 KiB stack of a secondary thread on Apple platforms.
    public var recursion: Int {
        didSet { recursion = Self.clamped(recursion: recursion) }
    }

    /// Values outside the ranges above become the nearest bound.
    public init(messageSize: Int = Int(Int32.max), recursion: Int = 100) {
        self.messageSize = Self.clamped(messageSize: messageSize)
        self.recursion = Self.clamped(recursion: recursion)
    }

    private static func clamped(messageSize: Int) -> Int { min(max(messageSize, 0), Int(Int32.max)) }
    private static func clamped(recursion: Int) -> Int { min(max(recursion, 0), 1000) }
}
