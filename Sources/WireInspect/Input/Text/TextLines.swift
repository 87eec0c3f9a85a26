import ByteText

/// The lines of a text, empty ones included, without white space at both ends.
struct TextLines: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) { rest = text }

    mutating func next() -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.endIndex
        defer { rest = rest[end...].dropFirst(rest[end...].hasPrefix("\r\n") ? 2 : 1) }
        return rest[..<end].trimmed
    }
}

extension ArraySlice<UInt8> {
    /// Whether the white space has two line breaks, so that there is an empty line.
    var hasEmptyLine: Bool {
        let breaks = contains(0x0A) ? count { $0 == 0x0A } : count { $0 == 0x0D }
        return breaks > 1
    }

    /// The end of the comment of a programming language that begins at `index`, `// …`, `# …`, `/* … */`; `nil` where none does.
    func endOfComment(at index: Int) -> Int? {
        let rest = self[index...]
        if rest.first == UInt8(ascii: "#") || rest.hasPrefix("//") {
            return rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? endIndex
        }
        guard rest.hasPrefix("/*") else { return nil }
        return rest.firstIndex(of: "*/".utf8).map { $0 + 2 }
    }

    /// Whether the text differs from the other one in its numbers only, as the prefixes of log lines do. The numbers may
    /// have any count of digits.
    func hasShape(of other: Self) -> Bool {
        var (index, place) = (startIndex, other.startIndex)
        while index < endIndex, place < other.endIndex {
            if self[index].isDigit, other[place].isDigit {
                while index < endIndex, self[index].isDigit { index += 1 }
                while place < other.endIndex, other[place].isDigit { place += 1 }
            } else {
                guard self[index] == other[place] else { return false }
                index += 1
                place += 1
            }
        }
        return index == endIndex && place == other.endIndex
    }
}
