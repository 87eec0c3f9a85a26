@_exported public import PacketWire

/// A packet of a capture file.
public struct CapturedPacket: Sendable {
    /// The packet's number in the file, from 1, as other tools count.
    public let number: Int
    /// Nanoseconds since 1970; `nil` for packets without a time.
    public let time: Int64?
    /// The kind of header that the bytes begin with.
    public let link: LinkType
    /// The bytes that the capture has kept.
    public let bytes: [UInt8]
    /// Length of the packet; more than `bytes` have where the capture cut it.
    public let originalLength: Int
}

/// A packet whose bytes are a range in the buffer of a ``CaptureReader``.
struct PacketPlace {
    var number: Int
    var time: Int64?
    var link: LinkType
    var range: Range<Int>
    var originalLength: Int
}
