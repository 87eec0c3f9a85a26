/// Finds out how many headers lost blocks have inserted into the dynamic table: see ``HPACKTableRecovery``.
///
/// For each possible number the search knows what later blocks would mean, up to what was lost. Most numbers cannot be: a
/// header would come twice, a request would have a status, a response no content type, or headers would come in another
/// order than the sender's. The right number puts gRPC's header names in place, a wrong one puts hardly any there. Only a
/// number that is clearly the best is used.
///
/// Sources: https://www.rfc-editor.org/rfc/rfc7541 (section 2.3), https://www.rfc-editor.org/rfc/rfc9113 (section 8.3),
/// https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md
struct HPACKInsertionSearch {
    /// A reference of a block to a header that is older than the loss, or that was inserted by a lost block.
    struct Reference {
        /// The index of the header in the block.
        let header: Int
        /// 1 is the newest header that lost blocks have inserted or, where they have inserted none, that came before them.
        let index: Int
    }

    enum Verdict: Equatable {
        /// More blocks may tell.
        case open
        /// The lost blocks have inserted that many headers.
        case inserted(Int)
        /// No number fits: the table is of no use any more.
        case none
    }

    /// gRPC's names that have to be in place.
    private static let evidence = 3
    /// The difference in names to every other number.
    private static let lead = 2
    /// Blocks that are looked at, and insertions that are thought possible.
    private static let limit = (blocks: 32, insertions: 128)
    /// Headers of a block that is looked at.
    static let headerLimit = 48

    /// A number of insertions, and the bits of gRPC's names that are in place with it.
    private struct Candidate {
        let insertions: Int
        var found: UInt64 = 0
        var evidence: Int { found.nonzeroBitCount }
    }

    /// The table when blocks were lost.
    let table: HPACKDynamicTable
    /// The table has all headers that the sender may refer to.
    let isWhole: Bool
    /// The names in the table by index, less 1; `nil` where the capture does not show the name.
    private let names: [HPACKNameID?]
    /// The names in the table that are none of gRPC's.
    private let others: [ArraySlice<UInt8>: HPACKNameID]
    /// The orders of gRPC's names in the blocks before the loss.
    private let orders: [[HPACKNameID]]
    private var candidates: [Candidate]
    private var blocks = 0

    /// - Returns: `nil` when the table has too few headers for any evidence.
    init?(_ table: HPACKDynamicTable, isWhole: Bool, orders: [[HPACKNameID]]) {
        guard table.count >= Self.evidence else { return nil }
        self.table = table
        self.isWhole = isWhole && table.count <= Self.limit.insertions
        var others: [ArraySlice<UInt8>: HPACKNameID] = [:]
        names = (1...min(table.count, Self.limit.insertions)).map { index in
            guard let place = table.place(at: index), place.nameLength > 0 else { return nil }
            let text = table.bytes[place.name]
            let name = HPACKNameID(ofGRPC: text.span) ?? others[text] ?? HPACKNameID(other: others.count)
            if !name.isOfGRPC { others[text] = name }
            return name
        }
        self.orders = orders
        self.others = others
        candidates = (0...names.count).map { Candidate(insertions: $0) }
    }

    var footprint: Int { table.footprint + names.count * 128 }

    /// Takes a block and its references to headers that are not known.
    mutating func take(_ block: HeaderBlock, _ references: [Reference]) -> Verdict {
        guard !references.isEmpty else { return .open }
        blocks += 1
        guard blocks <= Self.limit.blocks, block.places.count <= Self.headerLimit else { return .none }
        var headers: [HPACKNameID?] = block.places.indices.map { index in
            let place = block.places[index]
            guard place.nameLength >= 0 else { return nil }
            let text = block.bytes[place.name]
            // Names that are not in the table differ from all others.
            return HPACKNameID(ofGRPC: text.span) ?? others[text] ?? HPACKNameID(other: others.count + index)
        }
        var left: [Candidate] = []
        for var candidate in candidates {
            var isPossible = true
            for reference in references {
                let index = reference.index - candidate.insertions
                let name = index > 0 && index <= names.count ? names[index - 1] : nil
                headers[reference.header] = name
                if let name, name.isOfGRPC { candidate.found |= 1 << UInt64(name.number) }
                if index > names.count, isWhole { isPossible = false }
            }
            if isPossible, HPACKNameID.canBeBlock(headers),
                orders.allSatisfy({ HPACKNameID.areInOrder(headers, $0) })
            {
                left.append(candidate)
            }
        }
        candidates = left
        guard let best = left.max(by: { $0.evidence < $1.evidence }) else { return .none }
        let isClear = left.allSatisfy {
            $0.insertions == best.insertions || $0.evidence <= best.evidence - Self.lead
        }
        return best.evidence >= Self.evidence && isClear ? .inserted(best.insertions) : .open
    }
}
