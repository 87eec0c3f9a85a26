import ByteText

/// Dumps: lines that begin with the offset of their first byte, and may end with its bytes as characters.
///
/// Offsets may be hexadecimal, octal or decimal and begin anywhere; they say how many bytes a line has, and the
/// characters say in which order. So neither is taken for data, whatever stands in it.
enum HexDump {
    /// `xxd -c` allows 256 bytes in a line.
    static let lineLimit = 256

    static func readings(_ text: ArraySlice<UInt8>) -> [TextReading] {
        guard let first = text.firstIndex(where: { $0 > 0x20 }) else { return [] }
        let beginning = text[first...].prefix { $0 != 0x0A && $0 != 0x0D }
        if isLine(beginning) {
            var lines: [DumpLine] = []
            var gap: (line: Int, offset: Int)?
            for part in TextLines(text) where !part.isEmpty {
                if let line = DumpLine(part) {
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
    static func isLine(_ line: ArraySlice<UInt8>) -> Bool { DumpLine(line) != nil }

    /// The offset that the line begins with, if bytes follow it; whatever radix it has, it grows.
    static func offset(_ line: ArraySlice<UInt8>) -> Int? {
        guard let line = DumpLine(line), !line.rest.isEmpty else { return nil }
        return line.offset(16)
    }

    /// Whether the line stands so far behind the start of its line that it may show the same bytes as the line before
    /// again, in another form: `od -t x1c`.
    static func isContinuation(_ line: ArraySlice<UInt8>, in text: ArraySlice<UInt8>) -> Bool {
        let before = text[..<line.startIndex].suffix(8)
        return before.count == 8 && before.allSatisfy { $0 == 0x20 }
    }

    // MARK: With offsets

    private static func numbered(_ lines: [DumpLine]) -> [TextReading] {
        guard lines.first?.isRepeat == false else { return [] }
        for units in DumpUnits.allCases {
            // Spaces at the end of a line of characters are lost, and numbers tell by their count alone how many bytes they
            // have, so that the smallest count that holds them is right.
            for radix in units == .characters || units == .decimalWords ? [8, 10, 16] : [16, 8, 10] {
                var dump = DumpContent(units: units)
                guard let offsets = offsets(lines, radix), dump.read(lines, offsets), dump.isConvincing else {
                    continue
                }
                return dump.readings(from: offsets[0])
            }
        }
        return []
    }

    /// What the offsets say; zero where a line repeats. They have to grow.
    private static func offsets(_ lines: [DumpLine], _ radix: Int) -> [Int]? {
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

    // MARK: Without offsets

    /// Bytes in a line without an offset. Where they end is tried word by word.
    private static let unnumberedLimit = 1024

    /// Lines whose bytes stand beside them as characters.
    private static func unnumbered(_ text: ArraySlice<UInt8>, _ beginning: ArraySlice<UInt8>) -> [TextReading] {
        guard let first = DumpColumns(beginning.trimmed, .hex, count: nil, limit: unnumberedLimit),
            first.characters != nil
        else { return [] }
        var bytes: [UInt8] = []
        for line in text.filledLines {
            guard let columns = DumpColumns(line, .hex, count: nil, limit: unnumberedLimit),
                let characters = columns.characters, characters.show(columns.straight)
            else { return [] }
            bytes += columns.straight
        }
        return [TextReading(kind: .hex(.dump), pieces: [bytes], isCertain: true)]
    }
}
