import ByteText

/// A text that a program wrapped: pieces of it, each in a line, one line behind the other.
///
/// Before each piece the same may stand, but for its numbers: what a log puts before lines. Other text may stand before
/// the first piece and behind the last one, in their lines and around.
struct WrappedText: Hashable {
    /// Where the pieces stand.
    private(set) var pieces: [Range<Int>]
    /// Whether the last piece may as well be a word of what follows.
    private(set) var endsInDoubt = false

    /// The pieces, each in a line by itself.
    func content(of text: ArraySlice<UInt8>) -> [UInt8] {
        var content: [UInt8] = []
        content.reserveCapacity(pieces.reduce(0) { $0 + $1.count + 1 })
        for piece in pieces {
            if !content.isEmpty { content.append(0x0A) }
            content += text[piece]
        }
        return content
    }

    /// The same and, where the last piece may be a word of what follows, the same without it.
    var endings: [WrappedText] {
        endsInDoubt && pieces.count > 1 ? [self, WrappedText(pieces: pieces.dropLast())] : [self]
    }

    /// Whether the last piece is no longer than words are, and may be one: by itself it tells nothing.
    var endsInWord: Bool { endsInDoubt && pieces[pieces.count - 1].count < Digits.solid.shortestLine }

    /// Where it stands, with what is between its pieces.
    var range: Range<Int> { pieces[0].lowerBound..<pieces[pieces.count - 1].upperBound }

    private var length: Int { pieces.reduce(0) { $0 + $1.count } }
}

// MARK: Among other text

extension WrappedText {
    /// As many texts of each kind are kept.
    private static let limit = 256

    /// The wrapped texts in a text, the longest first, and how long the longest is of those that are too many. Linear.
    static func all(in text: ArraySlice<UInt8>) -> (found: [WrappedText], longestDropped: Int) {
        let (solid, spaced) = (all(in: text, .solid), all(in: text, .spaced))
        // Digits with marks may begin with numbers that are none of them, such as the time.
        let others = spaced.found.filter { other in !solid.found.contains { $0.range.overlaps(other.range) } }
        let longestDropped = max(solid.longestDropped, spaced.longestDropped)
        return ((solid.found + others).sorted { $0.length > $1.length }, longestDropped)
    }

    /// The lines of the longest dump that stands behind what logs put before lines; `nil` when there are none.
    static func dump(in text: ArraySlice<UInt8>) -> WrappedText? {
        var best: WrappedText?
        /// Dumps that the lines so far may be, by where the offset begins.
        var open: [(prefix: ArraySlice<UInt8>, offset: Int, pieces: [Range<Int>])] = []
        func close() {
            for dump in open where dump.pieces.count > max(1, best?.pieces.count ?? 0) {
                best = WrappedText(pieces: dump.pieces)
            }
            open = []
        }
        for line in TextLines(text) where !line.isEmpty {
            let starts = wordStarts(line).compactMap { start -> (start: Int, offset: Int)? in
                HexDump.offset(line[start...]).map { (start, $0) }
            }
            for index in open.indices.reversed() {
                let next = starts.first {
                    $0.offset > open[index].offset && line[..<$0.start].hasShape(of: open[index].prefix)
                }
                if let next {
                    open[index].prefix = line[..<next.start]
                    open[index].offset = next.offset
                    open[index].pieces.append(next.start..<line.endIndex)
                } else if open.count > 1 {
                    open.remove(at: index)
                } else {
                    close()
                }
            }
            if open.isEmpty { open = starts.map { (line[..<$0.start], $0.offset, [$0.start..<line.endIndex]) } }
        }
        close()
        return best
    }

    /// Where the first words begin behind the first one.
    private static func wordStarts(_ line: ArraySlice<UInt8>) -> [Int] {
        var starts: [Int] = []
        for index in line.indices.dropFirst() where starts.count < 16 {
            if line[index - 1] <= 0x20, line[index] > 0x20 { starts.append(index) }
        }
        return starts
    }

