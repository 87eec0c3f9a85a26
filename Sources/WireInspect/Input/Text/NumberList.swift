import ByteText

/// Numbers from -128 to 255, as programs print arrays: `[10, 79]`, `{0x0a, 79}`, `[10 79]`.
struct NumberList {
    private(set) var bytes: [UInt8] = []
    private(set) var damage: InputDamage?
    /// Whether the numbers are written as in an array of a programming language: in brackets, separated by commas, without zeros
    /// before them.
    private(set) var isArray = false

    var reading: TextReading {
        TextReading(kind: .numbers, pieces: [bytes], damage: damage, isCertain: isArray || bytes.count >= 8)
    }

    /// - Returns: `nil` when something else stands in the text, or nothing.
    init?(_ text: ArraySlice<UInt8>) {
        var body = text
        while body.count > 2, let inside = body.inside(["[]", "{}", "()"]) { body = inside }
        let isEnclosed = body.count < text.count
        bytes.reserveCapacity(text.count / 4)
        var (hasNegative, hasLarge) = (false, false)
        var hasComma = false
        var hasLeadingZero = false
        var index = body.startIndex
        while index < body.endIndex {
            let byte = body[index]
            if byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") {
                if byte == UInt8(ascii: ",") { hasComma = true }
                index += 1
                continue
            }
            if let end = body.endOfComment(at: index) {
                index = end
                continue
            }
            if body[index...].hasPrefix("...") || body[index...].hasPrefix("…") {
                damage = Elision(text)?.damage(known: bytes.count, layer: "number list")
                break
            }
            let start = index
            guard let value = Self.number(body, &index) else { return nil }
            if index - start > 1, body[start] == UInt8(ascii: "0") { hasLeadingZero = true }
            if value < 0 { hasNegative = true }
            if value > 127 { hasLarge = true }
            bytes.append(UInt8(truncatingIfNeeded: value))
            guard index == body.endIndex || body[index] <= 0x20 || ",;/".utf8.contains(body[index]) else { return nil }
        }
        // Numbers in a row without brackets or commas are as likely hexadecimal digits, or a table.
        guard isEnclosed || hasComma || bytes.count >= 8, !hasNegative || !hasLarge, !bytes.isEmpty else { return nil }
        isArray = isEnclosed && hasComma && !hasLeadingZero
    }

    /// A number that fits into a byte, signed or not.
    private static func number(_ text: ArraySlice<UInt8>, _ index: inout Int) -> Int? {
        let isNegative = text[index] == UInt8(ascii: "-")
        if isNegative { index += 1 }
        let isHexadecimal = text[index...].hasPrefix("0x") || text[index...].hasPrefix("0X")
        if isHexadecimal { index += 2 }
        let start = index
        let radix = isHexadecimal ? 16 : 10
        var value = 0
        while index < text.endIndex, let digit = text[index].hexValue, digit < radix {
            value = value * radix + Int(digit)
            guard value <= 255 else { return nil }
            index += 1
        }
        guard index > start, !isNegative || value <= 128 else { return nil }
        return isNegative ? -value : value
    }
}
