internal import ByteText

/// A line apart from its offset.
struct DumpLine {
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
        for scalar in String(decoding: line.prefix(HexDump.lineLimit * 8), as: UTF8.self).unicodeScalars {
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
