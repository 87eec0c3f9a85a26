internal import JSONText

/// Cuts a long JSON text so that its beginning is JSON again.
enum JSONCut {
    /// As many whole members and elements as fit into `limit` bytes, and what closes their brackets; `nil` when not even
    /// the first fits. Linear.
    ///
    /// - Parameter json: A sound object or array.
    static func prefix(_ json: [UInt8], limit: Int) -> [UInt8]? {
        // The closing brackets for those that are open, the outermost first.
        var open: [UInt8] = []
        // Where the last whole member or element ends, and how many brackets are open there: behind it brackets only open.
        var last: (end: Int, depth: Int)?
        var structure = JSONStructure()
        for (index, byte) in json.prefix(limit).enumerated() {
            switch structure.take(byte) {
            case .openingBracket: open.append(UInt8(ascii: byte == UInt8(ascii: "{") ? "}" : "]"))
            case .closingBracket:
                _ = open.popLast()
                last = (index + 1, open.count)
            case .comma: last = (index, open.count)
            default: break
            }
        }
        return last.map { json[..<$0.end] + open.prefix($0.depth).reversed() }
    }
}
