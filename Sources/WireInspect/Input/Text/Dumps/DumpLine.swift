internal import ByteText

/// One line of a dump, taken apart into its offset and what follows it.
struct DumpLine {
    /// `*`: the line before is repeated up to the next offset.
    var isRepeat = false
    /// The digits of the offset.
    var digits: ArraySlice<UInt8> = []
    /// Whether `0x` stands before the offset.
    var isHexadecimal = false
    /// Whether a colon or a bar stands behind the offset.
    var hasColon = false
    /// The text behind the offset: bytes, then maybe characters.
    var rest: ArraySlice<UInt8> = []

    /// - Parameter line: Without white space at its ends.
    /// - Returns: `nil` for a line that does not begin with an offset.
    init?(_ line: ArraySlice<UInt8>) {
        if line.elementsEqual([UInt8(ascii: "*")]) {
            isRepeat = true
            return
        }
        // Netty's tables have a bar before the offset and another one behind it.
        rest = line.first == UInt8(ascii: "|") ? line.dropFirst() : line
        if rest.hasPrefix("0x") || rest.hasPrefix("0X") {
            isHexadecimal = true
            rest = rest.dropFirst(2)
        }
        digits = rest.prefix { $0.hexValue != nil }
        guard digits.count >= (isHexadecimal ? 1 : 4), digits.count <= 16 else { return nil }
        rest = rest[digits.endIndex...]
        if rest.hasPrefix(" <"), let end = rest.firstIndex(of: UInt8(ascii: ">")) {
            // gdb writes the symbol at the address.
            rest = rest[(end + 1)...]
        }
        if rest.first == UInt8(ascii: ":") || rest.first == UInt8(ascii: "|") {
            hasColon = true
            rest = rest.dropFirst()
        } else if isHexadecimal {
            return nil
        }
        guard rest.isEmpty || rest.first == 0x20 || rest.first == 0x09 else { return nil }
    }

    /// Whether the offset is 0, as it is in the first line of a dump.
    var isFirst: Bool { !isRepeat && digits.allSatisfy { $0 == UInt8(ascii: "0") } }

    /// The offset, read in a radix that may be 8, 10 or 16; `nil` where its digits do not fit.
    func offset(radix: Int) -> Int? {
        if isHexadecimal, radix != 16 { return nil }
        guard let value = Int(String(decoding: digits, as: UTF8.self), radix: radix), value < Int.max - 16 else {
            return nil
        }
        return value
    }
}
