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
    ///     together no more than `limit`.
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
                let descriptor =
                    field.index < 0 ? nil : message.map { FieldDescriptor(pool: $0.pool, index: field.index) }
                let isMessage =
                    field.wireType == .startGroup
                    || descriptor?.kind.isMessage
                        ?? (field.wireType == .lengthDelimited && walker.takesForMessage(bytes, field.value))
                table.describe(slot, field.number, descriptor, ends(descriptor, isMessage))
            }
            var isDamaged = !field.isComplete
            if field.index >= 0, !isDamaged, let check, table.lists[slot].count >= table.lists[slot].first {
                isDamaged = !check.isSound(bytes, field, levels)
            }
            let elements = message.map { field.elementCount(bytes, $0.pool) } ?? 0
            table.note(slot, field.start..<field.end, elements, isDamaged: isDamaged)
        }
        guard table.lists.contains(where: { $0.isLong(limit) }) else { return }
        hiddenDamage = reader.skippedCount - reader.skipped.count
        build(table, range, limit, reader.skipped)
    }

    /// Everything between the fields that are visited is a gap.
    private mutating func build(_ table: ElementTable, _ range: Range<Int>, _ limit: Int, _ skipped: [Range<Int>]) {
        var visible = skipped.map { ElementTable.Element(range: $0, slot: -1, ordinal: 0, count: 0, isDamaged: false) }
        for (slot, list) in table.lists.enumerated() {
            let elements = table.visible(slot, list, limit)
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
            let start = table.heads[slot * limit + list.first].range.lowerBound
            guard let gap = gaps.firstIndex(where: { $0.range.contains(start) }) else { continue }
            gaps[gap].begins.append(
                ListGap.List(
                    number: list.number, field: list.field, positions: list.first...(list.count - list.last - 1),
                    count: list.count - list.first - list.last - table.damaged(in: slot, list).count))
        }
    }
}

/// The elements of one message that may have to be visited: the first and last ones of each field number.
private struct ElementTable {
    struct Element {
        let range: Range<Int>
        let slot: Int
        /// How many values of the field come before, and how many these are: a packed field holds several.
        let ordinal: Int
        let count: Int
        /// Known only of those behind the first ones, which are visited anyway.
        let isDamaged: Bool
    }

    struct List {
        var number = 0
        var field: FieldDescriptor?
        var first = 0
        var last = 0
        /// Fields so far, and values in them.
        var count = 0
        var elements = 0
        /// Those that are damaged, without the first ones.
        var damaged = 0

        func isLong(_ limit: Int) -> Bool { count > limit }
    }

    private(set) var lists: [List] = []
    /// The first elements of each list, `limit` places for each.
    private(set) var heads: [Element] = []
    /// The last ones, in turn.
    private var tails: [Element] = []
    private var damaged: [(position: Int, element: Element)] = []
    private let limit: Int
    /// Small numbers for field numbers, in order of their appearance; -1 for none.
    private var slots = [Int16](repeating: -1, count: 256)
    private var otherSlots: [Int: Int] = [:]

    /// Field numbers beyond the table that have a slot; a hostile message could have millions.
    private static let slotLimit = 1024
    private static let noElement = Element(range: 0..<0, slot: 0, ordinal: 0, count: 0, isDamaged: false)

    init(limit: Int) {
        self.limit = limit
    }

    /// `nil` when there are too many numbers.
    mutating func slot(_ number: Int) -> Int? {
        if number < 256 {
            let slot = Int(slots[number])
            if slot >= 0 { return slot }
            slots[number] = Int16(truncatingIfNeeded: lists.count)
        } else {
            if let slot = otherSlots[number] { return slot }
            guard otherSlots.count < Self.slotLimit else { return nil }
            otherSlots[number] = lists.count
        }
        lists.append(List())
        heads += repeatElement(Self.noElement, count: limit)
        tails += repeatElement(Self.noElement, count: limit)
        return lists.count - 1
    }

    mutating func describe(_ slot: Int, _ number: Int, _ field: FieldDescriptor?, _ ends: (first: Int, last: Int)) {
        lists[slot].number = number
        lists[slot].field = field
        lists[slot].first = min(ends.first, limit - 1)
        lists[slot].last = min(ends.last, limit)
    }

    mutating func note(_ slot: Int, _ range: Range<Int>, _ count: Int, isDamaged: Bool) {
        let position = lists[slot].count
        let isDamaged = isDamaged && position >= lists[slot].first
        let element = Element(
            range: range, slot: slot, ordinal: lists[slot].elements, count: count, isDamaged: isDamaged)
        lists[slot].count = position + 1
        lists[slot].elements += count
        if position < limit { heads[slot * limit + position] = element }
        tails[slot * limit + position % limit] = element
        guard isDamaged else { return }
        lists[slot].damaged += 1
        if damaged.count < ListGaps.damageLimit { damaged.append((position, element)) }
    }

    /// The damaged elements in the middle of a long list.
    func damaged(in slot: Int, _ list: List) -> [Element] {
        damaged.filter {
            $0.element.slot == slot && $0.position >= list.first && $0.position < list.count - list.last
        }.map(\.element)
    }

    /// The elements of a list that are visited.
    func visible(_ slot: Int, _ list: List, _ limit: Int) -> [Element] {
        guard list.isLong(limit) else { return Array(heads[(slot * limit)..<(slot * limit + list.count)]) }
        let first = heads[(slot * limit)..<(slot * limit + list.first)]
        let last = ((list.count - list.last)..<list.count).map { tails[slot * limit + $0 % limit] }
        return first + damaged(in: slot, list) + last
    }
}
