/// What the outermost layer of an input is taken for.
public enum InputForm: String, Hashable, Sendable, CaseIterable {
    /// Whatever explains the bytes best.
    case auto
    /// One protobuf message, bare.
    case message
    /// Length-prefixed gRPC messages.
    case frames
    /// Hexadecimal text, dumps included.
    case hex
    /// Base64 or base64url text.
    case base64
}

/// Limits that keep hostile input from taking memory.
public struct InputLimits: Hashable, Sendable {
    /// The most bytes that all compressed pieces of an input may become, together. 256 MiB unless set.
    public var inflatedLength = 256 << 20
    /// How many messages of a stream of frames are taken out of it: an empty one takes five bytes there, and many times as
    /// much in memory. 1 048 576 unless set.
    public var messages = 1 << 20
    /// How many layers may lie around a message: text, compression, packets, frames. 8 unless set.
    public var layers = 8

    public init() {}
}
