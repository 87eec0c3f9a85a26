extension JSONScanner {
    /// Steps over a value, checking its grammar. Needs no stack.
    ///
    /// - Parameters:
    ///   - levels: How many objects and arrays may be open at once.
    ///   - checksNames: Whether no object may have a name twice.
    @inline(never)
    package mutating func skip(levels: Int, checksNames: Bool = true) throws(JSONSyntaxError) {
        // The names so far of each open object, nil for an array.
        var open: [Set<[UInt8]>?] = []
        while true {
            let kind = try kind()
            switch kind {
            case .object, .array:
                guard open.count < levels else {
                    throw JSONSyntaxError(.tooDeep, at: offset, "Objects and arrays are nested too deeply here.")
                }
                self.open()
                open.append(kind == .object ? [] : nil)
            case .string: _ = try string()
            case .number: _ = try number()
            case .boolean: _ = try boolean()
            case .null: try null()
            }
            // Up to the next value, closing what ends here.
            while let top = open.indices.last {
                if open[top] == nil {
                    if try element() { break }
                } else if let name = try member() {
                    if checksNames, open[top]?.insert(utf8(of: name)).inserted == false {
                        throw JSONSyntaxError(
                            .duplicateMember, at: name.offset, "“\(excerpt(of: name))” is given twice in this object."
                        )
                    }
                    break
                }
                open.removeLast()
            }
            if open.isEmpty { return }
        }
    }
}
