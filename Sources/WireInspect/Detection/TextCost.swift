/// The information content of text in bits, which is the unit of all detection: see ``TypeDetector``.
enum TextCost {
    /// Half bits for one byte of a string: whole numbers are added much quicker.
    private static let table: [Int] = (0...255).map { (byte: UInt8) -> Int in
        switch byte {
        case 0x61...0x7A, 0x30...0x39: 10
        case _ where "-_./: ".utf8.contains(byte): 10
        case 0x41...0x5A: 11
        case 0x21...0x7E: 13
        case 0x80...: 14
        case 0x09, 0x0A, 0x0D: 16
        default: 24
        }
    }

    static func bits(_ text: ArraySlice<UInt8>) -> Double { Double(text.reduce(0) { $0 + table[Int($1)] }) / 2 }
}

/// The binary logarithm of a whole number, at most 0.09 too small; no library function is needed.
func log2(_ value: UInt64) -> Double {
    guard value > 1 else { return 0 }
    let whole = 63 - value.leadingZeroBitCount
    // Linear between powers of two.
    let fraction = Double(value) / Double(UInt64(1) << UInt64(whole)) - 1
    return Double(whole) + fraction
}
