/// The first pieces of evidence of one kind, and how many more there are: memory stays bounded whatever a capture holds.
///
/// Pieces of calls that the examination is not for are counted, and not kept.
struct EvidenceList: Hashable, Sendable {
    /// The pieces that are kept, at most ``Finding/evidenceLimit``.
    var kept: [Finding.Evidence] = []
    /// The number of pieces of selected calls that are not kept.
    private(set) var omitted = 0
    /// The number of selected calls of which no piece is kept, as far as the pieces of one call follow each other.
    private(set) var omittedCalls = 0
    /// The number of pieces of other calls.
    private var unselected = 0
    /// The call of the last piece, kept or not.
    private var lastCall: Int?

    /// - Parameter omitted: The number of further pieces of the call of `pieces`.
    init(_ pieces: [Finding.Evidence] = [], omitted: Int = 0) {
        for piece in pieces { add(piece) }
        if kept.isEmpty { unselected += omitted } else { self.omitted += omitted }
    }

    /// The number of all pieces, also those of other calls.
    var count: Int { kept.count + omitted + unselected }

    mutating func add(_ piece: Finding.Evidence) {
        defer { lastCall = piece.call }
        if !piece.isSelected {
            unselected += 1
        } else if kept.count < Finding.evidenceLimit {
            kept.append(piece)
        } else {
            omitted += 1
            if piece.call != nil, piece.call != lastCall { omittedCalls += 1 }
        }
    }

    mutating func add(_ other: EvidenceList) {
        for piece in other.kept { add(piece) }
        omitted += other.omitted
        omittedCalls += other.omittedCalls
        unselected += other.unselected
    }
}
