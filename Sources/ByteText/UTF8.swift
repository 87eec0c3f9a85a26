extension Span<UInt8> {
    /// The number of bytes of the well-formed character that begins at `index` and ends before `end`; 0 where there is none.
    ///
    /// No overlong forms, no surrogates, nothing above U+10FFFF. Source: Unicode Standard, table 3-7 (well-formed UTF-8
    /// byte sequences).
    @inlinable @inline(__always)
    package func lengthOfCharacter(at index: Int, before end: Int) -> Int {
        let first = self[index]
        let length: Int
        var lowest: UInt8 = 0x80
        var highest: UInt8 = 0xbf
        switch first {
        case 0...0x7f: return 1
        case 0xc2...0xdf: length = 2
        case 0xe0: (length, lowest) = (3, 0xa0)
        case 0xed: (length, highest) = (3, 0x9f)
        case 0xe1...0xef: length = 3
        case 0xf0: (length, lowest) = (4, 0x90)
        case 0xf4: (length, highest) = (4, 0x8f)
        case 0xf1...0xf3: length = 4
        default: return 0
        }
        guard end - index >= length else { return 0 }
        let second = self[index + 1]
        guard second >= lowest, second <= highest else { return 0 }
        for next in 2..<length where self[index + next] & 0xc0 != 0x80 { return 0 }
        return length
    }

    /// The well-formed character that begins at `index` and ends before `end`, with its number of bytes; `nil` where there
    /// is none.
    package func character(at index: Int, before end: Int) -> (scalar: Unicode.Scalar, length: Int)? {
        let length = lengthOfCharacter(at: index, before: end)
        guard length > 0 else { return nil }
        var value = UInt32(self[index]) & (length > 1 ? 0x7F >> UInt32(length) : 0x7F)
        for next in 1..<length { value = value << 6 | UInt32(self[index + next] & 0x3F) }
        return Unicode.Scalar(value).map { ($0, length) }
    }
}
