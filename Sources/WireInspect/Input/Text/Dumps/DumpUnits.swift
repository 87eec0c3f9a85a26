internal import ByteText

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
