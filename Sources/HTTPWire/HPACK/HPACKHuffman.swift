import ByteText

/// The fixed Huffman code of HPACK's strings.
///
/// The code is canonical: it follows from the lengths of the symbols' codes.
/// Source: https://www.rfc-editor.org/rfc/rfc7541 (Appendix B; section 5.2 for the padding)
enum HPACKHuffman {
    /// The most bytes that an encoded string can stand for, and one more, which decoding needs.
    static func decodedLimit(_ length: Int) -> Int { length * 8 / 5 + 1 }

    /// Appends the bytes of an encoded string; `false` when the string holds the end symbol, or its padding is not the
    /// beginning of the end symbol.
    ///
    /// - Parameter decoded: Has free capacity as ``decodedLimit(_:)`` says.
    /// - Complexity: O(bits); one step for two bytes of usual texts, whose codes have 5 to 7 bits.
    static func decode(_ bytes: Span<UInt8>, to decoded: inout OutputSpan<UInt8>) -> Bool {
        precondition(decoded.freeCapacity >= decodedLimit(bytes.count))
        // Never more bytes are stored than there is room for: each takes 5 bits at least, and two are stored at a time.
        return unsafe decoded.withUnsafeMutableBufferPointer { buffer, count in
            unsafe decode(bytes, to: UnsafeMutableRawBufferPointer(buffer), from: &count)
        }
    }

    /// - Parameter end: The index behind the last decoded byte.
    private static func decode(
        _ bytes: Span<UInt8>, to decoded: UnsafeMutableRawBufferPointer, from end: inout Int
    ) -> Bool {
        let pairs = pairs.span
        // Bits that have come and belong to no symbol yet: the upper `count` of `bits`. Below are zeros, or the first bits of
        // the byte at `index`, which will be put there again.
        var (bits, count): (UInt64, UInt64) = (0, 0)
        var index = 0
        while true {
            if index <= bytes.count &- 8 {
                bits |= bytes.eightBytes(at: index).bigEndian &>> count
                let filled = (63 &- count) &>> 3
                index &+= Int(truncatingIfNeeded: filled)
                count &+= filled &<< 3
            }
            while count <= 56, index < bytes.count {
                bits |= UInt64(bytes[index]) &<< (56 &- count)
                (index, count) = (index &+ 1, count &+ 8)
            }
            // The longest code has 30 bits, so that only the end can lack some.
            repeat {
                let pair = pairs[Int(truncatingIfNeeded: bits &>> 52)]
                var length = UInt64(pair.length)
                if length > 0, length <= count {
                    unsafe decoded.storeBytes(of: pair.symbols.littleEndian, toByteOffset: end, as: UInt16.self)
                    end &+= Int(pair.count)
                } else {
                    guard let (symbol, bitCount) = symbol(bits), bitCount <= count else {
                        return isPadding(bits, count)
                    }
                    unsafe decoded[end] = symbol
                    end &+= 1
                    length = bitCount
                }
                bits &<<= length
                count &-= length
            } while count >= 30
        }
    }

    /// Whether the upper `count` of `bits` may fill the last byte: the beginning of the end symbol, all ones.
    private static func isPadding(_ bits: UInt64, _ count: UInt64) -> Bool {
        count < 8 && bits == ~(UInt64.max >> count)
    }

    /// The symbol whose code `bits` begin with, and the length of the code; `nil` for the end symbol.
    private static func symbol(_ bits: UInt64) -> (symbol: UInt8, length: UInt64)? {
        for length in 5...30 {
            let offset = Int(bits >> UInt64(64 - length)) - Int(ranges[length].first)
            guard offset < ranges[length].count else { continue }
            let symbol = symbols[ranges[length].start + offset]
            return symbol < 256 ? (UInt8(symbol), UInt64(length)) : nil
        }
        return nil
    }

    /// The symbols whose codes 12 bits begin with.
    private struct Pair {
        /// The first symbol in the lower byte; the second one, if there is one, above it.
        var symbols: UInt16 = 0
        /// 1 or 2.
        var count: UInt8 = 1
        /// The length of the codes together; 0 where the first code has more than 12 bits.
        var length: UInt8 = 0
    }

    /// By the next 12 bits.
    private static let pairs: [Pair] = (0..<4096).map { index in
        let bits = UInt64(index) << 52
        guard let first = symbol(bits), first.length <= 12 else { return Pair() }
        guard let second = symbol(bits << first.length), first.length + second.length <= 12 else {
            return Pair(symbols: UInt16(first.symbol), length: UInt8(first.length))
        }
        return Pair(
            symbols: UInt16(first.symbol) | UInt16(second.symbol) << 8, count: 2,
            length: UInt8(first.length + second.length))
    }

    /// By length of the code: the first code, the number of codes, and where their symbols begin in `symbols`.
    private static let ranges: [(first: UInt32, count: Int, start: Int)] = {
        var ranges: [(first: UInt32, count: Int, start: Int)] = [(0, 0, 0)]
        for length in 1...30 {
            let shorter = ranges[length - 1]
            let first = (shorter.first + UInt32(shorter.count)) << 1
            ranges.append((first, lengths.count { $0 == length }, shorter.start + shorter.count))
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
