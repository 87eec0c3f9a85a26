import ByteText

/// The SHA-256 of bytes. No system library of all platforms has it.
///
/// Source: FIPS 180-4, https://doi.org/10.6028/NIST.FIPS.180-4
package struct SHA256 {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    /// The words of a block, and those that follow from them.
    private var schedule = [UInt32](repeating: 0, count: 64)

    /// The digest in hexadecimal digits. Linear.
    static func hex(_ bytes: [UInt8]) -> String { String(hex: digest(bytes)) }

    /// The 32 bytes of the digest. Linear.
    package static func digest(_ bytes: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        let whole = bytes.count & ~63
        hash.compress(bytes[..<whole])
        var tail = Array(bytes[whole...])
        tail.append(0x80)
        while tail.count % 64 != 56 { tail.append(0) }
        let bits = UInt64(bytes.count) &* 8
        for shift in stride(from: 56, through: 0, by: -8) {
            tail.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
        }
        hash.compress(tail[...])
        return hash.state.flatMap { word in
            stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
        }
    }

    /// - Precondition: The bytes are whole blocks of 64.
    private mutating func compress(_ blocks: ArraySlice<UInt8>) {
        let bytes = blocks.span
        let k = Self.constants
        // Known bounds spare a check for each access below.
        guard schedule.count == 64, k.count == 64, state.count == 8 else { return }
        var start = 0
        while start + 64 <= bytes.count {
            expand(bytes.extracting(start..<(start + 64)))
            start += 64
            var (a, b, c, d) = (state[0], state[1], state[2], state[3])
            var (e, f, g, h) = (state[4], state[5], state[6], state[7])
            var i = 0
            while i < 64 {
                // Eight rounds bring every variable back to its place, so that none has to be moved.
                Self.round(a, b, c, &d, e, f, g, &h, k[i] &+ schedule[i])
                Self.round(h, a, b, &c, d, e, f, &g, k[i + 1] &+ schedule[i + 1])
                Self.round(g, h, a, &b, c, d, e, &f, k[i + 2] &+ schedule[i + 2])
                Self.round(f, g, h, &a, b, c, d, &e, k[i + 3] &+ schedule[i + 3])
                Self.round(e, f, g, &h, a, b, c, &d, k[i + 4] &+ schedule[i + 4])
                Self.round(d, e, f, &g, h, a, b, &c, k[i + 5] &+ schedule[i + 5])
                Self.round(c, d, e, &f, g, h, a, &b, k[i + 6] &+ schedule[i + 6])
                Self.round(b, c, d, &e, f, g, h, &a, k[i + 7] &+ schedule[i + 7])
                i += 8
            }
            for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
        }
    }

    /// Fills the schedule from a block.
    private mutating func expand(_ block: Span<UInt8>) {
        for index in 0..<16 {
            let start = index * 4
            schedule[index] =
                UInt32(block[start]) << 24 | UInt32(block[start + 1]) << 16 | UInt32(block[start + 2]) << 8
                | UInt32(block[start + 3])
        }
        for index in 16..<64 {
            let (early, late) = (schedule[index - 15], schedule[index - 2])
            let small0 = Self.rotated(early, 7) ^ Self.rotated(early, 18) ^ early >> 3
            let small1 = Self.rotated(late, 17) ^ Self.rotated(late, 19) ^ late >> 10
            schedule[index] = schedule[index - 16] &+ small0 &+ schedule[index - 7] &+ small1
        }
    }

    /// One round; only the variables that get a new value are changed.
    @inline(__always)
    private static func round(
        _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
        _ h: inout UInt32, _ word: UInt32
    ) {
        let big1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
        let first = h &+ big1 &+ (g ^ e & (f ^ g)) &+ word
        let big0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
        d &+= first
        h = first &+ big0 &+ (a & b | c & (a | b))
    }

    @inline(__always)
    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word &>> count | word &<< (32 - count) }

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
