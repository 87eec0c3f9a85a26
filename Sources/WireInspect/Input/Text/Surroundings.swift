internal import ByteText

/// The kinds of text around bytes that were copied together with them.
public enum Surroundings: String, Hashable, Sendable {
    /// The text is UTF-16.
    case utf16 = "UTF-16 text"
    /// The text begins with a byte order mark.
    case byteOrderMark = "text with a byte order mark"
    /// Lines begin with `>`, as in an answered e-mail.
    case quoteMarks = "quoted lines"
    /// The text is a fenced block of Markdown.
    case fence = "a fenced block"
    /// The text is in quotes.
    case quotes = "a quoted string"
    /// The text is a declaration in a programming language.
    case declaration = "a declaration"
    /// A label stands before the text, as in a log.
    case label = "text with a label"
    /// The head of an HTTP message stands before the body.
    case httpHead = "an HTTP head"
    /// A dump stands among other lines.
    case otherLines = "text with a dump in it"
    /// Bytes stand among other text.
    case otherText = "text with bytes in it"
}

extension Surroundings {
    /// Whether the bytes are a piece of other text, which may hold more bytes.
    var isText: Bool {
        switch self {
        case .quotes, .declaration, .label, .otherLines, .otherText: true
        case .utf16, .byteOrderMark, .quoteMarks, .fence, .httpHead: false
        }
    }

    /// Takes off `> ` before each line, as mail programs quote.
    static func quoted(_ text: [UInt8]) -> TextReading? {
        let mark = UInt8(ascii: ">")
        guard text.first(where: { $0 > 0x20 }) == mark else { return nil }
        var inner: [UInt8] = []
        for line in TextLines(text[...]) {
            guard line.isEmpty || line.first == mark else { return nil }
            inner += line.dropFirst()
            inner.append(0x0A)
        }
        return TextReading(kind: .wrapping(.quoteMarks), pieces: [inner], isCertain: true)
    }

    /// Takes the only block of a text out that stands between lines of three backticks or more. Several blocks are searched
    /// as other text is.
    static func fenced(_ text: [UInt8]) -> TextReading? {
        guard text.firstIndex(of: "```".utf8) != nil else { return nil }
        let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(where: isFence) else { return nil }
        let body = lines[(start + 1)...].prefix { !isFence($0) }
        guard !body.isEmpty, !lines[body.endIndex...].dropFirst().contains(where: isFence) else { return nil }
        let block = Array(body.joined(separator: [0x0A]))
        return TextReading(
            kind: .wrapping(.fence), pieces: [block], isCertain: true,
            leftOut: max(0, TextCost.bits(text[...]) - TextCost.bits(block[...])), linesBefore: start + 1)
    }

    private static func isFence(_ line: ArraySlice<UInt8>) -> Bool { line.trimmed.hasPrefix("```") }

    // MARK: Pieces

    /// The most pieces of each kind that are tried.
    private static let trialLimit = 16
    /// Shorter words are ordinary words.
    private static let shortestPiece = 16

    /// Finds the likeliest pieces of a text that are bytes, at most one of each kind. Pieces of credentials are none: by
    /// themselves they would not be known as such.
    static func excerpts(of text: ArraySlice<UInt8>) -> [TextReading] {
        let credentials = Credentials.ranges(in: text)
        var readings: [TextReading] = []
        func add(_ pieces: [ArraySlice<UInt8>], as kind: Surroundings, limit: Int = trialLimit) {
            let others = pieces.lazy.filter { !credentials.hold($0.indices) }
            let promising = others.prefix(limit).first { $0.count < text.count && PastedText.isPromising($0) }
            guard let piece = promising else { return }
            let around = TextCost.bits(text[..<piece.startIndex]) + TextCost.bits(text[piece.endIndex...])
            readings.append(TextReading(kind: .wrapping(kind), pieces: [Array(piece)], leftOut: around))
        }
        add(dumpLines(text), as: .otherLines)
        let (strings, brackets) = enclosed(text)
        add(strings.sorted, as: .quotes)
        add(brackets.sorted, as: .declaration)
        add(labelled(text), as: .label)
        // Before words: those may be pieces of it.
        readings += wrapped(text, outside: credentials)
        add(words(text).sorted, as: .otherText, limit: 1)
        return readings
    }

    /// The longest text that lines hold pieces of; also without its last piece if that may be a word of what follows.
    static func wrapped(_ text: ArraySlice<UInt8>, outside credentials: [Range<Int>]) -> [TextReading] {
        let found = WrappedText.all(in: text).found.lazy.filter { !$0.pieces.allSatisfy(credentials.hold) }
        for wrapped in found.prefix(trialLimit) {
            let readings = wrapped.endings.compactMap { wrapped -> TextReading? in
                let content = wrapped.content(of: text)
                guard !content.isEmpty, content.count < text.count, PastedText.isPromising(content[...]) else {
                    return nil
                }
                // A word behind the last line is no message of its own.
                if wrapped.endsInWord, PastedText.direct(content[...]).contains(where: { $0.pieces.count > 1 }) {
                    return nil
                }
                return TextReading(
                    kind: .wrapping(.otherText), pieces: [content],
                    leftOut: max(0, TextCost.bits(text) - TextCost.bits(content[...])))
            }
            if !readings.isEmpty { return readings }
        }
        return []
    }

