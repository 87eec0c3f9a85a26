internal import ProtobufWire

/// The fields of one message, gathered by number without decoding them.
///
/// A message may lie in several pieces: a singular field that occurs again is merged with what came before. Gathering
/// reads each piece once, so a walk over all levels is linear in the input. The bytes must have been checked.
///
/// Values of a field that stand in a row are kept as one stretch of bytes, and stretches are limited in number, so that
/// the table of a message of any size is small: where fields alternate for long, values are looked for among others'.
struct FieldTable {
    /// One value on the wire.
    struct Occurrence {
        var wireType: WireType
        var valueStart: Int
        var valueEnd: Int
        var bits: UInt64
        /// The whole field, with tag and length.
        var start: Int
        var end: Int

        var value: Range<Int> { valueStart..<valueEnd }
        var range: Range<Int> { start..<end }
    }

    /// Bytes with values of one field.
    private struct Stretch {
        enum Extent {
            /// A value by itself.
            case one
            /// Several, and nothing else.
            case row
            /// Other fields stand between them.
            case mixed
        }

        /// The first value, but for its end, which is that of the stretch.
        var first: Occurrence
        var extent = Extent.one
        /// Whether there is a value, not only packed ones that are empty.
        var holdsValue: Bool
        /// Index of the next stretch of the same field, or of the next free one; -1 at the last.
        var next = -1
    }

    /// A whole field that the type does not know, or several in a row.
    struct Unknown {
        /// With tag and length.
        var range: Range<Int>
        /// The map field and the value, where this is a map entry that holds more than a key and a value: it is no entry
        /// of the map then, but kept, its known parts first, as Google's Python runtime does it.
        var mapEntry: (field: FieldIndex, value: Range<Int>)?
        /// The field and its numbers, where these are packed and its closed enum does not have some of them. Those are
        /// unknown; the others are not.
        var foreign: (field: FieldIndex, value: Range<Int>)?

        var isWhole: Bool { mapEntry == nil && foreign == nil }
    }

    private let pieces: [Range<Int>]
    private let message: MessageIndex
    private let levels: Int
    private let fields: Range<FieldIndex>
    private var stretches: [Stretch] = []
    /// For each field of the message its first and last stretch, -1 for none.
    private var slots: [(first: Int, last: Int)]
    /// The first stretch that is in use no more, -1 for none.
    private var free = -1
    /// For each oneof the slot of the member that came last, -1 for none.
    private var members: [Int]
    private var unknown: [Unknown] = []
    /// Whether known fields stand in the last range of ``unknown``, too.
    private var isUnknownMixed = false
    /// Whether a field is unknown because its closed enum does not have the number.
    private var hasForeign = false

    /// More stretches are not kept, nor ranges of unknown fields: about 5 MB.
    private static let limit = 1 << 16

    init(
        _ bytes: Span<UInt8>, pieces: [Range<Int>], message: MessageIndex, in pool: SchemaPool,
        levels: Int = DecodingLimits().recursion
    ) {
        self.pieces = pieces
        self.message = message
        self.levels = levels
        fields = pool.layouts[message].fields
        slots = Array(repeating: (-1, -1), count: fields.count)
        members = Array(repeating: -1, count: pool.layouts[message].oneofs.count)
        // Most messages hold no more, and none of them then takes memory twice.
        stretches.reserveCapacity(min(fields.count, 8))
        for piece in pieces { gather(bytes, piece, pool) }
    }

    private mutating func gather(_ bytes: Span<UInt8>, _ piece: Range<Int>, _ pool: SchemaPool) {
        var offset = piece.lowerBound
        while offset < piece.upperBound,
            let field = try? WireScan.field(bytes, &offset, piece.upperBound, levels: levels)
        {
            switch role(of: field, bytes, pool) {
            case .known(let index): keep(field, index, piece, pool)
            case .unknown: keep(Unknown(range: field.start..<field.end), piece)
            case .foreign:
                hasForeign = true
                keep(Unknown(range: field.start..<field.end), piece)
            case .partlyForeign(let index):
                var holdsValue = false
                pool.forEachScalar(bytes, Occurrence(field), of: index) { _ in holdsValue = true }
                keep(field, index, piece, pool, holdsValue: holdsValue)
                keep(Unknown(range: field.start..<field.end, foreign: (index, field.value)), piece)
            case .oddEntry(let index):
                keep(Unknown(range: field.start..<field.end, mapEntry: (index, field.value)), piece)
            }
        }
    }

