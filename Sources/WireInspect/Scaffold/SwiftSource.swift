/// Lines of Swift, indented by four spaces for each open brace and at most 120 characters long where that is possible.
struct SwiftSource {
    private(set) var text = ""
    private var depth = 0

    mutating func line(_ line: String = "") {
        if !line.isEmpty { text += String(repeating: "    ", count: depth) + line }
        text += "\n"
    }

    mutating func open(_ head: String) {
        line(head + " {")
        depth += 1
    }

    mutating func close() {
        depth -= 1
        line("}")
    }

    func fits(_ line: String) -> Bool { depth * 4 + line.count <= 120 }

    /// Writes into an extension of `parent`, if there is one; after a blank line, unless the source has just begun.
    mutating func extending<Failure: Error>(
        _ parent: String?, _ body: (inout SwiftSource) throws(Failure) -> Void
    ) throws(Failure) {
        guard let parent else { return try body(&self) }
        line()
        open("extension \(parent)")
        try body(&self)
        close()
    }

    /// A doc comment: a term, and behind a colon what the schema says of it.
    mutating func comment(_ term: String, colon documentation: String) {
        comment(documentation.isEmpty ? term : "\(term): \(documentation)")
    }

    /// A doc comment of what the schema says, and a sentence behind it.
    mutating func comment(_ documentation: String, then sentence: String) {
        comment(documentation.isEmpty ? sentence : "\(documentation)\n\n\(sentence)")
    }

    /// A doc comment, its lines broken where they are too long.
    mutating func comment(_ text: String) {
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var current = "///"
            for word in paragraph.split(separator: " ") {
                if current != "///", !fits("\(current) \(word)") {
                    line(current)
                    current = "///"
                }
                current += " \(word)"
            }
            line(current)
        }
    }
}
