import ByteText
import Testing

/// Comparing and searching bytes many at a time, and the checksums by which tables find them.
@Suite struct ByteComparisonTests {
    private func areSame(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        left.span.hasSameBytes(as: right.span)
    }

    @Test func everyByteCounts() {
        for count in 0...100 {
            // Behind bytes that do not count, so that words begin anywhere.
            let whole = (0..<(count + 3)).map { UInt8(truncatingIfNeeded: $0 * 37) }
            let bytes = whole[3...]
            let copy = Array(bytes)[...]
            let checksum = bytes.span.checksum
            #expect(areSame(bytes, copy) && checksum == copy.span.checksum)
            for index in bytes.indices {
                for bit in [1, 0x80] as [UInt8] {
                    var other = bytes
                    other[index] ^= bit
                    #expect(!areSame(bytes, other) && checksum != other.span.checksum, "byte \(index) of \(count)")
                }
            }
            #expect(!areSame(bytes, whole[...]))
        }
    }

    /// Tables take the lowest bits of a checksum, or the upper half's: few texts of one kind share a place.
    @Test func similarTextsHaveDifferentPlaces() {
        for text in ["vehicles/veh-", String(repeating: "Vehicle not found: ", count: 8)] {
            let checksums = (1000..<1256).map { Array("\(text)\($0)/x".utf8).span.checksum }
            for places in [Set(checksums.map { $0 % 256 }), Set(checksums.map { $0 >> 32 % 256 })] {
                // Of 256 random numbers below 256, some 162 are different.
                #expect(places.count > 120)
            }
        }
    }

    /// Bytes of each value stand in each of eight places, between letters and between other bytes.
    @Test func theEndsOfWordsAreMarked() {
        let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        for (byte, place) in (0...255 as ClosedRange<UInt8>).flatMap({ byte in (0..<8).map { (byte, $0) } }) {
            for others in [UInt8(ascii: "a"), UInt8(ascii: "_"), 0, 0x7F, 0xFF] {
                let word = (0..<8).reduce(UInt64(0)) { $0 | UInt64($1 == place ? byte : others) << (8 * $1) }
                let ends = (0..<8).reduce(UInt64(0)) {
                    letters.contains($1 == place ? byte : others) ? $0 : $0 | 0x80 << (8 * $1)
                }
                #expect(word.wordEnds == ends, "\(byte) in place \(place) between \(others)")
            }
        }
    }
}
