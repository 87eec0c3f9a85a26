/// The value of a varint and the number of bytes it takes; `length` 0 when it does not end within the word.
///
/// All eight bytes are handled at once: the first byte without the high bit ends the varint, the bytes behind it are
/// masked away, and three shifts close the gaps between the groups of seven bits.
@inlinable @inline(__always)
package func varintWithin(_ word: UInt64) -> (value: UInt64, length: Int) {
    let stops = ~word & 0x8080_8080_8080_8080
    if stops == 0 { return (0, 0) }
    var value = word & (stops ^ (stops &- 1)) & 0x7f7f_7f7f_7f7f_7f7f
    value = (value & 0x007f_007f_007f_007f) | ((value & 0x7f00_7f00_7f00_7f00) >> 1)
    value = (value & 0x0000_3fff_0000_3fff) | ((value & 0x3fff_0000_3fff_0000) >> 2)
    value = (value & 0x0000_0000_0fff_ffff) | ((value & 0x0fff_ffff_0000_0000) >> 4)
    return (value, (stops.trailingZeroBitCount &+ 1) >> 3)
}

/// The other direction, for values below 2^56: the bytes of the varint in one word, and how many there are.
@inlinable @inline(__always)
func littleEndianVarint(_ value: UInt64) -> (word: UInt64, length: Int) {
    var word = (value & 0x0000_0000_0fff_ffff) | (value & 0x00ff_ffff_f000_0000) << 4
    word = (word & 0x0000_3fff_0000_3fff) | (word & 0x0fff_c000_0fff_c000) << 2
    word = (word & 0x007f_007f_007f_007f) | (word & 0x3f80_3f80_3f80_3f80) << 1
    let length = varintLength(value)
    word |= 0x8080_8080_8080_8080 & ((1 &<< UInt64(truncatingIfNeeded: length &* 8 &- 8)) &- 1)
    return (word, length)
}

/// The number of bytes of `value` as a varint, 1 to 10.
@inlinable @inline(__always)
package func varintLength(_ value: UInt64) -> Int { (70 &- (value | 1).leadingZeroBitCount) / 7 }

extension Int32 {
    /// Small for small numbers of either sign: 0, -1, 1, -2, … become 0, 1, 2, 3, …
    @inlinable @inline(__always)
    package var zigzag: UInt32 { UInt32(bitPattern: self &<< 1 ^ self &>> 31) }

    @inlinable @inline(__always)
    package init(zigzag: UInt32) { self = Int32(bitPattern: zigzag >> 1) ^ -Int32(bitPattern: zigzag & 1) }
}

extension Int64 {
    /// Small for small numbers of either sign: 0, -1, 1, -2, … become 0, 1, 2, 3, …
    @inlinable @inline(__always)
    package var zigzag: UInt64 { UInt64(bitPattern: self &<< 1 ^ self &>> 63) }

    @inlinable @inline(__always)
    package init(zigzag: UInt64) { self = Int64(bitPattern: zigzag >> 1) ^ -Int64(bitPattern: zigzag & 1) }
}

extension Reader {
    /// Reads a varint that does not fit the one-byte path: its value and length.
    @usableFromInline @inline(never)
    func longVarint() throws(WireError) -> (value: UInt64, length: Int) {
        let rest = rest
        if rest.count >= 8 {
            let (value, length) = varintWithin(rest.word(at: 0))
            if length != 0 { return (value, length) }
        }
        var value: UInt64 = 0
        for index in 0..<10 {
            guard index < rest.count else { throw error(.truncated) }
            let byte = rest[index]
            // The tenth byte has room for one bit; the official runtimes drop the others, and so do we.
            value |= UInt64(byte & 0x7f) &<< UInt64(truncatingIfNeeded: index &* 7)
            if byte < 0x80 { return (value, index &+ 1) }
        }
        throw error(.malformedVarint)
    }

    /// Reads a tag that does not fit the short paths.
    @usableFromInline @inline(never)
    func longTag() throws(WireError) -> (tag: UInt32, length: Int) {
        let (value, length) = try longVarint()
        guard length <= 5, value >= 8, value <= UInt64(UInt32.max) else { throw error(.invalidTag) }
        return (UInt32(truncatingIfNeeded: value), length)
    }

    /// Reads a length that does not fit the one-byte path, or that is too large.
    @usableFromInline @inline(never)
    func longLength() throws(WireError) -> (count: Int, length: Int) {
        let rest = rest
        if rest.count >= 2, rest[0] >= 0x80, rest[1] < 0x80 {
            let count = Int(rest[0] & 0x7f) | Int(rest[1]) << 7
            if count <= rest.count &- 2 { return (count, 2) }
        }
        let (value, length) = try longVarint()
        guard length <= 5, value <= UInt64(Int32.max) else { throw error(.invalidLength) }
        guard Int(value) <= count &- length else { throw error(.truncated) }
        return (Int(value), length)
    }
}
