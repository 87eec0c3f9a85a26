internal import ProtobufWire

/// The elements of a list: where those lie that are bytes, and the others as the official runtimes write them
/// deterministically, tag and all.
///
/// Messages are written that way only where they are looked at, so that a long list takes little memory beside its bytes.
struct ListElements {
    /// Bytes of the message.
    private struct Piece {
        // A message has less than 2^31 bytes.
        let start: UInt32
        let end: UInt32

        init(_ range: Range<Int>) {
            (start, end) = (UInt32(clamping: range.lowerBound), UInt32(clamping: range.upperBound))
        }

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    /// What writes the elements, and the field that they are of; `nil` for fields that no schema knows.
    private let field: (composer: WireComposer, index: FieldIndex)?
    /// Where messages, strings and bytes lie; of unknown fields with their tags.
    private var pieces: [Piece] = []
    /// Numbers and entries of maps, and where each of them ends.
    private var bytes: [UInt8] = []
    private var ends: [UInt32] = []
    /// Whether there are more than ``limit``, of which the others are left out.
    private(set) var isTooLong = false

    /// Elements of longer lists are not told apart: they would need far more memory than the message.
    private static let limit = 1 << 22
    /// Longer lists, or parts of them, are not searched for elements that they have in common, as that takes more memory.
    static let searchLimit = 1 << 20

    var count: Int { pieces.count + ends.count }
    var isEmpty: Bool { count == 0 }

    /// The elements of a repeated field; of a map one entry for each key, ascending.
    init(_ message: Span<UInt8>, _ fields: FieldTable, _ index: FieldIndex, _ composer: WireComposer) {
        field = (composer, index)
        let shape = composer.pool.shapes[index]
        if shape.isMap {
            composer.map(message, fields, index) { append($0) }
            isTooLong = count > Self.limit
            return
        }
        fields.forEach(index, in: message, composer.pool) { occurrence in
            if shape.kind.isPackable {
                composer.pool.forEachScalar(message, occurrence, of: index) { bits in
                    guard count < Self.limit else { return isTooLong = true }
                    composer.scalar(message, occurrence.value, bits, index, into: &bytes)
                    ends.append(UInt32(clamping: bytes.count))
                }
            } else if count < Self.limit {
                pieces.append(Piece(occurrence.value))
            } else {
                isTooLong = true
            }
        }
    }

    init(_ fields: ArraySlice<UnknownField>, _ message: Span<UInt8>) {
        field = nil
        guard fields.contains(where: { $0.entry != nil }) else {
            pieces = fields.map { Piece($0.range) }
            return
        }
        for field in fields { append(field.bytes(in: message)) }
    }

    private mutating func append(_ element: [UInt8]) {
        bytes += element
        ends.append(UInt32(clamping: bytes.count))
    }

    /// Where the value of a message lies.
    func value(_ position: Int) -> Range<Int> { pieces[position].range }

    /// Whether the elements are kept as they are written.
    var isOwned: Bool { pieces.isEmpty }

    /// Neighbouring elements, each with its tag.
    func encoded(_ positions: Range<Int>, in message: Span<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        if !isOwned, positions.count > 1 {
            // A tag and a length take ten bytes at most; what is not needed of large blocks is never touched.
            output.reserveCapacity(positions.reduce(0) { $0 + pieces[$1].range.count + 10 })
        }
        for position in positions { write(position, message, &output) }
        return output
    }

    func encoded(_ position: Int, in message: Span<UInt8>) -> [UInt8] {
        encoded(position..<(position + 1), in: message)
    }

    private func write(_ position: Int, _ message: Span<UInt8>, _ output: inout [UInt8]) {
        guard !isOwned else {
            output += bytes[Int(position == 0 ? 0 : ends[position - 1])..<Int(ends[position])]
            return
        }
        let range = pieces[position].range
        guard let (composer, index) = field else { return output.append(message, range) }
        if composer.pool.shapes[index].kind.isMessage {
            composer.submessage(message, [range], index, into: &output)
        } else {
            composer.scalar(message, range, 0, index, into: &output)
        }
    }

    /// Whether an element says the same as one of another list of the field.
    func isEqual(
        _ position: Int, in message: Span<UInt8>, to other: ListElements, _ otherPosition: Int,
        in otherMessage: Span<UInt8>
    ) -> Bool {
        if !isOwned, !other.isOwned {
            let (left, right) = (value(position), other.value(otherPosition))
            if message.extracting(left).isEqual(to: otherMessage.extracting(right)) { return true }
            guard let (composer, index) = field, composer.pool.shapes[index].kind.isMessage else { return false }
        }
        return encoded(position, in: message) == other.encoded(otherPosition, in: otherMessage)
    }

    /// The same for elements that are equal.
    func hash(_ position: Int, in message: Span<UInt8>) -> Int { encoded(position, in: message).hashValue }
}

extension Span<UInt8> {
    func isEqual(to other: Span<UInt8>) -> Bool {
        count == other.count && indices.allSatisfy { self[$0] == other[$0] }
    }
}
