import ByteText

/// The coding of `grpc-message`: UTF-8, with everything outside of printable ASCII, and `%` itself, as `%XX`.
///
/// Source: https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md (Status-Message)
public enum PercentCoding {
    /// Any text as the value of `grpc-message`. Linear.
    public static func encode(_ text: String) -> String {
        var value: [UInt8] = []
        value.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if (0x20...0x7e).contains(byte), byte != UInt8(ascii: "%") {
                value.append(byte)
            } else {
                value.append(UInt8(ascii: "%"))
                value.append(hex: byte, isUppercase: true)
            }
        }
        return String(decoding: value, as: UTF8.self)
    }

    /// The text in a `grpc-message`. Linear, never fails, never drops text.
    ///
    /// A `%` without two hexadecimal digits stays as it is, and so does an escape whose byte is no part of valid UTF-8:
    /// both can then be seen. An unescaped byte that is no part of valid UTF-8 becomes U+FFFD.
    public static func decode(_ value: some Sequence<UInt8>) -> String {
        let wire = Array(value)
        let (bytes, escapes) = unescaped(wire)
        let span = bytes.span
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var index = 0
        var escape = 0  // of `escapes`, the first that is not behind `index`
        while index < bytes.count {
            let length = span.lengthOfCharacter(at: index, before: bytes.count)
            let isEscape = escape < escapes.count && escapes[escape] == index
            if length > 0 {
                text += bytes[index..<(index + length)]
            } else if isEscape {
                // Each escape before this one took two characters more than its byte.
                let start = index + 2 * escape
                text += wire[start..<(start + 3)]
            } else {
                text += [0xef, 0xbf, 0xbd]
            }
            index += max(length, 1)
            while escape < escapes.count, escapes[escape] < index { escape += 1 }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The text in a `grpc-message`. Linear, never fails, never drops text.
    public static func decode(_ value: String) -> String { decode(value.utf8) }

    /// The bytes that a value stands for, and the indices of those that were escapes.
    package static func unescaped(_ wire: [UInt8]) -> (bytes: [UInt8], escapes: [Int]) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(wire.count)
        var escapes: [Int] = []
        var index = 0
        while index < wire.count {
            if wire[index] == UInt8(ascii: "%"), index + 2 < wire.count, let high = wire[index + 1].hexValue,
                let low = wire[index + 2].hexValue
            {
                escapes.append(bytes.count)
                bytes.append(high << 4 | low)
                index += 3
            } else {
                bytes.append(wire[index])
                index += 1
            }
        }
        return (bytes, escapes)
    }
}
