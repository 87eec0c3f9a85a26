import ByteText

/// A text that a program wrapped into lines: the pieces of the text, one in each line.
///
/// Each line may begin with the prefix of a log, which differs in its numbers only. The first and the last line may hold
/// other text, too.
struct WrappedText: Hashable {
    let pieces: [Range<Int>]
    /// Whether the last piece may be a word of the text that follows.
    var endsInDoubt = false

    /// The pieces, each on its own line.
    func content(of text: ArraySlice<UInt8>) -> [UInt8] {
        var content: [UInt8] = []
        content.reserveCapacity(pieces.reduce(0) { $0 + $1.count + 1 })
        for piece in pieces {
            if !content.isEmpty { content.append(0x0A) }
            content += text[piece]
        }
        return content
    }

    /// This text and, where its last piece may be a word of the text that follows, the text without that piece.
    var endings: [WrappedText] {
        endsInDoubt && pieces.count > 1 ? [self, WrappedText(pieces: pieces.dropLast())] : [self]
    }

    /// Whether the last piece may be a word and is as short as one, so that it is no message of its own.
    var endsInWord: Bool { endsInDoubt && pieces[pieces.count - 1].count < Digits.solid.shortestLine }

    /// From the first piece to the last one, with the text between the pieces.
    var range: Range<Int> { pieces[0].lowerBound..<pieces[pieces.count - 1].upperBound }

    var length: Int { pieces.reduce(0) { $0 + $1.count } }
}

// MARK: Among other text

extension WrappedText {
    /// Finds the wrapped texts in a text, the longest first. Linear.
    ///
    /// - Returns: The texts, and whether there are more than are kept.
    static func all(in text: ArraySlice<UInt8>) -> (found: [WrappedText], isTooMany: Bool) {
        var found = LongestPieces<WrappedText>(shortest: 1)
        for digits in [Digits.dump, .solid, .spaced] {
            func add(_ run: Run?) {
                if let whole = run?.text { found.add(whole, length: whole.length, start: whole.range.lowerBound) }
            }
            var run: Run?
            for line in TextLines(text) {
                if run?.take(line) == true { continue }
                add(run)
                run = Run(line, digits)
            }
            add(run)
        }
        return (found.sorted, found.isTooMany)
    }

    /// The pieces of one text, line by line.
    private struct Run {
        private let digits: Digits
        /// The text before the piece in the last line.
        private var prefix: ArraySlice<UInt8>
        private let width: Int
        private var pieces: [Range<Int>]
        /// Set by the last line.
        private var endsInDoubt = false
        /// Whether the last line is a `*`.
        private var endsInRepeat = false
        /// The number of empty lines between the pieces, and before the current line.
        private var gap: Int?
        private var emptyLines = 0

        /// A run that begins in the line; `nil` when the line does not end with digits.
        init?(_ line: ArraySlice<UInt8>, _ digits: Digits) {
            let tail = digits.tail(line)
            guard tail.count >= digits.shortestLine else { return nil }
            self.digits = digits
            prefix = line[..<tail.startIndex]
            width = tail.count
            pieces = [tail.indices]
        }

        /// Adds the piece in the next line.
        ///
        /// - Returns: False when the text has ended before this line.
        mutating func take(_ line: ArraySlice<UInt8>) -> Bool {
            guard !endsInDoubt else { return false }
            if line.isEmpty {
                emptyLines += 1
                return true
            }
            defer { emptyLines = 0 }
            // Where some lines follow at once, an empty one ends the text.
            guard gap == nil || gap == emptyLines, emptyLines <= 1 else { return false }
            let tail = digits.tail(line)
            // Another dump begins.
            if digits == .dump, DumpLine(tail)?.isFirst ?? false { return false }
            let before = line[..<tail.startIndex]
            let piece: ArraySlice<UInt8>
            if let mark = repeatMark(line) {
                piece = mark
                endsInRepeat = !endsInRepeat
            } else if !tail.isEmpty, before.isEmpty || before.hasShape(of: prefix) {
                piece = tail
                prefix = before
                endsInRepeat = false
            } else {
                piece = digits.head(line)
                // Behind a dump, nothing is taken.
                endsInDoubt = digits != .dump
            }
            guard !piece.isEmpty, piece.count <= width || digits != .solid && piece.count == line.count else {
                return false
            }
            if piece.count < width, digits == .solid { endsInDoubt = true }
            gap = emptyLines
            pieces.append(piece.indices)
            return true
        }

