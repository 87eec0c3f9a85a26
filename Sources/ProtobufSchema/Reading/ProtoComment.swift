/// The text of comments in `.proto` files and descriptor sets.
enum ProtoComment {
    /// A comment as descriptor sets hold it: without marks, a space before each line.
    static func text(ofDescriptor text: [UInt8]) -> String {
        joined(text[...]) { $0 }
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
        var joined: [UInt8] = []
        var breaks = 0
        var rest = text
        while true {
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            var line = unmarked(rest[..<end])
            if line.first == UInt8(ascii: " ") { line.removeFirst() }
            while let last = line.last, last <= 0x20 { line.removeLast() }
            if !line.isEmpty {
                if !joined.isEmpty { joined.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: breaks)) }
                joined.append(contentsOf: line)
                breaks = 0
            }
            guard end < rest.endIndex else { return String(decoding: joined, as: UTF8.self) }
            breaks += 1
            rest = rest[(end + 1)...]
        }
    }
}
