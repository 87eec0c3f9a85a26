extension Span<UInt8> {
    @inlinable @inline(__always)
    func hasByte(at index: Int) -> Bool { UInt(bitPattern: index) < UInt(bitPattern: count) }

    /// One byte. Its check is the comparison in ``hasByte(at:)``, and goes away behind that; the subscript's own is two.
    @inlinable @inline(__always)
    func byte(at index: Int) -> UInt8 {
        precondition(hasByte(at: index))
        // Safe: the line above.
        return unsafe self[unchecked: index]
    }

    /// The bytes from an index on, after one comparison as well.
    @inlinable @inline(__always)
    @_lifetime(copy self)
    func from(_ index: Int) -> Span<UInt8> {
        precondition(UInt(bitPattern: index) <= UInt(bitPattern: count))
        // Safe: the line above.
        return unsafe extracting(unchecked: Range(uncheckedBounds: (index, count)))
    }

    /// Two bytes, least significant first.
    @inlinable @inline(__always)
    func halfWord(at index: Int) -> UInt16 { UInt16(littleEndian: load(at: index)) }

    /// Four bytes, least significant first.
    @inlinable @inline(__always)
    func word32(at index: Int) -> UInt32 { UInt32(littleEndian: load(at: index)) }

    /// Eight bytes, least significant first.
    @inlinable @inline(__always)
    package func word(at index: Int) -> UInt64 { UInt64(littleEndian: load(at: index)) }

    /// One load and its bounds check, which the compiler leaves out behind a `guard` on `count`.
    @inlinable @inline(__always)
    package func load<T: FixedWidthInteger & BitwiseCopyable>(at index: Int) -> T {
        // Safe: it stops at an index out of bounds, and any bits are a number.
        unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: T.self)
    }
}
