import ByteText

/// Dumps: lines that begin with the offset of their first byte, and may end with its bytes as characters.
///
/// Offsets may be hexadecimal, octal or decimal and begin anywhere; they say how many bytes a line has, and the
/// characters say in which order. So neither is taken for data, whatever stands in it.
struct HexDump {
    static func readings(_ text: ArraySlice<UInt8>) -> [TextReading] {
        guard let first = text.firstIndex(where: { $0 > 0x20 }) else { return [] }
        let beginning = text[first...].prefix { $0 != 0x0A && $0 != 0x0D }
        if isLine(beginning) {
            var lines: [Line] = []
            var gap: (line: Int, offset: Int)?
            for part in TextLines(text) where !part.isEmpty {
                if let line = Line(part) {
                    lines.append(line)
                } else if gap == nil, Elision.length(part) == part.count {
                    gap = (lines.count, part.startIndex - text.startIndex)
                } else if !isContinuation(part, in: text) {
                    return []
                }
            }
            guard let gap else { return numbered(lines) }
            let ending = numbered(Array(lines[gap.line...])).first?.pieces[0] ?? []
            return numbered(Array(lines[..<gap.line])).map { reading in
                var reading = reading
                reading.ending = ending
                reading.damage = Elision.damage(
                    at: gap.offset, known: reading.pieces[0].count, ending: ending.count, layer: "hex text")
                return reading
            }
        }
        return unnumbered(text, beginning)
    }

    /// Whether the line may be one of a dump with offsets.
    static func isLine(_ line: ArraySlice<UInt8>) -> Bool { Line(line) != nil }

    /// The offset that the line begins with, if bytes follow it; whatever radix it has, it grows.
    static func offset(_ line: ArraySlice<UInt8>) -> Int? {
        guard let line = Line(line), !line.rest.isEmpty else { return nil }
        return line.offset(16)
    }

    /// Whether the line stands so far behind the start of its line that it may show the same bytes as the line before
    /// again, in another form: `od -t x1c`.
    static func isContinuation(_ line: ArraySlice<UInt8>, in text: ArraySlice<UInt8>) -> Bool {
        let before = text[..<line.startIndex].suffix(8)
        return before.count == 8 && before.allSatisfy { $0 == 0x20 }
    }

    // MARK: With offsets

    private static func numbered(_ lines: [Line]) -> [TextReading] {
        guard lines.first?.isRepeat == false else { return [] }
        for units in DumpUnits.allCases {
            // Spaces at the end of a line of characters are lost, and numbers tell by their count alone how many bytes they
            // have, so that the smallest count that holds them is right.
            for radix in units == .characters || units == .decimalWords ? [8, 10, 16] : [16, 8, 10] {
                var dump = HexDump(units: units)
                guard let offsets = offsets(lines, radix), dump.read(lines, offsets), dump.isConvincing else {
                    continue
                }
                return dump.readings(from: offsets[0])
            }
        }
        return []
    }

    /// What the offsets say; zero where a line repeats. They have to grow.
    private static func offsets(_ lines: [Line], _ radix: Int) -> [Int]? {
        var offsets: [Int] = []
        offsets.reserveCapacity(lines.count)
        var last = -1
        for line in lines {
            if line.isRepeat {
                offsets.append(0)
                continue
            }
            guard let offset = line.offset(radix), offset > last else { return nil }
            offsets.append(offset)
            last = offset
        }
        return offsets
    }

    private let units: DumpUnits
    /// The bytes as written, and with those of each group in the other order.
    private var straight: [UInt8] = []
    private var swapped: [UInt8] = []
    private var usual = 0
    private var lineCount = 0
    /// Marks that only dumps have: a colon behind the offset, characters that are those of the bytes.
    private var hasColon = false
    private var hasBars = false
    private var hasCharacters = false
    /// What the characters say about the order of bytes.
    private var isStraight = false
    private var isSwapped = false
    private var hasWords = false

    private init(units: DumpUnits) { self.units = units }

    /// One line alone could as well be digits of which the first happen to be zeros, unless it has marks of a dump.
    private var isConvincing: Bool {
        !straight.isEmpty && (lineCount > 1 || hasColon || hasBars || hasCharacters)
    }

