/// The escape sequences of string literals in C, which text format, `.proto` files and protoscope share.
///
/// | sequence | meaning |
/// |---|---|
/// | `\a \b \f \n \r \t \v` | a control character |
/// | `\\ \' \" \?` | the character itself |
/// | `\xH`, `\xHH` | a byte in hexadecimal digits |
/// | `\o`, `\oo`, `\ooo` | a byte in octal digits, up to `\377` |
/// | `\uHHHH`, `\UHHHHHHHH` | a Unicode scalar; half of a surrogate pair is none |
///
/// Source: https://protobuf.dev/reference/protobuf/textformat-spec/#string
package enum CEscape: Hashable, Sendable {
    /// A character that is named by a letter, or that stands for itself.
    case character(UInt8)
    /// A byte that is given by its number.
    case byte(UInt8)
    case scalar(Unicode.Scalar)

    /// The letters of control characters.
    private static let letters: [(letter: UInt8, byte: UInt8)] = [
        (UInt8(ascii: "a"), 0x07), (UInt8(ascii: "b"), 0x08), (UInt8(ascii: "t"), 0x09), (UInt8(ascii: "n"), 0x0A),
        (UInt8(ascii: "v"), 0x0B), (UInt8(ascii: "f"), 0x0C), (UInt8(ascii: "r"), 0x0D),
    ]

    /// Why a backslash and what follows it are no escape sequence. The raw value continues the words "In this string …".
    package enum Failure: String, Error {
        case unknown = "this escape is unknown"
        case hexadecimal = "\\x needs one or two hexadecimal digits"
        case octal = "an octal escape goes up to \\377"
        case unicode = "\\u needs four and \\U eight hexadecimal digits of a Unicode scalar"
    }

    /// Reads the escape sequence whose backslash is at `index`, and moves `index` behind the sequence.
    ///
    /// - Parameter joinsSurrogates: Whether two `\u` with the halves of a surrogate pair are one scalar, as in JSON and in
    ///   Java. Text format refuses them.
    package init(_ text: ArraySlice<UInt8>, at index: inout Int, joinsSurrogates: Bool = false) throws(Failure) {
        guard index + 1 < text.endIndex else { throw .unknown }
        let letter = text[index + 1]
        var rest = text[(index + 2)...]
        switch letter {
        case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "?"): self = .character(letter)
        case UInt8(ascii: "x"), UInt8(ascii: "X"):
            guard let value = Self.number(&rest, digits: 1...2, base: 16) else { throw .hexadecimal }
            self = .byte(UInt8(truncatingIfNeeded: value))
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            rest = text[(index + 1)...]
            guard let value = Self.number(&rest, digits: 1...3, base: 8), value < 256 else { throw .octal }
            self = .byte(UInt8(truncatingIfNeeded: value))
        case UInt8(ascii: "u"), UInt8(ascii: "U"):
            let count = letter == UInt8(ascii: "u") ? 4 : 8
            guard var value = Self.number(&rest, digits: count...count, base: 16) else { throw .unicode }
            if joinsSurrogates, count == 4, value & 0xFC00 == 0xD800, rest.starts(with: "\\u".utf8) {
                var second = rest.dropFirst(2)
                if let low = Self.number(&second, digits: 4...4, base: 16), low & 0xFC00 == 0xDC00 {
                    value = 0x10000 + (value & 0x3FF) << 10 + low & 0x3FF
                    rest = second
                }
            }
            guard let scalar = Unicode.Scalar(value) else { throw .unicode }
            self = .scalar(scalar)
        default:
            guard let control = Self.letters.first(where: { $0.letter == letter }) else { throw .unknown }
            self = .character(control.byte)
        }
        index = rest.startIndex
    }

    /// The number at the start of `text`, which is taken off; `nil` for fewer digits than it needs.
    private static func number(
        _ text: inout ArraySlice<UInt8>, digits: ClosedRange<Int>, base: UInt8
    ) -> UInt32? {
        var value: UInt32 = 0
        var count = 0
        while count < digits.upperBound, let digit = text.first?.hexValue, digit < base {
            value = value &* UInt32(base) &+ UInt32(digit)
            text.removeFirst()
            count += 1
        }
        return count >= digits.lowerBound ? value : nil
    }
}

extension [UInt8] {
    /// Appends what an escape sequence stands for: one byte, or the UTF-8 of a scalar.
    package mutating func append(_ escape: CEscape) {
        switch escape {
        case .character(let byte), .byte(let byte): append(byte)
        case .scalar(let scalar): append(contentsOf: String(scalar).utf8)
        }
    }

    /// Appends the bytes of a text with its escape sequences resolved.
    ///
    /// - Returns: The index in `text` and the reason where a sequence is malformed; `nil` when all are sound.
    package mutating func append(
        unescaping text: ArraySlice<UInt8>
    ) -> (index: Int, failure: CEscape.Failure)? {
        var index = text.startIndex
        while index < text.endIndex {
            let plain = text[index...].prefix { $0 != UInt8(ascii: "\\") }
            append(contentsOf: plain)
            index = plain.endIndex
            guard index < text.endIndex else { break }
            do throws(CEscape.Failure) {
                append(try CEscape(text, at: &index))
            } catch {
                return (index, error)
            }
        }
        return nil
    }

    /// Appends the escape sequence of a byte: a letter for line feed, carriage return and tab, the character itself for
    /// quotes and the backslash, and three octal digits for every other byte, as the C++ runtime of protobuf writes text
    /// format. Protoscope reads the letter of the line feed only.
    package mutating func append(escaping byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"): append(byte)
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0D: append(UInt8(ascii: "r"))
        case 0x09: append(UInt8(ascii: "t"))
        default: for shift: UInt8 in [6, 3, 0] { append(UInt8(ascii: "0") + (byte >> shift) & 7) }
        }
    }
}
