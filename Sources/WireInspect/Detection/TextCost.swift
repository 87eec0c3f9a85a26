/// The information content of text in bits, which is the unit of all detection: see ``TypeDetector``.
enum TextCost {
    /// Bits for one byte of a string.
    private static let table: [Double] = (0...255).map { (byte: UInt8) -> Double in
        switch byte {
        case 0x61...0x7A, 0x30...0x39: 5
        case _ where "-_./: ".utf8.contains(byte): 5
        case 0x41...0x5A: 5.5
        case 0x21...0x7E: 6.5
        case 0x80...: 7
        case 0x09, 0x0A, 0x0D: 8
        default: 12
        }
    }

    static func bits(_ text: ArraySlice<UInt8>) -> Double { text.reduce(0) { $0 + table[Int($1)] } }
}

/// The binary logarithm of a whole number, at most 0.09 too small; no library function is needed.
func log2(_ value: UInt64) -> Double {
    guard value > 1 else { return 0 }
    let whole = 63 - value.leadingZeroBitCount
    // Linear between powers of two.
    let fraction = Double(value) / Double(UInt64(1) << UInt64(whole)) - 1
    return Double(whole) + fraction
}
