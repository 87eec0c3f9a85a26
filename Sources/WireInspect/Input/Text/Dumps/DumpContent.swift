/// The bytes of a dump with offsets, line by line, and what its lines say about the order of bytes in a group.
struct DumpContent {
    /// The bytes as written, and with those of each group in the opposite order.
    private var straight: [UInt8] = []
    private var swapped: [UInt8] = []
    /// The most bytes in a line.
    private var width = 0
    /// Marks that only dumps have: a colon behind the offset, characters that are those of the bytes.
    private var hasColon = false
    private var hasCharacters = false
    /// Whether the characters of a line show the bytes in one order and not in the other.
    private var isStraight = false
    private var isSwapped = false
    private var hasWords = false

    /// The bytes that all `*` of an input stand for at most: more would let a few characters take any amount of memory.
    static let repeatLimit = 64 << 20

    /// - Parameters:
    ///   - offsets: Those of the lines.
    ///   - repeats: The bytes that `*` may stand for from here on.
    /// - Returns: `nil` where offsets and bytes do not agree.
    init?(_ lines: [DumpLine], offsets: [Int], repeats: inout Int) {
        for (index, line) in lines.enumerated() {
            if line.isRepeat {
                guard index > 0, index + 1 < lines.count, !lines[index - 1].isRepeat,
                    fill(upTo: offsets[index + 1] - offsets[0], &repeats)
                else { return nil }
                continue
            }
            hasColon = hasColon || line.hasColon
            // The last offset stands alone, and says where the data ends.
            if line.rest.isEmpty {
                guard index == lines.count - 1, index > 0 else { return nil }
                break
            }
            let next = index + 1 < lines.count && !lines[index + 1].isRepeat ? offsets[index + 1] : nil
            guard add(line, count: next.map { $0 - offsets[index] }, isLast: index + 2 >= lines.count) else {
                return nil
            }
        }
        // One line alone could as well be digits of which the first happen to be zeros.
        guard !straight.isEmpty, lines.count > 1 || hasColon || hasCharacters else { return nil }
    }

    private mutating func fill(upTo end: Int, _ repeats: inout Int) -> Bool {
        guard width > 0, end - straight.count <= repeats else { return false }
        repeats -= max(0, end - straight.count)
        let (last, lastSwapped) = (straight.suffix(width), swapped.suffix(width))
        while straight.count + width <= end {
            straight += last
            swapped += lastSwapped
        }
        return straight.count == end
    }

    private mutating func add(_ line: DumpLine, count: Int?, isLast: Bool) -> Bool {
        guard count.map({ $0 <= HexDump.lineLimit }) ?? true,
            let columns = DumpColumns(line.rest, count: count, limit: HexDump.lineLimit)
        else { return false }
        let start = straight.count
        straight += columns.straight
        swapped += columns.swapped
        hasWords = hasWords || columns.hasWords
        if let characters = columns.characters {
            let (isStraight, isSwapped) = (characters.shows(columns.straight), characters.shows(columns.swapped))
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
        width = max(width, straight.count - start)
        return straight.count - start <= HexDump.lineLimit
    }

    /// The bytes in the likelier order and, where nothing tells, in the other.
    var readings: [TextReading] {
        let one = TextReading(kind: .hex, pieces: [straight], isCertain: true)
        let other = TextReading(kind: .words, pieces: [swapped], isCertain: true)
        if straight == swapped || isStraight && !isSwapped { return [one] }
        if isSwapped && !isStraight { return [other] }
        // Programs that put a colon behind the offset write groups of bytes; those that do not write words.
        return hasColon ? [one, other] : [other, one]
    }
}