        /// The `*` that a dump has for lines that repeat or, behind that, the last offset, which stands alone.
        private func repeatMark(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
            let start = line.lastIndex { $0 <= 0x20 }.map { $0 + 1 } ?? line.startIndex
            guard digits != .solid, let mark = DumpLine(line[start...]),
                endsInRepeat ? digits == .dump && !mark.isRepeat && mark.rest.isEmpty : mark.isRepeat
            else { return nil }
            let before = line[..<start].trimmed
            // Below lines that begin with `*`, as those of comments do, it is an empty line.
            let isBare = before.isEmpty && !prefix.contains(UInt8(ascii: "*"))
            return isBare || before.hasShape(of: prefix.trimmed) ? line[start...] : nil
        }

        /// The text so far; `nil` for a single word.
        var text: WrappedText? {
            pieces.count >= digits.fewestLines ? WrappedText(pieces: pieces, endsInDoubt: endsInDoubt) : nil
        }
    }
}

/// The notations of wrapped text.
private enum Digits {
    /// Base64 or hexadecimal digits without spaces.
    case solid
    /// Hexadecimal digits with marks in between.
    case spaced
    /// Lines of a dump with offsets.
    case dump

    /// The shortest first line of a wrapped text, in characters.
    var shortestLine: Int { self == .solid ? 16 : 20 }
    /// One line of solid digits is a word, which is looked for by itself, and one line of a dump tells no offsets.
    var fewestLines: Int { self == .spaced ? 1 : 2 }

    /// The digits that end the line.
    func tail(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        if self == .dump { return dumpLine(at: line) }
        let padding = self == .solid ? line.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count : 0
        var start = line.dropLast(padding).lastIndex { !contains($0) }.map { $0 + 1 } ?? line.startIndex
        guard self == .spaced else { return isRule(line[start...]) ? line.suffix(0) : line[start...] }
        // What ends a word of letters is no digit.
        if start > line.startIndex, line[start - 1].isLetterOrDigit {
            while start < line.endIndex, line[start].isLetterOrDigit { start += 1 }
        }
        return valid(line[start...])
    }

    /// The digits that begin the line.
    func head(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        if self == .dump { return line.prefix(0) }
        var end = line.prefix(while: contains).endIndex
        guard self == .spaced else {
            let digits = line[..<(end + line[end...].prefix(2).prefix { $0 == UInt8(ascii: "=") }.count)]
            return isRule(digits) ? line.prefix(0) : digits
        }
        if end < line.endIndex, line[end].isLetterOrDigit {
            while end > line.startIndex, line[end - 1].isLetterOrDigit { end -= 1 }
        }
        return valid(line[..<end])
    }

    private func contains(_ byte: UInt8) -> Bool {
        switch self {
        case .solid: byte.base64Value != nil
        case .spaced, .dump:
            byte.hexValue != nil || byte | 0x20 == UInt8(ascii: "x") || byte == 0x20 || byte == 0x09
                || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-")
        }
    }

    /// The line of a dump that the line ends with, behind at most 16 words; empty where there is none.
    private func dumpLine(at line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let starts = line.indices.lazy.filter { line[$0] > 0x20 && ($0 == line.startIndex || line[$0 - 1] <= 0x20) }
        for start in starts.prefix(16) {
            guard let dump = DumpLine(line[start...]),
                let columns = DumpColumns(dump.rest, count: nil, limit: HexDump.lineLimit), !columns.straight.isEmpty
            else { continue }
            return line[start...]
        }
        return line.suffix(0)
    }

    /// Whether the word is a rule such as `-----END-----`.
    private func isRule(_ word: ArraySlice<UInt8>) -> Bool { word.hasPrefix("---") || word.hasPrefix("___") }

    /// The pairs of digits without the separators around them; empty when the part has anything else.
    private func valid(_ part: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var part = part
        while let byte = part.first, byte.hexValue == nil { part.removeFirst() }
        while let byte = part.last, byte.hexValue == nil, byte != UInt8(ascii: ",") { part.removeLast() }
        return HexDigits(part)?.whole?.isEmpty == false ? part : part.suffix(0)
    }
}
