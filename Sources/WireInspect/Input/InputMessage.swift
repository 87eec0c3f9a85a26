public import GRPCWire

/// A message that was found in an input.
public struct InputMessage: Hashable, Sendable {
    /// The bytes of the message, decompressed; as many as there are.
    public var bytes: [UInt8]
    /// Its frame, when it came in one.
    public var frame: MessageFrame?
    /// Offset of its first byte in the file, where its bytes stand there as they are.
    public var fileOffset: Int?
    /// What is wrong with its frame or compression.
    public var damage: InputDamage?

    public init(
        bytes: [UInt8], frame: MessageFrame? = nil, fileOffset: Int? = nil, damage: InputDamage? = nil
    ) {
        self.bytes = bytes
        self.frame = frame
        self.fileOffset = fileOffset
        self.damage = damage
    }
}
