internal import ConsoleText
internal import ProtobufSchema
internal import ProtobufWire

/// Writes bytes in the notation of ``WireText`` while they are walked.
///
/// A cursor goes over the bytes and never back: whatever a visit does not account for is written as raw bytes, so the text
/// has every byte exactly once, whatever the walker makes of them.
struct WireTextScribe: WireVisitor {
    private let bytes: [UInt8]
    private let sink: ([UInt8]) -> Void
    /// What was not handed over yet, and how much was.
    private var output: [UInt8] = []
    private var handedOver = 0
    /// The next byte to be written.
    private var cursor = 0
    /// A message or group that is open. Places count in the whole text.
    private struct Level {
        /// Behind its brace, and where its first line begins; a comment stands between them.
        let head: Int
        let body: Int
        /// Whether the comment tells everything inside.
        let isTold: Bool
        /// Lines inside so far, and whether one of them has a comment or braces over several lines.
        var lines = 0
        var isPlain = true
    }

    private var levels: [Level] = []
    private var labels = FieldLabels()
    /// Spaces before a line.
    private var margin: Int { 2 * min(levels.count, Self.marginLevels) }
    private var isTold: Bool { levels.last?.isTold ?? false }

    private static let walker = WireWalker(guessesMessages: true)
    /// Bytes of a hexadecimal literal; more are several literals, a line each.
    private static let hexLimit = 32
    /// Characters of a line of a packed list, and of a message that is written in one.
    private static let lineLimit = 100
    /// No longer text is looked at again when its message ends.
    private static let foldLimit = 2 * lineLimit
    /// Deeper levels are not indented further: with their margins, lines of hostile input would grow a hundredfold.
    private static let marginLevels = 20
    /// Fields of a message that is written in one line.
    private static let inlineFields = 3
    /// Pieces of about this size are handed over.
    private static let pieceSize = 64 << 10

    init(_ bytes: [UInt8], _ sink: @escaping ([UInt8]) -> Void) {
        self.bytes = bytes
        self.sink = sink
    }

    mutating func scribe(_ message: MessageDescriptor?) {
        let input = bytes[...]
        Self.walker.walk(input.span, as: message, visitor: &self)
        raw(upTo: bytes.count)
        if !output.isEmpty { sink(output) }
        output = []
    }

    // MARK: Visits

    mutating func enter(_ field: WireField) -> Bool {
        raw(upTo: field.tag.lowerBound)
        begin(field)
        if field.length.isEmpty {
            write("!{")
        } else {
            length(field)
            write("{")
        }
        let head = handedOver + output.count
        let isTold = commentOnMessage(field)
        output.append(UInt8(ascii: "\n"))
        levels.append(Level(head: head, body: handedOver + output.count, isTold: isTold))
        cursor = field.value.lowerBound
        return true
    }

    mutating func leave(_ field: WireField) {
        raw(upTo: field.value.upperBound)
        guard let level = levels.popLast() else { return }
        let comment = fold(level)
        if comment == nil { indent() }
        write("}")
        if field.length.isEmpty {
            if let (value, count) = varint(at: field.value.upperBound), field.isComplete,
                cursor == field.value.upperBound, value == tagValue(field, .endGroup)
            {
                width(value, count)
                cursor += count
            } else {
                write("-")
            }
        }
        output += comment ?? []
        endLine(isPlain: comment?.isEmpty ?? false)
    }

    /// Puts the lines of a small message behind its brace, so that it takes one line.
    ///
    /// - Returns: The comment that stood there; `nil` when the message is left as it is.
    private mutating func fold(_ level: Level) -> [UInt8]? {
        guard level.isPlain, level.lines <= Self.inlineFields,
            handedOver + output.count - level.head <= Self.foldLimit
        else { return nil }
        // Copies, as slices of the output would make it copy itself when it is shortened.
        let body = Array(output[(level.body - handedOver)...])
        let lines = body.split(separator: UInt8(ascii: "\n")).map { $0.drop { $0 == 0x20 } }
        guard lines.reduce(0, { $0 + $1.count + 1 }) <= Self.lineLimit else { return nil }
        let comment = Array(output[(level.head - handedOver)..<(level.body - handedOver - 1)])
        output.removeLast(handedOver + output.count - level.head)
        for line in lines {
            output.append(0x20)
            output += line
        }
        if !lines.isEmpty { output.append(0x20) }
        return comment
    }

