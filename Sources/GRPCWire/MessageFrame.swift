/// Where a message was found in its stream, and how it was sent.
public struct MessageFrame: Hashable, Sendable {
    /// Offset of the message's prefix from the start of the stream, in bytes.
    public let offset: Int
    /// Bytes of the payload as sent, without the prefix: the length that the prefix announces.
    public let wireLength: Int
    /// Bytes of the message after decompression; equal to ``wireLength`` when it was not compressed.
    public let length: Int
    /// Kept small, so that a frame is made and passed on without counting references.
    let compression: Compression?

    /// What the message was compressed with, or ``MessageEncoding/identity`` when its flag byte is 0.
    public var encoding: MessageEncoding { compression?.encoding ?? .identity }
    /// The flag byte is 1.
    public var isCompressed: Bool { compression != nil }
}

extension MessageFrame {
    /// A message that was not compressed, or recorded without its prefix.
    package init(uncompressedAt offset: Int, length: Int) {
        self.init(offset: offset, wireLength: length, length: length, compression: nil)
    }
}

/// A message that owns its bytes.
public struct LengthPrefixedMessage: Hashable, Sendable {
    /// Where the message was found and how it was sent.
    public var frame: MessageFrame
    /// The message itself, decompressed.
    public var payload: [UInt8]

    /// A message with the frame that it came in.
    public init(frame: MessageFrame, payload: [UInt8]) {
        self.frame = frame
        self.payload = payload
    }
}
