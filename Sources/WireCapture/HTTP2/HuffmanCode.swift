/// The fixed Huffman code of HPACK's strings.
///
/// The code is canonical: the lengths of the codes say everything.
/// Source: https://www.rfc-editor.org/rfc/rfc7541 (Appendix B; section 5.2 for the padding)
enum HuffmanCode {
    /// The bytes of an encoded string; `nil` when it holds the end symbol, or its padding is not the start of that.
    ///
    /// - Complexity: O(bits).
    static func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count &* 8 / 5)
        let (ranges, symbols) = (ranges, symbols)
        var code: UInt32 = 0
        var length = 0
        for byte in bytes {
            for shift in stride(from: 7, through: 0, by: -1) {
                code = code << 1 | UInt32(byte >> UInt8(shift) & 1)
                length += 1
                let offset = Int(code) - Int(ranges[length].first)
                if offset >= 0, offset < ranges[length].count {
                    let symbol = symbols[ranges[length].start + offset]
                    guard symbol < 256 else { return nil }
                    decoded.append(UInt8(truncatingIfNeeded: symbol))
                    (code, length) = (0, 0)
                } else if length == 30 {
                    return nil
                }
            }
        }
        guard length < 8, code == (1 << UInt32(length)) - 1 else { return nil }
        return decoded
    }

    /// By length of code: the first code, how many there are, and where their symbols begin in `symbols`.
    private static let ranges: [(first: UInt32, count: Int, start: Int)] = {
        var ranges: [(first: UInt32, count: Int, start: Int)] = [(0, 0, 0)]
        var code: UInt32 = 0
        var start = 0
        for length in 1...30 {
            code <<= 1
            let count = lengths.count { $0 == length }
            ranges.append((code, count, start))
            code += UInt32(count)
            start += count
        }
        return ranges
    }()

    /// The symbols in the order of their codes; 256 is the end symbol.
    private static let symbols: [UInt16] = (1...30).flatMap { length in
        lengths.indices.filter { lengths[$0] == length }.map(UInt16.init)
    }

    /// The length of each symbol's code in bits.
    private static let lengths: [UInt8] = [
        13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28,
        28, 28, 28, 28, 28, 28, 6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6,
        6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10, 13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
        7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6, 15, 5, 6, 5, 6, 5, 6, 6,
        6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28, 20, 22,
        20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23,
        22, 23, 23, 24, 22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22,
        23, 23, 20, 22, 22, 22, 23, 22, 22, 23, 26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25,
        19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27, 20, 24, 20, 21, 22, 21, 21, 23, 22, 22,
        25, 25, 24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26, 30,
    ]
}
