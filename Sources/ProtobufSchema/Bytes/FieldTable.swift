internal import ProtobufWire

/// The fields of one message, gathered by number without decoding them.
///
/// A message may lie in several pieces: a singular field that occurs again is merged with what came before. Gathering
/// reads each piece once, so a walk over all levels is linear in the input. The bytes must have been checked.
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
        /// Index of the next occurrence of the same field, -1 at the last.
        var next: Int

        var value: Range<Int> { valueStart..<valueEnd }
    }

    private(set) var occurrences: [Occurrence] = []
    /// For each field of the message the first and last occurrence that count, -1 for none.
    private var slots: [(first: Int, last: Int)]
    /// A whole field that the type does not know.
    struct Unknown {
        /// With tag and length.
        var range: Range<Int>
        /// The map field and the value, where this is a map entry that holds more than a key and a value: it is no entry
        /// of the map then, but kept, its known parts first, as Google's Python runtime does it.
        var mapEntry: (field: Int, value: Range<Int>)?
    }

    /// In order of arrival.
    private(set) var unknown: [Unknown] = []
    private let fields: Range<Int>
    /// For each oneof the slot of the member that came last, -1 for none.
    private var members: [Int]

    init(
        _ bytes: Span<UInt8>, pieces: [Range<Int>], message: Int, in pool: SchemaPool,
        levels: Int = DecodingLimits().recursion
    ) {
        fields = pool.layouts[message].fields
        slots = Array(repeating: (-1, -1), count: fields.count)
        members = Array(repeating: -1, count: pool.layouts[message].oneofs.count)
        // Most messages hold no more, and none of them then takes memory twice.
        occurrences.reserveCapacity(min(fields.count, 8))
        for piece in pieces { gather(bytes, piece, message, pool, levels) }
    }

    private mutating func gather(
        _ bytes: Span<UInt8>, _ piece: Range<Int>, _ message: Int, _ pool: SchemaPool, _ levels: Int
    ) {
        var offset = piece.lowerBound
        while offset < piece.upperBound,
            let field = try? WireScan.field(bytes, &offset, piece.upperBound, levels: levels)
        {
            guard let index = pool.field(field.number, of: message),
                pool.shapes[index].accepts(field.wireType)
            else {
                unknown.append(Unknown(range: field.start..<field.end))
                continue
            }
            if pool.shapes[index].isMap {
                let value = field.valueStart..<field.valueEnd
                let entry = FieldTable(
                    bytes, pieces: [value], message: pool.shapes[index].type, in: pool, levels: levels)
                if !entry.unknown.isEmpty {
                    unknown.append(Unknown(range: field.start..<field.end, mapEntry: (index, value)))
                    continue
                }
            }
            let slot = index - fields.lowerBound
            let number = occurrences.count
            occurrences.append(Occurrence(field))
            if pool.shapes[index].oneof >= 0 {
                // Another member of the oneof loses its value, and merging begins anew if it comes back.
                let oneof = pool.shapes[index].oneof - pool.layouts[message].oneofs.lowerBound
                if members[oneof] != slot, members[oneof] >= 0 { slots[members[oneof]] = (-1, -1) }
                members[oneof] = slot
            }
            let keepsAll = pool.shapes[index].isRepeated || pool.shapes[index].kind.isMessage
            if slots[slot].last >= 0, keepsAll {
                occurrences[slots[slot].last].next = number
                slots[slot].last = number
            } else {
                slots[slot] = (number, number)
            }
        }
    }

    /// Whether the field occurs and, in a oneof, is the member that counts.
    func contains(_ field: Int) -> Bool { slots[field - fields.lowerBound].first >= 0 }

    /// The occurrence that a singular scalar takes its value from.
    func last(_ field: Int) -> Occurrence? {
        let index = slots[field - fields.lowerBound].last
        return index < 0 ? nil : occurrences[index]
    }

    /// Index of the first occurrence in ``occurrences``, -1 for none; follow `next` from there.
    func first(_ field: Int) -> Int { slots[field - fields.lowerBound].first }

    /// Every occurrence that counts, in order of arrival.
    func all(_ field: Int) -> [Occurrence] {
        var result: [Occurrence] = []
        var index = first(field)
        while index >= 0 {
            result.append(occurrences[index])
            index = occurrences[index].next
        }
        return result
    }

    /// Where the values of a message field lie; they merge.
    func pieces(_ field: Int) -> [Range<Int>] { all(field).map(\.value) }

    /// Whether a singular field counts as set: it occurs, and without presence its value is not the default.
    func isSet(_ field: Int, in pool: SchemaPool) -> Bool {
        guard contains(field) else { return false }
        if pool.shapes[field].isRepeated {
            // Packed fields may be there and empty.
            var index = first(field)
            while index >= 0 {
                let occurrence = occurrences[index]
                let isPacked = occurrence.wireType == .lengthDelimited && pool.shapes[field].kind.isPackable
                if !isPacked || !occurrence.value.isEmpty { return true }
                index = occurrence.next
            }
            return false
        }
        guard !pool.shapes[field].hasPresence, let occurrence = last(field) else { return true }
        return !ScalarValue.isDefault(occurrence, pool.shapes[field].kind)
    }
}
