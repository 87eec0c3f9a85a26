internal import ProtobufWire

/// A part of a message that holds only elements of long lists, to be passed over: see ``ListGaps``.
public struct ListGap: Sendable {
    /// The middle of a list that is left out.
    public struct List: Sendable {
        public let number: Int
        /// The declared field, when number and wire type fit one.
        public let field: FieldDescriptor?
        /// Position of the first and the last element that are left out.
        public let positions: ClosedRange<Int>
        /// How many are left out; fewer than the positions where some are damaged, which are not left out.
        public let count: Int
    }

    /// Whole fields; absolute.
    public let range: Range<Int>
    /// The lists whose first left out element lies here.
    public internal(set) var begins: [List] = []
    /// How many elements of which repeated fields are passed before the next one of them is visited.
    var elements: [(number: Int, count: Int)] = []
}

/// The middles of the long lists of one message, found before its fields are visited.
///
/// What is left out is checked: a damaged element is not left out, as far as ``damageLimit`` allows.
public struct ListGaps: Sendable {
    /// In order.
    public private(set) var gaps: [ListGap] = []
    /// Damaged places that are left out all the same.
    public private(set) var hiddenDamage = 0

    /// How many damaged places in the middle of lists are visited nevertheless.
    public static let damageLimit = 20

    /// Looks through the fields of the message in `range` once. Linear, with little memory whatever the message holds.
    ///
    /// - Parameters:
    ///   - depth: How many messages lie around this one.
    ///   - walker: The walker that will visit the message.
    ///   - limit: Lists with more elements are shortened.
    ///   - ends: How many elements of a list come first and last, for a field and whether its values are messages;
    ///     together up to `limit`.
    public init(
        _ bytes: Span<UInt8>, _ range: Range<Int>, as message: MessageDescriptor?, depth: Int, walker: WireWalker,
        longerThan limit: Int, ends: (FieldDescriptor?, _ isMessage: Bool) -> (first: Int, last: Int)
    ) {
        var table = ElementTable(limit: limit)
        var reader = LevelReader(range, message, walker)
        let check = message.map { SoundnessCheck($0.pool) }
        let levels = walker.limits.recursion - depth
        while let field = reader.next(bytes) {
            // With so many different numbers nothing is left out.
            guard let slot = table.slot(field.number) else { return }
            if table.lists[slot].count == 0 {
                let declared = message?.field(number: field.number)
                let fits = declared.map { $0.pool.shapes[$0.index].accepts(field.wireType) } ?? false
                let descriptor = fits ? declared : nil
                let isMessage =
                    field.wireType == .startGroup
                    || descriptor?.kind.isMessage
                        ?? (field.wireType == .lengthDelimited && walker.takesForMessage(bytes, field.value))
                let wanted = ends(descriptor, isMessage)
                let first = max(0, min(wanted.first, limit))
                let last = max(0, min(wanted.last, limit - first))
                table.describe(slot, field.number, declared, fits: fits, (first, last))
            }
            var elements = 0
            var isDamaged = !field.isComplete
            if let shape = table.lists[slot].shape, shape.accepts(field.wireType) {
                if shape.kind.isPackable, field.wireType == .lengthDelimited {
                    let packed = WireScan.countPacked(bytes, field.value, shape.kind)
                    elements = packed.count
                    isDamaged = isDamaged || packed.failure != nil
                } else {
                    elements = shape.isRepeated ? 1 : 0
                    // Those that are visited anyway need not be looked at.
                    if !isDamaged, table.lists[slot].count >= table.lists[slot].first, let check,
                        let declared = table.lists[slot].declared
                    {
                        isDamaged = !check.isSound(bytes, field, of: declared, levels)
                    }
                }
            }
            table.note(slot, field.start..<field.end, elements, isDamaged: isDamaged)
        }
        guard table.lists.contains(where: { $0.isLong(limit) }) else { return }
        hiddenDamage = reader.skippedCount - reader.skipped.count
        build(table, range, message, limit, reader.skipped)
    }

    /// Everything between the fields that are visited is a gap.
    private mutating func build(
        _ table: ElementTable, _ range: Range<Int>, _ message: MessageDescriptor?, _ limit: Int, _ skipped: [Range<Int>]
    ) {
        var visible = skipped.map { ElementTable.Element(range: $0, slot: -1, ordinal: 0, count: 0, isDamaged: false) }
        for (slot, list) in table.lists.enumerated() {
            let elements = table.visible(slot)
            if list.isLong(limit) { hiddenDamage += list.damaged - elements.count(where: \.isDamaged) }
            visible += elements
        }
        visible.sort { $0.range.lowerBound < $1.range.lowerBound }
        var passed = [Int](repeating: 0, count: table.lists.count)
        var end = range.lowerBound
        for element in visible {
            if element.range.lowerBound > end { gaps.append(ListGap(range: end..<element.range.lowerBound)) }
            end = max(end, element.range.upperBound)
            guard element.slot >= 0 else { continue }
            // Between two visited elements of a list lies a gap, if any were passed.
            let count = element.ordinal - passed[element.slot]
            if count > 0, !gaps.isEmpty {
                gaps[gaps.count - 1].elements.append((table.lists[element.slot].number, count))
            }
            passed[element.slot] = element.ordinal + element.count
        }
        for (slot, list) in table.lists.enumerated() where list.isLong(limit) {
            let start = table.element(list.first, of: slot).range.lowerBound
            guard let gap = gaps.firstIndex(where: { $0.range.contains(start) }) else { continue }
            gaps[gap].begins.append(
                ListGap.List(
                    number: list.number, field: list.fits ? message?.field(number: list.number) : nil,
                    positions: list.first...(list.count - list.last - 1),
                    count: list.count - list.first - list.last - table.damaged(in: slot).count))
        }
    }
}
