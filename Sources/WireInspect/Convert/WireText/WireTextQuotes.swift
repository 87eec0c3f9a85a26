internal import ByteText
internal import ConsoleText
internal import ProtobufSchema

/// Literals of ``WireText``: strings in quotes, hexadecimal digits in backquotes.
enum WireTextQuotes {
    /// What stands in quotes for a text, or for a part of one. The bytes have to be UTF-8.
    static func append(_ text: ArraySlice<UInt8>, to output: inout [UInt8]) {
        var index = text.startIndex
        while index < text.endIndex {
            let start = index
            while index < text.endIndex, ValueText.isPlain(text[index]) { index += 1 }
            output += text[start..<index]
            let special = index
            while index < text.endIndex, !ValueText.isPlain(text[index]) { index += 1 }
            for scalar in String(decoding: text[special..<index], as: UTF8.self).unicodeScalars {
                append(scalar, to: &output)
            }
        }
    }

    private static func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
        switch scalar {
        case "\n": output += "\\n".utf8
        case "\r": output += "\\r".utf8
        case "\t": output += "\\t".utf8
        case "\"": output += "\\\"".utf8
        case "\\": output += "\\\\".utf8
        default:
            if scalar.value < 0x20 || scalar.value == 0x7F {
                output += "\\x".utf8
                output.append(hex: UInt8(scalar.value))
            } else if ValueText.isHidden(scalar) {
                output += "\\u{\(String(scalar.value, radix: 16))}".utf8
            } else {
                output += String(scalar).utf8
            }
        }
    }

    static func append(hex bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
        for byte in bytes { output.append(hex: byte) }
    }
}
