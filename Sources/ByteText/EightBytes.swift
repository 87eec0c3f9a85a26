/// Eight bytes of a text at once, in any order.
///
/// Marks have the high bit of the first byte that they are about. They may also have those of others behind it, but none
/// if there is no such byte.
extension UInt64 {
    /// Marks bytes that are no printable ASCII; the space is.
    @inlinable @inline(__always)
    package var unprintableMarks: UInt64 { self | (self &- 0x2020_2020_2020_2020) | (self &+ 0x0101_0101_0101_0101) }

    /// Marks bytes that are a certain one, as long as all are ASCII.
    @inlinable @inline(__always)
    package func marks(of byte: UInt8) -> UInt64 {
        (self ^ 0x0101_0101_0101_0101 &* UInt64(byte)) &- 0x0101_0101_0101_0101
    }

    /// Of marks: whether there is one.
    @inlinable @inline(__always)
    package var hasMark: Bool { self & 0x8080_8080_8080_8080 != 0 }
}
