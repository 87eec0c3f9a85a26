public import ProtobufSchema

/// Which message types explain some bytes, best first.
public struct Detection: Sendable {
    /// A type that was tried.
    public struct Candidate: Sendable {
        public let message: MessageDescriptor
        /// How likely this type is among all, 0 to 1.
        public internal(set) var share: Double
        /// Bytes that belong to fields of the type, of those that were looked at.
        public let explained: Int
        /// The description length in bits; a bit less is twice as likely.
        public let bits: Double
        /// Whether the bytes that were looked at can be read as this type.
        public let isSound: Bool

        /// Whether something may depend on the type: of a less likely one it would mislead.
        package var isCertain: Bool { share >= 0.95 }
    }

    /// Best first. Types that are out of the question are left out.
    public internal(set) var candidates: [Candidate]
    /// Bytes of all messages together.
    public let length: Int
    /// Bytes that were looked at: all of small messages, enough of large ones.
    public let examined: Int
    /// The description length without any type, in bits.
    public let plainBits: Double
    /// Whether the bytes that were looked at can be read without any type.
    public let isPlainSound: Bool

    /// Every message is empty, and so a message of any type.
    public var isEmpty: Bool { length == 0 }

    /// The type to show the bytes with; `nil` when no type explains them better than none.
    public var best: Candidate? {
        guard let first = candidates.first, isEmpty || first.bits < plainBits else { return nil }
        return first
    }

    /// Bits of the best explanation.
    var cost: Double { best?.bits ?? plainBits }
    /// Whether all bytes can be read by the best explanation.
    var isSound: Bool { best?.isSound ?? isPlainSound }
}