    /// A `*` is believed up to 64 MiB: more would let a few characters take any amount of memory.
    private static let repeatLimit = 64 << 20
    /// `xxd -c` allows 256 bytes in a line.
    static let lineLimit = 256

    private mutating func read(_ lines: [Line], _ offsets: [Int]) -> Bool {
        lineCount = lines.count
        for (index, line) in lines.enumerated() {
            if line.isRepeat {
                guard index > 0, index + 1 < lines.count, !lines[index - 1].isRepeat,
                    fill(upTo: offsets[index + 1] - offsets[0])
                else { return false }
                continue
            }
            guard offsets[index] - offsets[0] == straight.count else { return false }
            hasColon = hasColon || line.hasColon
            // The last offset stands alone, and says where the data ends.
            if line.rest.isEmpty { return index == lines.count - 1 && index > 0 }
            let next = index + 1 < lines.count && !lines[index + 1].isRepeat ? offsets[index + 1] : nil
            guard read(line, count: next.map { $0 - offsets[index] }, isLast: index + 2 >= lines.count) else {
                return false
            }
        }
        return true
    }

    /// Repeats the last line.
    private mutating func fill(upTo end: Int) -> Bool {
        guard usual > 0, end <= Self.repeatLimit else { return false }
        let (last, lastSwapped) = (straight.suffix(usual), swapped.suffix(usual))
        while straight.count + usual <= end {
            straight += last
            swapped += lastSwapped
        }
        return straight.count == end
    }

    private mutating func read(_ line: Line, count: Int?, isLast: Bool) -> Bool {
        guard count.map({ $0 <= Self.lineLimit }) ?? true else { return false }
        let start = straight.count
        if units == .characters || units == .decimalWords {
            guard let count else { return false }
            let bytes =
                units == .characters
                ? DumpUnits.characters(line.rest, count: count)
                : DumpUnits.decimalWords(line.rest, count: count, isLast: isLast)
            guard let bytes else { return false }
            straight += bytes
            swapped += bytes
            usual = max(usual, bytes.count)
            return true
        }
        guard let columns = Columns(line.rest, units, count: count, limit: Self.lineLimit) else { return false }
        straight += columns.straight
        swapped += columns.swapped
        hasBars = hasBars || columns.hasBars
        hasWords = hasWords || columns.hasWords
        if let characters = columns.characters {
            let (isStraight, isSwapped) = (characters.show(columns.straight), characters.show(columns.swapped))
            hasCharacters = hasCharacters || isStraight || isSwapped
            self.isStraight = self.isStraight || isStraight && !isSwapped
            self.isSwapped = self.isSwapped || isSwapped && !isStraight
        }
        if let count {
            // The last word is filled up with zeros.
            let excess = straight.count - start - count
            guard excess == 0 || excess > 0 && excess < 8 && isLast && hasWords else { return false }
            if excess > 0 {
                let fillsStraight = straight.suffix(excess).allSatisfy { $0 == 0 }
                let fillsSwapped = swapped.suffix(excess).allSatisfy { $0 == 0 }
                guard fillsStraight || fillsSwapped else { return false }
                straight.removeLast(excess)
                swapped.removeLast(excess)
                isSwapped = isSwapped || !fillsStraight
                isStraight = isStraight || !fillsSwapped
            }
        }
        usual = max(usual, straight.count - start)
        return straight.count - start <= Self.lineLimit
    }

    /// The bytes in the likelier order and, where nothing tells, in the other.
    private func readings(from offset: Int) -> [TextReading] {
        let style: HexText.Style =
            switch units {
            case .hex: hasBars ? .hexdump : hasColon ? .xxd : .dump
            case .bits: .bits
            case .octal: .octal
            case .decimals, .decimalWords: .decimal
            case .characters: .characters
            }
        // Tables of numbers may begin with one that grows; offsets begin with zero.
        let isCertain = units != .decimalWords || offset == 0
        let one = TextReading(kind: .hex(style), pieces: [straight], isCertain: isCertain)
        let other = TextReading(kind: .hex(units == .hex ? .words : style), pieces: [swapped], isCertain: true)
        if straight == swapped || isStraight && !isSwapped { return [one] }
        if isSwapped && !isStraight { return [other] }
        // Programs that put a colon behind the offset write groups of bytes; those that do not write words.
        return hasColon ? [one, other] : [other, one]
    }

