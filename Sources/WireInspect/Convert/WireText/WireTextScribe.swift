internal import ProtobufSchema
internal import ProtobufWire

/// Writes bytes in the notation of ``WireText`` while they are walked.
///
/// A cursor goes over the bytes and never back: whatever a visit does not account for is written as raw bytes, so the text
/// has every byte exactly once, whatever the walker makes of them.
struct WireTextScribe: WireVisitor {
    private let bytes: [UInt8]
    private(set) var output: [UInt8] = []
    /// The next byte to be written.
    private var cursor = 0
    /// A message or group that is open.
    private struct Level {
        /// Behind its brace, and where its first line begins.
        let head: Int
        let body: Int
        /// What is said behind the brace.
        let comment: String
        /// Whether that tells everything inside.
        let isTold: Bool
        /// Lines inside so far, and whether one of them has a comment or braces over several lines.
        var lines = 0
        var isPlain = true
    }

    private var levels: [Level] = []
    /// Spaces before a line.
    private var margin: Int { 2 * min(levels.count, Self.marginLevels) }
    private var isTold: Bool { levels.last?.isTold ?? false }

    private static let walker = WireWalker(guessesMessages: true)
    /// Bytes of a hexadecimal literal; more are several literals, a line each.
    private static let hexLimit = 32
    /// Characters of a line of a packed list, and of a message that is written in one.
    private static let lineLimit = 100
    /// Deeper levels are not indented further: with their margins, lines of hostile input would grow a hundredfold.
    private static let marginLevels = 20
    /// Fields of a message that is written in one line.
    private static let inlineFields = 3

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func scribe(_ message: MessageDescriptor?) {
        let input = bytes[...]
        Self.walker.walk(input.span, as: message, visitor: &self)
        raw(upTo: bytes.count)
    }

    // MARK: Visits

    mutating func enter(_ field: WireField) -> Bool {
        raw(upTo: field.tag.lowerBound)
        begin(field)
        let isGroup = field.length.isEmpty
        write(isGroup ? "!{" : lengthText(field) + "{")
        var comment = comment(field)
        var isTold = isTold
        if !isTold, field.isComplete, let message = field.message,
            let inline = InlineText(bytes[field.value], as: message, textLimit: .max)
        {
            // Times are not as they are counted; the others can be read where they stand.
            if message.name == "Timestamp" || message.name == "Duration" { comment += " " + inline.text }
            isTold = true
        } else if !isTold, field.message == nil, let note = UnknownTime.note(bytes[field.value]) {
            comment = note
            isTold = true
        }
        let head = output.count
        if !comment.isEmpty { write("  # " + ValueText.safe(comment)) }
        output.append(UInt8(ascii: "\n"))
        levels.append(Level(head: head, body: output.count, comment: comment, isTold: isTold))
        cursor = field.value.lowerBound
        return true
    }

    mutating func leave(_ field: WireField) {
        raw(upTo: field.value.upperBound)
        guard let level = levels.popLast() else { return }
        let isInline = fold(level)
        if !isInline { indent() }
        write("}")
        if field.length.isEmpty {
            if let (value, count) = varint(at: field.value.upperBound), field.isComplete,
                cursor == field.value.upperBound, value == tagValue(field, .endGroup)
            {
                write(widthText(value, count))
                cursor += count
            } else {
                write("-")
            }
        }
        end(comment: isInline ? level.comment : "", isPlain: isInline)
    }

    /// Puts the lines of a small message behind its brace, so that it takes one line.
    private mutating func fold(_ level: Level) -> Bool {
        guard level.isPlain, level.lines <= Self.inlineFields, output.count - level.head <= 2 * Self.lineLimit else {
            return false
        }
        // A copy, as slices of the output would make it copy itself when it is shortened.
        let body = Array(output[level.body...])
        let lines = body.split(separator: UInt8(ascii: "\n")).map { $0.drop { $0 == 0x20 } }
        guard lines.reduce(0, { $0 + $1.count + 1 }) <= Self.lineLimit else { return false }
        output.removeLast(output.count - level.head)
        for line in lines { output += [0x20] + line }
        if !lines.isEmpty { output.append(0x20) }
        return true
    }

