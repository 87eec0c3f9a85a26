import ByteText

/// Dumps of bytes in hexadecimal digits: lines that begin with the offset of their first byte, and may end with its bytes
/// as characters. Written by xxd, hexdump, `od -t x1`, Wireshark, tcpdump, gdb and lldb.
///
/// Offsets may be hexadecimal, octal or decimal and begin anywhere; they say how many bytes a line has, and the
/// characters say in which order. So neither is taken for data, whatever stands in it.
enum HexDump {
    /// `xxd -c` allows 256 bytes in a line.
    static let lineLimit = 256

    /// - Parameter repeats: The bytes that `*` may stand for from here on.
    static func readings(_ text: ArraySlice<UInt8>, repeats: inout Int) -> [TextReading] {
        guard let first = text.firstIndex(where: { $0 > 0x20 }) else { return [] }
        let beginning = text[first...].prefix { $0 != 0x0A && $0 != 0x0D }
        guard DumpLine(beginning) != nil else { return withoutOffsets(text, beginning) }
        var lines: [DumpLine] = []
        // What follows a mark cannot be read in place, and a `*` has to be followed by an offset.
        var mark: ArraySlice<UInt8>?
        for part in TextLines(text) where !part.isEmpty {
            if let line = DumpLine(part) {
                lines.append(line)
                mark = line.isRepeat ? part : nil
            } else if Elision.markLength(part) == part.count {
                mark = part
                break
            } else {
                return []
            }
        }
        if areBinary(lines) {
            let damage = InputDamage(
                reason: "binary_digits", offset: first - text.startIndex, layer: "hex text",
                message: "the dump has binary digits (xxd -b), which are not read; write it in hexadecimal (xxd)")
            return [TextReading(kind: .hex, pieces: [[]], damage: damage, isCertain: true)]
        }
        if mark != nil, lines.last?.isRepeat == true { lines.removeLast() }
        let readings = withOffsets(lines, &repeats).map { $0.elided(by: mark, in: text) }
        return readings.isEmpty && lines.dropFirst().contains(where: \.isFirst) ? Surroundings.dump(in: text) : readings
    }

    /// Whether the first line has a group of eight binary digits for each byte up to the next offset.
    private static func areBinary(_ lines: [DumpLine]) -> Bool {
        guard lines.count > 1, let start = lines[0].offset(radix: 16), let next = lines[1].offset(radix: 16),
            next > start
        else { return false }
        let groups = lines[0].rest.split(separator: 0x20).prefix(next - start)
        return groups.count == next - start
            && groups.allSatisfy { $0.count == 8 && $0.allSatisfy { $0 | 1 == UInt8(ascii: "1") } }
    }

    private static func withOffsets(_ lines: [DumpLine], _ repeats: inout Int) -> [TextReading] {
        guard lines.first?.isRepeat == false else { return [] }
        for radix in [16, 8, 10] {
            guard let offsets = offsets(of: lines, radix: radix),
                let dump = DumpContent(lines, offsets: offsets, repeats: &repeats)
            else { continue }
            return dump.readings
        }
        return []
    }

    /// The offsets of the lines, which have to grow; zero for a `*`.
    private static func offsets(of lines: [DumpLine], radix: Int) -> [Int]? {
        var offsets: [Int] = []
        offsets.reserveCapacity(lines.count)
        var last = -1
        for line in lines {
            if line.isRepeat {
                offsets.append(0)
                continue
            }
            guard let offset = line.offset(radix: radix), offset > last else { return nil }
            offsets.append(offset)
            last = offset
        }
        return offsets
    }

    /// Bytes in a line without an offset. Where they end is tried word by word.
    private static let unnumberedLimit = 1024

    /// Lines whose bytes stand beside them as characters, as traces of gRPC's core library have them.
    private static func withoutOffsets(_ text: ArraySlice<UInt8>, _ beginning: ArraySlice<UInt8>) -> [TextReading] {
        guard let first = DumpColumns(beginning.trimmed, count: nil, limit: unnumberedLimit), first.characters != nil
        else { return [] }
        var bytes: [UInt8] = []
        var mark: ArraySlice<UInt8>?
        for line in TextLines(text) where !line.isEmpty {
            if DumpLine(line)?.isRepeat == true {
                mark = line
                break
            }
            guard let columns = DumpColumns(line, count: nil, limit: unnumberedLimit),
                columns.characters?.shows(columns.straight) == true
            else { return [] }
            bytes += columns.straight
        }
        return [TextReading(kind: .hex, pieces: [bytes], isCertain: true).elided(by: mark, in: text)]
    }
}

extension TextReading {
    /// This reading with the damage that a mark in the text, if there is one, stands for.
    fileprivate func elided(by mark: ArraySlice<UInt8>?, in text: ArraySlice<UInt8>) -> TextReading {
        var reading = self
        reading.damage = mark.flatMap { Elision($0, of: text) }?.damage(known: pieces[0].count, layer: "hex text")
        return reading
    }
}
