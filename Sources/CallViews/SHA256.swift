import ByteText
import ProtobufWire

/// The SHA-256 of bytes. No system library of all platforms has it.
///
/// Source: FIPS 180-4, https://doi.org/10.6028/NIST.FIPS.180-4
package enum SHA256 {
    /// The digest in hexadecimal digits. Linear.
    package static func hex(_ bytes: [UInt8]) -> String { String(hex: digest(bytes)) }

    /// The 32 bytes of the digest. Linear.
    package static func digest(_ bytes: [UInt8]) -> [UInt8] {
        var state = initial
        let whole = bytes[..<(bytes.count & ~63)]
        compress(whole.span, &state)
        var tail = Array(bytes[whole.endIndex...])
        tail.append(0x80)
        while tail.count % 64 != 56 { tail.append(0) }
        let bits = UInt64(bytes.count) &* 8
        for shift in stride(from: 56, through: 0, by: -8) {
            tail.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
        }
        compress(tail.span, &state)
        var digest: [UInt8] = []
        digest.reserveCapacity(32)
        for word in state {
            for shift: UInt32 in [24, 16, 8, 0] { digest.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        return digest
    }

    /// - Precondition: The bytes are whole blocks of 64.
    private static func compress(_ bytes: Span<UInt8>, _ hash: inout [UInt32]) {
        // The words of a block, and those that follow from them.
        var schedule = [UInt32](repeating: 0, count: 64)
        var words = schedule.mutableSpan
        var state = hash.mutableSpan
        let k = constants.span
        // Known bounds spare a check for each access below.
        guard words.count == 64, k.count == 64, state.count == 8 else { return }
        var start = 0
        while start <= bytes.count - 64 {
            expand(bytes.extracting(start..<(start + 64)), &words)
            start += 64
            var (a, b, c, d) = (state[0], state[1], state[2], state[3])
            var (e, f, g, h) = (state[4], state[5], state[6], state[7])
            for index in 0..<64 {
                let big1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
                let first = h &+ big1 &+ (g ^ e & (f ^ g)) &+ k[index] &+ words[index]
                let big0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
                let second = big0 &+ (a & b | c & (a | b))
                (h, g, f, e) = (g, f, e, d &+ first)
                (d, c, b, a) = (c, b, a, first &+ second)
            }
            state[0] &+= a
            state[1] &+= b
            state[2] &+= c
            state[3] &+= d
            state[4] &+= e
            state[5] &+= f
            state[6] &+= g
            state[7] &+= h
        }
    }

    /// Fills the 64 words from a block.
    @inline(__always)
    private static func expand(_ block: Span<UInt8>, _ words: inout MutableSpan<UInt32>) {
        for index in 0..<16 { words[index] = UInt32(bigEndian: block.load(at: index * 4)) }
        for index in 16..<64 {
            let (early, late) = (words[index - 15], words[index - 2])
            let small0 = rotated(early, 7) ^ rotated(early, 18) ^ early &>> 3
            let small1 = rotated(late, 17) ^ rotated(late, 19) ^ late &>> 10
            words[index] = words[index - 16] &+ small0 &+ words[index - 7] &+ small1
        }
    }

    @inline(__always)
    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word &>> count | word &<< (32 &- count) }

    private static let initial: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]

    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
