/// Finds out where in the table the fields stand that were in it before blocks were lost.
///
/// Lost blocks may have added fields, which moves all others by as many numbers. Blocks that come later tell by how many.
/// Of each number that is possible it is known what they would say, up to what was lost; most of it cannot be: a name
/// twice, a request with a status, a response without a content type, or names in another order than the sender's. The
/// number that is left over puts the names of gRPC in place, others put hardly any there. Only where that is plain, the
/// table is used again.
///
/// Sources: https://www.rfc-editor.org/rfc/rfc7541 (section 2.3), https://www.rfc-editor.org/rfc/rfc9113 (section 8.3),
/// https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md
struct HeaderTableRecovery {
    /// A field that a block refers to, in the numbers that follow those of the fields since the loss.
    struct Reference {
        /// Which field of the block it is.
        let field: Int
        /// 1 is the newest of those that were lost or, where none were, of those before the loss.
        let number: Int
    }

    /// What blocks have told.
    enum Verdict: Equatable {
        /// More blocks may tell.
        case open
        /// So many fields were added by the lost blocks.
        case added(Int)
        /// Nothing fits: the table is of no use any more.
        case none
    }

    /// Names that have to be in place.
    private static let evidence = 3
    /// By how many that has to be more than in any other way.
    private static let lead = 2
    /// Blocks that are looked at, and numbers that may have been added. Who sends more is not followed.
    private static let limit = (blocks: 32, added: 128)
    /// As for the fields of a block.
    static let fieldLimit = 48

    /// How many fields may have been added, and which of the names of gRPC are in place then.
    fileprivate struct Possibility {
        let added: Int
        var found: UInt64 = 0
    }

    /// The table when blocks were lost.
    let table: HeaderTable
    /// Whether it had all fields then that the sender may refer to.
    let isWhole: Bool
    /// By number in it, less 1; `nil` where the capture does not say the name.
    private let names: [NumberedName?]
    /// Those among them that are none of gRPC's.
    private let others: [ArraySlice<UInt8>: NumberedName]
    /// In which orders the names of gRPC came before the loss.
    private let orders: [[NumberedName]]
    private var possibilities: [Possibility]
    private var blocks = 0

    /// - Parameters:
    ///   - isWhole: Whether it has all fields that the sender may refer to.
    ///   - orders: In which orders the names of gRPC came in blocks before the loss.
    /// - Returns: `nil` when the table cannot have what it takes.
    init?(_ table: HeaderTable, isWhole: Bool, orders: [[NumberedName]]) {
        guard table.count >= Self.evidence else { return nil }
        self.table = table
        self.isWhole = isWhole && table.count <= Self.limit.added
        var others: [ArraySlice<UInt8>: NumberedName] = [:]
        var names: [NumberedName?] = []
        for number in 1...min(table.count, Self.limit.added) {
            guard let place = table.place(number), place.nameLength > 0 else {
                names.append(nil)
                continue
            }
            let text = table.bytes[place.name]
            let name =
                NumberedName(usual: text.span) ?? others[text] ?? NumberedName(NumberedName.usualCount + others.count)
            if !name.isUsual { others[text] = name }
            names.append(name)
        }
        self.names = names
        self.orders = orders
        self.others = others
        possibilities = (0...names.count).map { Possibility(added: $0) }
    }

    /// Memory that it takes, in bytes.
    var footprint: Int { table.footprint + names.count * 128 }

    /// Takes a block and what in it is not known.
    mutating func take(_ block: HeaderBlock, _ references: [Reference]) -> Verdict {
        guard !references.isEmpty else { return .open }
        blocks += 1
        guard blocks <= Self.limit.blocks, block.places.count <= Self.fieldLimit else { return .none }
        var fields: [NumberedName?] = block.places.indices.map { index in
            let place = block.places[index]
            guard place.nameLength >= 0 else { return nil }
            let text = block.bytes[place.name]
            // Names that the table does not have are like no other.
            return NumberedName(usual: text.span) ?? others[text]
                ?? NumberedName(NumberedName.usualCount + others.count + index)
        }
        var left: [Possibility] = []
        for var possibility in possibilities {
            var isPossible = true
            for reference in references {
                let number = reference.number - possibility.added
                let name = number > 0 && number <= names.count ? names[number - 1] : nil
                fields[reference.field] = name
                if let name, name.isUsual { possibility.found |= 1 << UInt64(name.number) }
                if number > names.count, isWhole { isPossible = false }
            }
            if isPossible, NumberedName.areBlock(fields), orders.allSatisfy({ NumberedName.areInOrder(fields, $0) }) {
                left.append(possibility)
            }
        }
        possibilities = left
        guard let best = left.max(by: { $0.evidence < $1.evidence }) else { return .none }
        let isPlain = left.allSatisfy { $0.added == best.added || $0.evidence <= best.evidence - Self.lead }
        return best.evidence >= Self.evidence && isPlain ? .added(best.added) : .open
    }
}

extension HeaderTableRecovery.Possibility {
    fileprivate var evidence: Int { found.nonzeroBitCount }
}
