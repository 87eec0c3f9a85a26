/// The bytes of a hexadecimal string; `nil` if it is none.
public func bytes(hex: some StringProtocol) -> [UInt8]? {
    func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x37
        case 0x61...0x66: digit - 0x57
        default: nil
        }
    }
    let digits = Array(hex.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    var index = 0
    while index < digits.count {
        guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
        bytes.append(high << 4 | low)
        index += 2
    }
    return bytes
}

private let hexDigits = Array("0123456789abcdef".utf8)

public func hex(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    for byte in bytes {
        text.append(hexDigits[Int(byte >> 4)])
        text.append(hexDigits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
}

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
