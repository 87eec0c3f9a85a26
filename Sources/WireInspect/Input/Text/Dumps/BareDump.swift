internal import ByteText

/// Dumps without offsets, as `od -An` writes them: groups of octal or hexadecimal digits, each as long as the others, and
/// characters in columns.
///
/// Nothing but the groups themselves says in which order their bytes are, and where they end.
enum BareDump {
    static func readings(_ text: ArraySlice<UInt8>) -> [TextReading] {
        groups(text) ?? characters(text)
    }

    /// Bytes of a group by its hexadecimal digits.
    private static let hexSizes = [4: 2, 8: 4, 16: 8]
    /// Fewer bytes in octal groups may be numbers of any kind.
    private static let fewestBytes = 8
    /// Of so many digits that are random or decimal some are 8 or 9.
    private static let octalEvidence = 96

    /// `nil` when the text does not consist of groups.
    private static func groups(_ text: ArraySlice<UInt8>) -> [TextReading]? {
        let width = text.prefix { $0 > 0x20 }.count
        let isOctal = DumpUnits.octalSizes[width] != nil
        guard let size = DumpUnits.octalSizes[width] ?? hexSizes[width], text.count > width else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity((text.count / (width + 1) + 1) * size)
        var (hasZero, hasOther) = (false, false)
        var index = text.startIndex
        while index < text.endIndex {
            let group = text[index...].prefix { $0 > 0x20 }
            let parsed = isOctal ? DumpUnits.octal(group) : DumpUnits.hex.bytes(group)?.first
            guard group.count == width, let parsed, parsed.count == size else { return nil }
            bytes += parsed.reversed()
            if group.first == UInt8(ascii: "0") { hasZero = true } else { hasOther = true }
            index = text[group.endIndex...].firstIndex { $0 > 0x20 } ?? text.endIndex
        }
        guard !isOctal || bytes.count >= fewestBytes else { return [] }
        let digits = bytes.count / size * width
        // The last group may be filled up with zeros; no message ends with a tag of zero.
        let filling = (0..<size).first { count in
            bytes.suffix(count).allSatisfy { $0 == 0 } && isMessage(count == 0 ? bytes : bytes.dropLast(count))
        }
        bytes.removeLast(filling ?? 0)
        return [
            TextReading(
                kind: .hex(isOctal ? .octal : .words), pieces: [bytes],
                isCertain: isOctal ? digits >= octalEvidence && hasZero && hasOther : bytes.count >= 8)
        ]
    }

    private static func isMessage(_ bytes: [UInt8]) -> Bool {
        LineMessages.isMessage(bytes) || LineMessages.areFrames(bytes)
    }

    /// Four columns for each byte, of which the first is empty.
    private static func characters(_ text: ArraySlice<UInt8>) -> [TextReading] {
        guard text.count > 4 else { return [] }
        var width = 0
        for line in CellLines(text) {
            // The spaces before a first character may be lost.
            guard line.count <= 4 * HexDump.lineLimit,
                stride(from: line.endIndex - 4, through: line.startIndex, by: -4).allSatisfy({ line[$0] == 0x20 })
            else { return [] }
            width = max(width, (line.count + 3) / 4)
        }
        var bytes: [UInt8] = []
        for line in CellLines(text) {
            let cells = [UInt8](repeating: 0x20, count: (4 - line.count % 4) % 4) + line
            let isLast = line.endIndex == text.endIndex
            guard let part = DumpUnits.characters(cells[...], count: isLast ? cells.count / 4 : width) else {
                return []
            }
            bytes += part
        }
        return [TextReading(kind: .hex(.characters), pieces: [bytes])]
    }

    /// The lines of a text as they are, but for empty ones.
    private struct CellLines: Sequence, IteratorProtocol {
        private var rest: ArraySlice<UInt8>

        init(_ text: ArraySlice<UInt8>) { rest = text }

        mutating func next() -> ArraySlice<UInt8>? {
            guard let start = rest.firstIndex(where: { $0 != 0x0A && $0 != 0x0D }) else { return nil }
            let line = rest[start...].prefix { $0 != 0x0A && $0 != 0x0D }
            rest = rest[line.endIndex...]
            return line
        }
    }
}
