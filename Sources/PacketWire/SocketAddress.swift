import ByteText

/// The IP address of a host as two integers, so that no memory is allocated for each packet.
package struct NetworkAddress: Hashable, Sendable {
    /// The upper 8 bytes of IPv6; 0 for IPv4.
    package let high: UInt64
    /// The lower 8 bytes of IPv6, or the 4 bytes of IPv4.
    package let low: UInt64
    /// Bytes of the address: 4, 16, or 0 for ``unknown``.
    package let size: UInt8

    /// The address of a host that the file does not name.
    package static var unknown: NetworkAddress { NetworkAddress(EmptyCollection()) }

    /// - Parameter bytes: 4 for IPv4, 16 for IPv6. Of more the last 16 count.
    package init(_ bytes: some Collection<UInt8>) {
        var (high, low): (UInt64, UInt64) = (0, 0)
        for byte in bytes {
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte)
        }
        (self.high, self.low) = (high, low)
        size = bytes.isEmpty ? 0 : bytes.count > 4 ? 16 : 4
    }

    /// The IPv4 address at an offset; zero where bytes are missing.
    init(version4 bytes: Span<UInt8>, at offset: Int) {
        (high, low, size) = (0, UInt64(bytes.uint32(at: offset) ?? 0), 4)
    }

    /// The IPv6 address at an offset; zero where bytes are missing.
    init(version6 bytes: Span<UInt8>, at offset: Int) {
        (high, low, size) = (bytes.uint64(at: offset) ?? 0, bytes.uint64(at: offset + 8) ?? 0, 16)
    }

    package var bytes: [UInt8] {
        (0..<UInt64(size)).reversed().map { UInt8(truncatingIfNeeded: ($0 < 8 ? low : high) >> ($0 % 8 * 8)) }
    }
}

/// An IP address and a port: one end of a TCP connection.
package struct SocketAddress: Hashable, Sendable {
    package let address: NetworkAddress
    package let port: UInt16

    package init(address: NetworkAddress, port: UInt16) {
        (self.address, self.port) = (address, port)
    }

    /// Asked for with each packet, and therefore inlined.
    @inlinable
    package static func == (left: Self, right: Self) -> Bool {
        left.port == right.port && left.address.low == right.address.low && left.address.high == right.address.high
            && left.address.size == right.address.size
    }

    /// Three whole integers, which is much quicker than each field for itself.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(address.high)
        hasher.combine(address.low)
        hasher.combine(UInt64(port) << 8 | UInt64(address.size))
    }

    /// Orders addresses by port, then by address.
    package static func < (left: Self, right: Self) -> Bool {
        (left.port, left.address.high, left.address.low) < (right.port, right.address.high, right.address.low)
    }
}
