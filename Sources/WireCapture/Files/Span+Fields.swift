extension Span where Element == UInt8 {
    /// Whether both have the same bytes.
    package func holdsSame(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var index = 0
        while index <= count - 8 {
            guard number(at: index) == other.number(at: index) else { return false }
            index += 8
        }
        while index < count {
            guard self[index] == other[index] else { return false }
            index += 1
        }
        return true
    }

    /// A number that is the same for the same bytes, and as a rule another one for others; those that share one are easily
    /// made.
    package var checksum: UInt64 {
        // An odd number without a pattern in its bits: that of the golden ratio.
        let factor: UInt64 = 0x9e37_79b9_7f4a_7c15
        var sum = UInt64(count)
        var index = 0
        while index <= count - 8 {
            sum = (sum ^ number(at: index)) &* factor
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
    private func number(at index: Int) -> UInt64 {
        // Stops at an index out of bounds, and any bits are a number.
        unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
    }
}

// Fixed fields at offsets in bytes that may be too short for them.
extension Span where Element == UInt8 {
    func byte(_ offset: Int) -> UInt8? { indices.contains(offset) ? self[offset] : nil }

    func half(_ offset: Int, isBigEndian: Bool = true) -> UInt16? {
        guard offset >= 0, offset <= count - 2 else { return nil }
        let big = UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
        return isBigEndian ? big : big.byteSwapped
    }

    func word(_ offset: Int, isBigEndian: Bool = true) -> UInt32? {
        guard offset >= 0, offset <= count - 4 else { return nil }
        let upper = UInt32(self[offset]) << 24 | UInt32(self[offset + 1]) << 16
        let big = upper | UInt32(self[offset + 2]) << 8 | UInt32(self[offset + 3])
        return isBigEndian ? big : big.byteSwapped
    }
}
