import ByteText

/// The checksum of IP and TCP headers: the complement of the sum of all 16-bit words in ones' complement.
///
/// Source: https://www.rfc-editor.org/rfc/rfc1071.html
struct InternetChecksum {
    private var sum: UInt64 = 0

    /// Adds bytes that begin a word, padded with a zero byte if their number is odd.
    mutating func add(_ bytes: Span<UInt8>) {
        for index in stride(from: 0, to: bytes.count, by: 2) {
            sum &+= UInt64(bytes.uint16(at: index) ?? UInt16(bytes[index]) << 8)
        }
    }

    /// The checksum in network byte order.
    var bytes: (UInt8, UInt8) {
        var folded = sum
        while folded > 0xffff { folded = folded >> 16 + folded & 0xffff }
        let word = ~UInt16(folded)
        return (UInt8(word >> 8), UInt8(truncatingIfNeeded: word))
    }
}
