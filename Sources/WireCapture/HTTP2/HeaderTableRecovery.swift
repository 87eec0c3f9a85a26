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
    enum Verdict {
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
    private let names: [Name?]
    private var numbers: [[UInt8]: Name] = [:]
    /// Of blocks before the loss, the names of gRPC in them.
    private let orders: [[Name]]
    private var possibilities: [Possibility]
    private var blocks = 0

    /// - Parameters:
    ///   - isWhole: Whether it has all fields that the sender may refer to.
    ///   - blocks: Some that came before the loss, of each kind that the sender has.
    /// - Returns: `nil` when the table cannot have what it takes.
    init?(_ table: HeaderTable, isWhole: Bool, after blocks: [HeaderBlock]) {
        guard table.count >= Self.evidence else { return nil }
        self.table = table
        self.isWhole = isWhole && table.count <= Self.limit.added
        var numbers = Name.usual
        var names: [Name?] = []
        for number in 1...min(table.count, Self.limit.added) {
            guard let place = table.place(number), place.nameLength > 0 else {
                names.append(nil)
                continue
            }
            let text = Array(table.bytes[place.name])
            let name = numbers[text] ?? Name(number: numbers.count)
            numbers[text] = name
            names.append(name)
        }
        self.names = names
        orders = blocks.map { block in
            block.places.compactMap { $0.nameLength < 0 ? nil : Name.usual[Array(block.bytes[$0.name])] }
        }
        self.numbers = numbers
        possibilities = (0...names.count).map { Possibility(added: $0) }
    }

    /// Memory that it takes, in bytes.
    var footprint: Int { table.footprint + names.count * 128 }

    /// Takes a block and what in it is not known.
    mutating func take(_ block: HeaderBlock, _ references: [Reference]) -> Verdict {
        guard !references.isEmpty else { return .open }
        blocks += 1
        guard blocks <= Self.limit.blocks, block.places.count <= Self.fieldLimit else { return .none }
        var fields: [Name?] = block.places.indices.map { index in
            let place = block.places[index]
            guard place.nameLength >= 0 else { return nil }
            // Names that the table does not have are like no other.
            return numbers[Array(block.bytes[place.name])] ?? Name(number: numbers.count + index)
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
            if isPossible, Name.areBlock(fields), orders.allSatisfy({ Name.areInOrder(fields, $0) }) {
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

/// The name of a header as a number: those of gRPC have the same everywhere.
private struct Name: Hashable {
    let number: Int

    static let (method, scheme, path, authority) = (Name(number: 0), Name(number: 1), Name(number: 2), Name(number: 3))
    static let (status, contentType, grpcStatus) = (Name(number: 4), Name(number: 5), Name(number: 6))

    /// Those of gRPC, in whose order senders do not waver.
    static let usual: [[UInt8]: Name] = {
        let names = [
            ":method", ":scheme", ":path", ":authority", ":status", "content-type", "grpc-status", "grpc-message",
            "grpc-encoding", "grpc-accept-encoding", "accept-encoding", "grpc-timeout", "te", "user-agent",
        ]
        let pairs = names.enumerated().map { (Array($1.utf8), Name(number: $0)) }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()

    var isUsual: Bool { number < Self.usual.count }
    private var isPseudo: Bool { number <= Self.status.number }

    /// Whether fields can be a header block of gRPC.
    ///
    /// - Parameter fields: The names; `nil` for those that may be anything.
    static func areBlock(_ fields: [Name?]) -> Bool {
        // Of fewer than 256 names, those that were there.
        var seen = SIMD4<UInt64>()
        // Fields that may be anything, and those of them that may be pseudo-headers, which come first.
        var (unknown, unknownFirst) = (0, 0)
        var isBehindPseudo = false
        for name in fields {
            guard let name else {
                unknown += 1
                if !isBehindPseudo { unknownFirst += 1 }
                continue
            }
            let bit: UInt64 = 1 << UInt64(name.number & 63)
            guard seen[name.number >> 6] & bit == 0 else { return false }
            seen[name.number >> 6] |= bit
            guard !name.isPseudo || !isBehindPseudo else { return false }
            isBehindPseudo = !name.isPseudo
        }
        func missing(_ names: Name...) -> Int { names.count { seen[0] >> UInt64($0.number) & 1 == 0 } }
        let isRequest = missing(.method, .scheme, .path, .authority) < 4
        if isRequest {
            let pseudo = missing(.method, .scheme, .path)
            return pseudo <= unknownFirst && pseudo + missing(.contentType) <= unknown
                && missing(.status, .grpcStatus) == 2
        }
        if missing(.status) == 0 { return missing(.contentType) <= unknown }
        // Trailers, unless the status is among those that are not known.
        return unknownFirst > 0 || missing(.grpcStatus) <= unknown && missing(.contentType) == 1
    }

    /// Whether fields come in no other order than in a block of before.
    static func areInOrder(_ fields: [Name?], _ order: [Name]) -> Bool {
        var place = 0
        for case let name? in fields where name.isUsual {
            guard let next = order.firstIndex(of: name) else { continue }
            guard next >= place else { return false }
            place = next
        }
        return true
    }
}
