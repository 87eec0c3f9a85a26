internal import ProtobufWire

/// The fields of one message, gathered by number without decoding them.
///
/// A message may lie in several pieces: a singular field that occurs again is merged with what came before. Gathering
/// reads each piece once, so a walk over all levels is linear in the input. The bytes must have been checked.
///
/// Values of a field that stand in a row are kept as one stretch of bytes, and stretches are limited in number, so that
/// the table of a message of any size is small: where fields alternate for long, values are looked for among others'.
struct FieldTable {
    /// Bytes with values of one field.
    private struct Stretch {
        enum Extent {
            /// One value.
            case one
            /// Several values, and nothing else.
            case row
            /// Several values with other fields between them.
            case mixed
        }

        /// The first value, whose `end` is that of the whole stretch.
        var first: WireCursor.Field
        var extent = Extent.one
        /// Whether the stretch has a value: a packed list may be empty.
        var holdsValue: Bool
        /// The next stretch of the same field, or the next free one.
        var next: Int?
    }

    /// The first and the last stretch of a field.
    private struct Row {
        let first: Int
        var last: Int
    }

    /// A whole field that the type does not know, or several in a row.
    struct Unknown {
        /// Where the fields lie, with tag and length.
        var range: Range<Int>
        /// The map field and the value, where the field is a map entry that holds more than a key and a value: such an
        /// entry is kept as an unknown field, its known parts first, as Google's Python runtime does it.
        var mapEntry: (field: FieldIndex, value: Range<Int>)?
        /// The field and its packed numbers, where its closed enum does not have some of them. Only those are unknown.
        var foreign: (field: FieldIndex, value: Range<Int>)?

        var isWhole: Bool { mapEntry == nil && foreign == nil }
    }

    private let pieces: [Range<Int>]
    private let type: MessageIndex
    private let fields: Range<FieldIndex>
    private var stretches: [Stretch] = []
    /// The stretches of each field of the message.
    private var rows: [Row?]
    /// The first stretch that is no longer in use.
    private var free: Int?
    /// For each oneof the member that came last.
    private var members: [FieldIndex?]
    private var unknown: [Unknown] = []
    /// Whether known fields stand in the last range of `unknown`, too.
    private var isUnknownMixed = false
    /// Whether a field is unknown because its closed enum does not have the number.
    private var hasForeign = false

    /// The most stretches that are kept, and the most ranges of unknown fields: about 6 MB.
    private static let limit = 1 << 16

    init(_ input: WireInput, pieces: [Range<Int>], of type: MessageIndex) {
        self.pieces = pieces
        self.type = type
        let layout = input.pool.layouts[type]
        fields = layout.fields
        rows = Array(repeating: nil, count: fields.count)
        members = Array(repeating: nil, count: layout.oneofs.count)
        // Most messages hold no more, and none of them then takes memory twice.
        stretches.reserveCapacity(min(fields.count, 8))
        for piece in pieces {
            var cursor = WireCursor(input.bytes, piece)
            while let field = cursor.next(levels: input.limits.recursion) { gather(field, of: piece, in: input) }
        }
    }

    private mutating func gather(_ field: WireCursor.Field, of piece: Range<Int>, in input: WireInput) {
        let role = role(of: field, in: input)
        if let index = role.known {
            var holdsValue = true
            if role.unknown != nil {
                holdsValue = false
                input.forEachScalar(of: index, in: field) { _ in holdsValue = true }
            }
            keep(field, as: index, of: piece, in: input.pool, holdsValue: holdsValue)
        }
        if let unknown = role.unknown { keep(unknown, of: piece) }
        if role.isForeign { hasForeign = true }
    }

    /// What a field is to the message: known, unknown, or packed numbers of which some are known and others unknown.
    private struct Role {
        var known: FieldIndex?
        var unknown: Unknown?
        /// Whether the field is unknown because its closed enum does not have the number.
        var isForeign = false
    }

    private func role(of field: WireCursor.Field, in input: WireInput) -> Role {
        let pool = input.pool
        guard let index = pool.field(field.number, of: type), pool.shapes[index].accepts(field.wireType) else {
            return Role(unknown: Unknown(range: field.range))
        }
        if pool.shapes[index].isClosed, input.holdsForeign(field, of: index) {
            guard field.wireType == .lengthDelimited else {
                return Role(unknown: Unknown(range: field.range), isForeign: true)
            }
            return Role(known: index, unknown: Unknown(range: field.range, foreign: (index, field.value)))
        }
        guard let (entryType, _, _) = pool.mapEntry(of: index) else { return Role(known: index) }
        let entry = FieldTable(input, pieces: [field.value], of: entryType)
        if entry.hasForeign { return Role(unknown: Unknown(range: field.range)) }
        return entry.hasUnknown
            ? Role(unknown: Unknown(range: field.range, mapEntry: (index, field.value))) : Role(known: index)
    }

