// Integers of fixed size, as the headers of packets, frames and files have them. `nil` where the bytes end before.
extension Span where Element == UInt8 {
    @inlinable @inline(__always)
    package func uint8(at offset: Int) -> UInt8? { indices.contains(offset) ? self[offset] : nil }

    @inlinable @inline(__always)
    package func uint16(at offset: Int, isBigEndian: Bool = true) -> UInt16? {
        integer(at: offset, isBigEndian: isBigEndian)
    }

    @inlinable @inline(__always)
    package func uint32(at offset: Int, isBigEndian: Bool = true) -> UInt32? {
        integer(at: offset, isBigEndian: isBigEndian)
    }

    @inlinable @inline(__always)
    package func uint64(at offset: Int, isBigEndian: Bool = true) -> UInt64? {
        integer(at: offset, isBigEndian: isBigEndian)
    }

    @inlinable @inline(__always)
    func integer<Integer: FixedWidthInteger & BitwiseCopyable>(at offset: Int, isBigEndian: Bool) -> Integer? {
        guard offset >= 0, offset <= count - MemoryLayout<Integer>.size else { return nil }
        // Stops at an offset out of bounds, and any bits are a number.
        let integer = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Integer.self)
        return isBigEndian ? Integer(bigEndian: integer) : Integer(littleEndian: integer)
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
