import ByteText

/// The string literals of HPACK: a length, and as many bytes as they are or in Huffman code.
///
/// Source: https://www.rfc-editor.org/rfc/rfc7541#section-5.2
enum HPACKString {
    /// Appends the string at `index`, moves `index` behind it, and returns the string's length; `nil` for no valid string.
    ///
    /// - Parameters:
    ///   - bytes: Has free capacity for the string: see ``HPACKHuffman/decodedLimit(_:)``.
    ///   - cache: Strings that were decoded before.
    static func decode(
        _ block: Span<UInt8>, from index: inout Int, to bytes: inout OutputSpan<UInt8>, _ cache: inout HPACKStringCache
    ) -> Int? {
        guard let first = block.uint8(at: index), let length = HPACKInteger.decode(block, from: &index, prefix: 7),
            length <= block.count - index
        else { return nil }
        let string = block.extracting(index..<(index + length))
        index += length
        let start = bytes.count
        if first & 0x80 == 0 {
            bytes.append(copying: string)
        } else {
            guard cache.decode(string, to: &bytes) else { return nil }
        }
        return bytes.count - start
    }
}
