/// The integers of HPACK: the lowest bits of a byte or, where those are all ones, seven more bits in each byte behind it.
///
/// Source: https://www.rfc-editor.org/rfc/rfc7541#section-5.1
enum HPACKInteger {
    /// Reads an integer and moves `index` behind it; `nil` where the block ends before, or the integer has more than 35
    /// bits.
    ///
    /// - Parameter prefix: Bits of the first byte that belong to the integer.
    @inline(__always)
    static func decode(_ block: Span<UInt8>, from index: inout Int, prefix: Int) -> Int? {
        let most = (1 << prefix) - 1
        guard index < block.count else { return nil }
        let value = Int(block[index]) & most
        index += 1
        // Nearly all are small.
        return value == most ? decodeRest(block, from: &index, most) : value
    }

    /// Reads the bytes behind the first one, whose bits are all ones.
    private static func decodeRest(_ block: Span<UInt8>, from index: inout Int, _ most: Int) -> Int? {
        var (value, shift) = (most, 0)
        while index < block.count {
            let byte = block[index]
            index += 1
            guard shift <= 28 else { return nil }
            value += Int(byte & 0x7f) << shift
            guard byte & 0x80 != 0 else { return value }
            shift += 7
        }
        return nil
    }
}
