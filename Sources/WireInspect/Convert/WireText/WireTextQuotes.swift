/// Literals of ``WireText``: strings in quotes, hexadecimal digits in backquotes.
enum WireTextQuotes {
    /// - Returns: `nil` for bytes that are not UTF-8.
    static func quoted(_ bytes: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { return nil }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\"", "\\":
                result += "\\"
                result.unicodeScalars.append(scalar)
            default:
                if scalar.value < 0x20 || scalar.value == 0x7F {
                    result += "\\x" + digits(UInt8(scalar.value))
                } else if ValueText.isHidden(scalar) {
                    result += "\\u{\(String(scalar.value, radix: 16))}"
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }

    static func hex(_ bytes: ArraySlice<UInt8>) -> String {
        var result = "`"
        for byte in bytes { result += digits(byte) }
        return result + "`"
    }

    private static func digits(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}
