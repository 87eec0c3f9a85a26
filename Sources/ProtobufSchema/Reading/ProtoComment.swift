/// The text of comments in `.proto` files and descriptor sets.
enum ProtoComment {
    /// A comment as descriptor sets hold it: without marks, a space before each line.
    static func text(ofDescriptor text: String) -> String {
        joined(Array(text.utf8)[...]) { $0 }
    }

    /// The text of a comment without its marks: `//`, `/*`, `*/`, and the `*` that lines begin with.
    static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let isBlock = bytes.dropFirst().first == UInt8(ascii: "*")
        let body = isBlock ? bytes.dropFirst(2).dropLast(2) : bytes
        return joined(body) { raw in
            let line = raw.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            if !isBlock { return line.dropFirst(2) }
            return line.first == UInt8(ascii: "*") ? line.dropFirst() : line
        }
    }

    /// The lines of a text without their marks, without the space that they begin with and white space at their end; no
    /// empty lines around.
    private static func joined(_ text: ArraySlice<UInt8>, unmarked: (ArraySlice<UInt8>) -> ArraySlice<UInt8>) -> String
    {
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { raw in
            var line = unmarked(raw)
            if line.first == UInt8(ascii: " ") { line.removeFirst() }
            while let last = line.last, last <= 0x20 { line.removeLast() }
            return line
        }
        guard let last = lines.lastIndex(where: { !$0.isEmpty }) else { return "" }
        let body = lines[...last].drop(while: \.isEmpty)
        return String(decoding: Array(body.joined(separator: "\n".utf8)), as: UTF8.self)
    }
}