    mutating func field(_ field: WireField) {
        raw(upTo: field.tag.lowerBound)
        // A group that was not entered is told by the damage that follows, and stays raw.
        if case .group = field.content { return }
        if case .bits = field.content, field.wireType == .varint, varint(at: field.value.lowerBound) == nil {
            return raw(upTo: field.value.upperBound) { $0.name(field) }
        }
        begin(field)
        let bits = value(field)
        cursor = field.value.upperBound
        end { scribe in
            let start = scribe.output.count
            scribe.name(field)
            guard let bits, let note = scribe.note(field, bits) else { return }
            if scribe.output.count > start { scribe.write(" ") }
            scribe.write(ValueText.safe(note))
        }
    }

    mutating func damage(_ damage: WireDamage) {
        let comment = "\(damage.code) at byte \(damage.offset)"
        if damage.unread.upperBound > cursor {
            raw(upTo: damage.unread.upperBound) { $0.write(comment) }
        } else {
            indent()
            end { $0.write(comment) }
        }
    }

    // MARK: Fields

    /// `3@2: `
    private mutating func begin(_ field: WireField) {
        indent()
        output.append(decimal: field.number)
        width(tagValue(field, field.wireType), field.tag.count)
        write(": ")
    }

    private func tagValue(_ field: WireField, _ wireType: WireType) -> UInt64 {
        UInt64(field.number) << 3 | UInt64(wireType.rawValue)
    }

    /// `@2`, for a varint that takes more bytes than it needs.
    private mutating func width(_ value: UInt64, _ count: Int) { write(widthText(value, count)) }

    private func widthText(_ value: UInt64, _ count: Int) -> String {
        count > varintLength(value) ? "@\(count)" : ""
    }

