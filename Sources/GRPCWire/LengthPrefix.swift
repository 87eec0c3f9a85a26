/// The five bytes in front of every gRPC message: a flag byte and the payload's length, big-endian.
///
/// Any five bytes can be represented, so that tools can show prefixes which a ``Deframer`` refuses.
///
/// Source: https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md (Length-Prefixed-Message); the trailers bit:
/// https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-WEB.md
public struct LengthPrefix: Hashable, Sendable {
    /// Bytes that a prefix takes.
    public static var size: Int { 5 }

    /// Bit 0: the payload is compressed. Bit 7: the payload holds the trailers of a grpc-web response.
    public var flags: UInt8
    /// Length of the payload in bytes, as sent.
    public var length: UInt32

    /// A prefix with these flags for a message of `length` bytes.
    public init(flags: UInt8, length: UInt32) {
        self.flags = flags
        self.length = length
    }

    /// Reads the prefix that begins at `index`; `nil` when fewer than five bytes are there.
    public init?(_ bytes: Span<UInt8>, at index: Int = 0) {
        guard index >= 0, index <= bytes.count, bytes.count - index >= Self.size else { return nil }
        self.init(complete: bytes.extracting(index...))
    }

    /// Reads the prefix that `bytes` begin with; fewer than five bytes trap.
    @inline(__always)
    init(complete bytes: Span<UInt8>) {
        flags = bytes[0]
        length = UInt32(bytes[1]) << 24 | UInt32(bytes[2]) << 16 | UInt32(bytes[3]) << 8 | UInt32(bytes[4])
    }

    /// The payload is compressed as the header `grpc-encoding` says.
    public var isCompressed: Bool { flags & 0x01 != 0 }
    /// The payload is a block of trailers (grpc-web), not a message. Not where one of the reserved bits 1 to 6 is set.
    public var isTrailers: Bool { flags & 0xfe == 0x80 }

    /// Whether bytes are whole frames: the lengths in the prefixes lead from one frame to the next, up to the last byte.
    package static func areFrames(_ bytes: Span<UInt8>) -> Bool {
        var index = 0
        while let prefix = LengthPrefix(bytes, at: index), prefix.flags <= 1 || prefix.isTrailers {
            index += size + Int(prefix.length)
        }
        return index == bytes.count && index > 0
    }

    package func append(to bytes: inout [UInt8]) {
        bytes.append(addingCapacity: Self.size) { room in
            room.append(flags)
            room.append(UInt8(truncatingIfNeeded: length >> 24))
            room.append(UInt8(truncatingIfNeeded: length >> 16))
            room.append(UInt8(truncatingIfNeeded: length >> 8))
            room.append(UInt8(truncatingIfNeeded: length))
        }
    }
}
