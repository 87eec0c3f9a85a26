/// The integers of HPACK: the lowest bits of a byte or, where those are all ones, seven more bits in each byte behind it.
///
/// Source: https://www.rfc-editor.org/rfc/rfc7541#section-5.1
enum HPACKInteger {
    /// Reads an integer and moves `index` behind it; `nil` where the block ends before, or the integer has more than 35
    /// bits.
    ///
    /// - Parameter prefix: Bits of the first byte that belong to the integer.
    static func decode(_ block: Span<UInt8>, from index: inout Int, prefix: Int) -> Int? {
        let most = (1 << prefix) - 1
        guard index < block.count else { return nil }
        var value = Int(block[index]) & most
        index += 1
        guard value == most else { return value }
        var shift = 0
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