    private static func all(
        in text: ArraySlice<UInt8>, _ digits: Digits
    ) -> (found: [WrappedText], longestDropped: Int) {
        var found: [WrappedText] = []
        var longestDropped = 0
        func drop(above count: Int) {
            guard found.count > count else { return }
            // Of those that are as long, the first.
            found.sort { ($1.length, $0.range.lowerBound) < ($0.length, $1.range.lowerBound) }
            longestDropped = max(longestDropped, found[limit].length)
            found.removeLast(found.count - limit)
        }
        var run: Run?
        for line in TextLines(text) {
            if run?.take(line) == true { continue }
            if let whole = run?.text { found.append(whole) }
            drop(above: 2 * limit)
            run = Run(line, digits)
        }
        if let whole = run?.text { found.append(whole) }
        drop(above: limit)
        return (found, longestDropped)
    }

    /// Pieces that go on where the line before ended.
    private struct Run {
        private let digits: Digits
        /// What stands before the piece in the last line.
        private var prefix: ArraySlice<UInt8>
        private let width: Int
        private var pieces: [Range<Int>]
        private var isOver = false
        private var endsInDoubt = false
        /// Empty lines between the pieces, and how many there are before the line that is looked at.
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

        /// - Returns: Whether the line belongs to the run, or is empty.
        mutating func take(_ line: ArraySlice<UInt8>) -> Bool {
            guard !isOver else { return false }
            if line.isEmpty {
                emptyLines += 1
                return true
            }
            defer { emptyLines = 0 }
            // Where some lines follow at once, an empty one ends the text.
            guard gap == nil || gap == emptyLines, emptyLines <= 1 else { return false }
            let tail = digits.tail(line)
            let before = line[..<tail.startIndex]
            let piece: ArraySlice<UInt8>
            if !tail.isEmpty, before.isEmpty || before.hasShape(of: prefix) {
                piece = tail
                prefix = before
            } else {
                piece = digits.head(line)
                isOver = true
                endsInDoubt = true
            }
            guard !piece.isEmpty, piece.count <= width || digits == .spaced && piece.count == line.count else {
                return false
            }
            if piece.count < width, digits == .solid {
                isOver = true
                endsInDoubt = true
            }
            gap = emptyLines
            pieces.append(piece.indices)
            return true
        }

        /// `nil` for a word that stands by itself.
        var text: WrappedText? {
            pieces.count >= digits.fewestLines ? WrappedText(pieces: pieces, endsInDoubt: endsInDoubt) : nil
        }
    }
}

/// How the lines of wrapped text are written.
private enum Digits {
    /// Base64 or hexadecimal digits without spaces.
    case solid
    /// Hexadecimal digits with marks in between.
    case spaced

    /// Shorter lines are hardly wrapped.
    var shortestLine: Int { self == .solid ? 16 : 20 }
    /// One line of solid digits is a word; those are looked for by themselves.
    var fewestLines: Int { self == .solid ? 2 : 1 }

    /// The digits that end the line.
    func tail(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var start = line.endIndex
        if self == .solid {
            while start > line.startIndex, line[start - 1] == UInt8(ascii: "="), line.endIndex - start < 2 {
                start -= 1
            }
        }
        while start > line.startIndex, contains(line[start - 1]) { start -= 1 }
        guard self == .spaced else { return isRule(line[start...]) ? line.suffix(0) : line[start...] }
        // What ends a word of letters is no digit.
        if start > line.startIndex, line[start - 1].isLetterOrDigit {
            while start < line.endIndex, line[start].isLetterOrDigit { start += 1 }
        }
        return valid(line[start...])
    }

    /// The digits that begin the line.
    func head(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var end = line.startIndex
        while end < line.endIndex, contains(line[end]) { end += 1 }
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
        case .spaced:
            byte.hexValue != nil || byte | 0x20 == UInt8(ascii: "x") || byte == 0x20 || byte == 0x09
                || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-")
        }
    }

    /// Hyphens that part a text, as in `-----END-----`.
    private func isRule(_ word: ArraySlice<UInt8>) -> Bool { word.hasPrefix("---") || word.hasPrefix("___") }

    /// The pairs of digits without marks around them; empty when there are others.
    private func valid(_ part: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var part = part
        while let byte = part.first, byte.hexValue == nil { part.removeFirst() }
        while let byte = part.last, byte.hexValue == nil, byte != UInt8(ascii: ",") { part.removeLast() }
        return HexDigits(part)?.whole?.isEmpty == false ? part : part.suffix(0)
    }
}
