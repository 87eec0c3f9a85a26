internal import ConsoleText
internal import ProtobufWire

/// Reads the notation of ``WireText``. Braces are kept on a stack of their own, so no nesting exhausts the thread's.
struct WireTextParser {
    /// A brace or bracket that is open.
    private struct Level {
        enum Kind { case message, group, list }
        let kind: Kind
        /// Where its content begins in the output.
        let start: Int
        /// Of a group.
        let number: Int
        let length: Length
        /// Of the brace in the text.
        let place: Int
    }

    /// What is said about a length instead of computing it.
    private struct Length {
        var count: UInt64?
        var width = 1
    }

    private var scanner: WireTextScanner
    private var messages: [[UInt8]] = []
    private var output: [UInt8] = []
    private var levels: [Level] = []

    /// Open braces and brackets. What is written from bytes has 100 at most; closing one moves the bytes inside it.
    private static let depthLimit = 500

    init(_ text: [UInt8]) {
        scanner = WireTextScanner(text)
    }

    mutating func parse() throws(WireTextError) -> [[UInt8]] {
        while let byte = scanner.next() {
            switch byte {
            case UInt8(ascii: "}"), UInt8(ascii: "]"): try close(byte)
            case UInt8(ascii: "\""), UInt8(ascii: "`"): try literal()
            default:
                if levels.last?.kind == .list {
                    try element()
                } else if byte == UInt8(ascii: "-") {
                    try separator()
                } else {
                    try field()
                }
            }
        }
        if let level = levels.last {
            throw scanner.error(
                .syntax, "this is never closed; the text was cut, or a brace is missing", at: level.place)
        }
        return messages + [output]
    }

    // MARK: Items

    private mutating func separator() throws(WireTextError) {
        guard levels.isEmpty, scanner.skip("---") else {
            throw scanner.error(.syntax, "a field begins with its number, as in 1: 23")
        }
        messages.append(output)
        output = []
    }