    private mutating func keep(
        _ field: WireCursor.Field, as index: FieldIndex, of piece: Range<Int>, in pool: SchemaPool, holdsValue: Bool
    ) {
        let shape = pool.shapes[index]
        if let oneof = shape.oneof {
            // Another member of the oneof loses its value, and merging begins anew if it comes back.
            let position = oneof - pool.layouts[type].oneofs.lowerBound
            if let other = members[position], other != index { release(other) }
            members[position] = index
        }
        let isPacked = field.wireType == .lengthDelimited && shape.kind.isPackable
        let stretch = Stretch(first: field, holdsValue: holdsValue && (!isPacked || !field.value.isEmpty))
        let slot = index - fields.lowerBound
        guard let row = rows[slot] else {
            let position = add(stretch)
            rows[slot] = Row(first: position, last: position)
            return
        }
        guard shape.isRepeated || shape.kind.isMessage else {
            stretches[row.last] = stretch
            return
        }
        let isNext =
            stretches[row.last].first.end == field.start && stretches[row.last].first.start >= piece.lowerBound
        guard isNext || stretches.count >= Self.limit && free == nil else {
            let position = add(stretch)
            rows[slot]?.last = position
            stretches[row.last].next = position
            return
        }
        stretches[row.last].first.end = field.end
        if stretch.holdsValue { stretches[row.last].holdsValue = true }
        if !isNext { stretches[row.last].extent = .mixed }
        if stretches[row.last].extent == .one { stretches[row.last].extent = .row }
    }

    private mutating func add(_ stretch: Stretch) -> Int {
        guard let position = free else {
            stretches.append(stretch)
            return stretches.count - 1
        }
        free = stretches[position].next
        stretches[position] = stretch
        return position
    }

    /// Frees the stretches of a field.
    private mutating func release(_ index: FieldIndex) {
        guard let row = rows[index - fields.lowerBound] else { return }
        stretches[row.last].next = free
        free = row.first
        rows[index - fields.lowerBound] = nil
    }

    private mutating func keep(_ field: Unknown, of piece: Range<Int>) {
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

    private func row(_ field: FieldIndex) -> Row? { rows[field - fields.lowerBound] }

    /// Whether the field occurs and, in a oneof, is the member that counts.
    func contains(_ field: FieldIndex) -> Bool { row(field) != nil }

    /// The occurrence that a singular scalar takes its value from.
    func last(_ field: FieldIndex) -> WireCursor.Field? { row(field).map { stretches[$0.last].first } }

    /// Whether the field is set: without presence its value also has to differ from the default.
    func isSet(_ field: FieldIndex, in pool: SchemaPool) -> Bool {
        guard let row = row(field) else { return false }
        let shape = pool.shapes[field]
        if shape.isRepeated {
            var next: Int? = row.first
            while let position = next {
                if stretches[position].holdsValue { return true }
                next = stretches[position].next
            }
            return false
        }
        return shape.hasPresence || !ScalarValue.isDefault(stretches[row.last].first, shape.kind)
    }

    /// Calls `body` with every occurrence of a field that counts, in order of arrival.
    func forEach<E: Error>(
        _ field: FieldIndex, in input: WireInput, _ body: (WireCursor.Field) throws(E) -> Void
    ) throws(E) {
        var next = row(field)?.first
        while let position = next {
            let stretch = stretches[position]
            switch stretch.extent {
            case .one: try body(stretch.first)
            case .row:
                var cursor = WireCursor(input.bytes, stretch.first.range)
                while let value = cursor.next(levels: input.limits.recursion) { try body(value) }
            case .mixed:
                try forEachField(in: stretch.first.range, of: input) { other throws(E) in
                    if other.number == input.pool.shapes[field].number, role(of: other, in: input).known != nil {
                        try body(other)
                    }
                }
            }
            next = stretch.next
        }
    }

    /// Calls `body` with the fields of all pieces that stand in a range.
    private func forEachField<E: Error>(
        in range: Range<Int>, of input: WireInput, _ body: (WireCursor.Field) throws(E) -> Void
    ) throws(E) {
        for piece in pieces where piece.overlaps(range) {
            var cursor = WireCursor(input.bytes, range.clamped(to: piece))
            while let field = cursor.next(levels: input.limits.recursion) { try body(field) }
        }
    }

    /// Whether a field is written with the same bytes in two tables of one type. Where it is not, or where that cannot be
    /// seen without reading its values, both may still say the same.
    func isWritten(_ field: FieldIndex, in bytes: Span<UInt8>, asIn other: FieldTable, of otherBytes: Span<UInt8>)
        -> Bool
    {
        var (left, right) = (row(field)?.first, other.row(field)?.first)
        while let leftPosition = left, let rightPosition = right {
            let (stretch, partner) = (stretches[leftPosition], other.stretches[rightPosition])
            guard stretch.extent != .mixed, partner.extent != .mixed,
                bytes.extracting(stretch.first.range).isEqual(to: otherBytes.extracting(partner.first.range))
            else { return false }
            (left, right) = (stretch.next, partner.next)
        }
        return left == nil && right == nil
    }

    // MARK: Unknown fields

    var hasUnknown: Bool { !unknown.isEmpty }

    /// Whether the unknown fields are written with the same bytes in two tables of one type, as ``isWritten(_:in:asIn:of:)``
    /// says it of a known field.
    func isUnknownWritten(in bytes: Span<UInt8>, asIn other: FieldTable, of otherBytes: Span<UInt8>) -> Bool {
        unknown.count == other.unknown.count && !isUnknownMixed && !other.isUnknownMixed
            && zip(unknown, other.unknown).allSatisfy { field, partner in
                field.mapEntry == nil && partner.mapEntry == nil
                    && bytes.extracting(field.range).isEqual(to: otherBytes.extracting(partner.range))
            }
    }

    /// Calls `body` with the fields that the type does not know, in order of arrival.
    func forEachUnknown(in input: WireInput, _ body: (Unknown) -> Void) {
        for position in unknown.indices {
            guard isUnknownMixed, position == unknown.count - 1 else {
                body(unknown[position])
                continue
            }
            forEachField(in: unknown[position].range, of: input) { field in
                if let unknown = role(of: field, in: input).unknown { body(unknown) }
            }
        }
    }
}
