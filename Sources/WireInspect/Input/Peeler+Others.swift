/// Texts with the bytes of several messages, such as logs.
extension Peeler {
    /// Bytes that are enough for a message which no type explains, beside other messages.
    private static let leastLength = 20

    /// Takes apart the other bytes that are written down in the text of a result.
    ///
    /// - Parameter form: The form of the bytes; `nil` for any.
    func addOthers(to result: inout PeeledInput, from text: [UInt8], as form: InputForm? = nil, in context: Context) {
        guard result.layers.first?.kind.surroundings?.isText ?? false else { return }
        let places = PastedPlace.all(in: text[...])
        result.mayHoldMore = places.mayBeMore
        for place in places.found where form == nil || place.reading.form == form {
            var other = open(place.reading, of: place.text, in: context.inside())
            if result.line == nil, other.messages.map(\.content) == result.messages.map(\.content) {
                result.line = place.line
                continue
            }
            let isMessage = Self.isKnown(other) || Self.isSound(other) && other.detection.length >= Self.leastLength
            guard isMessage else { continue }
            other.line = place.line
            result.others.append(other)
        }
        if result.line == nil, result.messages.count > 1 {
            // Places do not overlap, but may be parts of the result.
            let parts = Set(result.messages.map(\.content))
            result.others.removeAll { $0.messages.count == 1 && parts.contains($0.messages[0].content) }
        }
        if result.others.isEmpty { result.line = nil }
    }
}

extension PeeledInput {
    /// Counts the lines from the start of a text that has more lines before.
    mutating func moveLines(by count: Int) {
        line = line.map { $0 + count }
        for index in others.indices { others[index].moveLines(by: count) }
    }

    /// Moves the messages of the others into this input, in the order of the text. Each keeps its type.
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

    /// This input and the others, in the order of the text.
    public var inOrder: [PeeledInput] {
        var parts = others
        var own = self
        own.others = []
        let position = parts.firstIndex { line ?? 0 < $0.line ?? 0 } ?? parts.count
        parts.insert(own, at: position)
        return parts
    }
}
