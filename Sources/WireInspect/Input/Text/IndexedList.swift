import ByteText

/// Numbers with their places before them, or a hyphen: arrays as debuggers, `dump` of Swift and consoles print them.
///
/// `[0] = 0x0a`, `- 0 : 10`, `"0": 10`, `- 10`: what stands between the numbers does not matter, as long as it is no word.
struct IndexedList {
    private(set) var bytes: [UInt8] = []
    private(set) var damage: InputDamage?

    static func readings(_ text: ArraySlice<UInt8>) -> [TextReading] {
        guard let list = IndexedList(text) else { return [] }
        return [TextReading(kind: .numbers, pieces: [list.bytes], damage: list.damage, isCertain: true)]
    }

    /// Whether the line may be one of such a list.
    static func isLine(_ line: ArraySlice<UInt8>) -> Bool {
        guard let first = line.first, first == UInt8(ascii: "[") || first == UInt8(ascii: "-") else { return false }
        var hasNumber = false
        var index = line.startIndex
        while index < line.endIndex {
            if line[index].isLetterOrDigit {
                guard Self.number(line, &index) != nil else { return false }
                hasNumber = true
            } else {
                index += 1
            }
        }
        return hasNumber
    }

    /// - Returns: `nil` when something else stands in the text, or fewer than two numbers.
    init?(_ text: ArraySlice<UInt8>) {
        guard let first = text.first, !first.isLetterOrDigit, first < 0x80 else { return nil }
        let hasPlaces = first != UInt8(ascii: "-") || Self.hasPlace(text)
        var place = hasPlaces ? 0 : nil as Int?
        var hasMark = true
        var index = text.startIndex
        while index < text.endIndex {
            if text[index...].hasPrefix("..."), !bytes.isEmpty {
                damage = Elision(text)?.damage(known: bytes.count, layer: "number list", "print all of it")
                break
            }
            guard text[index].isLetterOrDigit else {
                guard text[index] < 0x80 else { return nil }
                if text[index] > 0x20 { hasMark = true }
                index += 1
                continue
            }
            let isNegative = index > text.startIndex && text[index - 1] == UInt8(ascii: "-")
            guard hasMark, let number = Self.number(text, &index) else { return nil }
            hasMark = false
            if let expected = place {
                // Behind each place its number.
                guard number == expected else { return nil }
                place = nil
            } else {
                guard number <= (isNegative ? 128 : 255) else { return nil }
                bytes.append(UInt8(truncatingIfNeeded: isNegative ? -number : number))
                if hasPlaces { place = bytes.count }
            }
        }
        guard bytes.count > 1, (place == nil) != hasPlaces else { return nil }
    }

    /// Whether two numbers stand in the first line.
    private static func hasPlace(_ text: ArraySlice<UInt8>) -> Bool {
        let line = text.prefix { $0 != 0x0A && $0 != 0x0D }
        return line.split { !$0.isLetterOrDigit }.count > 1
    }

    private static func number(_ text: ArraySlice<UInt8>, _ index: inout Int) -> Int? {
        var radix: UInt8 = 10
        if text[index...].hasPrefix("0x") || text[index...].hasPrefix("0X") {
            radix = 16
            index += 2
        }
        var value = 0
        let start = index
        while index < text.endIndex, text[index].isLetterOrDigit {
            guard let digit = text[index].hexValue, digit < radix, value < 1 << 40 else { return nil }
            value = value * Int(radix) + Int(digit)
            index += 1
        }
        return index > start ? value : nil
    }
}
