internal import ByteText
internal import ProtobufSchema

/// All messages in a text whose bytes are known to be written in one form; surroundings are taken off.
struct PastedPayloads {
    /// The bytes of each message or run of frames, in the order of the text.
    private(set) var pieces: [[UInt8]]
    /// The line in which each of ``pieces`` begins, from 1; empty unless there are several with other text between them.
    private(set) var lines: [Int] = []
    /// Whether the text may hold more messages.
    private(set) var mayHoldMore = false

    /// The most layers of text around text.
    private static let depthLimit = 4
    /// The shortest further message, in bytes: fewer bytes may be an id.
    private static let leastLength = 20

    private init(pieces: [[UInt8]]) { self.pieces = pieces }

    /// Takes the first reading that is messages or frames.
    ///
    /// - Returns: `nil` when the text has no undamaged bytes in this form.
    init?(_ text: [UInt8], as form: InputForm) { self.init(text, form, searches: true, depth: 0) }

    private init?(_ text: [UInt8], _ form: InputForm, searches: Bool, depth: Int) {
        var best: (payloads: PastedPayloads, isPart: Bool)?
        let readings = PastedText.readings(of: text, searches: searches)
        if readings.first?.isBlock == true, depth < Self.depthLimit {
            self.init(blocks: readings, form, searches: searches, depth: depth)
            return
        }
        for reading in readings where reading.damage == nil {
            var payloads: PastedPayloads?
            if !reading.isWrapping, reading.form == form {
                payloads = PastedPayloads(pieces: reading.pieces)
            } else if depth < Self.depthLimit {
                payloads = PastedPayloads(
                    reading.pieces[0], form, searches: searches && reading.isWrapping && reading.isCertain,
                    depth: depth + 1)
                payloads?.moveLines(by: reading.linesBefore)
            }
            guard let payloads else { continue }
            let isSound = payloads.pieces.allSatisfy { LineMessages.isMessage($0) || LineMessages.areFrames($0) }
            if best == nil || isSound { best = (payloads, reading.isPart) }
            if isSound { break }
        }
        guard let best else { return nil }
        self = best.payloads
        if best.isPart { addOthers(in: text, form) }
    }

    /// Takes the bytes in the blocks of a Markdown text: all that are messages or frames or, where none are, the first.
    private init?(blocks: [TextReading], _ form: InputForm, searches: Bool, depth: Int) {
        var found: [PastedPayloads] = []
        for block in blocks.prefix(Surroundings.blockLimit) {
            guard var payloads = PastedPayloads(block.pieces[0], form, searches: searches, depth: depth + 1) else {
                continue
            }
            if payloads.lines.isEmpty { payloads.lines = [1] }
            payloads.moveLines(by: block.linesBefore)
            found.append(payloads)
        }
        let sound = found.filter { $0.pieces.allSatisfy(Self.isMessage) }
        if !sound.isEmpty { found = sound } else { found = Array(found.prefix(1)) }
        guard let first = found.first else { return nil }
        self = first
        if found.count > 1 {
            pieces = found.flatMap(\.pieces)
            lines = found.flatMap(\.lines)
        } else if pieces.count == 1 {
            lines = []
        }
        mayHoldMore = blocks.count > Surroundings.blockLimit || found.contains(where: \.mayHoldMore)
    }

    private mutating func moveLines(by count: Int) {
        for index in lines.indices { lines[index] += count }
    }

    /// Adds the messages at other places of the text that the bytes are a piece of.
    private mutating func addOthers(in text: [UInt8], _ form: InputForm) {
        let places = PastedPlace.all(in: text[...])
        var count = LineCount(text)
        var found: [(line: Int, pieces: [[UInt8]])] = []
        var line: Int?
        for place in places.found where place.reading.form == form {
            let start = count.line(at: place.start)
            if line == nil, place.reading.pieces == pieces {
                line = start
            } else if place.reading.pieces.allSatisfy(Self.isMessage) {
                found.append((start, place.reading.pieces))
            }
        }
        mayHoldMore = places.mayBeMore
        // Places do not overlap, so that only where these are none by themselves their parts may be.
        if line == nil, pieces.count > 1 { found.removeAll { $0.pieces.count == 1 && pieces.contains($0.pieces[0]) } }
        guard !found.isEmpty else { return }
        let own = (line: line ?? 1, pieces: pieces)
        found.insert(own, at: found.firstIndex { own.line < $0.line } ?? found.count)
        pieces = found.flatMap(\.pieces)
        lines = found.map(\.line)
    }

    /// Whether the bytes are frames or a message, and not likely something else such as an id.
    private static func isMessage(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= leastLength else { return false }
        let content = bytes[...]
        return LineMessages.areFrames(bytes) || PayloadGuess(content.span, 0..<bytes.count).reading == .message
    }
}
