/// The form of the outermost layer of an input.
public enum InputForm: String, Hashable, Sendable, CaseIterable {
    /// The form that explains the bytes best.
    case auto
    /// One protobuf message, bare.
    case message
    /// Length-prefixed gRPC messages.
    case frames
    /// Hexadecimal text, dumps included.
    case hex
    /// Base64 or base64url text.
    case base64

    /// What the digits of the form are, for people.
    var digits: String { self == .base64 ? "base64" : "hexadecimal" }
}

/// Limits that keep hostile input from taking memory.
public struct InputLimits: Hashable, Sendable {
    /// The most bytes of all compressed pieces of an input together, when decompressed. 64 MiB unless set.
    public var inflatedLength = 64 << 20
    /// The most messages that are read of a stream of frames: an empty one takes five bytes there, and many times as much
    /// in memory. 1 048 576 unless set.
    public var messages = 1 << 20
    /// The most layers around a message: text, compression, packets, frames. 8 unless set.
    public var layers = 8

    /// The usual limits.
    public init() {}
}
