// Comparing bytes, eight at a time.
extension Span where Element == UInt8 {
    /// Whether both spans have the same bytes.
    @inlinable package func hasSameBytes(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var index = 0
        while index <= count - 8 {
            guard eightBytes(at: index) == other.eightBytes(at: index) else { return false }
            index += 8
        }
        while index < count {
            guard self[index] == other[index] else { return false }
            index += 1
        }
        return true
    }

    /// A quick checksum, for tables: equal bytes have equal checksums. Bytes with equal checksums are easily made.
    package var checksum: UInt64 {
        // An odd number without a pattern in its bits: that of the golden ratio.
        let factor: UInt64 = 0x9e37_79b9_7f4a_7c15
        var sum = UInt64(count)
        var index = 0
        while index <= count - 8 {
            sum = (sum ^ eightBytes(at: index)) &* factor
            sum ^= sum >> 32
            index += 8
        }
        while index < count {
            sum = (sum ^ UInt64(self[index])) &* factor
            index += 1
        }
        return sum ^ sum >> 32
    }

    /// The eight bytes from an index on, in the machine's order.
    @inlinable @inline(__always)
    package func eightBytes(at index: Int) -> UInt64 {
        // Stops at an index out of bounds, and any bits are a number.
        unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
    }
}
