internal import ByteText
internal import JSONText

/// Reads values as programs print them: objects of JavaScript by Node's `util.inspect`, dictionaries of Python by `repr`.
///
/// What a JSON value cannot hold becomes text: `undefined`, `<Buffer 08 05>`, `[Circular *1]`. The class in front of an
/// object is its member `@class`. What stands before damage is kept. Linear.
///
/// Sources: https://nodejs.org/api/util.html#utilinspectobject-options,
/// https://docs.python.org/3/library/functions.html#repr
struct ObjectLiteral {
    private let text: [UInt8]
    private(set) var index: Int
    private static let levelLimit = 64
    private static let constants: [String: JSONValue] = [
        "true": .bool(true), "True": .bool(true), "false": .bool(false), "False": .bool(false), "null": .null,
        "None": .null, "undefined": .null, "nil": .null,
    ]

    init(_ text: [UInt8], at index: Int) { (self.text, self.index) = (text, index) }

    private var byte: UInt8? { index < text.count ? text[index] : nil }

    private mutating func skipSpace() { while let byte, byte <= 0x20 { index += 1 } }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard byte == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    mutating func value(levels: Int = levelLimit) -> JSONValue? {
        skipSpace()
        guard let byte, levels > 0 else { return nil }
        switch byte {
        case UInt8(ascii: "{"): return object(named: "", levels: levels)
        case UInt8(ascii: "["): return array(levels: levels)
        case UInt8(ascii: "<"):
            let shown = text[index...].prefix { $0 != UInt8(ascii: ">") && $0 != 0x0a }
            index = min(shown.endIndex + 1, text.count)
            return .string(String(decoding: shown, as: UTF8.self) + ">")
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): return string().map(JSONValue.string)
        default: return word(levels: levels)
        }
    }

    /// A number, a constant, or the class of what follows.
    private mutating func word(levels: Int) -> JSONValue? {
        let word = text[index...].prefix { $0.isLetterOrDigit || "_$.+-".utf8.contains($0) }
        guard let first = word.first else { return nil }
        index = word.endIndex
        let name = String(decoding: word, as: UTF8.self)
        if first.isDigit || first == UInt8(ascii: "-") { return .number(name) }
        if let constant = Self.constants[name] { return constant }
        // Map(2) { … }, Buffer(3) [Uint8Array] [ 8, 5, 18 ]
        if byte == UInt8(ascii: "("), let close = text[index...].prefix(16).firstIndex(of: UInt8(ascii: ")")) {
            index = close + 1
        }
        skipSpace()
        if text[index...].starts(with: "[Uint8Array]".utf8) {
            index += 12
            skipSpace()
        }
        switch byte {
        case UInt8(ascii: "{"): return object(named: name, levels: levels)
        case UInt8(ascii: "["): return array(levels: levels)
        default: return .string(name)
        }
    }

    private mutating func object(named name: String, levels: Int) -> JSONValue {
        var members: [JSONValue.Member] = []
        if !name.isEmpty { members.append(JSONValue.Member(name: "@class", value: .string(name))) }
        index += 1
        while !skip("}"), let byte {
            var key: String?
            if "\"'".utf8.contains(byte) {
                key = string()
            } else {
                let word = text[index...].prefix { $0.isLetterOrDigit || "_$@".utf8.contains($0) }
                index = word.endIndex
                key = word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
            }
            guard let key, skip(":") || (skip("=") && skip(">")), let value = value(levels: levels - 1) else { break }
            members.append(JSONValue.Member(name: key, value: value))
            _ = skip(",")
        }
        return .object(members)
    }

    private mutating func array(levels: Int) -> JSONValue {
        var elements: [JSONValue] = []
        index += 1
        while !skip("]"), let element = value(levels: levels - 1) {
            elements.append(element)
            _ = skip(",")
        }
        return .array(elements)
    }

    /// A string in quotes, or several with `+` between them. What follows the escape of a byte counts as a character of
    /// Latin-1, as in both languages.
    mutating func string() -> String? {
        var bytes: [UInt8] = []
        repeat {
            skipSpace()
            guard let quote = byte, "\"'`".utf8.contains(quote) else { return nil }
            index += 1
            while let byte, byte != quote {
                if byte == UInt8(ascii: "\\"), let escape = try? CEscape(text[...], at: &index) {
                    if case .byte(let number) = escape {
                        bytes.append(.scalar(Unicode.Scalar(number)))
                    } else {
                        bytes.append(escape)
                    }
                } else {
                    bytes.append(byte)
                    index += 1
                }
            }
            guard byte != nil else { return nil }
            index += 1
        } while skip("+")
        return String(decoding: bytes, as: UTF8.self)
    }
}
