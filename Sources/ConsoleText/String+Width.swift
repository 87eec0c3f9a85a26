extension String {
    /// The first characters of the text, with `…` where others follow.
    ///
    /// - Parameter count: How many Unicode scalars are kept: a single character may consist of any number of them.
    package func cut(to count: Int) -> String {
        guard utf8.count > count else { return self }
        let start = unicodeScalars.prefix(count)
        return start.endIndex == endIndex ? self : String(start) + "…"
    }

    /// The text with spaces after it, up to a width in characters.
    package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    /// The text with spaces before it, up to a width in characters.
    package func leftPadded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
