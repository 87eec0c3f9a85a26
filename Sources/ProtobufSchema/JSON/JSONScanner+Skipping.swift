extension JSONScanner {
    /// Steps over a value, checking its grammar. Needs no stack.
    ///
    /// - Parameters:
    ///   - levels: How many objects and arrays may be open at once.
    ///   - checksNames: Whether no object may have a name twice.
    @inline(never)
    package mutating func skip(_ bytes: Span<UInt8>, levels: Int, checksNames: Bool = true) throws(JSONError) {
        // The names so far of each open object, nil for an array.
        var open: [Set<[UInt8]>?] = []
        var isFirst = true
        while true {
            let kind = try kind(bytes)
            switch kind {
            case .object, .array:
                guard open.count < levels else {
                    throw JSONError(.tooDeep, at: offset, "Objects and arrays are nested too deeply here.")
                }
                self.open(bytes)
                open.append(kind == .object ? [] : nil)
                isFirst = true
            case .string: _ = try string(bytes)
            case .number: _ = try number(bytes)
            case .boolean: _ = try boolean(bytes)
            case .null: try null(bytes)
            }
            // Up to the next value, closing what ends here.
            while let top = open.indices.last {
                if open[top] == nil {
                    if try element(bytes, isFirst: &isFirst) { break }
                } else if let name = try member(bytes, isFirst: &isFirst) {
                    if checksNames, open[top]?.insert(name.array(bytes)).inserted == false {
                        throw JSONError(
                            .duplicateMember, at: name.offset, "“\(name.excerpt(bytes))” is given twice in this object."
                        )
                    }
                    break
                }
                open.removeLast()
                isFirst = false
            }
            if open.isEmpty { return }
        }
    }
}
