import ByteText

/// Bytes written as base64 or base64url text.
///
/// Line breaks and spaces may stand anywhere, padding may be missing, and mixing the two alphabets is refused. Behind
/// padding more may follow: grpc-web-text pads each chunk by itself.
///
/// Sources: https://datatracker.ietf.org/doc/html/rfc4648 (sections 4 and 5),
/// https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-WEB.md
struct Base64Text {
    let bytes: [UInt8]
    /// Whether the text has `-` or `_`, the digits of base64url.
    private(set) var isURLSafe = false
    /// Set when one digit is left at the end, whose six bits are not a byte.
    private(set) var damage: InputDamage?

    /// - Returns: `nil` when the text is not base64, or stands for no byte.
    init?(_ text: ArraySlice<UInt8>) {
        var decoder = Base64Decoder()
        var isStandard = false
        var last = 0
        for index in text.indices {
            let byte = text[index]
            if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { continue }
            guard decoder.take(byte, canGoOn: true) else { return nil }
            if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") { isURLSafe = true }
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/") { isStandard = true }
            last = index - text.startIndex
        }
        guard !(isURLSafe && isStandard) else { return nil }
        if decoder.digitsLeft == 1 {
            damage = InputDamage(
                reason: "odd_base64_digits", offset: last, layer: "base64 text",
                message: "the last digit has no second one; the text was cut when it was copied")
        } else if !decoder.finish() {
            return nil
        }
        bytes = decoder.bytes
        guard !bytes.isEmpty else { return nil }
    }
}

// MARK: Among other shapes

extension Base64Text {
    static func reading(_ text: ArraySlice<UInt8>) -> TextReading? {
        guard isEvenlyWrapped(text), !hasLabel(text), let base64 = Base64Text(text) else { return nil }
        let pieces = base64.damage == nil ? LineMessages.split(text) { Base64Text($0)?.whole } : nil
        return TextReading(
            kind: .base64(isURLSafe: base64.isURLSafe), pieces: pieces ?? [base64.bytes], damage: base64.damage,
            isCertain: text.last == UInt8(ascii: "=") || isMixed(text), isWord: isWord(text))
    }

    private var whole: [UInt8]? { damage == nil ? bytes : nil }

    /// Whether white space splits the text as programs wrap it, into lines of one length or whole groups of four digits.
    /// The words of a sentence have other lengths.
    private static func isEvenlyWrapped(_ text: ArraySlice<UInt8>) -> Bool {
        var (count, emptyLines, width, last) = (0, 0, 0, 0)
        var (isEven, isWhole) = (true, true)
        var end = text.startIndex
        while let start = text[end...].firstIndex(where: { $0 > 0x20 }) {
            let part = text[start...].prefix { $0 > 0x20 }
            if count == 0 { width = part.count } else if text[end..<start].hasEmptyLine { emptyLines += 1 }
            // All but the last are as long as the first.
            if count > 0, last != width { isEven = false }
            if part.count <= 3 || part.count % 4 == 1 { isWhole = false }
            guard isEven || isWhole else { return false }
            last = part.count
            end = part.endIndex
            count += 1
        }
        guard count > 1 else { return true }
        // What stands behind an empty line is something else, unless all lines are set so.
        guard emptyLines == 0 || emptyLines == count - 1 else { return false }
        if text.contains(0x20), width < 16 { return false }
        return isEven && last <= width || !text.contains(0x20) && isWhole
    }

    /// Whether the text is a label and digits, such as `body=CgR0`, whose label looks like base64 with padding.
    private static func hasLabel(_ text: ArraySlice<UInt8>) -> Bool {
        guard let sign = text.firstIndex(of: UInt8(ascii: "=")) else { return false }
        let rest = text[(sign + 1)...]
        // Chunks of grpc-web begin with a frame, so with zeros.
        return rest.first.map { $0.base64Value != nil } == true && !text.hasPrefix("AA") && isWord(text[..<sign])
    }

    /// Whether the text is a word of letters, such as `vehicleState2`. The digits of base64 change between capital letters,
    /// small letters and numbers after one or two.
    private static func isWord(_ text: ArraySlice<UInt8>) -> Bool {
        var small = 0
        var last: UInt8 = 0
        var isWord = true
        for byte in text {
            let isSmall = (0x61...0x7A).contains(byte)
            let isCapital = (0x41...0x5A).contains(byte)
            if isCapital, small == 1 || small == 2 { isWord = false }
            if isSmall || isCapital, (0x30...0x39).contains(last) { isWord = false }
            // Small letters that begin a word are not counted.
            if isSmall, small > 0 || (0x41...0x5A).contains(last) { small += 1 } else { small = 0 }
            last = byte
        }
        return isWord
    }

    /// Whether the text has capital letters, small letters and digits, and is longer than words are.
    private static func isMixed(_ text: ArraySlice<UInt8>) -> Bool {
        text.count >= 32 && text.contains { (0x41...0x5A).contains($0) } && text.contains { (0x61...0x7A).contains($0) }
            && text.contains { $0.isDigit }
    }
}