    /// What a field is to the message.
    private enum Role {
        case known(FieldIndex)
        case unknown
        /// A number that the closed enum does not have.
        case foreign
        /// Packed numbers, some of which the closed enum does not have.
        case partlyForeign(FieldIndex)
        /// A map entry that is none; see ``Unknown/mapEntry``.
        case oddEntry(FieldIndex)
    }

    private func role(of field: WireScan.Field, _ bytes: Span<UInt8>, _ pool: SchemaPool) -> Role {
        guard let index = pool.field(field.number, of: message), pool.shapes[index].accepts(field.wireType) else {
            return .unknown
        }
        if pool.shapes[index].isClosed, pool.holdsForeign(bytes, field, to: index) {
            return field.wireType == .lengthDelimited ? .partlyForeign(index) : .foreign
        }
        guard let (type, _, _) = pool.mapEntry(of: index) else { return .known(index) }
        let entry = FieldTable(bytes, pieces: [field.value], message: type, in: pool, levels: levels)
        if entry.hasForeign { return .unknown }
        return entry.hasUnknown ? .oddEntry(index) : .known(index)
    }

    private mutating func keep(
        _ field: WireScan.Field, _ index: FieldIndex, _ piece: Range<Int>, _ pool: SchemaPool, holdsValue: Bool = true
    ) {
        let shape = pool.shapes[index]
        let slot = index - fields.lowerBound
        if let index = shape.oneof {
            // Another member of the oneof loses its value, and merging begins anew if it comes back.
            let oneof = index - pool.layouts[message].oneofs.lowerBound
            if members[oneof] != slot, members[oneof] >= 0 { release(members[oneof]) }
            members[oneof] = slot
        }
        let isPacked = field.wireType == .lengthDelimited && shape.kind.isPackable
        let stretch = Stretch(first: Occurrence(field), holdsValue: holdsValue && (!isPacked || !field.value.isEmpty))
        let last = slots[slot].last
        guard last >= 0 else {
            let number = add(stretch)
            slots[slot] = (number, number)
            return
        }
        guard shape.isRepeated || shape.kind.isMessage else {
            stretches[last] = stretch
            return
        }
        let isNext = stretches[last].first.end == field.start && stretches[last].first.start >= piece.lowerBound
        guard isNext || stretches.count >= Self.limit && free < 0 else {
            slots[slot].last = add(stretch)
            stretches[last].next = slots[slot].last
            return
        }
        stretches[last].first.end = field.end
        if stretch.holdsValue { stretches[last].holdsValue = true }
        if !isNext { stretches[last].extent = .mixed }
        if stretches[last].extent == .one { stretches[last].extent = .row }
    }

    private mutating func add(_ stretch: Stretch) -> Int {
        guard free >= 0 else {
            stretches.append(stretch)
            return stretches.count - 1
        }
        let number = free
        free = stretches[number].next
        stretches[number] = stretch
        return number
    }

    /// Takes a field's values back.
    private mutating func release(_ slot: Int) {
        guard slots[slot].first >= 0 else { return }
        stretches[slots[slot].last].next = free
        free = slots[slot].first
        slots[slot] = (-1, -1)
    }

    private mutating func keep(_ field: Unknown, _ piece: Range<Int>) {
        if let last = unknown.last {
            let isNext =
                last.range.upperBound == field.range.lowerBound && last.range.lowerBound >= piece.lowerBound
                && last.isWhole && field.isWhole
            if isNext || isUnknownMixed {
                unknown[unknown.count - 1].range = last.range.lowerBound..<field.range.upperBound
                return
            }
            // The last range takes all that follows.
            if unknown.count == Self.limit { isUnknownMixed = true }
        }
        unknown.append(field)
    }

    // MARK: Values

    /// Whether the field occurs and, in a oneof, is the member that counts.
    func contains(_ field: FieldIndex) -> Bool { slots[field - fields.lowerBound].first >= 0 }

    /// The occurrence that a singular scalar takes its value from.
    func last(_ field: FieldIndex) -> Occurrence? {
        let index = slots[field - fields.lowerBound].last
        return index < 0 ? nil : stretches[index].first
    }

    /// Hands over every occurrence that counts, in order of arrival.
    func forEach<E: Error>(
        _ field: FieldIndex, in bytes: Span<UInt8>, _ pool: SchemaPool, _ body: (Occurrence) throws(E) -> Void
    ) throws(E) {
        var next = slots[field - fields.lowerBound].first
        while next >= 0 {
            let first = stretches[next].first
            switch stretches[next].extent {
            case .one: try body(first)
            case .row:
                var offset = first.start
                while offset < first.end, let value = try? WireScan.field(bytes, &offset, first.end, levels: levels) {
                    try body(Occurrence(value))
                }
            case .mixed:
                try forEachField(in: bytes, first.start..<first.end) { other throws(E) in
                    guard other.number == pool.shapes[field].number else { return }
                    switch role(of: other, bytes, pool) {
                    case .known, .partlyForeign: try body(Occurrence(other))
                    case .unknown, .foreign, .oddEntry: break
                    }
                }
            }
            next = stretches[next].next
        }
    }

