internal import ByteText
internal import GRPCWire

/// The head of an HTTP message that was copied together with its body, as `curl -i` prints both.
///
/// Sources: https://datatracker.ietf.org/doc/html/rfc9112#section-2.1; of HTTP/2 tools print the head in the same form.
struct HTTPHead {
    /// Where the body begins.
    let bodyStart: Int
    /// The body is sent in chunks.
    let isChunked: Bool
    /// Bytes of the body, where the head says it.
    let bodyLength: Int?

    /// The longest head that is looked for.
    private static let limit = 64 << 10

    /// - Returns: `nil` where no head is.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let first = bytes.first, (0x41...0x5A).contains(first) else { return nil }
        let head = bytes.prefix(Self.limit)
        var start = head.startIndex
        while let end = head[start...].firstIndex(of: 0x0A) {
            var line = head[start..<end]
            if line.last == 0x0D { line.removeLast() }
            if start == head.startIndex {
                guard Self.isStartLine(line) else { return nil }
            } else if line.isEmpty {
                let lines = head[...end].drop { $0 != 0x0A }
                let fields = Metadata.lines(Array(lines)).fields
                isChunked = fields.values("transfer-encoding").joined(separator: ",").lowercased().hasSuffix("chunked")
                bodyLength = fields.last("content-length").flatMap { UInt32($0) }.map { Int(clamping: $0) }
                bodyStart = end + 1
                return
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
