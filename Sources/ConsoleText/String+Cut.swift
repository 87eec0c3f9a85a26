extension String {
    /// The first characters of the text, with `…` where others follow.
    ///
    /// - Parameter count: How many Unicode scalars are kept: a single character may consist of any number of them.
    package func cut(to count: Int) -> String {
        guard utf8.count > count else { return self }
        let start = unicodeScalars.prefix(count)
        return start.endIndex == endIndex ? self : String(start) + "…"
    }
}
