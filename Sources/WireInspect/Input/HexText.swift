/// Bytes written as hexadecimal text, in the forms that people paste.
///
/// Read are digits with or without spaces, line breaks, commas, colons, `0x` and `\x`; `<0a1b 2c>` and
/// `{length = 3, bytes = 0x0a1b2c}` as Apple's `Data` and `NSData` describe themselves; and dumps with an offset column:
/// `xxd`, `hexdump -C`, `od -t x1`, Wireshark.
public struct HexText: Hashable, Sendable {
    /// Who may have written it.
    public enum Style: String, Hashable, Sendable {
        case plain
        /// `<0a1b 2c>`, or with `length` and `bytes`.
        case data = "NSData"
        /// Lines with an offset column.
        case dump
        case xxd
        case hexdump = "hexdump -C"
    }

    public private(set) var bytes: [UInt8]
    public private(set) var style: Style
    /// What the text lacks: half a byte, or bytes that its writer left out.
    public private(set) var damage: InputDamage?

    /// - Returns: `nil` when the text is not hexadecimal, or has less than one byte.
    public init?(_ text: [UInt8]) {
        guard text.contains(where: { hexValue($0) != nil }) else { return nil }
        if let dump = Self.dump(text) {
            self = dump
        } else if let data = Self.described(text) {
            self = data
        } else {
            guard let plain = Self.digits(text[...], style: .plain) else { return nil }
            self = plain
        }
        guard !bytes.isEmpty else { return nil }
    }

    private init(_ bytes: [UInt8], _ style: Style, _ damage: InputDamage? = nil) {
        self.bytes = bytes
        self.style = style
        self.damage = damage
    }

    // MARK: Digits

    /// Digits in pairs, whatever stands between them. A digit on its own is a byte only behind `0x`.
    private static func digits(_ text: ArraySlice<UInt8>, style: Style) -> HexText? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        var high: (value: UInt8, offset: Int)?
        var isShort = false
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            let next = index + 1 < text.endIndex ? text[index + 1] | 0x20 : 0
            if high == nil, next == UInt8(ascii: "x"), byte == UInt8(ascii: "0") || byte == UInt8(ascii: "\\") {
                isShort = true
                index += 2
            } else if let value = hexValue(byte) {
                if let first = high {
                    bytes.append(first.value << 4 | value)
                    high = nil
                    isShort = false
                } else {
                    high = (value, index)
                }
                index += 1
            } else if isSeparator(byte) {
                if let first = high, isShort {
                    bytes.append(first.value)
                    high = nil
                }
                isShort = false
                // Line breaks may fall between the two digits of a byte, other marks may not.
                if high != nil, byte != 0x0A, byte != 0x0D { return nil }
                index += 1
            } else {
                return nil
            }
        }
        guard let rest = high else { return HexText(bytes, style) }
        if isShort { return HexText(bytes + [rest.value], style) }
        return HexText(
            bytes, style,
            InputDamage(
                "odd_hex_digits", offset: rest.offset, layer: "hex text",
                "the last byte has one digit only; the text was cut when it was copied"))
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D: true
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "-"), UInt8(ascii: "["),
            UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "("), UInt8(ascii: ")"),
            UInt8(ascii: "\""), UInt8(ascii: "'"):
            true
        default: false
        }
    }

    // MARK: Descriptions of data values

    /// `<0a1b 2c>` and `{length = 3, bytes = 0x0a1b2c}`.
    private static func described(_ text: [UInt8]) -> HexText? {
        let trimmed = trim(text[...])
        guard let first = trimmed.first, let last = trimmed.last else { return nil }
        if first == UInt8(ascii: "<"), last == UInt8(ascii: ">") {
            return digits(trimmed.dropFirst().dropLast(), style: .data)
        }
        let key = Array("bytes = 0x".utf8)
        guard first == UInt8(ascii: "{"), last == UInt8(ascii: "}"), let start = find(key, in: trimmed) else {
            return nil
        }
        let body = trimmed[(start + key.count)...].dropLast()
        let dots = Array("...".utf8)
        guard let gap = find(dots, in: body) else { return digits(body, style: .data) }
        // Long data is described by its first and last bytes only; what follows the gap cannot be placed.
        guard var result = digits(trim(body[..<gap]), style: .data) else { return nil }
        result.damage = InputDamage(
            "elided_bytes", offset: gap, layer: "hex text",
            "the description leaves out the middle of the data; print all of it with "
                + "`map { String(format: \"%02x\", $0) }.joined()`")
        return result
    }

    private static func trim(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text
        while let byte = text.first, byte <= 0x20 { text.removeFirst() }
        while let byte = text.last, byte <= 0x20 { text.removeLast() }
        return text
    }

    private static func find(_ pattern: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
        guard text.count >= pattern.count else { return nil }
        return (text.startIndex...(text.endIndex - pattern.count)).first {
            text[$0..<($0 + pattern.count)].elementsEqual(pattern)
        }
    }

    // MARK: Dumps

    /// Lines that begin with the offset of their first byte.
    private static func dump(_ text: [UInt8]) -> HexText? {
        let lines = text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
            .map { trim($0) }.filter { !$0.isEmpty }
        for radix in [16, 8] {
            var reader = DumpReader(radix: radix)
            guard lines.allSatisfy({ reader.read($0) }), reader.isConvincing else { continue }
            return HexText(reader.bytes, reader.style)
        }
        return nil
    }
}

