internal import ProtobufSchema

/// Finds the messages that have long lists inside, so that a printer knows before the first element how many follow.
struct LongLists: WireVisitor {
    /// Where the value of a message begins, to the sizes of its long lists by field number. The message as a whole
    /// has the key 0: no message inside it begins there.
    private(set) var sizes: [Int: [Int: Int]] = [:]
    private var levels: [(key: Int, counts: [Int: Int])] = [(0, [:])]

    static func find(_ bytes: ArraySlice<UInt8>, as message: MessageDescriptor?, _ walker: WireWalker) -> LongLists {
        var lists = LongLists()
        walker.walk(bytes.span, as: message, visitor: &lists)
        lists.close()
        return lists
    }

    private mutating func close() {
        guard let level = levels.popLast() else { return }
        let long = level.counts.filter { $0.value > TreeOptions.listLimit }
        if !long.isEmpty { sizes[level.key] = long }
    }

    mutating func enter(_ field: WireField) -> Bool {
        levels[levels.count - 1].counts[field.number, default: 0] += 1
        levels.append((field.value.lowerBound, [:]))
        return true
    }

    mutating func leave(_ field: WireField) { close() }

    mutating func field(_ field: WireField) {
        levels[levels.count - 1].counts[field.number, default: 0] += 1
    }

    mutating func damage(_ damage: WireDamage) {}
}
