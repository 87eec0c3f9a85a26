/// Numbers of streams of a connection that were seen: few ranges, as clients count them up.
struct StreamNumbers {
    /// The lowest ranges become one when there are more.
    private static let limit = 256

    /// Halves of the numbers, which are all odd; in order, and none beside the next.
    private var ranges: [ClosedRange<UInt32>] = []

    func contains(_ number: UInt32) -> Bool {
        let half = number >> 1
        let index = index(of: half)
        return index < ranges.count && ranges[index].contains(half)
    }

    mutating func insert(_ number: UInt32) {
        let half = number >> 1
        if let last = ranges.last, half == last.upperBound + 1 {
            ranges[ranges.count - 1] = last.lowerBound...half
            return
        }
        let index = index(of: half)
        if index < ranges.count, ranges[index].contains(half) { return }
        ranges.insert(half...half, at: index)
        join(index)
        if index > 0 { join(index - 1) }
        if ranges.count > Self.limit {
            ranges.replaceSubrange(...1, with: [ranges[0].lowerBound...ranges[1].upperBound])
        }
    }

    /// Makes one of a range and the next, if they are beside each other.
    private mutating func join(_ index: Int) {
        guard index + 1 < ranges.count, ranges[index].upperBound + 1 == ranges[index + 1].lowerBound else { return }
        ranges.replaceSubrange(index...(index + 1), with: [ranges[index].lowerBound...ranges[index + 1].upperBound])
    }

    /// The first range that does not end before a number.
    private func index(of half: UInt32) -> Int {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < half { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