    private mutating func field() throws(WireTextError) {
        let place = scanner.offset
        let word = scanner.word()
        guard !word.isEmpty else {
            throw scanner.error(
                .syntax, "\(scanner.shown) fits nowhere here; expected is a field, as in 1: 23", at: place)
        }
        guard let number = Int(word), Tag.fieldNumbers.contains(number) else {
            let text =
                "'\(ValueText.safe(word))' is no field number from 1 to 536870911; other tags are raw bytes, as in `00`"
            throw scanner.error(.outOfRange, text, at: place)
        }
        let width = try width(limit: Self.tagWidth)
        _ = scanner.next()
        guard scanner.skip(":") else {
            throw scanner.error(.syntax, "expected is ':' behind field number \(number)")
        }
        guard let byte = scanner.next() else {
            throw scanner.error(.syntax, "expected is a value for field \(number); the text ends")
        }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "["):
            tag(number, .lengthDelimited, width)
            try payload(number, Length())
        case UInt8(ascii: "!"):
            guard scanner.skip("!"), scanner.next() == UInt8(ascii: "{") else {
                throw scanner.error(.syntax, "a group begins with !{")
            }
            tag(number, .startGroup, width)
            try open(.group, number, Length())
        default:
            let place = scanner.offset
            let word = scanner.word()
            if word == "len" {
                let length = try length()
                tag(number, .lengthDelimited, width)
                guard let next = scanner.next(), [UInt8]("\"`{[".utf8).contains(next) else {
                    throw scanner.error(.syntax, "behind len comes a string, `hex`, { or [")
                }
                return try payload(number, length)
            }
            let value = try value(word, at: place)
            switch value {
            case .varint: tag(number, .varint, width)
            case .fixed32: tag(number, .fixed32, width)
            case .fixed64: tag(number, .fixed64, width)
            }
            try append(value)
        }
    }

    private mutating func element() throws(WireTextError) {
        let place = scanner.offset
        let word = scanner.word()
        try append(try value(word, at: place))
    }

    /// The bytes of a literal, as they are.
    private mutating func literal() throws(WireTextError) {
        try scanner.literal(into: &output)
    }

    // MARK: Values

    /// Bytes of a tag at most, and of a length: any varint can be padded to as many as a varint may have.
    private static let tagWidth = 10

    private mutating func tag(_ number: Int, _ wireType: WireType, _ width: Int) {
        WireBytes.append(varint: UInt64(number) << 3 | UInt64(wireType.rawValue), width: width, to: &output)
    }

    private func value(_ word: String, at place: Int) throws(WireTextError) -> WireTextNumbers.Value {
        if let value = WireTextNumbers.value(word) { return value }
        if word.isEmpty {
            throw scanner.error(
                .syntax, "\(scanner.shown) begins no value; there are numbers, \"text\", `hex`, {…}, […] and !{…}",
                at: place)
        }
        let isNumber = word.utf8.first.map { $0 <= UInt8(ascii: "9") } ?? false
        let text =
            isNumber
            ? "is no number that fits; there are 23, -1, 0x17, 12z, 7i32, 7i64, 1.5, 1.5f"
            : "is no value; text stands in quotes, bytes in `backquotes`"
        throw scanner.error(isNumber ? .outOfRange : .syntax, "'\(ValueText.safe(word))' \(text)", at: place)
    }

    private mutating func append(_ value: WireTextNumbers.Value) throws(WireTextError) {
        switch value {
        case .varint(let bits): WireBytes.append(varint: bits, width: try width(limit: 10), to: &output)
        case .fixed32(let bits): WireBytes.append(fixed: UInt64(bits), count: 4, to: &output)
        case .fixed64(let bits): WireBytes.append(fixed: bits, count: 8, to: &output)
        }
    }

    /// `@3`; 1 where nothing is said.
    private mutating func width(limit: Int) throws(WireTextError) -> Int {
        guard scanner.skip("@") else { return 1 }
        let place = scanner.offset
        guard let width = Int(scanner.word()), (1...limit).contains(width) else {
            throw scanner.error(.outOfRange, "a varint takes 1 to \(limit) bytes, as in 23@2", at: place)
        }
        return width
    }

    /// What follows the word `len`.
    private mutating func length() throws(WireTextError) -> Length {
        var length = Length()
        if scanner.skip("=") {
            let place = scanner.offset
            guard let count = UInt64(scanner.word()) else {
                throw scanner.error(.outOfRange, "a length is a whole number, as in len=300", at: place)
            }
            length.count = count
        }
        length.width = try width(limit: 10)
        return length
    }

    private mutating func payload(_ number: Int, _ length: Length) throws(WireTextError) {
        if scanner.peek == UInt8(ascii: "{") { return try open(.message, number, length) }
        if scanner.peek == UInt8(ascii: "[") { return try open(.list, number, length) }
        let start = output.count
        try literal()
        insert(length, at: start)
    }

    // MARK: Braces

    private mutating func open(_ kind: Level.Kind, _ number: Int, _ length: Length) throws(WireTextError) {
        guard levels.count < Self.depthLimit else {
            throw scanner.error(.tooDeep, "more than \(Self.depthLimit) braces are open")
        }
        levels.append(
            Level(kind: kind, start: output.count, number: number, length: length, place: scanner.offset))
        scanner.advance()
    }

    private mutating func close(_ byte: UInt8) throws(WireTextError) {
        guard let level = levels.last else {
            throw scanner.error(.syntax, "nothing is open that \(scanner.shown) could close")
        }
        guard (level.kind == .list) == (byte == UInt8(ascii: "]")) else {
            throw scanner.error(.syntax, level.kind == .list ? "a list ends with ]" : "a message or group ends with }")
        }
        levels.removeLast()
        scanner.advance()
        guard level.kind == .group else { return insert(level.length, at: level.start) }
        if scanner.skip("-") { return }
        tag(level.number, .endGroup, try width(limit: Self.tagWidth))
    }

    /// Puts the length in front of what was written since `start`.
    private mutating func insert(_ length: Length, at start: Int) {
        var prefix: [UInt8] = []
        let count = length.count ?? UInt64(output.count - start)
        WireBytes.append(varint: count, width: length.width, to: &prefix)
        output.insert(contentsOf: prefix, at: start)
    }
}
