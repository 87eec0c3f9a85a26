internal import ProtobufWire

/// A part of a message that holds only elements of long lists, to be passed over: see ``ListGaps``.
public struct ListGap: Sendable {
    /// The middle of a list that is left out.
    public struct List: Sendable {
        /// The field's number.
        public let number: Int
        /// The declared field, when number and wire type fit one.
        public let field: FieldDescriptor?
        /// Positions of the first and the last element that are left out.
        public let positions: ClosedRange<Int>
        /// How many elements are left out; fewer than the positions where damaged ones among them are visited.
        public let count: Int
    }

    /// The whole fields that are passed over, by their offsets in the input.
    public let range: Range<Int>
    /// The lists whose first left out element lies here.
    public internal(set) var begins: [List] = []
    /// How many elements of each repeated field are skipped before its next element is visited.
    var elements: [(number: Int, count: Int)] = []

    package init(range: Range<Int>) { self.range = range }
}

/// The middles of the long lists of one message, found before its fields are visited.
///
/// Elements in the middle are checked: damaged ones are visited, as far as ``damageLimit`` allows.
public struct ListGaps: Sendable {
    /// The gaps in order.
    public private(set) var gaps: [ListGap] = []
    /// Damaged places that are left out all the same.
    public private(set) var hiddenDamage = 0

    /// How many damaged places in the middle of lists are visited nevertheless.
    public static let damageLimit = 20

    /// Looks through the fields of the message in `range`. One pass, with little memory whatever the message holds.
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
        let check = message.map { SoundnessCheck(pool: $0.pool) }
        let levels = walker.limits.recursion - depth
        var lists = ElementLists(limit: limit)
        var reader = LevelReader(range, as: message, resynchronizes: walker.resynchronizes)
        while let field = reader.next(bytes) {
            if let part = reader.skipped { lists.skip(part) }
            let position: Int
            if let known = lists.position(of: field.number) {
                position = known
            } else {
                let declared = message?.field(number: field.number)
                let fitting = declared.flatMap { $0.accepts(field.wireType) ? $0 : nil }
                let isMessage =
                    field.wireType == .startGroup
                    || fitting?.kind.isMessage
                        ?? (field.wireType == .lengthDelimited && walker.takesForMessage(bytes, field.value))
                // With so many different numbers nothing is left out.
                guard
                    let new = lists.add(field.number, declared, fitting: fitting, ends: ends(fitting, isMessage))
                else { return }
                position = new
            }
            lists.all[position].take(field, in: bytes, check, levels: levels)
        }
        if let part = reader.skipped { lists.skip(part) }
        guard lists.all.contains(where: \.isLong) else { return }
        lists.leaveOutMiddles(in: bytes, check, levels: levels)
        hiddenDamage = lists.hiddenDamage
        findGaps(in: range, of: lists, as: message)
    }

    /// Makes a gap of everything between the parts that are visited.
    private mutating func findGaps(in range: Range<Int>, of lists: ElementLists, as message: MessageDescriptor?) {
        var end = range.lowerBound
        var values = lists.all.map { _ in 0 }
        for part in lists.visited {
            endGap(before: part.range, &end)
            guard let list = part.list else { continue }
            // Between two visited elements of a list lies a gap, if any were passed.
            if part.firstValue > values[list] {
                gaps[gaps.count - 1].elements.append((lists.all[list].number, part.firstValue - values[list]))
            }
            values[list] = part.firstValue + part.values
        }
        endGap(before: range.upperBound..<range.upperBound, &end)
        for list in lists.all {
            guard let start = list.firstHidden, let gap = gaps.firstIndex(where: { $0.range.contains(start) }) else {
                continue
            }
            gaps[gap].begins.append(
                ListGap.List(
                    number: list.number, field: list.fits ? message?.field(number: list.number) : nil,
                    positions: list.first...(list.count - list.last - 1), count: list.hidden))
        }
    }

    /// Makes a gap of the bytes before a part that is visited, if there are any.
    private mutating func endGap(before part: Range<Int>, _ end: inout Int) {
        if part.lowerBound > end { gaps.append(ListGap(range: end..<part.lowerBound)) }
        end = max(end, part.upperBound)
    }
}

/// The lists of one message by field number. Each field is a list, most of them of one element.
private struct ElementLists {
    /// A part of the message: an element, or bytes that are no field.
    struct Part {
        /// The position of the element's list; `nil` for bytes that are no field.
        var list: Int?
        let range: Range<Int>
        /// The position of the element's first value in its list, and how many it has: a packed field several.
        var firstValue = 0
        var values = 0
    }

    /// An element that is in the middle if enough others follow.
    struct Element {
        /// The whole field, and its value.
        let range, value: Range<Int>
        /// The position of the element's first value in its list, and how many it has.
        let firstValue, values: Int
        let wireType: WireType
        /// Whether the element is cut, or a list of packed numbers of which not all can be read.
        let isDamaged: Bool
    }

    /// A list of one field. It consists of numbers alone, as a descriptor would be retained for each element.
    struct List {
        /// The position of the list among the others.
        let position: Int
        let number: Int
        /// The declared field with the number, and its shape.
        let declared: FieldIndex?
        let shape: FieldShape?
        /// Whether the first element fits the declared field.
        let fits: Bool
        /// How many elements are visited at the start and at the end of a long list.
        let first: Int
        let last: Int
        let limit: Int
        var count = 0
        var values = 0
        /// The elements behind the first ones of which it is not known yet whether they are in the middle: a ring, of which the
        /// oldest stands at `oldest`.
        var ring: [Element] = []
        var oldest = 0
        /// The elements that are visited, in no order.
        var visited: [Part] = []
        /// How many elements are in the middle and left out, and where the first of them is.
        var hidden = 0
        var firstHidden: Int?
        /// How many elements in the middle are damaged, in the end without those that are visited; and the first ones.
        var damaged = 0
        var firstDamaged: [Part] = []

