internal import JSONText

/// Cuts a long JSON text so that its beginning is JSON again.
enum JSONCut {
    /// As many whole members and elements as fit into `limit` bytes, and what closes their brackets; `nil` when not even
    /// the first fits. Linear.
    ///
    /// - Parameter json: A sound object or array.
    static func prefix(_ json: [UInt8], limit: Int) -> [UInt8]? {
        guard let end = scan(json.prefix(limit)).lastEnd else { return nil }
        return json[..<end] + scan(json[..<end]).open.reversed()
    }

    /// The closing brackets for those that are open at the end of a text, the outermost first, and where the last whole
    /// member or element in it ends.
    private static func scan(_ json: ArraySlice<UInt8>) -> (open: [UInt8], lastEnd: Int?) {
        var open: [UInt8] = []
        var lastEnd: Int?
        var structure = JSONStructure()
        for (index, byte) in zip(json.indices, json) {
            switch structure.take(byte) {
            case .openingBracket: open.append(UInt8(ascii: byte == UInt8(ascii: "{") ? "}" : "]"))
            case .closingBracket:
                _ = open.popLast()
                lastEnd = index + 1
            case .comma: lastEnd = index
            default: break
            }
        }
        return (open, lastEnd)
    }
}
