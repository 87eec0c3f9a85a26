internal import ByteText

/// Finds the parts in which two lists differ.
enum ListAlignment {
    /// Neighbouring elements of the old list, and what stands in their place in the new one; either may be empty.
    struct Hunk: Hashable {
        var old: Range<Int>
        var new: Range<Int>
    }

    static func hunks(_ old: ListElements, _ new: ListElements) -> [Hunk] {
        let shorter = min(old.count, new.count)
        var start = 0
        while start < shorter, old.isEqual(start, to: start, of: new) { start += 1 }
        var end = 0
        while end < shorter - start, old.isEqual(old.count - 1 - end, to: new.count - 1 - end, of: new) { end += 1 }
        let (oldPart, newPart) = (start..<(old.count - end), start..<(new.count - end))
        if oldPart.isEmpty && newPart.isEmpty { return [] }
        // Of the longest lists one in ten million has two different elements with the same hash.
        guard !oldPart.isEmpty, !newPart.isEmpty, max(oldPart.count, newPart.count) <= ListElements.searchLimit,
            let pairs = commonPart(oldPart.map { old.hash($0) }, newPart.map { new.hash($0) })
        else { return [Hunk(old: oldPart, new: newPart)] }
        var hunks: [Hunk] = []
        var (oldEnd, newEnd) = (start, start)
        for pair in pairs + [(oldPart.count, newPart.count)] {
            let hunk = Hunk(old: oldEnd..<(start + pair.old), new: newEnd..<(start + pair.new))
            if !hunk.old.isEmpty || !hunk.new.isEmpty { hunks.append(hunk) }
            (oldEnd, newEnd) = (hunk.old.upperBound + 1, hunk.new.upperBound + 1)
        }
        return hunks
    }

    /// The most insertions and removals by which lists are aligned: more of them would help nobody.
    private static let editLimit = 1_000
    /// The most comparisons that one pair of lists may take: some tenths of a second.
    private static let stepLimit = 1 << 25

    /// The longest common subsequence as pairs of positions, ascending; `nil` when it takes too many edits.
    ///
    /// Source: E. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986, https://doi.org/10.1007/BF01840446
    static func commonPart(_ old: [Int], _ new: [Int]) -> [(old: Int, new: Int)]? {
        let (oldCount, newCount) = (old.count, new.count)
        let limit = min(editLimit, oldCount + newCount, stepLimit / (oldCount + newCount + 1))
        guard abs(oldCount - newCount) <= limit else { return nil }
        // For each number of edits how far each diagonal reaches in the old list; diagonal k is at k + edits.
        var reached: [[Int]] = []
        for edits in 0...limit {
            var reach = [Int](repeating: 0, count: 2 * edits + 1)
            for diagonal in stride(from: -edits, through: edits, by: 2) {
                var position = 0
                if edits > 0 {
                    let from = origin(of: diagonal, edits: edits, before: reached[edits - 1])
                    position = reached[edits - 1][from + edits - 1] + (from < diagonal ? 1 : 0)
                }
                while position < oldCount, position - diagonal < newCount, old[position] == new[position - diagonal] {
                    position += 1
                }
                reach[diagonal + edits] = position
                if diagonal == oldCount - newCount, position >= oldCount {
                    return pairs(back: reached, edits: edits, oldCount: oldCount, newCount: newCount)
                }
            }
            reached.append(reach)
        }
        return nil
    }

    /// The diagonal from which the last edit reaches `diagonal`.
    private static func origin(of diagonal: Int, edits: Int, before: [Int]) -> Int {
        if diagonal == -edits { return diagonal + 1 }
        if diagonal == edits { return diagonal - 1 }
        return before[diagonal - 1 + edits - 1] < before[diagonal + 1 + edits - 1] ? diagonal + 1 : diagonal - 1
    }

    private static func pairs(
        back reached: [[Int]], edits: Int, oldCount: Int, newCount: Int
    ) -> [(old: Int, new: Int)] {
        var pairs: [(old: Int, new: Int)] = []
        var (oldPosition, newPosition) = (oldCount, newCount)
        for edit in stride(from: edits, through: 0, by: -1) {
            var (oldStart, newStart) = (0, 0)
            if edit > 0 {
                let from = origin(of: oldPosition - newPosition, edits: edit, before: reached[edit - 1])
                oldStart = reached[edit - 1][from + edit - 1]
                newStart = oldStart - from
            }
            while oldPosition > oldStart, newPosition > newStart {
                oldPosition -= 1
                newPosition -= 1
                pairs.append((oldPosition, newPosition))
            }
            (oldPosition, newPosition) = (oldStart, newStart)
        }
        return pairs.reversed()
    }

    /// A longest ascending subsequence of numbers that are all different, the last one first. O(n log n).
    static func longestAscending(_ numbers: [Int]) -> [Int] {
        // For each length the position of the smallest number that ends such a subsequence.
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: numbers.count)
        for (position, number) in numbers.enumerated() {
            let length = ends.partitioningIndex { numbers[$0] >= number }
            previous[position] = length > 0 ? ends[length - 1] : nil
            if length == ends.count { ends.append(position) } else { ends[length] = position }
        }
        var result: [Int] = []
        var next = ends.last
        while let position = next {
            result.append(numbers[position])
            next = previous[position]
        }
        return result
    }
}
