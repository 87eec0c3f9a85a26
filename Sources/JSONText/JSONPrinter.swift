internal import ByteText
internal import ProtobufWire

/// Prints JSON text as UTF-8, value after value; commas, colons and line breaks come by themselves.
package struct JSONPrinter: BufferedText {
    package enum Layout: Sendable {
        /// `{"a":1,"b":[2,3]}`
        case compact
        /// `{"a": 1, "b": [2, 3]}`
        case spaced
        /// A line for each member and element, two spaces for each level.
        case indented
    }

    /// The place of the next value or key.
    private enum Position {
        /// Behind nothing, or behind a colon.
        case value
        /// Behind an opening bracket.
        case first
        /// Behind a member or element.
        case next
    }

    package var bytes: [UInt8] = []
    package let sink: (([UInt8]) -> Void)?
    private let layout: Layout
    private var level = 0
    private var position = Position.value
    /// The state to which the printer goes back if an attempt fails; `nil` outside of attempts.
    private var attempt: (count: Int, level: Int, position: Position)?

    /// - Parameter sink: Takes the text in pieces; without it the text is kept.
    package init(_ layout: Layout = .compact, sink: (([UInt8]) -> Void)? = nil) {
        self.layout = layout
        self.sink = sink
    }

    /// The text that was printed and has not gone to the sink.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// A string as JSON writes it, quotes included.
    package static func quoted(_ text: String) -> [UInt8] {
        var printer = JSONPrinter()
        printer.string(text)
        return printer.bytes
    }

    // MARK: Attempts

    package var isHeld: Bool { attempt != nil }

    /// Keeps everything from here on until ``endAttempt(isKept:)``.
    package mutating func beginAttempt() { attempt = (bytes.count, level, position) }

    /// - Parameter isKept: Otherwise what was printed since the attempt began is taken back.
    package mutating func endAttempt(isKept: Bool) {
        let start = attempt
        attempt = nil
        guard !isKept, let start else { return flushIfFull() }
        bytes.removeLast(bytes.count - start.count)
        level = start.level
        position = start.position
    }

    // MARK: Structure

    package mutating func object(_ body: (inout JSONPrinter) -> Void) {
        openObject()
        body(&self)
        closeObject()
    }

    package mutating func array(_ body: (inout JSONPrinter) -> Void) {
        openArray()
        body(&self)
        closeArray()
    }

    package mutating func strings(_ values: some Sequence<String>) {
        array { json in for value in values { json.string(value) } }
    }

    package mutating func openObject() { open("{") }
    package mutating func closeObject() { close("}") }
    package mutating func openArray() { open("[") }
    package mutating func closeArray() { close("]") }

    private mutating func open(_ bracket: Unicode.Scalar) {
        separate()
        bytes.append(UInt8(ascii: bracket))
        level += 1
        position = .first
    }

    private mutating func close(_ bracket: Unicode.Scalar) {
        level -= 1
        if position == .next { newline() }
        bytes.append(UInt8(ascii: bracket))
        position = .next
    }

    /// Prints what stands before a value or key.
    @inline(__always)
    private mutating func separate() {
        if position == .value {
            position = .next
        } else {
            separateElement()
        }
    }

    private mutating func separateElement() {
        if position == .next {
            bytes.append(UInt8(ascii: ","))
            if layout == .spaced { bytes.append(UInt8(ascii: " ")) }
        }
        newline()
        position = .next
        flushIfFull()
    }

    private mutating func newline() {
        guard layout == .indented else { return }
        bytes.append(UInt8(ascii: "\n"))
        for _ in 0..<level {
            bytes.append(UInt8(ascii: " "))
            bytes.append(UInt8(ascii: " "))
        }
    }

    /// The name of a member, and the colon.
    package mutating func key(_ name: String) {
        name.withUTF8Span { key($0, 0..<$0.count) }
    }

    package mutating func key(_ source: Span<UInt8>, _ range: Range<Int>) {
        string(source, range)
        bytes.append(UInt8(ascii: ":"))
        if layout != .compact { bytes.append(UInt8(ascii: " ")) }
        position = .value
    }

    /// The name of a member as ``beginning(of:)`` has it.
    package mutating func key(beginning: ArraySlice<UInt8>) {
        if layout == .compact {
            bytes.append(beginning.span, (position == .first ? 1 : 0)..<beginning.count)
            flushIfFull()
        } else {
            separate()
            bytes.append(beginning.span, 1..<beginning.count)
            bytes.append(UInt8(ascii: " "))
        }
        position = .value
    }

    /// The text before the value of a member: a comma, the name in quotes, and a colon. A name that is printed often needs
    /// this made only once.
    package static func beginning(of name: String) -> ArraySlice<UInt8> {
        ([UInt8(ascii: ",")] + quoted(name) + [UInt8(ascii: ":")])[...]
    }

    // MARK: Values

    package mutating func null() { raw("null") }

    package mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

    package mutating func number(_ value: Int) { integer(Int64(value)) }

    package mutating func integer(_ value: Int64, isQuoted: Bool = false) {
        separate()
        if isQuoted { bytes.append(UInt8(ascii: "\"")) }
        bytes.append(decimal: value)
        if isQuoted { bytes.append(UInt8(ascii: "\"")) }
    }

    package mutating func integer(_ value: UInt64, isQuoted: Bool = false) {
        separate()
        if isQuoted { bytes.append(UInt8(ascii: "\"")) }
        bytes.append(decimal: value)
        if isQuoted { bytes.append(UInt8(ascii: "\"")) }
    }

    /// The shortest digits that read back as the same value; NaN and infinities as the strings of ProtoJSON.
    package mutating func number(_ value: Double) {
        separate()
        if !OrdinaryDecimal.append(shortest: value, to: &bytes) { append(value) }
    }

    package mutating func number(_ value: Float) {
        separate()
        append(value)
    }

    private mutating func append(_ value: some BinaryFloatingPoint & LosslessStringConvertible) {
        let word = value.isNaN ? "\"NaN\"" : value < 0 ? "\"-Infinity\"" : "\"Infinity\""
        bytes.append(contentsOf: (value.isFinite ? value.description : word).utf8)
    }

    package mutating func string(_ value: String) {
        value.withUTF8Span { string($0, 0..<$0.count) }
    }

    /// A string whose UTF-8 `append` writes; it needs no escapes.
    @discardableResult
    package mutating func plainString<R>(_ append: (inout [UInt8]) -> R) -> R {
        separate()
        bytes.append(UInt8(ascii: "\""))
        defer { bytes.append(UInt8(ascii: "\"")) }
        return append(&bytes)
    }

    /// The UTF-8 in a range of `source` as a string, with escapes for characters that cannot be seen.
    package mutating func string(_ source: Span<UInt8>, _ range: Range<Int>) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var index = range.lowerBound
        while append(source, from: &index, upTo: range.upperBound, while: Self.isPlain, { $0.isPlainInQuotes }) {
            if source[index] >= 0x7F, let (scalar, length) = source.character(at: index, before: range.upperBound) {
                append(scalar)
                index += length
            } else {
                append(escaping: source[index])
                index += 1
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// The bytes in a range of `source` as a string; damaged UTF-8 is shown as U+FFFD.
    package mutating func string(repairing source: Span<UInt8>, _ range: Range<Int>) {
        let isUTF8 = source.firstInvalidUTF8(from: range.lowerBound, before: range.upperBound) == nil
        if isUTF8 { string(source, range) } else { string(source.string(range)) }
    }

    /// Whether a byte stands for itself whatever follows: in UTF-8 no character that cannot be seen begins with it.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F, 0xC2, 0xCD, 0xD8, 0xE1, 0xE2, 0xE3, 0xEF, 0xF0,
            0xF3:
            false
        default: true
        }
    }

    /// Appends a character; one that cannot be seen, and that programs stumble over or terminals obey, as its escape.
    private mutating func append(_ scalar: Unicode.Scalar) {
        guard scalar.isInvisible else { return bytes += String(scalar).utf8 }
        for unit in scalar.utf16 {
            bytes += "\\u".utf8
            bytes.append(hex: UInt64(unit), digits: 4)
        }
    }

    /// Source: https://datatracker.ietf.org/doc/html/rfc8259#section-7
    private mutating func append(escaping byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 8: bytes.append(UInt8(ascii: "b"))
        case 9: bytes.append(UInt8(ascii: "t"))
        case 10: bytes.append(UInt8(ascii: "n"))
        case 12: bytes.append(UInt8(ascii: "f"))
        case 13: bytes.append(UInt8(ascii: "r"))
        default:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(hex: byte)
        }
    }

    /// Base64 with the standard alphabet and padding, as a string.
    ///
    /// Source: https://datatracker.ietf.org/doc/html/rfc4648#section-4
    package mutating func base64(_ source: Span<UInt8>, _ range: Range<Int>) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var index = range.lowerBound
        while index < range.upperBound {
            // Whole groups of three bytes, but for the last piece.
            let end = min(range.upperBound, index + (3 << 16))
            bytes.append(base64: source.extracting(index..<end))
            index = end
            flushIfFull()
        }
        bytes.append(UInt8(ascii: "\""))
    }

    // Values that may be missing: `null` then.

    package mutating func optional(_ value: String?) { if let value { string(value) } else { null() } }
    package mutating func optional(_ value: Int?) { if let value { number(value) } else { null() } }
    package mutating func optional(_ value: Double?) { if let value { number(value) } else { null() } }

    // MARK: JSON in JSON

    /// A value that is JSON already.
    package mutating func raw(_ value: String) {
        separate()
        value.withUTF8Span { bytes.append($0, 0..<$0.count) }
    }

    /// A value that is JSON already, in UTF-8.
    package mutating func raw(_ value: [UInt8]) {
        separate()
        bytes.append(contentsOf: value)
    }
}

