extension String {
    /// A string of up to 15 ASCII bytes, which Swift keeps in place of a reference: without an allocation, and without
    /// the calls and the loop over bytes that the library's own ways take.
    ///
    /// `nil` if other bytes are among them, and where strings lie in memory in another way.
    @inline(__always)
    init?(shortASCII bytes: Span<UInt8>) {
        guard String.keepsShortOnesInTwoWords else { return nil }
        let (low, high) = bytes.twoWords
        guard (low | high) & 0x8080_8080_8080_8080 == 0 else { return nil }
        let mark = 0xe0 | UInt64(truncatingIfNeeded: bytes.count)
        var words = (low, high | mark << 56)
        // Safe: such a string is these bits and refers to nothing, as the literal below has shown. Moved, since a copy
        // would be retained.
        self = unsafe withUnsafeMutablePointer(to: &words) { words in
            unsafe UnsafeMutableRawPointer(words).bindMemory(to: String.self, capacity: 1).move()
        }
    }

    /// The bytes of such a string, its length in place of the last one. `nil` for all others.
    @inline(__always)
    var shortASCII: (low: UInt64, high: UInt64, count: Int)? {
        guard String.keepsShortOnesInTwoWords else { return nil }
        // Safe: any bits are a pair of numbers.
        let (low, high) = unsafe unsafeBitCast(self, to: (UInt64, UInt64).self)
        guard high >> 60 == 0xe else { return nil }
        return (low, high, Int(truncatingIfNeeded: high >> 56 & 0xf))
    }

    /// Whether a short string is its bytes and, in the last one, its length: seen on one that fills all of them. The
    /// compiler knows the answer.
    @inline(__always)
    private static var keepsShortOnesInTwoWords: Bool {
        guard MemoryLayout<String>.size == MemoryLayout<(UInt64, UInt64)>.size else { return false }
        // Safe: any bits are a pair of numbers.
        let words = unsafe unsafeBitCast("abcdefghijklmno", to: (UInt64, UInt64).self)
        return words == (0x6867_6665_6463_6261, 0xef6f_6e6d_6c6b_6a69)
    }
}

extension Span<UInt8> {
    /// Up to 15 bytes as two words, the first byte lowest, zeros behind the last.
    @inline(__always)
    fileprivate var twoWords: (low: UInt64, high: UInt64) {
        let bits = UInt64(truncatingIfNeeded: count) &* 8
        switch count {
        // Loads that overlap, so that there are two of them whatever the length is.
        case 9...: return (word(at: 0), word(at: count &- 8) &>> (128 &- bits))
        case 8: return (word(at: 0), 0)
        case 4...: return (UInt64(word32(at: 0)) | UInt64(word32(at: count &- 4)) &<< (bits &- 32), 0)
        case 0: return (0, 0)
        default:
            let middle = count >> 1
            return (
                UInt64(self[0]) | UInt64(self[middle]) &<< UInt64(truncatingIfNeeded: middle &* 8)
                    | UInt64(self[count &- 1]) &<< (bits &- 8), 0
            )
        }
    }
}