        var isLong: Bool { count > limit }
        var waiting: ArraySlice<Element> { ring[oldest...] + ring[..<oldest] }

        func part(_ element: Element) -> Part {
            Part(list: position, range: element.range, firstValue: element.firstValue, values: element.values)
        }

        /// Takes the next element. When the ring is full, its oldest element is in the middle and is left out.
        @inline(__always)
        mutating func take(_ field: WireCursor.Field, in bytes: Span<UInt8>, _ check: SoundnessCheck?, levels: Int) {
            let firstValue = values
            var isDamaged = field.missing > 0
            if let shape, shape.accepts(field.wireType) {
                if shape.kind.isPackable, field.wireType == .lengthDelimited {
                    let packed = bytes.countPacked(field.value, shape.kind.wireType)
                    values += packed.count
                    isDamaged = isDamaged || packed.failure != nil
                } else if shape.isRepeated {
                    values += 1
                }
            }
            let element = Element(
                range: field.range, value: field.value, firstValue: firstValue, values: values - firstValue,
                wireType: field.wireType, isDamaged: isDamaged)
            count += 1
            if count <= first {
                visited.append(part(element))
            } else if ring.count < limit - first {
                ring.append(element)
            } else {
                leaveOut(ring[oldest], in: bytes, check, levels: levels)
                ring[oldest] = element
                oldest = oldest + 1 < ring.count ? oldest + 1 : 0
            }
        }

        /// Leaves out an element in the middle, unless it is damaged. The inside of messages and strings is looked at here only.
        @inline(__always)
        mutating func leaveOut(_ element: Element, in bytes: Span<UInt8>, _ check: SoundnessCheck?, levels: Int) {
            var isDamaged = element.isDamaged
            if !isDamaged, let shape, !shape.kind.isPackable, shape.accepts(element.wireType), let check, let declared {
                isDamaged = !check.isSound(bytes, element.value, of: declared, levels: levels)
            }
            if isDamaged {
                damaged += 1
                if damaged <= ListGaps.damageLimit + 1 { firstDamaged.append(part(element)) }
            } else {
                hidden += 1
                if firstHidden == nil { firstHidden = element.range.lowerBound }
            }
        }
    }

    private let limit: Int
    var all: [List] = []
    /// How many parts between fields could not be read, and the first ones, which are visited.
    private var skipped = 0
    private var firstSkipped: [Part] = []
    private var recent = 0

    /// The most field numbers of a message that is shortened: one more is looked for among all of them.
    private static let numberLimit = 64
    /// How many unreadable parts between fields are visited.
    private static let skippedLimit = 1000

    init(limit: Int) { self.limit = limit }

    /// The list of a field number, found at once where elements follow each other, or lists do in their order.
    @inline(__always)
    mutating func position(of number: Int) -> Int? {
        guard !all.isEmpty else { return nil }
        if all[recent].number == number { return recent }
        let following = recent + 1 < all.count ? recent + 1 : 0
        let isFollowing = all[following].number == number
        guard let position = isFollowing ? following : all.firstIndex(where: { $0.number == number })
        else { return nil }
        recent = position
        return position
    }

    /// Adds a list without elements; `nil` when there are too many lists.
    mutating func add(
        _ number: Int, _ declared: FieldDescriptor?, fitting: FieldDescriptor?, ends: (first: Int, last: Int)
    ) -> Int? {
        let first = max(0, min(ends.first, limit - 1))
        let last = max(0, min(ends.last, limit - first))
        all.append(
            List(
                position: all.count, number: number, declared: declared?.index,
                shape: declared.map { $0.pool.shapes[$0.index] }, fits: fitting != nil, first: first, last: last,
                limit: limit))
        return all.count <= Self.numberLimit ? all.count - 1 : nil
    }

    /// Takes bytes that are no field.
    mutating func skip(_ range: Range<Int>) {
        skipped += 1
        if skipped <= Self.skippedLimit { firstSkipped.append(Part(range: range)) }
    }

    /// Leaves out what is in the middle of long lists at the end of the message, and visits all other elements. Of the damaged
    /// ones the first are visited.
    mutating func leaveOutMiddles(in bytes: Span<UInt8>, _ check: SoundnessCheck?, levels: Int) {
        for list in all.indices {
            let waiting = all[list].waiting
            let middle = all[list].isLong ? waiting.count - all[list].last : 0
            for element in waiting.prefix(middle) { all[list].leaveOut(element, in: bytes, check, levels: levels) }
            all[list].visited += waiting.dropFirst(middle).map(all[list].part)
        }
        for (index, part) in Self.sorted(all.flatMap(\.firstDamaged)).enumerated() {
            guard let list = part.list else { continue }
            if index < ListGaps.damageLimit {
                all[list].visited.append(part)
                all[list].damaged -= 1
            } else {
                all[list].firstHidden = min(all[list].firstHidden ?? .max, part.range.lowerBound)
            }
        }
        for list in all.indices { all[list].hidden += all[list].damaged }
    }

    var visited: [Part] { Self.sorted(firstSkipped + all.flatMap(\.visited)) }

    private static func sorted(_ parts: [Part]) -> [Part] {
        parts.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// How many damaged places are left out.
    var hiddenDamage: Int { max(0, skipped - Self.skippedLimit) + all.reduce(0) { $0 + $1.damaged } }
}