/// Reads a dump line by line, and checks each offset against the bytes so far.
private struct DumpReader {
    let radix: Int
    var bytes: [UInt8] = []
    var style = HexText.Style.dump
    private var previous: ArraySlice<UInt8> = []
    private var repeats = false
    private var lines = 0

    init(radix: Int) {
        self.radix = radix
    }

    /// One line alone could as well be digits of which the first happen to be zeros, unless it has marks of a dump.
    var isConvincing: Bool { lines > 1 || (lines == 1 && style != .dump) }

    /// Takes one line, without spaces around it. False when it cannot be part of a dump.
    mutating func read(_ line: ArraySlice<UInt8>) -> Bool {
        if line.elementsEqual([UInt8(ascii: "*")]) {
            repeats = !previous.isEmpty
            return repeats
        }
        let column = line.prefix { hexValue($0) != nil }
        guard column.count >= 4, column.count <= 16, let offset = number(column) else { return false }
        var rest = line[column.endIndex...]
        if repeats, offset > bytes.count, offset <= Self.repeatLimit {
            while bytes.count + previous.count <= offset { bytes.append(contentsOf: previous) }
        }
        repeats = false
        guard offset == bytes.count else { return false }
        if rest.first == UInt8(ascii: ":") {
            style = .xxd
            rest = rest.dropFirst()
        }
        guard rest.isEmpty || rest.first == 0x20 || rest.first == 0x09 else { return false }
        if rest.contains(UInt8(ascii: "|")) { style = .hexdump }
        let start = bytes.count
        guard readDigits(rest) else { return false }
        previous = bytes[start...]
        lines += 1
        return true
    }

    /// A `*` is believed up to offset 64 MiB: more would let a few characters take any amount of memory.
    private static let repeatLimit = 64 << 20
    /// `xxd -c` allows 256 bytes in a line.
    private static let lineLimit = 256

    private func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for digit in digits {
            guard let part = hexValue(digit), Int(part) < radix else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: radix)
            guard !overflow, product < Int(Int32.max) - 16 else { return nil }
            value = product + Int(part)
        }
        return value
    }

    /// The digits of a line, up to the column of characters.
    private mutating func readDigits(_ text: ArraySlice<UInt8>) -> Bool {
        var index = text.startIndex
        var count = 0
        while index < text.endIndex {
            var gap = 0
            while index < text.endIndex, text[index] == 0x20 || text[index] == 0x09 {
                gap += 1
                index += 1
            }
            // The column of characters: behind two spaces in xxd, a bar in hexdump, three spaces in Wireshark.
            if index == text.endIndex || text[index] == UInt8(ascii: "|") { return true }
            if count > 0, gap >= (style == .xxd ? 2 : 3) { return true }
            if style == .dump, count == 16, gap >= 2 { return true }
            let group = text[index...].prefix { $0 != 0x20 && $0 != 0x09 }
            guard group.count.isMultiple(of: 2), count + group.count / 2 <= Self.lineLimit else { return false }
            for position in stride(from: group.startIndex, to: group.endIndex, by: 2) {
                guard let high = hexValue(group[position]), let low = hexValue(group[position + 1]) else {
                    return false
                }
                bytes.append(high << 4 | low)
                count += 1
            }
            index = group.endIndex
        }
        return true
    }
}

/// The value of a hexadecimal digit in ASCII.
func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
}
