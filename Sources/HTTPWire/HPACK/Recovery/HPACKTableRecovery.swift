/// Restores the dynamic table of a connection after header blocks were lost.
///
/// A lost block may have inserted headers into the table, which gives all older headers other indices. For example:
///
/// 1. A client has sent `:path`, `te` and `user-agent`, which have the indices 64, 63 and 62.
/// 2. A packet with a block is missing in the capture. Nobody knows how many headers that block has inserted.
/// 3. The next block refers to `:method POST` in the static table and to the indices 66, 65 and 64. If the lost block has
///    inserted no headers, the first two would be older than the table, and so would one of them with one header. With two
///    headers the block says `:method`, `:path`, `te`, `user-agent`, in the order in which this client always sends them.
/// 4. No other number gives a valid request: the lost block has inserted two headers, and the table is known again,
///    except for those two. What is read by this table is marked, see ``HeaderBlock/isPresumed``.
///
/// ``HPACKInsertionSearch`` does the third step.
final class HPACKTableRecovery {
    /// Blocks that have to come for each search: a search takes as long as decoding some blocks.
    private static let searchCost = 32
    /// The most blocks that may be saved up for searches.
    private static let creditLimit = 512

    /// The table at the loss, until a block has come behind the loss.
    private var lost: (table: HPACKDynamicTable, isWhole: Bool)?
    private var search: HPACKInsertionSearch?
    /// Blocks that searches may still be charged for.
    private var credit = HPACKTableRecovery.creditLimit
    /// The references of the current block to the table at the loss, or to headers that lost blocks have inserted.
    private var references: [HPACKInsertionSearch.Reference] = []

    var footprint: Int { search?.footprint ?? lost?.table.footprint ?? 0 }

    /// Says that blocks were lost.
    ///
    /// - Parameters:
    ///   - table: The table until the loss.
    ///   - isWhole: The table has all headers that the sender may refer to.
    func lose(_ table: HPACKDynamicTable, isWhole: Bool) {
        // What came between two losses counts as lost, unless it is more than what came before.
        let old = search.map { ($0.table, $0.isWhole) } ?? lost
        lost = old.flatMap { $0.0.count > table.count ? $0 : nil } ?? (table, isWhole)
        search = nil
    }

    /// Whether the next block may tell how the table goes on.
    ///
    /// - Parameter orders: The orders of headers in the blocks before the loss.
    func expectsBlock(_ orders: HPACKHeaderOrders) -> Bool {
        if credit < Self.creditLimit { credit += 1 }
        if let (table, isWhole) = lost, credit >= Self.searchCost {
            lost = nil
            credit -= Self.searchCost
            search = HPACKInsertionSearch(table, isWhole: isWhole, orders: orders.orders)
        }
        references.removeAll(keepingCapacity: true)
        return search != nil
    }

    /// Notes that a header of the block refers to an index that is not known.
    ///
    /// - Parameter index: 1 is the newest header before those that were inserted since the loss.
    func note(unresolvedIndex index: Int, ofHeader header: Int) {
        guard search != nil, references.count <= HPACKInsertionSearch.headerLimit else { return }
        references.append(.init(header: header, index: index))
    }

    /// Takes a block, as far as it could be read.
    ///
    /// - Parameter new: The headers that were inserted between the loss and this block.
    /// - Returns: The whole table before this block, once that is known.
    func take(_ block: HeaderBlock, tableBefore new: HPACKDynamicTable) -> HPACKDynamicTable? {
        guard let verdict = search?.take(block, references), verdict != .open else { return nil }
        defer { search = nil }
        guard case .inserted(let count) = verdict, let old = search?.table else { return nil }
        return HPACKDynamicTable(old, inserted: count, new: new)
    }
}
