// Integers of fixed size, as the headers of packets, frames and files have them. `nil` where the bytes end before.
extension Span where Element == UInt8 {
    @inlinable @inline(__always)
    package func uint8(at offset: Int) -> UInt8? { indices.contains(offset) ? self[offset] : nil }

    @inlinable @inline(__always)
    package func uint16(at offset: Int, isBigEndian: Bool = true) -> UInt16? {
        guard offset >= 0, offset <= count - 2 else { return nil }
        let big = UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
        return isBigEndian ? big : big.byteSwapped
    }

    @inlinable @inline(__always)
    package func uint32(at offset: Int, isBigEndian: Bool = true) -> UInt32? {
        guard offset >= 0, offset <= count - 4 else { return nil }
        let upper = UInt32(self[offset]) << 24 | UInt32(self[offset + 1]) << 16
        let big = upper | UInt32(self[offset + 2]) << 8 | UInt32(self[offset + 3])
        return isBigEndian ? big : big.byteSwapped
    }
}
