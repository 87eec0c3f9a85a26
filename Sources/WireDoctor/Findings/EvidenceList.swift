/// The first pieces of evidence of one kind, and how many more there are: memory stays bounded whatever a capture holds.
struct EvidenceList: Hashable, Sendable {
    /// The pieces that are kept, at most ``Finding/evidenceLimit``.
    private(set) var kept: [Finding.Evidence] = []
    /// The number of pieces that are not kept.
    private(set) var omitted = 0
    /// The number of calls of which no piece is kept, as far as the pieces of one call follow each other.
    private(set) var omittedCalls = 0
    /// The call of the last piece, kept or not.
    private var lastCall: Int?
    /// The only call whose pieces are kept; `nil` for all calls.
    private let call: Int?

    init(_ pieces: [Finding.Evidence] = [], onlyOf call: Int? = nil) {
        self.call = call
        for piece in pieces { add(piece) }
    }

    var count: Int { kept.count + omitted }

    mutating func add(_ piece: Finding.Evidence) {
        if kept.count < Finding.evidenceLimit, call == nil || piece.call == call {
            kept.append(piece)
        } else {
            omitted += 1
            if piece.call != nil, piece.call != lastCall { omittedCalls += 1 }
        }
        lastCall = piece.call
    }

    mutating func add(_ other: EvidenceList) {
        for piece in other.kept { add(piece) }
        omitted += other.omitted
        omittedCalls += other.omittedCalls
    }

    mutating func forEachKept(_ change: (inout Finding.Evidence) -> Void) {
        for index in kept.indices { change(&kept[index]) }
    }
}
