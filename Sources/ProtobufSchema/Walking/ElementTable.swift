/// The elements of one message that may have to be visited: the first and last ones of each field number.
struct ElementTable {
    struct Element {
        let range: Range<Int>
        let slot: Int
        /// How many values of the field come before, and how many these are: a packed field holds several.
        let ordinal: Int
        let count: Int
        /// Known only of those behind the first ones, which are visited anyway.
        let isDamaged: Bool
    }

    /// The fields of one number.
    struct List {
        var number = 0
        /// The declared field with the number, and its shape.
        var declared: FieldIndex?
        var shape: FieldShape?
        /// Whether its first element fits that.
        var fits = false
        var first = 0
        var last = 0
        /// Fields so far, and values in them.
        var count = 0
        var elements = 0
        /// Those that are damaged, without the first ones.
        var damaged = 0
        /// The first element. Most fields have no other.
        var head = ElementTable.noElement
        /// Where the places of the others begin, and which of them is next.
        var base = -1
        var next = 0

        func isLong(_ limit: Int) -> Bool { count > limit }

        @inline(__always)
        mutating func note(_ element: Element, _ limit: Int) {
            count += 1
            elements += element.count
            damaged += element.isDamaged ? 1 : 0
            next = next + 1 == 2 * limit ? limit : next + 1
        }
    }

    private(set) var lists: [List] = []
    /// Of each list of several elements the first `limit`, and behind them as many places that the further ones take in
    /// turn. The very first place stays free: ``List/head`` has that element.
    private var elements: [Element] = []
    private var damaged: [(position: Int, element: Element)] = []
    private let limit: Int
    /// Small numbers for field numbers, in order of their appearance; -1 for none.
    private var slots = [Int16](repeating: -1, count: 256)
    private var otherSlots: [Int: Int] = [:]

    /// Field numbers beyond the table that have a slot; a hostile message could have millions.
    private static let slotLimit = 1024
    fileprivate static let noElement = Element(range: 0..<0, slot: 0, ordinal: 0, count: 0, isDamaged: false)

    init(limit: Int) {
        self.limit = limit
    }

    /// `nil` when there are too many numbers.
    @inline(__always)
    mutating func slot(_ number: Int) -> Int? {
        if number < slots.count, slots[number] >= 0 { return Int(slots[number]) }
        return rareSlot(number)
    }

    @inline(never)
    private mutating func rareSlot(_ number: Int) -> Int? {
        if let slot = otherSlots[number] { return slot }
        if number < slots.count {
            slots[number] = Int16(truncatingIfNeeded: lists.count)
        } else {
            guard otherSlots.count < Self.slotLimit else { return nil }
            otherSlots[number] = lists.count
        }
        lists.append(List())
        return lists.count - 1
    }

    /// - Parameters:
    ///   - declared: The declared field with the number.
    ///   - fits: Whether the first element fits it.
    mutating func describe(
        _ slot: Int, _ number: Int, _ declared: FieldDescriptor?, fits: Bool, _ ends: (first: Int, last: Int)
    ) {
        lists[slot].number = number
        if let declared {
            lists[slot].declared = declared.index
            lists[slot].shape = declared.pool.shapes[declared.index]
            lists[slot].fits = fits
        }
        lists[slot].first = min(ends.first, limit - 1)
        lists[slot].last = min(ends.last, limit)
    }

    @inline(__always)
    mutating func note(_ slot: Int, _ range: Range<Int>, _ count: Int, isDamaged: Bool) {
        let element = Element(
            range: range, slot: slot, ordinal: lists[slot].elements, count: count,
            isDamaged: isDamaged && lists[slot].count >= lists[slot].first)
        if lists[slot].count == 0 {
            lists[slot].head = element
        } else {
            if lists[slot].base < 0 { makePlaces(slot) }
            elements[lists[slot].base + lists[slot].next] = element
        }
        lists[slot].note(element, limit)
        if element.isDamaged, damaged.count < ListGaps.damageLimit { damaged.append((lists[slot].count - 1, element)) }
    }

    @inline(never)
    private mutating func makePlaces(_ slot: Int) {
        lists[slot].base = elements.count
        elements += repeatElement(Self.noElement, count: 2 * limit)
    }

    func element(_ position: Int, of slot: Int) -> Element {
        guard position > 0 else { return lists[slot].head }
        return elements[lists[slot].base + (position < limit ? position : limit + position % limit)]
    }

    /// The damaged elements in the middle of a long list.
    func damaged(in slot: Int) -> [Element] {
        let list = lists[slot]
        return damaged.filter {
            $0.element.slot == slot && $0.position >= list.first && $0.position < list.count - list.last
        }.map(\.element)
    }

    /// The elements of a list that are visited.
    func visible(_ slot: Int) -> [Element] {
        let list = lists[slot]
        let isLong = list.isLong(limit)
        let first = (0..<(isLong ? list.first : list.count)).map { element($0, of: slot) }
        guard isLong else { return first }
        return first + damaged(in: slot) + ((list.count - list.last)..<list.count).map { element($0, of: slot) }
    }
}
