/// Bytes that stand in pieces among others, put together: what frames, chunks or packets carry.
struct JoinedBytes {
    private(set) var bytes: [UInt8] = []
    /// Where a piece begins here, and where it stands among the others; in order.
    private var pieces: [(start: Int, place: Int)] = []

    /// - Parameter place: Where the piece stands among the others.
    mutating func append(_ piece: ArraySlice<UInt8>, at place: Int) {
        guard !piece.isEmpty else { return }
        let isContinued = pieces.last.map { place == $0.place + bytes.count - $0.start } ?? false
        if !isContinued { pieces.append((bytes.count, place)) }
        bytes += piece
    }

    /// Where a part of the bytes stands among the others; `nil` where other bytes stand in it.
    func place(of part: Range<Int>) -> Int? {
        var (low, high) = (0, pieces.count)
        while low < high {
            let middle = (low + high) / 2
            if pieces[middle].start <= part.lowerBound { low = middle + 1 } else { high = middle }
        }
        guard low > 0, part.upperBound <= (low < pieces.count ? pieces[low].start : bytes.count) else { return nil }
        return pieces[low - 1].place + part.lowerBound - pieces[low - 1].start
    }
}
