/// SipHash-2-4: a hash of 64 bits that cannot be computed or inverted without the secret key.
///
/// Source: J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF", 2012, https://doi.org/10.1007/978-3-642-34931-7_28
struct SipHash: Sendable {
    private let key: (low: UInt64, high: UInt64)

    init(low: UInt64, high: UInt64) { key = (low, high) }

    /// The hash of bytes. Linear.
    func callAsFunction(_ bytes: some RandomAccessCollection<UInt8>) -> UInt64 {
        var state = State(key)
        var word: UInt64 = 0
        var count: UInt64 = 0
        for byte in bytes {
            word |= UInt64(byte) << (8 * (count & 7))
            count &+= 1
            if count & 7 == 0 {
                state.take(word)
                word = 0
            }
        }
        state.take(word | count << 56)
        return state.finish()
    }

    /// The hash of the sixteen bytes of two words.
    func callAsFunction(_ first: UInt64, _ second: UInt64) -> UInt64 {
        var state = State(key)
        state.take(first)
        state.take(second)
        state.take(16 << 56)
        return state.finish()
    }

    private struct State {
        private var a: UInt64
        private var b: UInt64
        private var c: UInt64
        private var d: UInt64

        init(_ key: (low: UInt64, high: UInt64)) {
            a = key.low ^ 0x736f_6d65_7073_6575
            b = key.high ^ 0x646f_7261_6e64_6f6d
            c = key.low ^ 0x6c79_6765_6e65_7261
            d = key.high ^ 0x7465_6462_7974_6573
        }

        mutating func take(_ word: UInt64) {
            d ^= word
            round()
            round()
            a ^= word
        }

        mutating func finish() -> UInt64 {
            c ^= 0xff
            for _ in 0..<4 { round() }
            return a ^ b ^ c ^ d
        }

        private mutating func round() {
            a &+= b
            b = Self.rotated(b, 13) ^ a
            a = Self.rotated(a, 32)
            c &+= d
            d = Self.rotated(d, 16) ^ c
            a &+= d
            d = Self.rotated(d, 21) ^ a
            c &+= b
            b = Self.rotated(b, 17) ^ c
            c = Self.rotated(c, 32)
        }

        private static func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 { word << count | word >> (64 - count) }
    }
}

/// The pseudorandom numbers of which stand-ins are made.
///
/// Each part of a stand-in, such as a letter, is drawn from all that it may be, and so may be that of the original. Were it
/// always another one, that part of many ids which begin alike would be the one that none of their stand-ins has.
///
/// Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators" (SplitMix), 2014,
/// https://doi.org/10.1145/2660193.2660195
struct StandInStream {
    private var state: UInt64
    private var isOther: Bool?

    init(seed: UInt64) { state = seed }

    /// Whether all parts drawn are those of the original, so that the stand-in has to be drawn once more.
    var isOriginal: Bool { isOther == false }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }

    /// A number from 0 to `bound` - 1.
    mutating func below(_ bound: UInt32) -> UInt32 { UInt32(next() % UInt64(bound)) }

    /// A number from 0 to `size` - 1 in place of another one.
    mutating func number(insteadOf original: UInt32, below size: UInt32) -> UInt32 {
        let number = below(size)
        if size > 1 { isOther = isOther ?? false || number != original }
        return number
    }
}
