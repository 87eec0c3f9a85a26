internal import ProtobufSchema
internal import ProtobufWire

/// Makes a sound message of what can be read of a damaged one, in its place.
///
/// Whole fields are kept byte for byte; messages around damage keep the fields before it, and those behind it where their
/// beginning can be found. Linear, but for what is moved where a large message is to get a shorter length; no memory is
/// taken for another message, if nobody else holds the bytes.
struct Salvage {
    /// What is left: bytes that decode without an error as a message of the type.
    let message: ArraySlice<UInt8>
    /// What could not be read, as far as ``TreeDamage/limit`` allows, and how much more there is.
    let damage: [WireDamage]
    let furtherDamage: Int

    /// Pieces that are found before they are moved.
    private static let pieceLimit = 4096

    init(_ damaged: consuming ArraySlice<UInt8>, as message: MessageDescriptor) {
        var walk = WalkState(0..<damaged.count, message, WireWalker(resynchronizes: true))
        var finder = PieceFinder()
        var rest = Compaction(damaged)
        while walk.step(rest.damaged.span.extracting(rest.offset...), &finder) {
            guard finder.pieces.count >= Self.pieceLimit else { continue }
            rest.keep(finder.pieces)
            finder.pieces.removeAll(keepingCapacity: true)
        }
        finder.keep()
        rest.keep(finder.pieces)
        self.message = rest.kept
        damage = finder.damage
        furtherDamage = finder.furtherDamage
    }
}

/// What stays of a message.
private enum Piece {
    /// Bytes where they were.
    case bytes(Range<Int>)
    /// The content of a message begins, behind a length of so many bytes.
    case begin(Int)
    /// The innermost message ends.
    case end
    /// A group ends, in the message itself at an offset, or where the input had no end of it.
    case endGroup(number: Int, offset: Int?)
}

/// Finds what stays of a damaged message.
private struct PieceFinder: WireVisitor {
    var pieces: [Piece] = []
    private(set) var damage: [WireDamage] = []
    private(set) var furtherDamage = 0
    /// A field that waits for a verdict: damage about it is told after it.
    private var pending: Range<Int>?

    mutating func keep() {
        if let pending { pieces.append(.bytes(pending)) }
        pending = nil
    }

    mutating func enter(_ field: WireField) -> Bool {
        keep()
        pieces.append(.bytes(field.tag.lowerBound..<field.value.lowerBound))
        if field.content != .group { pieces.append(.begin(field.length.count)) }
        return true
    }

    mutating func leave(_ field: WireField) {
        keep()
        guard field.content == .group else { return pieces.append(.end) }
        pieces.append(.endGroup(number: field.number, offset: field.isComplete ? field.value.upperBound : nil))
    }

    mutating func field(_ field: WireField) {
        keep()
        guard field.isComplete else { return }
        pending = field.tag.lowerBound..<field.value.upperBound
        if case .group = field.content { pending = nil }
    }

    mutating func damage(_ damage: WireDamage) {
        if self.damage.count < TreeDamage.limit { self.damage.append(damage) } else { furtherDamage += 1 }
        if let pending, pending.contains(damage.offset) { self.pending = nil }
        keep()
    }
}

/// A message whose pieces move together to its beginning, while what is behind them is still read.
private struct Compaction {
    /// What is kept, then bytes of no meaning, then what was not read yet.
    private(set) var damaged: ArraySlice<UInt8>
    /// Where the first byte of the message would be by now: before it if room had to be made.
    private(set) var offset = 0
    /// Behind what is kept.
    private var end: Int
    /// Behind the last piece, where it was.
    private var read: Int
    /// The messages that are open: where their content begins, and how long the length before it is.
    private var open: [(start: Int, width: Int)] = []

    init(_ damaged: consuming ArraySlice<UInt8>) {
        (end, read) = (damaged.startIndex, damaged.startIndex)
        self.damaged = damaged
    }

    var kept: ArraySlice<UInt8> { damaged[..<end] }

    mutating func keep(_ pieces: [Piece]) {
        for piece in pieces {
            switch piece {
            case .bytes(let range): move(range)
            case .begin(let width): open.append((end, width))
            case .end: close()
            case .endGroup(let number, let offset):
                let tag = UInt64(number) << 3 | UInt64(WireType.endGroup.rawValue)
                // Its place is that of the one that was there.
                if let offset { read = index(offset) + varintLength(tag) }
                makeRoom(varintLength(tag))
                write(tag, at: end)
                end += varintLength(tag)
            }
        }
    }

    private func index(_ position: Int) -> Int { damaged.startIndex + offset + position }

    private mutating func move(_ range: Range<Int>) {
        let start = index(range.lowerBound)
        read = index(range.upperBound)
        if start == end {
            end = read
            return
        }
        for position in start..<read {
            damaged[end] = damaged[position]
            end += 1
        }
    }

    /// Gives the innermost message the length that it has now.
    private mutating func close() {
        guard let (start, width) = open.popLast() else { return }
        let length = UInt64(end - start)
        let growth = varintLength(length) - width
        if growth > 0 {
            makeRoom(growth)
            for position in (start..<end).reversed() { damaged[position + growth] = damaged[position] }
        } else if growth < 0 {
            for position in start..<end { damaged[position + growth] = damaged[position] }
        }
        end += growth
        write(length, at: start - width)
    }

    private mutating func write(_ varint: UInt64, at start: Int) {
        let length = varintLength(varint)
        for position in 0..<length {
            let bits = UInt8(truncatingIfNeeded: varint >> UInt64(7 * position)) & 0x7F
            damaged[start + position] = position < length - 1 ? bits | 0x80 : bits
        }
    }

    /// Moves what is not read yet, if so many bytes do not fit before it: only ends of groups that had none need that.
    private mutating func makeRoom(_ count: Int) {
        guard read - end < count else { return }
        let room = max(count, damaged.count / 8)
        damaged.insert(contentsOf: repeatElement(0, count: room), at: read)
        read += room
        offset += room
    }
}
