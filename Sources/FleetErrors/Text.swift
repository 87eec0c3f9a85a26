// Searching in text by bytes. The standard library's own search for strings in strings needs iOS 16.

extension StringProtocol {
    /// The text occurs, letter by letter.
    package func mentions(_ text: String) -> Bool { offset(of: text) != nil }

    /// The byte offset behind which `text` begins first.
    func offset(of text: String, from start: Int = 0) -> Int? { Array(utf8).offset(of: Array(text.utf8), from: start) }
}

extension [UInt8] {
    /// Where `pattern` begins first, not before `start`. O(n·m), for short patterns.
    func offset(of pattern: [UInt8], from start: Int = 0) -> Int? {
        guard !pattern.isEmpty, start >= 0, count - start >= pattern.count else { return nil }
        return (start...(count - pattern.count)).first { offset in
            self[offset] == pattern[0] && self[offset..<(offset + pattern.count)].elementsEqual(pattern)
        }
    }
}

extension Double {
    /// Without a fraction where there is none: `20`, `0.25`.
    package var plain: String { self == rounded() && abs(self) < 1e15 ? String(Int64(self)) : String(self) }
}

/// `a`, `a and b`, `a, b and c`.
func list(_ items: [String]) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " and " + last
}
