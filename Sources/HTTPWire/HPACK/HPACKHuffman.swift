import ByteText

/// The fixed Huffman code of HPACK's strings.
///
/// The code is canonical: it follows from the lengths of the symbols' codes.
/// Source: https://www.rfc-editor.org/rfc/rfc7541 (Appendix B; section 5.2 for the padding)
enum HPACKHuffman {
    /// Appends the bytes of an encoded string; `false` when the string holds the end symbol, or its padding is not the
    /// beginning of the end symbol.
    ///
    /// - Complexity: O(bits); one step for each byte of usual texts, whose codes have 8 bits at most.
    static func decode(_ bytes: Span<UInt8>, to decoded: inout [UInt8]) -> Bool {
        var isValid = true
        // The shortest codes have 5 bits.
        decoded.append(addingCapacity: bytes.count * 8 / 5) { isValid = decode(bytes, to: &$0) }
        return isValid
    }

    private static func decode(_ bytes: Span<UInt8>, to decoded: inout OutputSpan<UInt8>) -> Bool {
        let short = short.span
        // Bits that have come and belong to no symbol yet: the upper `count` of `bits`, zeros below.
        var (bits, count): (UInt64, UInt64) = (0, 0)
        var index = 0
        while true {
            if count <= 32, let word = bytes.uint32(at: index) {
                bits |= UInt64(word) &<< (32 &- count)
                (index, count) = (index &+ 4, count &+ 32)
            }
            while count <= 56, index < bytes.count {
                bits |= UInt64(bytes[index]) &<< (56 &- count)
                (index, count) = (index &+ 1, count &+ 8)
            }
            // The longest code has 30 bits, so that only the end can lack some.
            repeat {
                let code = UInt64(short[Int(truncatingIfNeeded: bits &>> 56)])
                var (symbol, length) = (UInt8(truncatingIfNeeded: code), code &>> 8)
                if length == 0 {
                    guard let long = long(bits), long.length <= count else { return isPadding(bits, count) }
                    (symbol, length) = long
                }
                guard length <= count else { return isPadding(bits, count) }
                decoded.append(symbol)
                bits &<<= length
                count &-= length
            } while count >= 30
        }
    }

    /// Whether the upper `count` of `bits` may fill the last byte: the beginning of the end symbol, all ones.
    private static func isPadding(_ bits: UInt64, _ count: UInt64) -> Bool {
        count < 8 && bits == ~(UInt64.max >> count)
    }

    /// The symbol whose code, of more than 8 bits, `bits` begin with; `nil` for the end symbol.
    private static func long(_ bits: UInt64) -> (symbol: UInt8, length: UInt64)? {
        for length in 9...30 {
            let offset = Int(bits >> UInt64(64 - length)) - Int(ranges[length].first)
            guard offset < ranges[length].count else { continue }
            let symbol = symbols[ranges[length].start + offset]
            return symbol < 256 ? (UInt8(symbol), UInt64(length)) : nil
        }
        return nil
    }

    /// By the next eight bits: the symbol whose code they begin with, and above it the length of that code; 0 where the
    /// code has more than eight bits.
    private static let short: [UInt16] = {
        var short = Array(repeating: UInt16(0), count: 256)
        for length in 5...8 {
            let range = ranges[length]
            for index in 0..<range.count {
                let first = (Int(range.first) + index) << (8 - length)
                let code = UInt16(length) << 8 | symbols[range.start + index]
                for place in first..<(first + 1 << (8 - length)) { short[place] = code }
            }
        }
        return short
    }()

    /// By length of the code: the first code, the number of codes, and where their symbols begin in `symbols`.
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