    // MARK: Without offsets

    /// Bytes in a line without an offset. Where they end is tried word by word.
    private static let unnumberedLimit = 1024

    /// Lines whose bytes stand beside them as characters.
    private static func unnumbered(_ text: ArraySlice<UInt8>, _ beginning: ArraySlice<UInt8>) -> [TextReading] {
        guard let first = Columns(beginning.trimmed, .hex, count: nil, limit: unnumberedLimit), first.characters != nil
        else { return [] }
        var bytes: [UInt8] = []
        for line in text.filledLines {
            guard let columns = Columns(line, .hex, count: nil, limit: unnumberedLimit),
                let characters = columns.characters, characters.show(columns.straight)
            else { return [] }
            bytes += columns.straight
        }
        return [TextReading(kind: .hex(.dump), pieces: [bytes], isCertain: true)]
    }
}

extension HexDump {
    /// A line apart from its offset.
    private struct Line {
        /// `*`: the line before again, as often as it takes.
        var isRepeat = false
        var digits: ArraySlice<UInt8> = []
        /// `0x` stands before the offset.
        var isHexadecimal = false
        var hasColon = false
        /// What follows the offset.
        var rest: ArraySlice<UInt8> = []

        /// - Parameter line: Without white space at its ends.
        init?(_ line: ArraySlice<UInt8>) {
            var line = line
            if let cells = Self.cells(line) {
                hasColon = true
                line = cells
            }
            if line.elementsEqual([UInt8(ascii: "*")]) {
                isRepeat = true
                return
            }
            rest = line
            if rest.hasPrefix("0x") || rest.hasPrefix("0X") {
                isHexadecimal = true
                rest = rest.dropFirst(2)
            }
            // WinDbg parts long addresses with a back quote.
            digits = rest.prefix { $0.hexValue != nil || $0 == UInt8(ascii: "`") }
            guard digits.count >= (isHexadecimal ? 1 : 4), digits.count <= 17 else { return nil }
            rest = rest[digits.endIndex...]
            if rest.hasPrefix(" <"), let end = rest.firstIndex(of: UInt8(ascii: ">")) {
                // gdb names what stands there.
                rest = rest[(end + 1)...]
            }
            if rest.first == UInt8(ascii: ":") {
                hasColon = true
                rest = rest.dropFirst()
            } else if isHexadecimal {
                return nil
            }
            guard rest.isEmpty || rest.first == 0x20 || rest.first == 0x09 else { return nil }
        }

        /// The offset and the bytes of a line of a table, as Netty and hexyl draw them; without the characters.
        private static func cells(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
            guard line.hasPrefix("|") || line.hasPrefix("│") else { return nil }
            var cells: [UInt8] = []
            var bars = 0
            for scalar in String(decoding: line.prefix(lineLimit * 8), as: UTF8.self).unicodeScalars {
                switch scalar {
                case "|", "│":
                    bars += 1
                    guard bars < 3 else { return cells[...].trimmed }
                    cells.append(0x20)
                case "┊": cells.append(0x20)
                default:
                    guard scalar.isASCII else { return nil }
                    cells.append(UInt8(scalar.value))
                }
            }
            return nil
        }

        func offset(_ radix: Int) -> Int? {
            if isHexadecimal, radix != 16 { return nil }
            var value = 0
            for digit in digits where digit != UInt8(ascii: "`") {
                guard let part = digit.hexValue, Int(part) < radix else { return nil }
                let (product, overflow) = value.multipliedReportingOverflow(by: radix)
                guard !overflow, product < Int.max - 16 else { return nil }
                value = product + Int(part)
            }
            return value
        }
    }

    /// The bytes of a line and its characters.
    private struct Columns {
        var straight: [UInt8] = []
        var swapped: [UInt8] = []
        var hasWords = false
        /// `|` or `>` begins the characters.
        var hasBars = false
        var characters: Characters?

