internal import ByteText
internal import ProtobufWire

/// A message whose fields have been gathered by number without decoding them, with the input that they lie in.
///
/// A message may lie in several pieces: a singular field that occurs again is merged with what came before. Gathering
/// reads each piece once, so a walk over all levels is linear in the input. The bytes must have been checked.
///
/// Values of a field that stand in a row are kept as one run of bytes, so that a long list takes no more memory than a
/// single value.
struct GatheredMessage: ~Escapable {
    /// Whole fields of one number that stand in a row. A checked message has less than 2^31 bytes.
    private struct Run {
        let start: UInt32
        var end: UInt32
        /// Position of the next run of the same field; ``none`` behind the last.
        var next = none

        static let none = UInt32.max

        init(_ range: Range<Int>) {
            start = UInt32(truncatingIfNeeded: range.lowerBound)
            end = UInt32(truncatingIfNeeded: range.upperBound)
        }

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    /// The part that a field on the wire plays in the message.
    enum Role {
        case known(FieldIndex)
        case unknown
        /// A number that the closed enum of the field does not have, or a map entry with such a number: an unknown field.
        case unknownValue
        /// Packed numbers, of which the closed enum of the field may not have some: only those are unknown.
        case packedWithUnknownValues(FieldIndex)
        /// A map entry that holds more than a key and a value: such an entry is kept as an unknown field, its known parts
        /// first, as Google's Python runtime does it.
        case entryWithUnknown(FieldIndex)
    }

    let input: WireInput
    let type: MessageIndex
    private let fields: Range<FieldIndex>
    private var runs: [Run] = []
    /// For each field the positions of its first and its last run.
    private var chains: [(first: UInt32, last: UInt32)?]
    /// The fields that the type does not know, or not all of whose numbers it knows.
    private var unknown: [Run] = []
    /// Whether a number is unknown because the closed enum of its field does not have it.
    private var hasUnknownValue = false

    /// Gathers the fields of a part of `bytes`, the whole unless a range is given, which must have been checked.
    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, _ range: Range<Int>? = nil, as message: MessageDescriptor, limits: DecodingLimits) {
        let input = WireInput(bytes, pool: message.pool, limits: limits)
        self.init(input, [range ?? 0..<bytes.count], as: message.index)
    }

    /// Gathers the fields of the message that lies in `pieces` of the input, which must have been checked.
    @_lifetime(copy input)
    init(_ input: WireInput, _ pieces: [Range<Int>], as type: MessageIndex) {
        let layout = input.pool.layouts[type]
        self.input = input
        self.type = type
        fields = layout.fields
        chains = Array(repeating: nil, count: layout.fields.count)
        runs.reserveCapacity(min(layout.fields.count, 8))
        // For each oneof the member that came last.
        var members = [FieldIndex?](repeating: nil, count: layout.oneofs.count)
        for piece in pieces {
            var cursor = WireCursor(input.bytes, piece)
            while let field = cursor.next(levels: input.limits.recursion) {
                let role = role(of: field)
                switch role {
                case .known(let index), .packedWithUnknownValues(let index):
                    if let oneof = input.pool.shapes[index].oneof {
                        // Another member of the oneof loses its value, and merging begins anew if it comes back.
                        let member = members[oneof - layout.oneofs.lowerBound]
                        if let member, member != index { chains[member - fields.lowerBound] = nil }
                        members[oneof - layout.oneofs.lowerBound] = index
                    }
                    keep(field.range, as: index, isMerged: field.start > piece.lowerBound)
                case .unknownValue: hasUnknownValue = true
                case .unknown, .entryWithUnknown: break
                }
                if case .known = role { continue }
                if let last = unknown.last, last.range.upperBound == field.start, field.start > piece.lowerBound {
                    unknown[unknown.count - 1].end = Run(field.range).end
                } else {
                    unknown.append(Run(field.range))
                }
            }
        }
    }

    private func role(of field: WireCursor.Field) -> Role {
        let pool = input.pool
        guard let index = pool.field(field.number, of: type), pool.shapes[index].accepts(field.wireType) else {
            return .unknown
        }
        if pool.shapes[index].isClosed, input.holdsUnknownValue(field, of: index) {
            return field.wireType == .lengthDelimited ? .packedWithUnknownValues(index) : .unknownValue
        }
        guard let (entryType, _, _) = pool.mapEntry(of: index) else { return .known(index) }
        let entry = GatheredMessage(input, [field.value], as: entryType)
        return entry.hasUnknownValue ? .unknownValue : entry.hasUnknown ? .entryWithUnknown(index) : .known(index)
    }

