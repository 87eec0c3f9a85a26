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

    /// Whole fields; absolute.
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
    /// How many unreadable parts between fields are visited.
    private static let skippedLimit = 1000

    /// Looks through the fields of the message in `range`. Linear, with little memory whatever the message holds.
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
        var lists = ElementLists(limit: limit)
        var reader = LevelReader(range, message, walker)
        while let field = reader.next(bytes) {
            if let position = lists.position(of: field.number) {
                lists.all[position].count += 1
                continue
            }
            let declared = message?.field(number: field.number)
            let fitting = declared.flatMap { $0.kind.accepts(field.wireType, isRepeated: $0.isRepeated) ? $0 : nil }
            let isMessage =
                field.wireType == .startGroup
                || fitting?.kind.isMessage
                    ?? (field.wireType == .lengthDelimited && walker.takesForMessage(bytes, field.value))
            // With so many different numbers nothing is left out.
            guard lists.add(field.number, declared, fitting: fitting, ends: ends(fitting, isMessage)) else { return }
        }
        guard lists.all.contains(where: \.isLong) else { return }
        reader = LevelReader(range, message, walker)
        findGaps(in: bytes, range, as: message, with: &reader, of: &lists, levels: walker.limits.recursion - depth)
    }

    /// Makes a gap of everything between the fields that are visited.
    private mutating func findGaps(
        in bytes: Span<UInt8>, _ range: Range<Int>, as message: MessageDescriptor?, with reader: inout LevelReader,
        of lists: inout ElementLists, levels: Int
    ) {
        let check = message.map { SoundnessCheck($0.pool) }
        var end = range.lowerBound
        var (damaged, skipped) = (0, 0)
        while let field = reader.next(bytes) {
            if let part = reader.skipped, isShown(&skipped, Self.skippedLimit) { endGap(before: part, &end) }
            guard let position = lists.position(of: field.number) else { continue }
            if lists.all[position].leavesOutNumber(field.wireType) { continue }
            let element = lists.all[position].nextElement(field, in: bytes, check, levels: levels)
            if element.isInMiddle, !element.isDamaged || !isShown(&damaged, Self.damageLimit) {
                if lists.all[position].hidden == 0 { lists.all[position].gap = gaps.count }
                lists.all[position].leaveOut(element.values)
                continue
            }
            endGap(before: field.range, &end)
            // Between two visited elements of a list lies a gap, if any were passed.
            if lists.all[position].passed > 0 {
                gaps[gaps.count - 1].elements.append((field.number, lists.all[position].passed))
                lists.all[position].passed = 0
            }
        }
        if let part = reader.skipped, isShown(&skipped, Self.skippedLimit) { endGap(before: part, &end) }
        endGap(before: range.upperBound..<range.upperBound, &end)
        for list in lists.all {
            guard let gap = list.gap else { continue }
            gaps[gap].begins.append(
                ListGap.List(
                    number: list.number, field: list.fits ? message?.field(number: list.number) : nil,
                    positions: list.first...(list.count - list.last - 1),
                    count: list.hidden))
        }
    }

    /// Counts a damaged place, and returns whether it is visited.
    private mutating func isShown(_ count: inout Int, _ limit: Int) -> Bool {
        count += 1
        if count > limit { hiddenDamage += 1 }
        return count <= limit
    }

    /// Makes a gap of the bytes before a part that is visited, if there are any.
    private mutating func endGap(before part: Range<Int>, _ end: inout Int) {
        if part.lowerBound > end { gaps.append(ListGap(range: end..<part.lowerBound)) }
        end = max(end, part.upperBound)
    }
}

/// The lists of one message by field number. Each field is a list, most of them of one element.
private struct ElementLists {
    /// Nothing but numbers: descriptors would be retained for each element.
    struct List {
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
        var count = 1
        /// Position of the next element.
        var next = 0
        /// How many elements are left out so far, and how many values since the last visited element.
        var hidden = 0
        var passed = 0
        /// The gap in which the first left out element lies.
        var gap: Int?

        var isLong: Bool { count > limit }

        /// Leaves out the next element if it is a number in the middle, behind another one: most elements of long lists.
        /// Nothing can be wrong with a number that has been read.
        @inline(__always)
        mutating func leavesOutNumber(_ wireType: WireType) -> Bool {
            guard hidden > 0, next < count - last, wireType != .lengthDelimited, wireType != .startGroup else {
                return false
            }
            next += 1
            leaveOut(shape.map { $0.isRepeated && $0.accepts(wireType) } == true ? 1 : 0)
            return true
        }

        /// Takes the next element: whether it lies in the middle that is left out, how many values it holds, a packed field
        /// several, and whether it is damaged. The inside of messages and strings is looked at in the middle only.
        @inline(__always)
        mutating func nextElement(
            _ field: WireCursor.Field, in bytes: Span<UInt8>, _ check: SoundnessCheck?, levels: Int
        ) -> (isInMiddle: Bool, values: Int, isDamaged: Bool) {
            let isInMiddle = isLong && next >= first && next < count - last
            next += 1
            let isCut = field.missing > 0
            guard let declared, let shape, shape.accepts(field.wireType) else { return (isInMiddle, 0, isCut) }
            if shape.kind.isPackable, field.wireType == .lengthDelimited {
                let packed = bytes.countPacked(field.value, shape.kind.wireType)
                return (isInMiddle, packed.count, isCut || packed.failure != nil)
            }
            let isSound =
                !isInMiddle || isCut || shape.kind.isPackable
                || check?.isSound(bytes, field, of: declared, levels: levels) ?? true
            return (isInMiddle, shape.isRepeated ? 1 : 0, isCut || !isSound)
        }

        /// Counts an element that is left out.
        mutating func leaveOut(_ values: Int) {
            hidden += 1
            passed += values
        }
    }

    private let limit: Int
    var all: [List] = []
    private var recent = 0

    /// The most field numbers of a message that is shortened: one more is looked for among all of them.
    private static let numberLimit = 64

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

    /// Adds a list with its first element; false when there are too many lists.
    mutating func add(
        _ number: Int, _ declared: FieldDescriptor?, fitting: FieldDescriptor?, ends: (first: Int, last: Int)
    ) -> Bool {
        let first = max(0, min(ends.first, limit - 1))
        let last = max(0, min(ends.last, limit - first))
        all.append(
            List(
                number: number, declared: declared?.index, shape: declared.map { $0.pool.shapes[$0.index] },
                fits: fitting != nil, first: first, last: last, limit: limit))
        return all.count <= Self.numberLimit
    }
}