    /// Takes the longest of several dumps out that stand behind one another.
    static func dump(in text: ArraySlice<UInt8>) -> [TextReading] {
        dumpLines(text).filter { $0.count < text.count && PastedText.isPromising($0) }
            .map { TextReading(kind: .wrapping(.otherLines), pieces: [Array($0)], isCertain: true) }
    }

    /// The longest run of lines that look like those of one dump.
    private static func dumpLines(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var best = text[..<text.startIndex]
        var run = best
        for line in TextLines(text) {
            let isMark = !line.isEmpty && Elision.markLength(line) == line.count
            let dump = DumpLine(line)
            if dump != nil || !run.isEmpty && isMark {
                run = run.isEmpty || dump?.isFirst ?? false ? line : text[run.startIndex..<line.endIndex]
                if run.count > best.count { best = run }
            } else if !line.isEmpty {
                run = text[..<text.startIndex]
            }
        }
        return best.isEmpty ? [] : [best]
    }

    /// Brackets nested more deeply are forgotten.
    private static let depthLimit = 1000

    /// Strings with their quotes, and brackets with what is in them.
    static func enclosed(
        _ text: ArraySlice<UInt8>, shortest: Int = 5
    ) -> (strings: LongestPieces<ArraySlice<UInt8>>, brackets: LongestPieces<ArraySlice<UInt8>>) {
        var strings = LongestPieces<ArraySlice<UInt8>>(shortest: shortest)
        var brackets = strings
        var unclosed: Set<UInt8> = []
        var open: [(index: Int, byte: UInt8)] = []
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                // One in the middle of a word is an apostrophe; `b'`, `X'` and the like begin strings.
                let word = text[..<index].suffix(3).reversed().prefix(while: \.isIdentifierPart).count
                guard !unclosed.contains(byte), word <= 2 else { break }
                guard let end = EscapedText.literals(text[index...], unclosed: &unclosed)?.end else { break }
                let string = text[(index - word)..<end]
                // One without prefix and escapes is what is in it.
                let isPlain =
                    word == 0 && !string.contains(UInt8(ascii: "\\")) && !string.dropFirst().dropLast().contains(byte)
                strings.add(isPlain ? string.dropFirst().dropLast() : string)
                index = end - 1
            case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "<"):
                // `{`, `[` and `<` close two places behind in ASCII, `(` one.
                if open.count == depthLimit { open.removeAll() }
                open.append((index, byte == UInt8(ascii: "(") ? byte + 1 : byte + 2))
            case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: ">"):
                if open.last?.byte == byte, let start = open.popLast()?.index { brackets.add(text[start...index]) }
            default: break
            }
            index += 1
        }
        return (strings, brackets)
    }

    /// The texts behind `name:` and `name=`.
    private static func labelled(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        for index in text.indices.dropFirst().dropLast() where pieces.count < trialLimit {
            guard text[index] == UInt8(ascii: ":") || text[index] == UInt8(ascii: "=") else { continue }
            let rest = text[(index + 1)...].trimmed
            if rest.count >= shortestPiece / 4, text[index - 1] > 0x20 { pieces.append(rest) }
        }
        return pieces
    }

    /// The longest words of digits and letters.
    static func words(
        _ text: ArraySlice<UInt8>, shortest: Int = shortestPiece
    ) -> LongestPieces<ArraySlice<UInt8>> {
        var pieces = LongestPieces<ArraySlice<UInt8>>(shortest: shortest)
        var index = text.startIndex
        while index < text.endIndex {
            let word = text[index...].prefix { $0.isIdentifierPart || [0x2B, 0x2D, 0x2F, 0x25, 0x5C].contains($0) }
            // The padding of base64 belongs to it, and so does what tells that it was shortened.
            let padding = text[word.endIndex...].prefix(2).prefix { $0 == 0x3D }
            if !word.isEmpty {
                pieces.add(text[word.startIndex..<(padding.endIndex + Elision.markLength(text[padding.endIndex...]))])
            }
            index = word.endIndex + 1
        }
        return pieces
    }
}

extension [Range<Int>] {
    /// Whether one of the ranges, which are in order, holds all of a piece.
    func hold(_ piece: Range<Int>) -> Bool {
        let index = partitioningIndex { $0.upperBound >= piece.upperBound }
        return index < count && self[index].lowerBound <= piece.lowerBound
    }
}

struct LongestPieces<Piece> {
    /// The number of pieces that are kept.
    private var limit: Int { 1024 }
    private let shortest: Int
    private var pieces: [(length: Int, start: Int, piece: Piece)] = []
    /// Whether there are more pieces than are kept.
    private(set) var isTooMany = false

    /// - Parameter shortest: Shorter pieces do not count.
    init(shortest: Int) { self.shortest = shortest }

    mutating func add(_ piece: Piece, length: Int, start: Int) {
        guard length >= shortest else { return }
        pieces.append((length, start, piece))
        if pieces.count > limit { isTooMany = true }
        if pieces.count == 2 * limit { keepLongest() }
    }

    private mutating func keepLongest() {
        pieces.sort { ($1.length, $0.start) < ($0.length, $1.start) }
        pieces.removeLast(max(0, pieces.count - limit))
    }

    /// The longest first, and of those that are as long the first.
    var sorted: [Piece] {
        var longest = self
        longest.keepLongest()
        return longest.pieces.map(\.piece)
    }
}

extension LongestPieces<ArraySlice<UInt8>> {
    mutating func add(_ piece: ArraySlice<UInt8>) { add(piece, length: piece.count, start: piece.startIndex) }
}