        /// - Parameter count: How many bytes the line has, if that is known; words may have some more.
        init?(_ text: ArraySlice<UInt8>, _ units: DumpUnits, count: Int?, limit: Int) {
            var index = text.startIndex
            while index < text.endIndex {
                var gap = 0
                while index < text.endIndex, text[index] == 0x20 || text[index] == 0x09 {
                    gap += text[index] == 0x09 ? 8 : 1
                    index += 1
                }
                guard index < text.endIndex else { break }
                let rest = text[index...]
                if !straight.isEmpty {
                    let rivals = Characters.candidates(rest)
                    let found = rivals.first { $0.show(straight) || $0.show(swapped) }
                    if count == nil, gap > 1 || rivals.count > 1, let found {
                        characters = found
                    } else if let count, straight.count >= count, gap > 1 || found != nil {
                        characters = found ?? rivals[0]
                    }
                    if characters != nil {
                        hasBars = rest.first == UInt8(ascii: "|") && rest.last == UInt8(ascii: "|") && rivals.count > 1
                        break
                    }
                }
                let word = rest.prefix { $0 != 0x20 && $0 != 0x09 }
                guard let groups = units.bytes(word), straight.count + groups.joined().count <= limit else {
                    // Characters of another kind than those that are known.
                    if count == nil, !straight.isEmpty, gap > 1 { break }
                    return nil
                }
                for group in groups {
                    straight += group
                    swapped += group.reversed()
                    if group.count > 1 { hasWords = true }
                }
                index = word.endIndex
            }
        }
    }

    /// Bytes as characters, those that cannot be shown as something else.
    private struct Characters {
        let text: ArraySlice<UInt8>

        /// The text as it is, and what stands between bars, angles or quotes if it does.
        static func candidates(_ text: ArraySlice<UInt8>) -> [Characters] {
            let pairs: [[UInt8]] = [Array("||".utf8), Array("><".utf8), Array("''".utf8), Array("\"\"".utf8)]
            guard let first = text.first, let last = text.last, text.count > 1, pairs.contains([first, last]) else {
                return [Characters(text: text)]
            }
            return [Characters(text: text), Characters(text: text.dropFirst().dropLast())]
        }

        /// Whether the characters can be those of the bytes. Spaces at both ends may have been lost.
        func show(_ bytes: [UInt8]) -> Bool {
            var bytes = bytes[...]
            while bytes.first == 0x20, text.first != 0x20 { bytes.removeFirst() }
            for byte in text where byte & 0xC0 != 0x80 {
                guard let shown = bytes.popFirst() else { return false }
                if shown >= 0x20, shown < 0x7F, byte != shown { return false }
                // A byte that cannot be shown is not shown as a letter or digit.
                if shown < 0x20 || shown == 0x7F, byte > 0x20, byte < 0x7F, byte != 0x2E, byte != 0x5F { return false }
            }
            return bytes.allSatisfy { $0 == 0x20 }
        }
    }
}

/// How the bytes of a dump are written.
enum DumpUnits: CaseIterable {
    /// Bytes, or groups of some, in hexadecimal digits; `0x` may stand before them.
    case hex
    /// Eight binary digits: `xxd -b`.
    case bits
    /// Three octal digits for a byte, six for two and so on: `od -b`, `od`.
    case octal
    /// Decimal numbers: `x/db` of gdb.
    case decimals
    /// Decimal numbers of several bytes each, the least significant first: `od -d`, `od -i`, `hexdump -d`.
    case decimalWords
    /// `od -c`, `hexdump -c`.
    case characters

