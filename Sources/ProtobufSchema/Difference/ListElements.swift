internal import ByteText
internal import ProtobufWire

/// The elements of a list: strings, bytes and messages by where they lie, the others as the official runtimes write them
/// deterministically, tag and all.
///
/// Messages are encoded only where they are looked at, so that a long list takes little memory beside its bytes.
struct ListElements: ~Escapable {
    /// The message that has the list.
    private let message: Span<UInt8>
    /// What a declared list is encoded with, and its field; `nil` for fields that no schema knows.
    private let input: WireInput?
    private let field: FieldIndex?
    /// The ranges of messages, strings and bytes, and of unknown fields with their tags.
    private var pieces: [Range<Int>] = []
    /// Encoded numbers and map entries, and where each of them ends.
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    /// Whether the list has more elements than ``limit``; the others are left out.
    private(set) var isTooLong = false

    /// The most elements that are told apart: more would need far more memory than the message.
    private static let limit = 1 << 22
    /// The most elements of lists that are searched for common elements, as that takes more memory.
    static let searchLimit = 1 << 20

    var count: Int { pieces.count + ends.count }
    var isEmpty: Bool { count == 0 }

    /// The elements of a repeated field; of a map one entry for each key, ascending.
    @_lifetime(copy message)
    init(_ message: GatheredMessage, _ field: FieldIndex) {
        let input = message.input
        self.message = input.bytes
        self.input = input
        self.field = field
        let shape = input.pool.shapes[field]
        var (pieces, bytes, ends): ([Range<Int>], [UInt8], [Int]) = ([], [], [])
        if shape.isMap {
            message.forEachEncodedEntry(of: field) { entry in
                bytes += entry
                ends.append(bytes.count)
            }
        } else if shape.kind.isPackable {
            message.forEachScalar(of: field) { bits in
                guard ends.count <= Self.limit else { return }
                input.pool.encodeNumber(bits, of: field, into: &bytes)
                ends.append(bytes.count)
            }
        } else {
            message.forEach(field) { if pieces.count <= Self.limit { pieces.append($0.value) } }
        }
        (self.pieces, self.bytes, self.ends) = (pieces, bytes, ends)
        isTooLong = count > Self.limit
    }

    /// The occurrences of an unknown field.
    @_lifetime(copy message)
    init(_ fields: ArraySlice<WireCursor.Field>, in message: Span<UInt8>) {
        self.message = message
        input = nil
        field = nil
        pieces = fields.map(\.range)
    }

    /// Whether the elements are kept as they are written.
    private var isEncoded: Bool { pieces.isEmpty }

    /// Calls `body` with the fields of an element that is a message: a map entry, too.
    func withMessage<Result>(at position: Int, of type: MessageDescriptor, _ body: (GatheredMessage) -> Result)
        -> Result
    {
        let limits = input?.limits ?? DecodingLimits()
        guard isEncoded else { return body(GatheredMessage(message, pieces[position], as: type, limits: limits)) }
        let entry = encoded(position)[...]
        var cursor = WireCursor(entry.span, 0..<entry.count)
        return body(GatheredMessage(entry.span, cursor.next(levels: 1)?.value, as: type, limits: limits))
    }

    /// Neighbouring elements, each with its tag.
    func encoded(_ positions: Range<Int>) -> [UInt8] {
        var output: [UInt8] = []
        if !isEncoded, positions.count > 1 {
            // A tag and a length take ten bytes at most; pages of a large block that are not needed are never touched.
            output.reserveCapacity(positions.reduce(0) { $0 + pieces[$1].count + 10 })
        }
        for position in positions { write(position, to: &output) }
        return output
    }

    private func encoded(_ position: Int) -> [UInt8] { encoded(position..<(position + 1)) }

    /// All elements with their tags; `nil` when there are none.
    var encodedUnlessEmpty: [UInt8]? { isEmpty ? nil : encoded(0..<count) }

    private func write(_ position: Int, to output: inout [UInt8]) {
        guard !isEncoded else {
            output += bytes[(position == 0 ? 0 : ends[position - 1])..<ends[position]]
            return
        }
        let range = pieces[position]
        guard let input, let field else { return output.append(message, range) }
        input.encodeElement(range, of: field, into: &output)
    }

    /// Whether an element says the same as one of another list of the field.
    func isEqual(_ position: Int, to otherPosition: Int, of other: ListElements) -> Bool {
        if !isEncoded, !other.isEncoded {
            let (left, right) = (pieces[position], other.pieces[otherPosition])
            if message.extracting(left).hasSameBytes(as: other.message.extracting(right)) { return true }
            guard let input, let field, input.pool.shapes[field].kind.isMessage else { return false }
        }
        return encoded(position) == other.encoded(otherPosition)
    }

    /// A number that is the same for elements that say the same.
    func hash(_ position: Int) -> Int { encoded(position).hashValue }
}
