internal import ByteText
internal import ConsoleText
internal import JSONText
internal import ProtobufSchema
internal import ProtobufWire

/// Writes bytes as protoscope text, field by field; ``ProtoscopeAssembler`` gives the same bytes back. Linear in their count,
/// times the depth of groups.
///
/// Nothing is written of a field before all of it is known to be there, so that bytes which begin none stay raw, to the
/// end of the message around them.
struct ProtoscopeDisassembler: BufferedText {
    private let input: ArraySlice<UInt8>
    let sink: (([UInt8]) -> Void)?
    var bytes: [UInt8] = []
    /// The next byte of the input to be written.
    private var offset = 0
    /// The messages and groups that are open.
    private var level = 0
    /// Whether the innermost of them is written in one line.
    private var isInline = false

    /// Messages and groups inside so many others are written as bytes.
    private static let levelLimit = 100
    /// Deeper levels are not indented further: with their margins, lines of hostile input would grow a hundredfold.
    private static let marginLevels = 20
    /// Bytes of a message that is written in one line, such as a `google.type.LatLng` or a `google.protobuf.Timestamp`.
    private static let inlineLimit = 24
    /// Bytes of a hexadecimal literal; more are several literals, a line each.
    private static let hexLimit = 32
    /// Characters in a line of packed numbers.
    private static let lineLimit = 100

    /// A line that is put together has to know what its last byte was.
    var isHeld: Bool { isInline }

    /// Writes the text of bytes in pieces, so that it need not fit in memory.
    ///
    /// - Parameters:
    ///   - message: Names fields and enum values in comments, and decides how numbers are written.
    ///   - sink: Takes the pieces in order.
    static func disassemble(_ bytes: [UInt8], as message: MessageDescriptor?, to sink: @escaping ([UInt8]) -> Void) {
        var disassembler = ProtoscopeDisassembler(input: bytes[...], sink: sink)
        disassembler.fields(of: message, before: bytes.count)
        disassembler.flush()
    }

    // MARK: Fields

    /// A field whose tag was read.
    private struct Field {
        let number: Int
        let wireType: WireType
        /// Bytes that the tag takes in addition to those that it needs.
        let tagSurplus: Int
        /// The declared field with the number, and whether its type accepts the wire type.
        let declared: FieldDescriptor?
        let fits: Bool

        var descriptor: FieldDescriptor? { fits ? declared : nil }
    }

    /// Writes the fields of a message, or of a group and its end tag, which end at `end`.
    private mutating func fields(of message: MessageDescriptor?, before end: Int, isGroup: Bool = false) {
        while offset < end {
            let start = offset
            do throws(WireCursor.Failure) {
                let field = try tag(in: message, before: end)
                if isGroup, field.wireType == .endGroup, offset == end {
                    guard field.tagSurplus > 0 else { return }
                    beginLine()
                    write("long-form:\(field.tagSurplus)")
                    endLine()
                } else {
                    try value(of: field, before: end)
                }
            } catch {
                offset = start
                raw(before: end, comment: "\(error.code) at byte \(error.offset)")
            }
        }
    }

    private mutating func tag(
        in message: MessageDescriptor?, before end: Int
    ) throws(WireCursor.Failure) -> Field {
        let start = offset
        var cursor = WireCursor(input.span, offset..<end)
        let (number, wireType) = try cursor.tag()
        offset = cursor.offset
        let surplus = offset - start - varintLength(UInt64(number) << 3)
        let declared = message?.field(number: number)
        let fits = declared?.accepts(wireType) == true
        return Field(number: number, wireType: wireType, tagSurplus: surplus, declared: declared, fits: fits)
    }

    private mutating func value(of field: Field, before end: Int) throws(WireCursor.Failure) {
        switch field.wireType {
        case .varint, .fixed64, .fixed32:
            let (bits, text) = try number(field.wireType, before: end, field.descriptor?.kind)
            begin(field, text.hasPrefix("`") ? "VARINT " : " ")
            write(text)
            endLine(comment(on: field, number: field.wireType == .varint ? bits : nil))
        case .lengthDelimited: try delimited(field, before: end)
        case .startGroup: group(field, before: end)
        case .endGroup:
            begin(field, "EGROUP")
            endLine(comment(on: field))
        }
    }

