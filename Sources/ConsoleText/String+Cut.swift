extension String {
    /// The first characters of it, with a mark where others follow.
    ///
    /// - Parameter count: How many scalars are kept: what looks like a character may be of any length.
    package func cut(to count: Int) -> String {
        guard utf8.count > count else { return self }
        let start = unicodeScalars.prefix(count)
        return start.endIndex == endIndex ? self : String(start) + "…"
    }
}
