/// What is spoken on a connection: takes the bytes of both sides in order, and makes calls of them.
protocol Session: AnyObject {
    /// What one side has sent next.
    func take(_ piece: StreamPiece, from side: Int)
    /// One side will send nothing more.
    func end(_ side: Int)
    /// Nothing more comes. Calls that have not ended are handed out as they are.
    func finish()
    /// Gives up what is held: calls that have not ended are handed out as partial.
    func shed()
    /// Memory that is held, in bytes.
    var footprint: Int { get }
    /// What the connection has changed to, with everything that belongs to it already taken.
    var successor: (any Session)? { get }
    /// Nothing that is spoken here has been found yet.
    var isSearching: Bool { get }
}

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
        let verdicts = starts.filter { !$0.isEmpty }.map { HTTP1Head.begins($0[...]) }
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
