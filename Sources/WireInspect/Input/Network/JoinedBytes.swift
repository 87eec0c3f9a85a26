/// The bytes of several pieces, such as the data of frames or chunks, which stand among other bytes.
struct JoinedBytes {
    private(set) var bytes: [UInt8] = []
    /// Where each piece begins in `bytes`, and where it stands among the other bytes; in order.
    private var pieces: [(start: Int, place: Int)] = []

    /// - Parameter place: Where the piece stands among the other bytes.
    mutating func append(_ piece: ArraySlice<UInt8>, at place: Int) {
        guard !piece.isEmpty else { return }
        let isContinued = pieces.last.map { place == $0.place + bytes.count - $0.start } ?? false
        if !isContinued { pieces.append((bytes.count, place)) }
        bytes += piece
    }

    /// Where a part of `bytes` stands among the other bytes; `nil` for a part of several pieces.
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
