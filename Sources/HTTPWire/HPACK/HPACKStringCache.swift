import ByteText

/// Decodes strings in Huffman code, and remembers long ones that come again: senders repeat tokens, the texts of errors and
/// their details, but keep them out of the dynamic table, where they would need too much room.
///
/// What a string stands for depends on nothing but its bytes, so that all connections of a capture may share a cache.
struct HPACKStringCache {
    /// Shorter strings are not remembered: decoding them takes few steps.
    private static let leastLength = 32
    /// How many strings are remembered, and how many bytes of them; beyond that all are forgotten.
    private static let limit = (count: 256, bytes: 1 << 20)

    /// How many of a string's first bytes count for its checksum: longer ones hardly ever begin with the same.
    private static let checkedLength = 1024

    /// A string that has come, by its checksum, and what it stands for once it has come twice: most come no more.
    private struct Entry {
        var checksum: UInt64 = 0
        var code: [UInt8] = []
        var string: [UInt8] = []
    }

    /// By checksum. A new string replaces the one at its place.
    private var entries: [Entry] = []
    private var footprint = 0

    /// Appends the bytes that an encoded string stands for; `false` for no valid string.
    ///
    /// - Parameter decoded: Has free capacity as ``HPACKHuffman/decodedLimit(_:)`` says.
    mutating func decode(_ code: Span<UInt8>, to decoded: inout OutputSpan<UInt8>) -> Bool {
        guard code.count >= Self.leastLength else { return HPACKHuffman.decode(code, to: &decoded) }
        if entries.isEmpty || footprint > Self.limit.bytes {
            entries = Array(repeating: Entry(), count: Self.limit.count)
            footprint = 0
        }
        let checksum = code.extracting(first: Self.checkedLength).checksum
        let place = Int(truncatingIfNeeded: checksum % UInt64(entries.count))
        let isRepeated = entries[place].checksum == checksum
        if isRepeated {
            let entry = entries[place]
            if entry.code.span.hasSameBytes(as: code) {
                decoded.append(copying: entry.string.span)
                return true
            }
        }
        let start = decoded.count
        guard HPACKHuffman.decode(code, to: &decoded) else { return false }
        footprint -= entries[place].code.count + entries[place].string.count
        entries[place] = Entry(checksum: checksum)
        if isRepeated {
            entries[place].code = [UInt8](copying: code)
            entries[place].string = [UInt8](copying: decoded.span.extracting(start...))
            footprint += code.count + decoded.count - start
        }
        return true
    }
}
