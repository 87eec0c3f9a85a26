import ByteText

/// The bytes of a hexadecimal string; `nil` if it is none.
public func bytes(hex: some StringProtocol) -> [UInt8]? { [UInt8](hex: hex.utf8) }

public func hex(_ bytes: some Sequence<UInt8>) -> String { String(hex: bytes) }

/// Bytes that are not empty, cut short somewhere, and with one of them changed.
public func cutAndChanged(_ bytes: [UInt8], using random: inout SplitMix64) -> [[UInt8]] {
    let cut = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)))
    var changed = bytes
    changed[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
    return [cut, changed]
}

/// A sequence that looks random and is the same every time.
public struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64
    public init(seed: UInt64) { state = seed }
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}
