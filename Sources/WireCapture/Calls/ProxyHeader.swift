/// What proxies may send before a connection's first bytes to say who is behind them: the PROXY protocol.
///
/// Source: https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt (section 2.1 for lines of text, 2.2 for bytes)
enum ProxyHeader {
    enum Verdict: Equatable {
        case none
        /// More bytes are needed.
        case undecided
        /// So many bytes belong to it.
        case length(Int)
    }

    /// The most bytes that a line takes, line end included.
    static let lineLimit = 107
    private static let lineStart = Array("PROXY ".utf8)
    private static let signature: [UInt8] = [13, 10, 13, 10, 0, 13, 10, 81, 85, 73, 84, 10]
    /// The signature, version and command, families, and the length of what follows.
    private static let size = 16
    /// The most bytes that follow; real ones have some hundreds.
    private static let bodyLimit = 4096

    /// - Parameter start: The first bytes that one side has sent, ``lineLimit`` of them at most.
    static func verdict(_ start: [UInt8]) -> Verdict {
        for mark in [lineStart, signature] where start.count < mark.count && mark.starts(with: start) {
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
