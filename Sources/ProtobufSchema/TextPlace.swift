/// A place in text: in JSON, in text format, or in a `.proto` file.
public struct TextPlace: Hashable, Sendable {
    /// The offset in bytes, from 0.
    public let offset: Int
    /// The line, from 1.
    public let line: Int
    /// The column in bytes of UTF-8, from 1.
    public let column: Int

    /// The place in a descriptor set, which has none.
    static let unknown = TextPlace(offset: 0, line: 0, column: 0)

    /// The place some bytes further on the same line.
    func advanced(by count: Int) -> Self { TextPlace(offset: offset + count, line: line, column: column + count) }
}

extension TextPlace {
    /// The place of a byte in a text. Linear in the offset.
    package init(_ offset: Int, in text: Span<UInt8>) {
        var (line, start) = (1, 0)
        for index in 0..<min(offset, text.count) where text[index] == UInt8(ascii: "\n") {
            line += 1
            start = index + 1
        }
        self.init(offset: offset, line: line, column: offset - start + 1)
    }
}