    /// `len=300 `, where the length is not that of the bytes that follow or takes more bytes than it needs.
    private mutating func length(_ field: WireField) {
        guard let (announced, count) = varint(at: field.length.lowerBound) else { return }
        let width = widthText(announced, count)
        let isWrong = announced != UInt64(field.value.count)
        if isWrong || !width.isEmpty { write("len\(isWrong ? "=\(announced)" : "")\(width) ") }
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

    /// What stands behind the colon.
    ///
    /// - Returns: The bits of a number.
    private mutating func value(_ field: WireField) -> UInt64? {
        let kind = field.descriptor?.kind
        switch (field.content, field.wireType) {
        case (.bits, .varint):
            guard let (value, count) = varint(at: field.value.lowerBound) else { return nil }
            write(WireTextNumbers.varint(value, kind))
            width(value, count)
            return value
        case (.bits(let bits), .fixed64):
            write(WireTextNumbers.fixed64(bits, kind))
            return bits
        case (.bits(let bits), .fixed32):
            write(WireTextNumbers.fixed32(UInt32(truncatingIfNeeded: bits), kind))
            return bits
        case (.packed, _):
            length(field)
            list(field.value, kind?.wireType ?? .varint, kind)
        default:
            length(field)
            payload(field)
        }
        return nil
    }

    private mutating func payload(_ field: WireField) {
        let input = bytes[...]
        if field.content == .string, input.span.isUTF8(field.value) { return quoted(field.value) }
        let guess = PayloadGuess(input.span, field.value)
        if guess.reading == .text || guess.reading == .empty, input.span.isUTF8(field.value) {
            return quoted(field.value)
        }
        if field.descriptor == nil, field.content == .bytes, case .packed(let wireType) = guess.reading {
            return list(field.value, wireType, nil)
        }
        guard field.value.count > Self.hexLimit else { return hex(field.value) }
        write("{\n")
        for start in stride(from: field.value.lowerBound, to: field.value.upperBound, by: Self.hexLimit) {
            spaces(margin + 2)
            hex(start..<min(start + Self.hexLimit, field.value.upperBound))
            write("\n")
            flushIfFull()
        }
        spaces(margin)
        write("}")
    }

    /// A string literal, made in parts that end with characters.
    private mutating func quoted(_ range: Range<Int>) {
        write("\"")
        var start = range.lowerBound
        while start < range.upperBound {
            var end = min(start + Self.pieceSize, range.upperBound)
            while end < range.upperBound, bytes[end] & 0xC0 == 0x80 { end -= 1 }
            WireTextQuotes.append(bytes[start..<end], to: &output)
            start = end
            flushIfFull()
        }
        write("\"")
    }

    private mutating func hex(_ range: Range<Int>) {
        write("`")
        WireTextQuotes.append(hex: bytes[range], to: &output)
        write("`")
    }

    /// `[1, 2, 3]`; what is left at the end and is no number is raw.
    private mutating func list(_ range: Range<Int>, _ wireType: WireType, _ kind: FieldKind?) {
        let margin = margin + 2
        var column = margin
        var offset = range.lowerBound
        write("[")
        while offset < range.upperBound {
            let isFirst = offset == range.lowerBound
            if let (text, count) = element(at: offset, before: range.upperBound, wireType, kind) {
                separate(text.utf8.count, isFirst, &column, margin)
                write(text)
                offset += count
            } else {
                separate(2 * (range.upperBound - offset) + 2, isFirst, &column, margin)
                hex(offset..<range.upperBound)
                offset = range.upperBound
            }
            flushIfFull()
        }
        write("]")
    }

    /// The comma before an element of a list, and the line break where it would not fit in its line.
    private mutating func separate(_ count: Int, _ isFirst: Bool, _ column: inout Int, _ margin: Int) {
        if !isFirst {
            write(",")
            if column + count > Self.lineLimit {
                write("\n")
                spaces(margin)
                column = margin
            } else {
                write(" ")
            }
        }
        column += count + 2
    }

    /// A number of a list, and how many bytes it takes; `nil` for bytes that are none.
    private func element(
        at offset: Int, before end: Int, _ wireType: WireType, _ kind: FieldKind?
    ) -> (text: String, count: Int)? {
        if wireType == .varint {
            return varint(at: offset, before: end).map { value, count in
                (WireTextNumbers.varint(value, kind) + widthText(value, count), count)
            }
        }
        let size = wireType == .fixed64 ? 8 : 4
        guard end - offset >= size else { return nil }
        var bits: UInt64 = 0
        for index in 0..<size { bits |= UInt64(bytes[offset + index]) << UInt64(8 * index) }
        let text =
            size == 8
            ? WireTextNumbers.fixed64(bits, kind) : WireTextNumbers.fixed32(UInt32(truncatingIfNeeded: bits), kind)
        return (text, size)
    }

    // MARK: Comments

    /// What is said behind the brace of a message.
    ///
    /// - Returns: Whether everything inside is told.
    private mutating func commentOnMessage(_ field: WireField) -> Bool {
        guard !isTold else { return true }
        var isTold = false
        comment { scribe in
            if let message = field.message, let label = scribe.labels.label(of: field) {
                scribe.name(field)
                isTold = field.isComplete && scribe.tell(field, message, label)
            } else if let note = UnknownTime.note(scribe.bytes[field.value]) {
                scribe.write(ValueText.safe(note))
                isTold = true
            } else {
                scribe.name(field)
            }
        }
        return isTold
    }

    /// Writes times, which are not as they are counted. The other messages of one line can be read where they stand.
    ///
    /// - Returns: Whether the message is one of those.
    private mutating func tell(_ field: WireField, _ message: MessageDescriptor, _ label: FieldLabels.Label) -> Bool {
        let input = bytes[...]
        if let shape = label.shape, let values = shape.values(in: input.span, field.value) {
            let start = output.count
            write(" ")
            let (seconds, nanos) = (Int64(bitPattern: values.first), Int(Int32(truncatingIfNeeded: values.second)))
            switch shape {
            case .latLng, .number:
                output.removeLast()
                return true
            case .timestamp: if JSONTime.append(timestamp: seconds, nanos, to: &output) { return true }
            case .duration: if JSONTime.append(duration: seconds, nanos, to: &output) { return true }
            }
            output.removeLast(output.count - start)
        }
        guard label.isLine, let inline = InlineText(bytes[field.value], as: message, textLimit: .max) else {
            return false
        }
        if message.name == "Timestamp" || message.name == "Duration" {
            write(" ")
            write(ValueText.safe(inline.text))
        }
        return true
    }

    /// The name of the field, and its type where that is a message.
    private mutating func name(_ field: WireField) {
        guard !isTold else { return }
        guard let label = labels.label(of: field) else {
            if let mismatch = field.mismatch {
                write(ValueText.safe("\(mismatch.name) is a \(mismatch.lastTypeName)"))
            }
            return
        }
        output += labels.text[label.name]
        if label.isMap {
            if let message = field.message { write(ValueText.safe(" \(message.name)")) }
            return
        }
        if let index = field.index {
            if case .packed = field.content {
            } else {
                write("[")
                output.append(decimal: index)
                write("]")
            }
        }
        if label.kind == .message || label.kind == .group {
            write(" ")
            output += labels.text[label.type]
        }
    }

    /// The name of an enum value, or the time that an unknown number may be.
    private func note(_ field: WireField, _ bits: UInt64) -> String? {
        guard field.fits else { return isTold ? nil : UnknownTime(bits)?.sentence }
        guard case .enumeration(let number)? = field.scalar else { return nil }
        return field.descriptor?.enumeration?.value(number: number)?.name
    }

    // MARK: Output

    /// Raw bytes, in lines of their own.
    private mutating func raw(upTo end: Int, comment: (inout Self) -> Void = { _ in }) {
        var isFirst = true
        while cursor < end {
            let next = min(cursor + Self.hexLimit, end)
            indent()
            hex(cursor..<next)
            if isFirst { self.end(comment) } else { endLine(isPlain: true) }
            isFirst = false
            cursor = next
        }
    }

    private mutating func indent() { spaces(margin) }

    private mutating func spaces(_ count: Int) {
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: count))
    }

    private mutating func write(_ text: String) { output.append(contentsOf: text.utf8) }

    /// Writes a comment, unless `body` writes nothing.
    ///
    /// - Returns: Whether there is one.
    @discardableResult
    private mutating func comment(_ body: (inout Self) -> Void) -> Bool {
        let mark = "  # "
        write(mark)
        let start = output.count
        body(&self)
        guard output.count == start else { return true }
        output.removeLast(mark.utf8.count)
        return false
    }

    /// Ends a line with a comment.
    private mutating func end(_ body: (inout Self) -> Void) { endLine(isPlain: !comment(body)) }

    /// - Parameter isPlain: Whether the line may stand in the line of the message around it.
    private mutating func endLine(isPlain: Bool) {
        output.append(UInt8(ascii: "\n"))
        flushIfFull()
        guard !levels.isEmpty else { return }
        levels[levels.count - 1].lines += 1
        if !isPlain { levels[levels.count - 1].isPlain = false }
    }

    /// Hands over what is there, but for what a small message may still take back.
    private mutating func flushIfFull() {
        guard output.count >= Self.pieceSize else { return }
        let count = output.count - Self.foldLimit
        sink(Array(output[..<count]))
        output.removeFirst(count)
        handedOver += count
    }
}