    private mutating func delimited(_ field: Field, before end: Int) throws(WireCursor.Failure) {
        let start = offset
        var cursor = WireCursor(input.span, offset..<end)
        let count = try cursor.length()
        offset = cursor.offset
        let value = offset..<min(offset + count, end)
        let isWhole = value.count == count
        begin(field, isWhole ? " " : "LEN ")
        longForm(value.lowerBound - start - varintLength(UInt64(count)))
        write(isWhole ? "{" : "\(count) ")
        var comment = comment(on: field, message: value)
        if !isWhole { comment += "\(comment.isEmpty ? "" : ", ")\(value.count) of \(byteCount(count))" }
        let type = field.descriptor?.message
        let isGuessed =
            field.descriptor == nil && isWhole && PayloadGuess(input.span, value).reading == .message
        if level < Self.levelLimit, type != nil || isGuessed {
            contents(of: type, before: value.upperBound, isWhole: isWhole, comment: comment)
        } else {
            payload(value, field.descriptor?.kind)
            if isWhole { write("}") }
            endLine(comment)
        }
    }

    private mutating func group(_ field: Field, before end: Int) {
        var cursor = WireCursor(input.span, offset..<end)
        let isDeep = level >= Self.levelLimit
        let isWhole = !isDeep && (try? cursor.skipGroup(field.number, levels: Self.levelLimit)) != nil
        let stop = isWhole ? cursor.offset : end
        begin(field, isWhole ? " !{" : "SGROUP")
        // What follows at the same level is the same bytes.
        if isDeep { return endLine(comment(on: field)) }
        contents(
            of: field.descriptor?.message, before: stop, isWhole: isWhole, isGroup: isWhole, comment: comment(on: field)
        )
    }

    /// Writes what a message or group holds, and the brace behind it if it is whole.
    private mutating func contents(
        of type: MessageDescriptor?, before end: Int, isWhole: Bool, isGroup: Bool = false, comment: String
    ) {
        let isInside = isInline
        let isSmall = type.map(InlineText.isInline) ?? true
        isInline = isInside || isWhole && isSmall && end - offset <= Self.inlineLimit
        if !isInline { endLine(comment) }
        level += 1
        fields(of: type, before: end, isGroup: isGroup)
        level -= 1
        if isInline {
            if isWhole { write("}") }
            isInline = isInside
            endLine(comment)
        } else if isWhole {
            beginLine()
            write("}")
            endLine()
        }
    }

    // MARK: Values

    /// Reads the next number, which is a field's or one of a packed list, and gives its bits and its text.
    private mutating func number(
        _ wireType: WireType, before end: Int, _ kind: FieldKind?
    ) throws(WireCursor.Failure) -> (bits: UInt64, text: String) {
        var cursor = WireCursor(input.span, offset..<end)
        let bits = try cursor.number(wireType)
        let taken = input[offset..<cursor.offset]
        offset = cursor.offset
        guard wireType == .varint else {
            return (bits, ProtoscopeNumber.text(fixed: bits, is64: wireType == .fixed64, kind))
        }
        // The tenth byte has room for one bit, and others are lost in the number.
        if taken.count == 10, input[offset - 1] > 1 { return (bits, "`\(String(hex: taken))`") }
        let surplus = taken.count - varintLength(bits)
        guard surplus > 0 else { return (bits, ProtoscopeNumber.text(varint: bits, kind)) }
        // Only numbers may follow, not `true`.
        return (bits, "long-form:\(surplus) \(ProtoscopeNumber.text(varint: bits, kind == .bool ? nil : kind))")
    }

    /// Writes the bytes behind a length, which are no message.
    private mutating func payload(_ value: Range<Int>, _ kind: FieldKind?) {
        if let kind, kind.isPackable { return packed(before: value.upperBound, kind.wireType, kind) }
        let guess = PayloadGuess(input.span, value).reading
        if kind == nil, case .packed(let wireType) = guess { return packed(before: value.upperBound, wireType, nil) }
        if kind == .string || guess == .text { quoted(value) } else { hex(value) }
        offset = value.upperBound
    }

