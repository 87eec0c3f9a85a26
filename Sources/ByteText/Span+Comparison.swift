// Comparing bytes, many at a time.
extension Span where Element == UInt8 {
    @inlinable package func hasSameBytes(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var index = 0
        while index <= count - 32 {
            let (left, right) = (words(at: index), other.words(at: index))
            let difference = (left.0 ^ right.0) | (left.1 ^ right.1) | (left.2 ^ right.2) | (left.3 ^ right.3)
            guard difference == 0 else { return false }
            index += 32
        }
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
        // Odd numbers without a pattern in their bits: those of the golden ratio and of the square root of 2.
        let (first, second): (UInt64, UInt64) = (0x9e37_79b9_7f4a_7c15, 0x6a09_e667_f3bc_c909)
        var sums = (UInt64(count) ^ first, first)
        // Each bit of a product's halves depends on many bits of both factors.
        func mixed(_ sum: UInt64, _ low: UInt64, _ high: UInt64) -> UInt64 {
            let product = (sum ^ low).multipliedFullWidth(by: second ^ high)
            return product.high ^ product.low
        }
        var index = 0
        // Two sums, as each product waits for the one before.
        while index <= count - 32 {
            let words = words(at: index)
            sums = (mixed(sums.0, words.0, words.1), mixed(sums.1, words.2, words.3))
            index += 32
        }
        while index <= count - 8 {
            sums.0 = mixed(sums.0, eightBytes(at: index), 0)
            index += 8
        }
        while index < count {
            sums.0 = mixed(sums.0, UInt64(self[index]), 0)
            index += 1
        }
        return mixed(sums.0, sums.1, 0)
    }

    /// The eight bytes from an index on, in the machine's order.
    @inlinable @inline(__always)
    package func eightBytes(at index: Int) -> UInt64 {
        // Stops at an index out of bounds, and any bits are a number.
        unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
    }

    /// The 32 bytes from an index on, in the machine's order.
    @inlinable @inline(__always)
    package func words(at index: Int) -> (UInt64, UInt64, UInt64, UInt64) {
        let part = extracting(index..<(index + 32))
        return (part.eightBytes(at: 0), part.eightBytes(at: 8), part.eightBytes(at: 16), part.eightBytes(at: 24))
    }
}
