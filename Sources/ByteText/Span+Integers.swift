// Integers of fixed size, as the headers of packets, frames and files have them. `nil` where the bytes end before.
extension Span where Element == UInt8 {
    @inlinable @inline(__always)
    package func uint8(at offset: Int) -> UInt8? { indices.contains(offset) ? self[offset] : nil }

    @inlinable @inline(__always)
    package func uint16(at offset: Int, isBigEndian: Bool = true) -> UInt16? {
        guard offset >= 0, offset <= count - 2 else { return nil }
        // Stops at an offset out of bounds, and any bits are a number.
        let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self)
        return isBigEndian ? UInt16(bigEndian: word) : UInt16(littleEndian: word)
    }

    @inlinable @inline(__always)
    package func uint32(at offset: Int, isBigEndian: Bool = true) -> UInt32? {
        guard offset >= 0, offset <= count - 4 else { return nil }
        // Stops at an offset out of bounds, and any bits are a number.
        let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }

    /// - Returns: The integer whose first byte is the least significant one.
    @inlinable @inline(__always)
    package func uint64(at offset: Int) -> UInt64? {
        guard offset >= 0, offset <= count - 8 else { return nil }
        // Stops at an offset out of bounds, and any bits are a number.
        return UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}

extension OutputSpan<UInt8> {
    /// Appends the bytes of an integer, the least significant one first. There has to be room for them.
    @inlinable @inline(__always)
    package mutating func append(_ integer: UInt64) {
        precondition(freeCapacity >= 8)
        unsafe withUnsafeMutableBufferPointer { buffer, count in
            unsafe UnsafeMutableRawBufferPointer(buffer).storeBytes(
                of: integer.littleEndian, toByteOffset: count, as: UInt64.self)
            count += 8
        }
    }
}
