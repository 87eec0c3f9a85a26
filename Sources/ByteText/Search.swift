// Text in text, by bytes. The standard library's own search needs iOS 16.

extension RandomAccessCollection<UInt8> where Index == Int {
    /// The index at which `pattern` first occurs, from `start` on; `nil` if it does not, or is empty. O(n·m), for short
    /// patterns.
    @inlinable package func firstIndex(of pattern: some Collection<UInt8>, from start: Int? = nil) -> Int? {
        guard let first = pattern.first else { return nil }
        return ((start ?? startIndex)..<endIndex).first { self[$0] == first && self[$0...].starts(with: pattern) }
    }

    /// The index of the quote that closes the one at `start`; `nil` where none does. A backslash escapes the byte behind it.
    @inlinable package func closingQuote(of start: Int) -> Int? {
        var index = start + 1
        while index < endIndex, self[index] != self[start] { index += self[index] == UInt8(ascii: "\\") ? 2 : 1 }
        return index < endIndex ? index : nil
    }
}

extension StringProtocol {
    /// Whether `text` occurs in this string, compared by UTF-8 bytes.
    package func mentions(_ text: String) -> Bool { Array(utf8).firstIndex(of: text.utf8) != nil }
}

extension RandomAccessCollection {
    /// The index of the first element for which `isBehind` is true; `endIndex` when there is none. The elements before it
    /// must all give false, and those behind it true. Logarithmic.
    @inlinable package func partitioningIndex(where isBehind: (Element) -> Bool) -> Index {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
            if isBehind(self[middle]) { high = middle } else { low = index(after: middle) }
        }
        return low
    }
}
