/// Texts that hold the bytes of several messages, as logs do.
extension Peeler {
    /// Fewer bytes that no type explains are not believed where others are found.
    private static let leastLength = 20

    /// Takes apart what else was written down in a text that a result was found in.
    func addOthers(to result: inout PeeledInput, in text: [UInt8], level: Int, _ room: inout InflationRoom) {
        guard case .wrapping(let surroundings) = result.layers.first?.kind, surroundings.isText else { return }
        var lines = LineCount(text)
        for place in PastedPlace.all(in: text[...]) {
            let line = lines.line(at: place.start)
            var other = open(place.reading, place.text, level: level + 1, searches: false, &room)
            if result.line == nil, other.messages.map(\.content) == result.messages.map(\.content) {
                result.line = line
                continue
            }
            let isPart =
                result.messages.count > 1 && result.messages.contains { other.messages.map(\.content) == [$0.content] }
            guard !isPart, Self.isKnown(other) || Self.isSound(other) && other.detection.length >= Self.leastLength
            else {
                continue
            }
            other.line = line
            result.others.append(other)
        }
        if result.others.isEmpty { result.line = nil }
    }
}

extension PeeledInput {
    /// What was found in text that follows so many lines.
    mutating func moveLines(by count: Int) {
        line = line.map { $0 + count }
        for index in others.indices { others[index].moveLines(by: count) }
    }

    /// This and the others, in the order of the text.
    public var inOrder: [PeeledInput] {
        var parts = others
        var own = self
        own.others = []
        let position = parts.firstIndex { line ?? 0 < $0.line ?? 0 } ?? parts.count
        parts.insert(own, at: position)
        return parts
    }
}

/// Counts the lines of a text up to places that follow each other.
private struct LineCount {
    private let text: [UInt8]
    private var end = 0
    private var count = 1

    init(_ text: [UInt8]) { self.text = text }

    mutating func line(at offset: Int) -> Int {
        count += text[end..<max(end, offset)].count { $0 == 0x0A }
        end = max(end, offset)
        return count
    }
}
