/// The address of a host, as numbers, so that no memory is taken for each packet.
struct NetworkAddress: Hashable, Sendable {
    /// The 4 bytes of IPv4 are all in `low`.
    let high: UInt64
    let low: UInt64
    /// How many bytes the address has: 4, 16, or none where the file does not say it.
    let size: UInt8

    /// Where nothing is known.
    static var unknown: NetworkAddress { NetworkAddress() }

    private init() { (high, low, size) = (0, 0, 0) }

    /// - Parameter bytes: 4 for IPv4, 16 for IPv6. Of more the last 16 count.
    init(_ bytes: some Collection<UInt8>) {
        var (high, low): (UInt64, UInt64) = (0, 0)
        for byte in bytes {
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte)
        }
        (self.high, self.low) = (high, low)
        size = bytes.isEmpty ? 0 : bytes.count > 4 ? 16 : 4
    }

    /// The address of IPv4 at an offset; zero where bytes are missing.
    init(version4 bytes: Span<UInt8>, at offset: Int) {
        (high, low, size) = (0, UInt64(bytes.word(offset) ?? 0), 4)
    }

    /// The address of IPv6 at an offset; zero where bytes are missing.
    init(version6 bytes: Span<UInt8>, at offset: Int) {
        func half(_ offset: Int) -> UInt64 {
            UInt64(bytes.word(offset) ?? 0) << 32 | UInt64(bytes.word(offset + 4) ?? 0)
        }
        (high, low, size) = (half(offset), half(offset + 8), 16)
    }

    var bytes: [UInt8] {
        guard size > 0 else { return [] }
        let words = size == 16 ? [high >> 32, high, low >> 32, low] : [low]
        return words.flatMap { word in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
        }
    }
}

/// An address and a port: one end of a TCP connection.
struct SocketAddress: Hashable, Sendable {
    let address: NetworkAddress
    let port: UInt16

    /// Which of two ends comes first, by port, then by address.
    static func < (left: Self, right: Self) -> Bool {
        (left.port, left.address.high, left.address.low) < (right.port, right.address.high, right.address.low)
    }
}
