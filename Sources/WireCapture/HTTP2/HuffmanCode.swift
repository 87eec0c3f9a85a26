/// The fixed Huffman code of HPACK's strings.
///
/// The code is canonical: the lengths of the codes say everything.
/// Source: https://www.rfc-editor.org/rfc/rfc7541 (Appendix B; section 5.2 for the padding)
enum HuffmanCode {
    /// Appends the bytes of an encoded string; `false` when it holds the end symbol, or its padding is not the start of
    /// that.
    ///
    /// - Complexity: O(bits); a step for each of the bytes that texts consist of, whose codes have 8 bits at most.
    static func decode(_ bytes: Span<UInt8>, to decoded: inout [UInt8]) -> Bool {
        let short = short
        // Bits that have come and belong to no symbol yet: the lower `count` of `bits`.
        var bits: UInt64 = 0
        var count = 0
        for index in bytes.indices {
            bits = bits << 8 | UInt64(bytes[index])
            count += 8
            while count >= 8 {
                let code = short[Int(truncatingIfNeeded: bits >> UInt64(count - 8) & 0xff)]
                if code.length > 0 {
                    decoded.append(code.symbol)
                    count -= Int(code.length)
                } else {
                    // A longer code, which may not be there as a whole.
                    guard let long = long(bits, count) else { break }
                    guard long.symbol < 256 else { return false }
                    decoded.append(UInt8(truncatingIfNeeded: long.symbol))
                    count -= long.length
                }
            }
            // The longest code has 30 bits.
            guard count < 30 else { return false }
        }
        while count > 0 {
            // What is left, with the padding that may follow, so that a code may be looked up.
            let rest = bits & (1 << UInt64(count) - 1)
            guard count < 8, case let code = short[Int(rest << UInt64(8 - count))], code.length > 0,
                code.length <= count
            else { break }
            decoded.append(code.symbol)
            count -= Int(code.length)
        }
        return count < 8 && bits & (1 << UInt64(count) - 1) == 1 << UInt64(count) - 1
    }

    /// The code of more than 8 bits that begins the lower `count` of `bits`; `nil` when it does not end in them.
    private static func long(_ bits: UInt64, _ count: Int) -> (symbol: UInt16, length: Int)? {
        var length = 9
        while length <= min(count, 30) {
            let code = Int(truncatingIfNeeded: bits >> UInt64(count - length) & (1 << UInt64(length) - 1))
            let offset = code - Int(ranges[length].first)
            if offset >= 0, offset < ranges[length].count { return (symbols[ranges[length].start + offset], length) }
            length += 1
        }
        return nil
    }

    /// By the next eight bits: the symbol whose code they begin with; a length of 0 where that has more bits.
    private static let short: [(symbol: UInt8, length: UInt8)] = {
        var short = Array(repeating: (symbol: UInt8(0), length: UInt8(0)), count: 256)
        for length in 5...8 {
            let range = ranges[length]
            for index in 0..<range.count {
                let first = (Int(range.first) + index) << (8 - length)
                let symbol = UInt8(truncatingIfNeeded: symbols[range.start + index])
                for place in first..<(first + 1 << (8 - length)) { short[place] = (symbol, UInt8(length)) }
            }
        }
        return short
    }()

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