    mutating func field(_ field: WireField) {
        raw(upTo: field.tag.lowerBound)
        // A group that was not entered is told by the damage that follows, and stays raw.
        if case .group = field.content { return }
        guard let value = valueText(field) else { return raw(upTo: field.value.upperBound, comment: comment(field)) }
        begin(field)
        write(value.text)
        cursor = field.value.upperBound
        end(comment: [comment(field), value.note].filter { !$0.isEmpty }.joined(separator: " "))
    }

    mutating func damage(_ damage: WireDamage) {
        let comment = "\(damage.code) at byte \(damage.offset)"
        if damage.unread.upperBound > cursor {
            raw(upTo: damage.unread.upperBound, comment: comment)
        } else {
            indent()
            end(comment: comment)
        }
    }

    // MARK: Fields

    /// `3@2: `
    private mutating func begin(_ field: WireField) {
        indent()
        write(String(field.number) + widthText(tagValue(field, field.wireType), field.tag.count) + ": ")
    }

    private func tagValue(_ field: WireField, _ wireType: WireType) -> UInt64 {
        UInt64(field.number) << 3 | UInt64(wireType.rawValue)
    }

    /// `@2`, for a varint that takes more bytes than it needs.
    private func widthText(_ value: UInt64, _ count: Int) -> String {
        count > WireBytes.length(varint: value) ? "@\(count)" : ""
    }

    /// `len=300 `, where the length is not that of the bytes that follow or takes more bytes than it needs.
    private func lengthText(_ field: WireField) -> String {
        guard let (announced, count) = varint(at: field.length.lowerBound) else { return "" }
        let width = widthText(announced, count)
        let wrong = announced == UInt64(field.value.count) ? "" : "=\(announced)"
        return width.isEmpty && wrong.isEmpty ? "" : "len\(wrong)\(width) "
    }

    /// The varint at an offset; `nil` when there is none that says all bits of its bytes.
    private func varint(at start: Int, before end: Int? = nil) -> (value: UInt64, count: Int)? {
        var value: UInt64 = 0
        for index in 0..<10 where start + index < end ?? bytes.count {
            let byte = bytes[start + index]
            if index == 9, byte > 1 { return nil }
            value |= UInt64(byte & 0x7F) << UInt64(7 * index)
            if byte < 0x80 { return (value, index + 1) }
        }
        return nil
    }

    /// What stands behind the colon, and what a comment says about it. `nil` for what only raw bytes can say.
    private func valueText(_ field: WireField) -> (text: String, note: String)? {
        let kind = field.descriptor?.kind
        switch (field.content, field.wireType) {
        case (.bits, .varint):
            guard let (value, count) = varint(at: field.value.lowerBound) else { return nil }
            return (WireTextNumbers.varint(value, kind) + widthText(value, count), note(field, value))
        case (.bits(let bits), .fixed64): return (WireTextNumbers.fixed64(bits, kind), note(field, bits))
        case (.bits(let bits), .fixed32):
            return (WireTextNumbers.fixed32(UInt32(truncatingIfNeeded: bits), kind), note(field, bits))
        case (.packed, _): return (lengthText(field) + list(field.value, kind?.listType ?? .varint, kind), "")
        default: return (lengthText(field) + payload(field), "")
        }
    }

    /// The name of an enum value, or the time that an unknown number may be.
    private func note(_ field: WireField, _ bits: UInt64) -> String {
        guard let descriptor = field.descriptor else { return isTold ? "" : UnknownTime(bits)?.sentence ?? "" }
        guard case .enumeration(let number)? = field.scalar else { return "" }
        return descriptor.enumeration?.value(number: number)?.name ?? ""
    }