    /// - Parameter isMerged: Whether the field may be added to a run that ends where it begins.
    private mutating func keep(_ field: Range<Int>, as index: FieldIndex, isMerged: Bool) {
        let run = Run(field)
        let slot = index - fields.lowerBound
        let new = UInt32(truncatingIfNeeded: runs.count)
        guard let chain = chains[slot] else {
            chains[slot] = (new, new)
            return runs.append(run)
        }
        let shape = input.pool.shapes[index]
        if !shape.isRepeated, !shape.kind.isMessage {
            runs[Int(chain.last)] = run
        } else if isMerged, runs[Int(chain.last)].end == run.start {
            runs[Int(chain.last)].end = run.end
        } else {
            runs[Int(chain.last)].next = new
            chains[slot]?.last = new
            runs.append(run)
        }
    }

    // MARK: Known fields

    /// Whether the field occurs and, in a oneof, is the member that counts.
    func contains(_ field: FieldIndex) -> Bool { chains[field - fields.lowerBound] != nil }

    /// The occurrence that a singular scalar takes its value from.
    func last(_ field: FieldIndex) -> WireCursor.Field? {
        guard let chain = chains[field - fields.lowerBound] else { return nil }
        var cursor = WireCursor(input.bytes, runs[Int(chain.last)].range)
        return cursor.next(levels: input.limits.recursion)
    }

    /// Whether the field is set: without presence its value also has to differ from the default.
    func isSet(_ field: FieldIndex) -> Bool {
        guard contains(field) else { return false }
        let shape = input.pool.shapes[field]
        guard shape.isRepeated else {
            return shape.hasPresence || last(field).map { !ScalarValue.isDefault($0, shape.kind) } ?? false
        }
        // A packed field may be there and empty. The error ends the search at the first number.
        struct Found: Error {}
        return !shape.kind.isPackable
            || (try? forEachScalar(of: field) { _ throws(Found) in throw Found() }) == nil
    }

    /// Calls `body` with every occurrence of a field that counts, in order of arrival.
    func forEach<E: Error>(_ field: FieldIndex, _ body: (WireCursor.Field) throws(E) -> Void) throws(E) {
        var next = chains[field - fields.lowerBound]?.first ?? Run.none
        while next != Run.none {
            let run = runs[Int(next)]
            var cursor = WireCursor(input.bytes, run.range)
            while let value = cursor.next(levels: input.limits.recursion) { try body(value) }
            next = run.next
        }
    }

    /// The ranges of a message field's values, without empty ones. Together they are the message.
    func pieces(of field: FieldIndex) -> [Range<Int>] {
        var result: [Range<Int>] = []
        forEach(field) { if !$0.value.isEmpty { result.append($0.value) } }
        return result
    }

    /// Calls `body` with the bits of every number of a repeated field.
    func forEachScalar<E: Error>(of field: FieldIndex, _ body: (UInt64) throws(E) -> Void) throws(E) {
        try forEach(field) { occurrence throws(E) in try input.forEachScalar(of: field, in: occurrence, body) }
    }

    /// Whether a field is written with the same bytes in another message of the type. Where it is not, both may still say
    /// the same.
    func isWritten(_ field: FieldIndex, asIn other: GatheredMessage) -> Bool {
        var (left, right) = (chains[field - fields.lowerBound]?.first, other.chains[field - fields.lowerBound]?.first)
        while let position = left, let otherPosition = right, position != Run.none, otherPosition != Run.none {
            let (run, otherRun) = (runs[Int(position)], other.runs[Int(otherPosition)])
            let bytes = input.bytes.extracting(run.range)
            guard bytes.hasSameBytes(as: other.input.bytes.extracting(otherRun.range)) else { return false }
            (left, right) = (run.next, otherRun.next)
        }
        return left ?? Run.none == right ?? Run.none
    }

    // MARK: Unknown fields

    var hasUnknown: Bool { !unknown.isEmpty }

    /// Calls `body` with the fields that the type does not know, in order of arrival, and with what they are instead of
    /// known.
    func forEachUnknown(_ body: (WireCursor.Field, Role) -> Void) {
        for run in unknown {
            var cursor = WireCursor(input.bytes, run.range)
            while let field = cursor.next(levels: input.limits.recursion) { body(field, role(of: field)) }
        }
    }
}
