internal import ByteText
internal import ProtobufSchema

/// Texts with several messages, such as logs.
extension Peeler {
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
            guard other.isPayload else { continue }
            other.line = place.line
            result.others.append(other)
        }
        if result.line == nil, result.messages.count > 1 {
            // Places do not overlap, but may be parts of the result.
            let parts = Set(result.messages.map(\.content))
            result.others.removeAll { $0.messages.count == 1 && parts.contains($0.messages[0].content) }
        }
        if result.others.isEmpty, !context.isRest { result.line = nil }
    }

    /// Reads the messages that stand in JSON among other text, such as the lines of a log, and those in the rest of the text.
    ///
    /// - Parameter isBeside: Whether a message was found that is encoded. JSON beside it has to be of a likely type.
    /// - Returns: `nil` where no message is in JSON, and for a text that begins as JSON and has documents that are none.
    func documents(of text: [UInt8], isBeside: Bool, in context: Context) -> PeeledInput? {
        guard text[...].isPrintable else { return nil }
        let whole = text[...].trimmed
        let documents = WrittenMessages.documents(in: whole)
        var room = type == nil ? WrittenMessages.sizeLimit : .max
        let tried = documents.sorted.filter { document in
            room -= document.count
            return room >= 0 && document.count < whole.count
        }
        var (found, rest): ([PeeledInput], [UInt8]) = ([], text)
        var (line, end) = (1, text.startIndex)
        for document in tried.sorted(by: { $0.startIndex < $1.startIndex }) {
            line += text[end..<document.startIndex].count { $0 == 0x0A }
            end = document.startIndex
            var one = peel(Array(document), in: context.inside(searches: true))
            let isLikely = !isBeside || one.detections.allSatisfy { $0.likelyType != nil }
            guard one.layers.first?.kind == .json, isLikely else {
                if WrittenMessages.isJSON(whole), one.layers.isEmpty || !one.isPayload { return nil }
                continue
            }
            one.line = line
            found.append(one)
            for index in document.indices where text[index] != 0x0A { rest[index] = UInt8(ascii: " ") }
        }
        guard !found.isEmpty else { return nil }
        var mayHoldMore = documents.isTooMany || room < 0
        if let start = rest.firstIndex(where: { $0 > 0x20 }) {
            let line = 1 + rest[..<start].count { $0 == 0x0A }
            var inside = context
            inside.isRest = true
            let others = peel(rest, in: inside)
            mayHoldMore = mayHoldMore || others.mayHoldMore
            for var one in others.inOrder where !one.layers.isEmpty && one.isPayload {
                one.line = one.line ?? line
                found.append(one)
            }
        }
        found.sort { $0.line ?? 0 < $1.line ?? 0 }
        var result = found.removeFirst()
        if result.layers[0].kind == .json { result = result.inside(.wrapping(.label), length: text.count) }
        // A single message is shown without its line. Several are of a type each, so that the text is not read again as one.
        if found.isEmpty { result.line = nil } else { result.written = nil }
        (result.others, result.mayHoldMore) = (found, mayHoldMore)
        return result
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
        messages = parts.flatMap(\.typedMessages)
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