    private func payload(_ field: WireField) -> String {
        let input = bytes[...]
        let guess = PayloadGuess(input.span, field.value)
        let isText = field.content == .string || guess.reading == .text || guess.reading == .empty
        if isText, let text = WireTextQuotes.quoted(bytes[field.value]) { return text }
        if field.descriptor == nil, field.content == .bytes, case .packed(let wireType) = guess.reading {
            return list(field.value, wireType, nil)
        }
        guard field.value.count > Self.hexLimit else { return WireTextQuotes.hex(bytes[field.value]) }
        let margin = String(repeating: " ", count: self.margin + 2)
        let lines = stride(from: field.value.lowerBound, to: field.value.upperBound, by: Self.hexLimit).map {
            margin + WireTextQuotes.hex(bytes[$0..<min($0 + Self.hexLimit, field.value.upperBound)]) + "\n"
        }
        return "{\n\(lines.joined())\(margin.dropLast(2))}"
    }

    /// `[1, 2, 3]`; what is left at the end and is no number is raw.
    private func list(_ range: Range<Int>, _ wireType: WireType, _ kind: FieldKind?) -> String {
        var parts: [String] = []
        var offset = range.lowerBound
        while offset < range.upperBound {
            if wireType == .varint {
                guard let (value, count) = varint(at: offset, before: range.upperBound) else { break }
                parts.append(WireTextNumbers.varint(value, kind) + widthText(value, count))
                offset += count
            } else {
                let size = wireType == .fixed64 ? 8 : 4
                guard range.upperBound - offset >= size else { break }
                var bits: UInt64 = 0
                for index in 0..<size { bits |= UInt64(bytes[offset + index]) << UInt64(8 * index) }
                parts.append(
                    size == 8
                        ? WireTextNumbers.fixed64(bits, kind)
                        : WireTextNumbers.fixed32(UInt32(truncatingIfNeeded: bits), kind))
                offset += size
            }
        }
        if offset < range.upperBound { parts.append(WireTextQuotes.hex(bytes[offset..<range.upperBound])) }
        return "[\(wrapped(parts))]"
    }

    private func wrapped(_ parts: [String]) -> String {
        let margin = String(repeating: " ", count: self.margin + 2)
        var result = ""
        var column = margin.count
        for (position, part) in parts.enumerated() {
            if position > 0 {
                if column + part.utf8.count > Self.lineLimit {
                    result += ",\n" + margin
                    column = margin.count
                } else {
                    result += ", "
                }
            }
            result += part
            column += part.utf8.count + 2
        }
        return result
    }

    /// The name of the field, and its type where that is a message.
    private func comment(_ field: WireField) -> String {
        guard !isTold else { return "" }
        if let mismatch = field.mismatch { return "\(mismatch.name) is a \(mismatch.lastTypeName)" }
        guard let descriptor = field.descriptor else { return "" }
        let index = field.index.map { "[\($0)]" } ?? ""
        let isList = if case .packed = field.content { true } else { false }
        let type = descriptor.message.map { " \($0.name)" } ?? ""
        return descriptor.name + (isList || descriptor.isMap ? "" : index) + type
    }

    // MARK: Output

    /// Raw bytes, in lines of their own.
    private mutating func raw(upTo end: Int, comment: String = "") {
        var comment = comment
        while cursor < end {
            let next = min(cursor + Self.hexLimit, end)
            indent()
            write(WireTextQuotes.hex(bytes[cursor..<next]))
            self.end(comment: comment)
            comment = ""
            cursor = next
        }
    }

    private mutating func indent() {
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: margin))
    }

    private mutating func write(_ text: String) {
        output.append(contentsOf: text.utf8)
    }

    /// Ends a line.
    ///
    /// - Parameter isPlain: Whether the line may stand in the line of the message around it, if it has no comment.
    private mutating func end(comment: String, isPlain: Bool = true) {
        if !comment.isEmpty { write("  # " + ValueText.safe(comment)) }
        output.append(UInt8(ascii: "\n"))
        guard !levels.isEmpty else { return }
        levels[levels.count - 1].lines += 1
        if !comment.isEmpty || !isPlain { levels[levels.count - 1].isPlain = false }
    }
}

extension FieldKind {
    /// How a value of this kind stands in a packed list.
    fileprivate var listType: WireType {
        switch self {
        case .double, .fixed64, .sfixed64: .fixed64
        case .float, .fixed32, .sfixed32: .fixed32
        default: .varint
        }
    }
}
