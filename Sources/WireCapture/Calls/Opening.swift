import HTTPWire

/// Finds out by the first bytes of a connection whether it speaks HTTP/1.1 or HTTP/2.
struct Opening {
    /// Pieces that may wait for a decision.
    private static let pieceLimit = 64

    /// The pieces that have arrived, in order.
    private(set) var pieces: [(side: Int, piece: StreamPiece)] = []
    private var starts: [[UInt8]] = [[], []]
    /// Whether each side sends no header of the PROXY protocol, or it has been taken off.
    private var isBare = [false, false]

    /// Bytes of a side that are enough for a decision.
    private static let startLimit = max(HTTP1Head.longestStart, ProxyHeader.lineLimit)

    enum Decision { case http1, http2 }

    /// Takes a piece, and returns the decision once there is one.
    mutating func add(_ piece: StreamPiece, from side: Int) -> Decision? {
        pieces.append((side, piece))
        if case .bytes(let bytes, _) = piece, starts[side].count < Self.startLimit {
            starts[side] += bytes.prefix(Self.startLimit - starts[side].count)
        }
        takeOffProxyHeader(side)
        guard isBare[side] || starts[side].isEmpty || pieces.count >= Self.pieceLimit else { return nil }
        let verdicts = starts.filter { !$0.isEmpty }.map { start in
            let start = start[...]
            return HTTP1Head.isBeginning(start.span)
        }
        if verdicts.contains(true) { return .http1 }
        if verdicts.contains(false) || pieces.count >= Self.pieceLimit { return .http2 }
        return nil
    }

    private mutating func takeOffProxyHeader(_ side: Int) {
        guard !isBare[side], !starts[side].isEmpty else { return }
        switch ProxyHeader.verdict(starts[side]) {
        case .none: isBare[side] = true
        case .undecided: return
        case .length(let length):
            var rest = pieces.reduce(into: [UInt8]()) { rest, entry in
                if entry.side == side, case .bytes(let bytes, _) = entry.piece { rest += bytes }
            }
            guard rest.count >= length else { return }
            rest.removeFirst(length)
            isBare[side] = true
            starts[side] = Array(rest.prefix(Self.startLimit))
            var left = length
            for index in pieces.indices where pieces[index].side == side {
                guard case .bytes(let bytes, let arrival) = pieces[index].piece else { continue }
                let count = min(left, bytes.count)
                pieces[index].piece = .bytes(Array(bytes.dropFirst(count)), arrival)
                left -= count
            }
        }
    }

    var footprint: Int {
        pieces.reduce(0) { sum, entry in
            guard case .bytes(let bytes, _) = entry.piece else { return sum }
            return sum + bytes.count + 256
        }
    }
}
