/// What the first bytes of a connection say about what is spoken on it.
struct Opening {
    /// Pieces that may wait for a decision.
    private static let pieceLimit = 64

    /// What has arrived, in order.
    private(set) var pieces: [(side: Int, piece: StreamPiece)] = []
    private var starts: [[UInt8]] = [[], []]

    enum Decision { case http1, http2 }

    /// Takes a piece; returns the decision when there is one.
    mutating func add(_ piece: StreamPiece, from side: Int) -> Decision? {
        pieces.append((side, piece))
        if case .bytes(let bytes, _) = piece, starts[side].count < HTTP1Head.longestStart {
            starts[side] += bytes.prefix(HTTP1Head.longestStart - starts[side].count)
        }
        let verdicts = starts.filter { !$0.isEmpty }.map { start in
            let start = start[...]
            return HTTP1Head.begins(start.span)
        }
        if verdicts.contains(true) { return .http1 }
        if verdicts.contains(false) || pieces.count >= Self.pieceLimit { return .http2 }
        return nil
    }

    var footprint: Int {
        pieces.reduce(0) { sum, entry in
            guard case .bytes(let bytes, _) = entry.piece else { return sum }
            return sum + bytes.count + 256
        }
    }
}