    /// Hands over the fields of all pieces that stand in a range.
    private func forEachField<E: Error>(
        in bytes: Span<UInt8>, _ range: Range<Int>, _ body: (WireScan.Field) throws(E) -> Void
    ) throws(E) {
        for piece in pieces where piece.overlaps(range) {
            var offset = max(piece.lowerBound, range.lowerBound)
            let end = min(piece.upperBound, range.upperBound)
            while offset < end, let field = try? WireScan.field(bytes, &offset, end, levels: levels) { try body(field) }
        }
    }

    /// Every occurrence that counts, in order of arrival.
    func all(_ field: FieldIndex, in bytes: Span<UInt8>, _ pool: SchemaPool) -> [Occurrence] {
        var result: [Occurrence] = []
        forEach(field, in: bytes, pool) { result.append($0) }
        return result
    }

    /// Where the values of a message field lie; they merge.
    func pieces(_ field: FieldIndex, in bytes: Span<UInt8>, _ pool: SchemaPool) -> [Range<Int>] {
        var result: [Range<Int>] = []
        forEach(field, in: bytes, pool) { result.append($0.value) }
        return result
    }

    /// Whether a singular field counts as set: it occurs, and without presence its value is not the default.
    func isSet(_ field: FieldIndex, in pool: SchemaPool) -> Bool {
        guard contains(field) else { return false }
        if pool.shapes[field].isRepeated {
            // Packed fields may be there and empty.
            var index = slots[field - fields.lowerBound].first
            while index >= 0 {
                if stretches[index].holdsValue { return true }
                index = stretches[index].next
            }
            return false
        }
        guard !pool.shapes[field].hasPresence, let occurrence = last(field) else { return true }
        return !ScalarValue.isDefault(occurrence, pool.shapes[field].kind)
    }

    /// Whether a field is written with the same bytes in two tables of one type, so that it says the same. When it is not,
    /// or that cannot be seen without reading its values, it may say the same still.
    func isWritten(_ field: FieldIndex, in bytes: Span<UInt8>, asIn other: FieldTable, _ otherBytes: Span<UInt8>)
        -> Bool
    {
        var (left, right) = (slots[field - fields.lowerBound].first, other.slots[field - fields.lowerBound].first)
        while left >= 0, right >= 0 {
            let (stretch, partner) = (stretches[left], other.stretches[right])
            guard stretch.extent != .mixed, partner.extent != .mixed,
                bytes.extracting(stretch.first.range).isEqual(to: otherBytes.extracting(partner.first.range))
            else { return false }
            (left, right) = (stretch.next, partner.next)
        }
        return left < 0 && right < 0
    }

    // MARK: Unknown fields

    /// The same of all that the type does not know.
    func isUnknownWritten(in bytes: Span<UInt8>, asIn other: FieldTable, _ otherBytes: Span<UInt8>) -> Bool {
        unknown.count == other.unknown.count && !isUnknownMixed && !other.isUnknownMixed
            && zip(unknown, other.unknown).allSatisfy { field, partner in
                field.mapEntry == nil && partner.mapEntry == nil
                    && bytes.extracting(field.range).isEqual(to: otherBytes.extracting(partner.range))
            }
    }

    var hasUnknown: Bool { !unknown.isEmpty }

    /// Hands over what the type does not know, in order of arrival.
    func forEachUnknown(in bytes: Span<UInt8>, _ pool: SchemaPool, _ body: (Unknown) -> Void) {
        for position in unknown.indices {
            guard isUnknownMixed, position == unknown.count - 1 else {
                body(unknown[position])
                continue
            }
            forEachField(in: bytes, unknown[position].range) { field in
                switch role(of: field, bytes, pool) {
                case .known: break
                case .unknown, .foreign: body(Unknown(range: field.start..<field.end))
                case .partlyForeign(let index):
                    body(Unknown(range: field.start..<field.end, foreign: (index, field.value)))
                case .oddEntry(let index):
                    body(Unknown(range: field.start..<field.end, mapEntry: (index, field.value)))
                }
            }
        }
    }
}
