import ByteText

/// A parsed JSON value, members in their order: for what is no message, such as error bodies and tokens.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// As it is written.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    package struct Member: Hashable, Sendable {
        package let name: String
        package let value: JSONValue

        package init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The last member with this name.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    package var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// A number, or a string that holds one, as a whole number; fractions are cut off.
    package var integer: Int64? {
        switch self {
        case .number(let text), .string(let text):
            if let value = Int64(text) { return value }
            guard let value = Double(text), abs(value) < 9e18 else { return nil }
            return Int64(value)
        default: return nil
        }
    }

    package var elements: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    package var members: [Member] {
        guard case .object(let members) = self else { return [] }
        return members
    }
}

extension JSONValue {
    /// Reads a JSON text. What stands before the first error is kept: open arrays and objects end there. Linear.
    ///
    /// - Returns: The value, `nil` if not even its beginning is one; and what is wrong, `nil` for a whole text.
    package static func read(_ text: some Sequence<UInt8>) -> (value: JSONValue?, problem: String?) {
        var reader = JSONValueReader(bytes: Array(text))
        let value = reader.value(depth: 0)
        reader.skipSpace()
        if reader.problem == nil, reader.offset < reader.bytes.count { reader.fail("text behind the value") }
        return (value, reader.problem)
    }

    /// Compact JSON text.
    package var text: String {
        switch self {
        case .null: "null"
        case .bool(let bool): bool ? "true" : "false"
        case .number(let text): text
        case .string(let text): Self.quoted(text)
        case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { "\(Self.quoted($0.name)):\($0.value.text)" }.joined(separator: ",") + "}"
        }
    }

    /// JSON text on lines of its own, two spaces for each level.
    package func pretty(_ indent: String = "") -> String {
        let inner = indent + "  "
        switch self {
        case .array(let elements) where !elements.isEmpty:
            return "[\n" + elements.map { inner + $0.pretty(inner) }.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let members) where !members.isEmpty:
            let lines = members.map { "\(inner)\(Self.quoted($0.name)): \($0.value.pretty(inner))" }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        default: return text
        }
    }

    private static func quoted(_ text: String) -> String {
        String(decoding: JSONOutput.literal(text), as: UTF8.self)
    }
}

/// One pass over a JSON text (RFC 8259) that stops at the first error.
private struct JSONValueReader {
    let bytes: [UInt8]
    var offset = 0
    var problem: String?

    /// Deeper values are an error: far more than error bodies and tokens have.
    private static let maximumDepth = 64

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func fail(_ what: String) {
        if problem == nil { problem = "\(what) at byte \(offset)" }
    }

    mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { offset += 1 }
    }

    private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        offset += 1
        return true
    }

    mutating func value(depth: Int) -> JSONValue? {
        skipSpace()
        guard depth < Self.maximumDepth else {
            fail("values nested too deeply")
            return nil
        }
        switch peek {
        case UInt8(ascii: "{"): return object(depth)
        case UInt8(ascii: "["): return array(depth)
        case UInt8(ascii: "\""): return string().map(JSONValue.string)
        case UInt8(ascii: "t"): return word("true", .bool(true))
        case UInt8(ascii: "f"): return word("false", .bool(false))
        case UInt8(ascii: "n"): return word("null", .null)
        case let byte? where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte): return number()
        case nil: fail("the text ends")
        default: fail("no JSON value")
        }
        return nil
    }

    private mutating func object(_ depth: Int) -> JSONValue {
        offset += 1
        var members: [JSONValue.Member] = []
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object([]) }
        while problem == nil {
            skipSpace()
            guard peek == UInt8(ascii: "\""), let name = string() else {
                fail("no member name")
                break
            }
            skipSpace()
            guard take(UInt8(ascii: ":")) else {
                fail("no colon")
                break
            }
            guard let value = value(depth: depth + 1) else { break }
            members.append(JSONValue.Member(name: name, value: value))
            skipSpace()
            if problem != nil || take(UInt8(ascii: "}")) { break }
            if !take(UInt8(ascii: ",")) { fail("no comma and no end of the object") }
        }
        return .object(members)
    }

    private mutating func array(_ depth: Int) -> JSONValue {
        offset += 1
        var elements: [JSONValue] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array([]) }
        while problem == nil {
            guard let value = value(depth: depth + 1) else { break }
            elements.append(value)
            skipSpace()
            if problem != nil || take(UInt8(ascii: "]")) { break }
            if !take(UInt8(ascii: ",")) { fail("no comma and no end of the array") }
        }
        return .array(elements)
    }

    private mutating func word(_ word: String, _ value: JSONValue) -> JSONValue? {
        guard bytes[offset...].starts(with: word.utf8) else {
            fail("no JSON value")
            return nil
        }
        offset += word.utf8.count
        return value
    }

    private mutating func number() -> JSONValue? {
        let start = offset
        while let byte = peek, "+-.eE0123456789".utf8.contains(byte) { offset += 1 }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        guard Double(text) != nil else {
            offset = start
            fail("no number")
            return nil
        }
        return .number(text)
    }

    /// A string; cut short when the text ends inside of it.
    private mutating func string() -> String? {
        offset += 1
        var text: [UInt8] = []
        while let byte = peek {
            offset += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): escape(&text)
            default: text.append(byte)
            }
        }
        fail("a string without end")
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func escape(_ text: inout [UInt8]) {
        guard let byte = peek else { return }
        offset += 1
        switch byte {
        case UInt8(ascii: "n"): text.append(0x0a)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "r"): text.append(0x0d)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0c)
        case UInt8(ascii: "u"):
            var unit = hexadecimal()
            if let high = unit, (0xd800..<0xdc00).contains(high), bytes[offset...].starts(with: "\\u".utf8) {
                let back = offset
                offset += 2
                if let low = hexadecimal(), (0xdc00..<0xe000).contains(low) {
                    unit = 0x10000 + (high - 0xd800) << 10 + (low - 0xdc00)
                } else {
                    offset = back
                }
            }
            let scalar = unit.flatMap(Unicode.Scalar.init) ?? "\u{fffd}"
            text += String(Character(scalar)).utf8
        default: text.append(byte)
        }
    }

    private mutating func hexadecimal() -> UInt32? {
        guard bytes.count - offset >= 4, let value = UInt32(hexadecimal: bytes[offset..<(offset + 4)]) else {
            return nil
        }
        offset += 4
        return value
    }
}
