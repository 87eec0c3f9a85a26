extension Writer {
    /// Pairs of doubles: 20 bytes at once for each that has both of them and nothing else.
    @inlinable
    public mutating func messages<M: DoublePair>(_ number: Int, _ values: [M]) {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            pairs(number, values.span)
        } else {
            let slice = values[...]
            pairs(number, slice.span)
        }
    }

    @inlinable
    mutating func pairs<M: DoublePair>(_ number: Int, _ values: Span<M>) {
        guard (1..<16).contains(number) else { return messages(number, values) }
        for index in values.indices {
            let (first, second) = values[index].pair
            if first.bitPattern != 0, second.bitPattern != 0, values[index].unknownFields.isEmpty {
                storeUsualPair(number, first, second)
            } else {
                messages(number, values.extracting(index..<(index &+ 1)))
            }
        }
    }

    /// Needs a field number below 16, whose tag takes one byte.
    @inlinable @inline(__always)
    mutating func storeUsualPair(_ number: Int, _ first: Double, _ second: Double) {
        reserve(20)
        // The field's tag, the length 18, the tag of field 1 and, behind the first double, of field 2.
        store(UInt8(truncatingIfNeeded: number &<< 3 | 2))
        store(UInt16(0x0912))
        store(first.bitPattern)
        store(UInt8(0x11))
        store(second.bitPattern)
    }
}