// MARK: Members with names that are literals

extension JSONPrinter {
    /// A member: its name, which has no characters that need escapes, and the value that `value` prints.
    private mutating func member(_ name: StaticString, _ value: (inout JSONPrinter) -> Void) {
        separate()
        let count = name.utf8CodeUnitCount
        bytes.append(addingCapacity: count + 4) { output in
            output.append(UInt8(ascii: "\""))
            // A literal is stored as its UTF-8, which stays where it is.
            unsafe output.append(copying: Span(_unsafeStart: name.utf8Start, count: count))
            output.append(UInt8(ascii: "\""))
            output.append(UInt8(ascii: ":"))
            if layout != .compact { output.append(UInt8(ascii: " ")) }
        }
        position = .value
        value(&self)
    }

    package mutating func object(_ name: StaticString, _ body: (inout JSONPrinter) -> Void) {
        member(name) { $0.object(body) }
    }
    package mutating func array(_ name: StaticString, _ body: (inout JSONPrinter) -> Void) {
        member(name) { $0.array(body) }
    }
    /// An array of objects, one for each of `values`, whose members `members` prints.
    package mutating func objects<Value>(
        _ name: StaticString, _ values: some Sequence<Value>, _ members: (Value, inout JSONPrinter) -> Void
    ) {
        array(name) { json in for value in values { json.object { members(value, &$0) } } }
    }
    package mutating func strings(_ name: StaticString, _ values: some Sequence<String>) {
        member(name) { $0.strings(values) }
    }
    package mutating func string(_ name: StaticString, _ value: String) { member(name) { $0.string(value) } }
    package mutating func number(_ name: StaticString, _ value: Int) { member(name) { $0.number(value) } }
    package mutating func number(_ name: StaticString, _ value: Double) { member(name) { $0.number(value) } }
    package mutating func bool(_ name: StaticString, _ value: Bool) { member(name) { $0.bool(value) } }
    package mutating func optional(_ name: StaticString, _ value: String?) { member(name) { $0.optional(value) } }
    package mutating func optional(_ name: StaticString, _ value: Int?) { member(name) { $0.optional(value) } }
    package mutating func optional(_ name: StaticString, _ value: Double?) { member(name) { $0.optional(value) } }

    package mutating func raw(_ name: StaticString, _ value: [UInt8]) { member(name) { $0.raw(value) } }
}