    /// Writes numbers, and what is left at the end and is none.
    private mutating func packed(before end: Int, _ wireType: WireType, _ kind: FieldKind?) {
        var column = margin
        var isFirst = true
        while offset < end {
            let start = offset
            let text = (try? number(wireType, before: end, kind))?.text ?? "`\(String(hex: input[start..<end]))`"
            if offset == start { offset = end }
            column += text.utf8.count + 1
            if !isFirst, column > Self.lineLimit, !isInline {
                column = margin + 2 + text.utf8.count
                write("\n")
                spaces(margin + 2)
            } else if !isFirst {
                write(" ")
            }
            write(text)
            isFirst = false
            flushIfFull()
        }
    }

    /// Writes text in quotes. Bytes that are not UTF-8 and characters that cannot be seen are escaped byte by byte.
    private mutating func quoted(_ value: Range<Int>) {
        write("\"")
        var index = value.lowerBound
        while index < value.upperBound {
            let character = input.span.character(at: index, before: value.upperBound)
            let end = index + (character?.length ?? 1)
            switch input[index] {
            case UInt8(ascii: "\n"), UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(escaping: input[index])
            default:
                if let character, !character.scalar.isInvisible {
                    bytes += input[index..<end]
                } else {
                    for byte in input[index..<end] { write("\\x\(String(hex: [byte]))") }
                }
            }
            index = end
            flushIfFull()
        }
        write("\"")
    }

    /// Writes bytes behind a brace or length, in lines of their own if they are many.
    private mutating func hex(_ value: Range<Int>) {
        guard value.count > Self.hexLimit else {
            if !value.isEmpty { write("`\(String(hex: input[value]))`") }
            return
        }
        if bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
        write("\n")
        level += 1
        offset = value.lowerBound
        raw(before: value.upperBound)
        level -= 1
        spaces(margin)
    }

    /// Writes bytes that belong to no field.
    private mutating func raw(before end: Int, comment: String = "") {
        var comment = comment
        while offset < end {
            let next = min(offset + Self.hexLimit, end)
            beginLine()
            write("`\(String(hex: input[offset..<next]))`")
            endLine(comment)
            comment = ""
            offset = next
        }
    }

    // MARK: Comments

    /// The name of a field, the type of its message and the name of its enum value; nothing of an unknown field.
    ///
    /// - Parameters:
    ///   - number: The value of a varint.
    ///   - message: Where the value lies that may be a message.
    private func comment(on field: Field, number: UInt64? = nil, message: Range<Int>? = nil) -> String {
        guard !isInline else { return "" }
        guard let declared = field.declared else { return "" }
        let parts =
            field.fits
            ? [declared.name, detail(of: declared, number, message)]
            : ["\(declared.name) is a \(declared.lastTypeName)"]
        return VisibleText.escaping(parts.compactMap { $0 }.joined(separator: " "))
    }

    private func detail(of field: FieldDescriptor, _ number: UInt64?, _ message: Range<Int>?) -> String? {
        if let number { return field.enumeration?.value(number: Int32(truncatingIfNeeded: number))?.name }
        guard let type = field.message else { return nil }
        // Times are not as they are counted.
        guard let message, [.timestamp, .duration].contains(type.wellKnown),
            let time = InlineText(input[message], as: type, textLimit: .max)
        else { return field.lastTypeName }
        return "\(type.name) \(time.text)"
    }

    // MARK: Lines

    /// Writes the number of a field and what follows it: nothing but a space, a wire type or a brace.
    private mutating func begin(_ field: Field, _ rest: String) {
        beginLine()
        longForm(field.tagSurplus)
        write("\(field.number):\(rest)")
    }

    private mutating func longForm(_ surplus: Int) {
        if surplus > 0 { write("long-form:\(surplus) ") }
    }

    private mutating func beginLine() {
        if !isInline {
            spaces(margin)
        } else if let last = bytes.last, last != UInt8(ascii: "{"), last != UInt8(ascii: " ") {
            write(" ")
        }
    }

    private mutating func endLine(_ comment: String = "") {
        guard !isInline else { return }
        write(comment.isEmpty ? "\n" : "  # \(comment)\n")
        flushIfFull()
    }

    /// Spaces before a line.
    private var margin: Int { 2 * min(level, Self.marginLevels) }

    private mutating func spaces(_ count: Int) {
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: count))
    }

    private mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
