internal import ProtobufWire

/// A message that was found in an input.
public struct InputMessage: Hashable, Sendable {
    /// The gRPC frame around a message.
    public struct Frame: Hashable, Sendable {
        /// Offset of the prefix in the stream of frames.
        public let offset: Int
        /// Bytes that the prefix announces.
        public let length: Int
        /// What the payload was compressed with; `nil` when it was not.
        public let encoding: String?
    }

    /// The bytes of the message, decompressed; as many as there are.
    public internal(set) var bytes: [UInt8] {
        get { Array(content) }
        set { content = newValue[...] }
    }
    /// The same bytes where they lie: part of the input when they stand in it as they are, so that nothing is copied.
    public internal(set) var content: ArraySlice<UInt8>
    /// The bytes, which nobody else holds then if nobody has before; the message is empty from then on.
    mutating func take() -> ArraySlice<UInt8> {
        defer { content = [] }
        return content
    }

    /// Its frame, when it came in one.
    public internal(set) var frame: Frame?
    /// Offset of its first byte in the file, where its bytes stand there as they are.
    public internal(set) var fileOffset: Int?
    /// What it is by itself, where the messages of an input are of different types.
    public internal(set) var detection: Detection? {
        get { rareDetection }
        set { rareDetection = newValue }
    }
    /// What is wrong with its frame or compression.
    public internal(set) var damage: InputDamage? {
        get { rareDamage }
        set { rareDamage = newValue }
    }
    // Outside, as a stream may have a million messages and hardly one has any of these.
    @Indirect private var rareDetection: Detection?
    @Indirect private var rareDamage: InputDamage?

    init(content: ArraySlice<UInt8>, fileOffset: Int? = nil, damage: InputDamage? = nil) {
        (self.content, self.fileOffset) = (content, fileOffset)
        rareDamage = damage
    }
}
