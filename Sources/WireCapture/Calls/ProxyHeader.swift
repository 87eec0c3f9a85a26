/// The header of the PROXY protocol: a proxy may send it before the bytes of a connection, to name the client behind it.
///
/// Source: https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt (section 2.1 for lines of text, 2.2 for bytes)
enum ProxyHeader {
    enum Verdict: Equatable {
        case none
        /// More bytes are needed.
        case undecided
        /// The header has that many bytes.
        case length(Int)
    }

    /// The most bytes of a header in text, with its line end.
    static let lineLimit = 107
    private static let lineStart = Array("PROXY ".utf8)
    private static let signature: [UInt8] = [13, 10, 13, 10, 0, 13, 10, 81, 85, 73, 84, 10]
    /// Bytes of the signature, version and command, families, and the length of the rest.
    private static let size = 16
    /// The most bytes of the rest; real headers have some hundreds.
    private static let bodyLimit = 4096

    /// - Parameter start: The first bytes that one side has sent, up to ``lineLimit``.
    static func verdict(_ start: [UInt8]) -> Verdict {
        for begin in [lineStart, signature] where start.count < begin.count && begin.starts(with: start) {
            return .undecided
        }
        if start.starts(with: lineStart) {
            if let end = start.firstIndex(of: 10) { return start[end - 1] == 13 ? .length(end + 1) : .none }
            return start.count < lineLimit ? .undecided : .none
        }
        guard start.starts(with: signature) else { return .none }
        guard start.count >= size else { return .undecided }
        let length = Int(start[14]) << 8 | Int(start[15])
        return start[12] >> 4 == 2 && length <= bodyLimit ? .length(size + length) : .none
    }
}
