/// Texts that hold the bytes of several messages, as logs do.
extension Peeler {
    /// Fewer bytes that no type explains are not believed where others are found.
    private static let leastLength = 20

    /// Takes apart what else was written down in a text that a result was found in.
    ///
    /// - Parameter form: What it is written in; `nil` for any.
    func addOthers(
        to result: inout PeeledInput, in text: [UInt8], as form: InputForm? = nil, level: Int,
        _ room: inout InflationRoom
    ) {
        guard case .wrapping(let surroundings) = result.layers.first?.kind, surroundings.isText else { return }
        var lines = LineCount(text)
        let places = PastedPlace.all(in: text[...])
        result.mayHoldMore = places.mayBeMore
        for place in places.found where form == nil || place.reading.form == form {
            let line = lines.line(at: place.start)
            var other = open(place.reading, place.text, level: level + 1, searches: false, &room)
            if result.line == nil, other.messages.map(\.content) == result.messages.map(\.content) {
                result.line = line
                continue
            }
            guard Self.isBelieved(other) else { continue }
            other.line = line
            result.others.append(other)
        }
        if result.line == nil, result.messages.count > 1 {
            // Places do not overlap, so that only here they may be parts of the result.
            let parts = Set(result.messages.map(\.content))
            result.others.removeAll { $0.messages.count == 1 && parts.contains($0.messages[0].content) }
        }
        if result.others.isEmpty { result.line = nil }
    }

    /// Whether messages that stand beside others are some.
    private static func isBelieved(_ other: PeeledInput) -> Bool {
        isKnown(other) || isSound(other) && other.detection.length >= leastLength
    }

    /// Takes the blocks of a Markdown text apart: those that hold messages, or the first one where none does.
    ///
    /// - Parameters:
    ///   - blocks: At least one.
    ///   - form: What the messages are written in; `nil` for any.
    func blocks(
        _ blocks: [TextReading], _ text: [UInt8], as form: InputForm? = nil, level: Int, searches: Bool,
        _ room: inout InflationRoom
    ) -> PeeledInput {
        var parts: [PeeledInput] = []
        for block in blocks.prefix(Surroundings.blockLimit) {
            var part = open(block, text, level: level, searches: searches, &room)
            part.line = part.line ?? block.linesBefore + 1
            parts.append(part)
        }
        let isWanted = parts.map { part in
            Self.isBelieved(part) && (form == nil || part.layers.contains { $0.kind.form == form })
        }
        let first = isWanted.firstIndex(of: true) ?? parts.firstIndex { !$0.isText } ?? 0
        var result = parts[first]
        result.mayHoldMore = blocks.count > parts.count || parts.contains(where: \.mayHoldMore)
        for (index, part) in parts.enumerated() where index != first {
            if isWanted[index] {
                result.others += part.inOrder
            } else if form == nil, !part.isText {
                // Bytes that are damaged, or nothing that is known.
                result.mayHoldMore = true
            }
        }
        result.others.sort { $0.line ?? 0 < $1.line ?? 0 }
        if result.others.isEmpty { result.line = nil }
        return result
    }
}

extension InputLayer.Kind {
    /// What text is asked for by, that such a layer is.
    fileprivate var form: InputForm? {
        switch self {
        case .hex, .numbers, .escaped, .percent: .hex
        case .base64: .base64
        default: nil
        }
    }
}

extension PeeledInput {
    /// What was found in text that follows so many lines.
    mutating func moveLines(by count: Int) {
        line = line.map { $0 + count }
        for index in others.indices { others[index].moveLines(by: count) }
    }

    /// Takes the others for further messages of this one, in the order of the text. Each keeps its type.
    package mutating func joinOthers() {
        guard !others.isEmpty else { return }
        let parts = inOrder
        messages = parts.flatMap { part in
            part.messages.map { message in
                var message = message
                message.detection = message.detection ?? part.detection
                return message
            }
        }
        damage = parts.flatMap(\.damage)
        (others, line, stream) = ([], nil, [])
        shareType()
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
struct LineCount {
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