    /// The groups of bytes in a word; `nil` when it is none.
    func bytes(_ word: ArraySlice<UInt8>) -> [[UInt8]]? {
        switch self {
        case .hex:
            // WinDbg parts the halves of a line with a hyphen.
            let parts = word.split(separator: UInt8(ascii: "-"))
            var groups: [[UInt8]] = []
            for part in parts {
                let digits = part.hasPrefix("0x") ? part.dropFirst(2) : part
                guard digits.count.isMultiple(of: 2), !digits.isEmpty else { return nil }
                var group: [UInt8] = []
                for index in stride(from: digits.startIndex, to: digits.endIndex, by: 2) {
                    guard let high = digits[index].hexValue, let low = digits[index + 1].hexValue else { return nil }
                    group.append(high << 4 | low)
                }
                groups.append(group)
            }
            return groups.isEmpty ? nil : groups
        case .bits: return Self.number(word, digits: 8, radix: 2).map { [[UInt8($0)]] }
        case .octal: return Self.octal(word).map { [$0] }
        case .decimals:
            guard let list = NumberList([UInt8(ascii: "[")] + word + [UInt8(ascii: "]")]) else { return nil }
            return list.bytes.count == 1 ? [list.bytes] : nil
        case .decimalWords, .characters: return nil
        }
    }

    /// How many bytes an octal number of so many digits has.
    static let octalSizes = [3: 1, 6: 2, 11: 4, 22: 8]

    /// The bytes of an octal number with all its digits, the most significant first; their count follows from that of the
    /// digits.
    static func octal(_ word: ArraySlice<UInt8>) -> [UInt8]? {
        guard let size = octalSizes[word.count] else { return nil }
        var value: UInt64 = 0
        for byte in word {
            guard let digit = byte.hexValue, digit < 8, value >> 61 == 0 else { return nil }
            value = value << 3 | UInt64(digit)
        }
        guard size == 8 || value >> UInt64(8 * size) == 0 else { return nil }
        return (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }

    /// As many bytes as the numbers have to be, the least significant of each first; the last number of a dump may be
    /// filled up with zeros.
    static func decimalWords(_ text: ArraySlice<UInt8>, count: Int, isLast: Bool) -> [UInt8]? {
        let words = text.split { $0 == 0x20 || $0 == 0x09 }
        guard let size = [2, 4, 8].first(where: { (count + $0 - 1) / $0 == words.count }) else { return nil }
        var bytes: [UInt8] = []
        for word in words {
            let digits = String(decoding: word, as: UTF8.self)
            guard let value = UInt64(digits) ?? Int64(digits).map({ UInt64(bitPattern: $0) }) else { return nil }
            // What does not fit is zero, or the sign.
            let rest = size == 8 ? 0 : Int64(bitPattern: value) >> Int64(8 * size - 1)
            guard -1...1 ~= rest else { return nil }
            for index in 0..<size { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index))) }
        }
        let filling = bytes[count...]
        guard filling.isEmpty || isLast && filling.allSatisfy({ $0 == 0 }) else { return nil }
        return Array(bytes[..<count])
    }

    private static func number(_ word: ArraySlice<UInt8>, digits: Int, radix: Int) -> Int? {
        guard word.count == digits else { return nil }
        var value = 0
        for byte in word {
            guard let digit = byte.hexValue, digit < radix else { return nil }
            value = value * radix + Int(digit)
        }
        return value
    }

    /// Four columns for each byte: a character, an escape, or three octal digits.
    static func characters(_ text: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
        guard text.count <= 4 * count else { return nil }
        var bytes: [UInt8] = []
        for start in stride(from: text.startIndex, to: text.endIndex, by: 4) {
            let cell = text[start..<min(start + 4, text.endIndex)]
            let word = cell.drop { $0 == 0x20 }
            switch word.count {
            case 0: bytes.append(0x20)
            case 1: bytes.append(word[word.startIndex])
            case 2:
                let escapes: [UInt8: UInt8] = [
                    0x30: 0, 0x61: 7, 0x62: 8, 0x74: 9, 0x6E: 10, 0x76: 11, 0x66: 12, 0x72: 13,
                ]
                guard word.first == UInt8(ascii: "\\"), let byte = word.last.flatMap({ escapes[$0] }) else {
                    return nil
                }
                bytes.append(byte)
            default:
                guard let value = number(word, digits: 3, radix: 8), value <= 255 else { return nil }
                bytes.append(UInt8(value))
            }
        }
        // Spaces at the end of a line are lost.
        return bytes + [UInt8](repeating: 0x20, count: count - bytes.count)
    }
}
