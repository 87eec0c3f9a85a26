extension Reader {
    /// A varint as 64 bits. Surplus bits of the tenth byte are dropped, as the official runtimes do.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func varint() throws(WireError) -> UInt64 {
        if hasByte() {
            let first = input.byte(at: position)
            if first < 0x80 {
                drop(1)
                return UInt64(first)
            }
        }
        let (value, length) = try longVarint()
        drop(length)
        return value
    }

    /// The low 32 bits of a varint, as the official runtimes take them.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func int32() throws(WireError) -> Int32 { Int32(truncatingIfNeeded: try varint()) }

    /// Reads an `int64`.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func int64() throws(WireError) -> Int64 { Int64(truncatingIfNeeded: try varint()) }

    /// The low 32 bits of a varint, as the official runtimes take them.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func uint32() throws(WireError) -> UInt32 { UInt32(truncatingIfNeeded: try varint()) }

    /// Reads a `uint64`.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func uint64() throws(WireError) -> UInt64 { try varint() }

    /// A zigzag-coded `sint32`.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func sint32() throws(WireError) -> Int32 {
        Int32(zigzag: UInt32(truncatingIfNeeded: try varint()))
    }

    /// A zigzag-coded `sint64`.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func sint64() throws(WireError) -> Int64 { Int64(zigzag: try varint()) }

    /// True for any varint but 0.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func bool() throws(WireError) -> Bool { try varint() != 0 }

    /// Reads an enum value, known or not.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func enumeration<E: OpenEnum>() throws(WireError) -> E { E(rawValue: try int32()) }

    /// Reads a `fixed32`.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func fixed32() throws(WireError) -> UInt32 {
        guard count >= 4 else { throw error(.truncated) }
        let value = input.word32(at: position)
        drop(4)
        return value
    }

    /// Reads a `fixed64`.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func fixed64() throws(WireError) -> UInt64 {
        guard count >= 8 else { throw error(.truncated) }
        let value = input.word(at: position)
        drop(8)
        return value
    }

    /// Reads an `sfixed32`.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func sfixed32() throws(WireError) -> Int32 { Int32(bitPattern: try fixed32()) }

    /// Reads an `sfixed64`.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func sfixed64() throws(WireError) -> Int64 { Int64(bitPattern: try fixed64()) }

    /// The payload of a NaN survives.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func float() throws(WireError) -> Float { Float(bitPattern: try fixed32()) }

    /// The payload of a NaN survives.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func double() throws(WireError) -> Double { Double(bitPattern: try fixed64()) }
}
