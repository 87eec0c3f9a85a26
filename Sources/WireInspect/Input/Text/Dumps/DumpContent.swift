/// The bytes of a dump with offsets, line by line, and what its lines say of their order.
struct DumpContent {
    private let units: DumpUnits
    /// The bytes as written, and with those of each group in the other order.
    private var straight: [UInt8] = []
    private var swapped: [UInt8] = []
    private var usual = 0
    private var lineCount = 0
    /// Marks that only dumps have: a colon behind the offset, characters that are those of the bytes.
    private var hasColon = false
    private var hasBars = false
    private var hasCharacters = false
    /// What the characters say about the order of bytes.
    private var isStraight = false
    private var isSwapped = false
    private var hasWords = false

    init(units: DumpUnits) { self.units = units }

    /// One line alone could as well be digits of which the first happen to be zeros, unless it has marks of a dump.
    var isConvincing: Bool {
        !straight.isEmpty && (lineCount > 1 || hasColon || hasBars || hasCharacters)
    }

    /// A `*` is believed up to 64 MiB: more would let a few characters take any amount of memory.
    private static let repeatLimit = 64 << 20

    mutating func read(_ lines: [DumpLine], _ offsets: [Int]) -> Bool {
        lineCount = lines.count
        for (index, line) in lines.enumerated() {
            if line.isRepeat {
                guard index > 0, index + 1 < lines.count, !lines[index - 1].isRepeat,
                    fill(upTo: offsets[index + 1] - offsets[0])
                else { return false }
                continue
            }
            guard offsets[index] - offsets[0] == straight.count else { return false }
            hasColon = hasColon || line.hasColon
            // The last offset stands alone, and says where the data ends.
            if line.rest.isEmpty { return index == lines.count - 1 && index > 0 }
            let next = index + 1 < lines.count && !lines[index + 1].isRepeat ? offsets[index + 1] : nil
            guard read(line, count: next.map { $0 - offsets[index] }, isLast: index + 2 >= lines.count) else {
                return false
            }
        }
        return true
    }

    /// Repeats the last line.
    private mutating func fill(upTo end: Int) -> Bool {
        guard usual > 0, end <= Self.repeatLimit else { return false }
        let (last, lastSwapped) = (straight.suffix(usual), swapped.suffix(usual))
        while straight.count + usual <= end {
            straight += last
            swapped += lastSwapped
        }
        return straight.count == end
    }

    private mutating func read(_ line: DumpLine, count: Int?, isLast: Bool) -> Bool {
        guard count.map({ $0 <= HexDump.lineLimit }) ?? true else { return false }
        let start = straight.count
        if units == .characters || units == .decimalWords {
            guard let count else { return false }
            let bytes =
                units == .characters
                ? DumpUnits.characters(line.rest, count: count)
                : DumpUnits.decimalWords(line.rest, count: count, isLast: isLast)
            guard let bytes else { return false }
            straight += bytes
            swapped += bytes
            usual = max(usual, bytes.count)
            return true
        }
        guard let columns = DumpColumns(line.rest, units, count: count, limit: HexDump.lineLimit) else { return false }
        straight += columns.straight
        swapped += columns.swapped
        hasBars = hasBars || columns.hasBars
        hasWords = hasWords || columns.hasWords
        if let characters = columns.characters {
            let (isStraight, isSwapped) = (characters.show(columns.straight), characters.show(columns.swapped))
            hasCharacters = hasCharacters || isStraight || isSwapped
            self.isStraight = self.isStraight || isStraight && !isSwapped
            self.isSwapped = self.isSwapped || isSwapped && !isStraight
        }
        if let count {
            // The last word is filled up with zeros.
            let excess = straight.count - start - count
            guard excess == 0 || excess > 0 && excess < 8 && isLast && hasWords else { return false }
            if excess > 0 {
                let fillsStraight = straight.suffix(excess).allSatisfy { $0 == 0 }
                let fillsSwapped = swapped.suffix(excess).allSatisfy { $0 == 0 }
                guard fillsStraight || fillsSwapped else { return false }
                straight.removeLast(excess)
                swapped.removeLast(excess)
                isSwapped = isSwapped || !fillsStraight
                isStraight = isStraight || !fillsSwapped
            }
        }
        usual = max(usual, straight.count - start)
        return straight.count - start <= HexDump.lineLimit
    }

    /// The bytes in the likelier order and, where nothing tells, in the other.
    func readings(from offset: Int) -> [TextReading] {
        let style: HexText.Style =
            switch units {
            case .hex: hasBars ? .hexdump : hasColon ? .xxd : .dump
            case .bits: .bits
            case .octal: .octal
            case .decimals, .decimalWords: .decimal
            case .characters: .characters
            }
        // Tables of numbers may begin with one that grows; offsets begin with zero.
        let isCertain = units != .decimalWords || offset == 0
        let one = TextReading(kind: .hex(style), pieces: [straight], isCertain: isCertain)
        let other = TextReading(kind: .hex(units == .hex ? .words : style), pieces: [swapped], isCertain: true)
        if straight == swapped || isStraight && !isSwapped { return [one] }
        if isSwapped && !isStraight { return [other] }
        // Programs that put a colon behind the offset write groups of bytes; those that do not write words.
        return hasColon ? [one, other] : [other, one]
    }
}
