/// What is left of a table of which blocks were lost, while it is looked for in those that come behind.
final class HeaderLoss {
    /// For each recovery so many blocks have to come: it takes as long as reading some.
    private static let recoveryCost = 32
    /// How many of them may be saved up.
    private static let creditLimit = 512

    private typealias Table = (table: HeaderTable, isWhole: Bool)

    /// The table at the loss, until a block has come behind it.
    private var lost: Table?
    private var recovery: HeaderTableRecovery?
    /// How many blocks recoveries may still be charged for.
    private var credit = HeaderLoss.creditLimit
    /// What the block that is read refers to in the table at the loss, or in what lost blocks have added.
    private var references: [HeaderTableRecovery.Reference] = []

    /// Memory that it takes, in bytes.
    var footprint: Int { recovery?.footprint ?? lost?.table.footprint ?? 0 }

    /// Blocks were lost.
    ///
    /// - Parameters:
    ///   - table: What was known until now.
    ///   - isWhole: Whether it has all fields that the sender may refer to.
    func add(_ table: HeaderTable, isWhole: Bool) {
        // What came between two losses counts as lost, unless it is more than what came before.
        let old = recovery.map { ($0.table, $0.isWhole) } ?? lost
        lost = old.flatMap { $0.0.count > table.count ? $0 : nil } ?? (table, isWhole)
        recovery = nil
    }

    /// Whether the next block may tell how the table goes on.
    ///
    /// - Parameter orders: In which orders headers came before the loss.
    func expectsBlock(_ orders: HeaderOrders) -> Bool {
        if credit < Self.creditLimit { credit += 1 }
        if let (table, isWhole) = lost, credit >= Self.recoveryCost {
            lost = nil
            credit -= Self.recoveryCost
            recovery = HeaderTableRecovery(table, isWhole: isWhole, orders: orders.orders)
        }
        references.removeAll(keepingCapacity: true)
        return recovery != nil
    }

    /// A field of the block refers to what is not known.
    ///
    /// - Parameter number: 1 is the newest field before those that have come since the loss.
    func note(field: Int, number: Int) {
        guard recovery != nil, references.count <= HeaderTableRecovery.fieldLimit else { return }
        references.append(.init(field: field, number: number))
    }

    /// Takes the block, as far as it could be read.
    ///
    /// - Parameter new: The table that has come about since the loss, up to this block.
    /// - Returns: What the table is now, if that is known at last.
    func take(_ block: HeaderBlock, _ new: HeaderTable) -> HeaderTable? {
        guard let verdict = recovery?.take(block, references), verdict != .open else { return nil }
        defer { recovery = nil }
        guard case .added(let count) = verdict, let old = recovery?.table else { return nil }
        return HeaderTable(old, added: count, new: new)
    }
}
