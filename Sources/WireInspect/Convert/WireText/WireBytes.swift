/// Pieces of the wire format, written.
enum WireBytes {
    /// - Parameter width: Bytes to take at least, up to 10: a longer form than needed is padded, as on the wire.
    static func append(varint value: UInt64, width: Int = 1, to output: inout [UInt8]) {
        var rest = value
        var left = width - 1
        while rest >= 0x80 || left > 0 {
            output.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
            left -= 1
        }
        output.append(UInt8(truncatingIfNeeded: rest))
    }

    /// The low `count` bytes, little-endian.
    static func append(fixed value: UInt64, count: Int, to output: inout [UInt8]) {
        for index in 0..<count { output.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index))) }
    }
}
