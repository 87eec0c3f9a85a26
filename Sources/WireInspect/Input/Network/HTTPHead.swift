/// The head of an HTTP message that was copied together with its body, as `curl -i` prints both.
///
/// Sources: https://datatracker.ietf.org/doc/html/rfc9112#section-2.1; of HTTP/2 tools print the head in the same form.
enum HTTPHead {
    /// The longest head that is looked for.
    private static let limit = 64 << 10

    /// Where the body begins; `nil` where no head is, and where nothing follows it.
    static func bodyStart(_ bytes: [UInt8]) -> Int? {
        guard let first = bytes.first, (0x41...0x5A).contains(first) else { return nil }
        let head = bytes.prefix(limit)
        var start = head.startIndex
        while let end = head[start...].firstIndex(of: 0x0A) {
            var line = head[start..<end]
            if line.last == 0x0D { line.removeLast() }
            if start == 0 {
                guard isStartLine(line) else { return nil }
            } else if line.isEmpty {
                return end + 1 < bytes.count ? end + 1 : nil
            } else if !line.contains(UInt8(ascii: ":")) || !TextCost.isPrintable(line) {
                return nil
            }
            start = end + 1
        }
        return nil
    }

    private static func isStartLine(_ line: ArraySlice<UInt8>) -> Bool {
        guard TextCost.isPrintable(line) else { return false }
        if line.hasPrefix("HTTP/") { return line.contains(0x20) }
        return line.suffix(9).elementsEqual(" HTTP/1.1".utf8) || line.suffix(9).elementsEqual(" HTTP/1.0".utf8)
    }
}
