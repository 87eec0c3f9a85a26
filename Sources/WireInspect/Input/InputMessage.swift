public import ProtobufWire

/// A message that was found in an input.
public struct InputMessage: Hashable, Sendable {
    /// The gRPC frame around a message.
    public struct Frame: Hashable, Sendable {
        /// Offset of the prefix in the stream of frames.
        public internal(set) var offset: Int
        /// Bytes that the prefix announces.
        public let length: Int
        /// The encoding that the payload was compressed with; `nil` for none.
        public let encoding: String?
    }

    /// The bytes of the message, decompressed, as far as they are there.
    public var bytes: [UInt8] { Array(content) }
    /// The bytes of the message as a slice: of the input itself when they stand in it as they are, so that nothing is
    /// copied.
    public internal(set) var content: ArraySlice<UInt8>
    /// The gRPC frame around the message.
    public internal(set) var frame: Frame?
    /// Offset of the first byte in the file; `nil` where the file has the bytes in another form.
    public internal(set) var fileOffset: Int?
    var origin: OffsetOrigin { OffsetOrigin(fileOffset: fileOffset) }
    /// The type of this message, where the messages of an input are of different types.
    // Stored indirectly, as the damage is: a stream may have a million messages, and hardly one has any of these.
    @Indirect public internal(set) var detection: Detection? = nil
    /// Damage of the frame or the compression.
    @Indirect public internal(set) var damage: InputDamage? = nil
}

extension RangeReplaceableCollection {
    /// Moves the elements out, so that nobody else holds them and they can be changed in place.
    mutating func take() -> Self {
        defer { self = Self() }
        return self
    }
}
