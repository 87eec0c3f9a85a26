internal import ByteText
internal import ConsoleText
internal import ProtobufSchema
internal import ProtobufWire

/// Formats a message as annotated hexadecimal digits: the tag, length or value of a field on each line.
///
/// A cursor moves over the bytes and never back, so that each byte is written exactly once, however damaged the message is.
struct HexFormatter: WireVisitor {
    private let message: ArraySlice<UInt8>
    private var rows: HexRows
    /// Offset of the message in the file or stream; `nil` where its bytes stand there in another form.
    private let streamOffset: Int?
    private let origin: OffsetOrigin
    /// The places that could not be read.
    private var damage = DamageList()
    /// The next byte of the message to be written.
    private var cursor = 0

    /// The offset in the message of the bytes being walked: 0, or the start of the content of an `Any`.
    private var base = 0
    /// The path to the innermost `Any` whose content is being walked; empty outside of any.
    private var root: [FieldPath.Component] = []
    /// A message whose fields are being visited.
    private struct Level {
        /// The field that holds the message; `nil` for the outermost message and for the content of an `Any`.
        let field: WireField?
        let isAny: Bool
        /// The offset at which the bytes of the message end; for a group, the end of the enclosing message.
        let end: Int
        /// For an `Any`, the type that its first field names.
        var anyType: MessageDescriptor?
    }

    private var levels: [Level] = []
    private var labels = FieldLabels()

    private static let walker = WireWalker(guessesMessages: true, resynchronizes: true)

    init(_ message: ArraySlice<UInt8>, at origin: OffsetOrigin, streamOffset: Int?, rows: HexRows) {
        self.message = message
        self.origin = origin
        self.streamOffset = streamOffset
        self.rows = rows
    }

    mutating func format(as type: MessageDescriptor?) -> DamageList {
        walk(0..<message.count, as: type)
        rows.flush()
        return damage
    }

    private mutating func walk(_ range: Range<Int>, as type: MessageDescriptor?) {
        levels.append(Level(field: nil, isAny: type?.wellKnown == .any, end: range.upperBound))
        defer { levels.removeLast() }
        let bytes = message.part(range)
        Self.walker.walk(bytes.span, as: type, visitor: &self)
        unread(upTo: range.upperBound, "unread")
    }

    // MARK: Visits

    mutating func enter(_ field: WireField) -> Bool {
        begin(field, hasNote: true)
        let end = field.length.isEmpty ? levels[depth].end : base + field.value.upperBound
        levels.append(Level(field: field, isAny: labels.label(of: field)?.isAny ?? false, end: end))
        return true
    }

    mutating func leave(_ field: WireField) {
        unread(upTo: base + field.value.upperBound, "unread")
        levels.removeLast()
        guard field.length.isEmpty, field.isComplete, cursor == base + field.value.upperBound else { return }
        let end = cursor + message.dropFirst(cursor).prefix { $0 >= 0x80 }.count
        write(upTo: min(end + 1, message.count), "end of group \(field.number)", .quiet)
    }

    mutating func field(_ field: WireField) {
        if case .packed(let count) = field.content {
            begin(field)
            return packed(field, count)
        }
        if levels[depth].isAny, any(field) { return }
        begin(field)
        guard !field.value.isEmpty || field.length.isEmpty else { return }
        let (label, value, limit) = (labels.label(of: field), slice(field.value), rows.options.textLimit)
        let enumText = field.fits ? labels.enumText(of: field.scalar, field) : nil
        let names = labels.text
        let role = field.kind == nil ? .unknown : field.kind?.role
        write(upTo: base + field.value.upperBound, role) { line in
            line.text("value ")
            guard label != nil else { return UnknownReading.write(field, value, limit: limit, to: &line) }
            if let scalar = field.scalar {
                line.scalar(scalar, enumText: enumText, in: names)
            } else if field.content == .string || value.isPrintable {
                line.quoted(value, limit: limit)
            } else {
                line.text("\(byteCount(value.count))")
            }
        }
    }

    mutating func damage(_ damage: WireDamage) {
        self.damage.add(damage, base: base, root: root)
        let resumed = damage.resumed.map { "; resynchronised at \(origin.byte(base + $0))" } ?? ""
        let text: SafeText = "\(damage.code) at \(origin.byte(base + damage.offset))\(resumed)"
        if base + damage.unread.upperBound > cursor {
            unread(upTo: base + damage.unread.upperBound, text)
        } else {
            rows.write([], role: .error, depth: depth) { $0.text("✗ \(text)") }
        }
    }

    // MARK: Parts

    private var depth: Int { levels.count - 1 }

    /// A range of the bytes being walked.
    private func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
        message.part((base + range.lowerBound)..<(base + range.upperBound))
    }

    /// Writes the tag and the length of a field.
    ///
    /// - Parameters:
    ///   - hasNote: Whether a message that fits on one line is shown beside its tag.
    ///   - anyType: The type of the message in an `Any`.
    private mutating func begin(_ field: WireField, hasNote: Bool = false, anyType: MessageDescriptor? = nil) {
        unread(upTo: base + field.tag.lowerBound, "unread")
        let label = labels.label(of: field)
        let (text, value, limit) = (labels.text, slice(field.value), rows.options.textLimit)
        write(upTo: base + field.tag.upperBound, label == nil ? .unknown : .name) { line in
            line.text("tag ")
            line.decimal(UInt64(field.number))
            line.text(" ")
            if let label {
                line.name(label, at: label.isMap || label.isPacked ? nil : field.index, in: text)
                line.text("  ")
                line.utf8(text, label.type)
            } else {
                if let mismatch = field.mismatch {
                    line.text("\(mismatch.name)  ")
                } else if field.isInKnownMessage {
                    line.text("(unknown)  ")
                }
                line.text(field.foreignType)
            }
            if hasNote { Self.writeNote(of: field, label, value, limit: limit, to: &line) }
            if let anyType { line.text("  \(anyType.fullName)") }
            Self.writeSurplus(of: field.tag, UInt64(field.number) << 3 | UInt64(field.wireType.rawValue), to: &line)
        }
        guard !field.length.isEmpty else { return }
        let announced = WireField.announcedLength(slice(field.length))
        // The value may have fewer bytes than are left, as reading may have gone on before its end.
        let left = levels[depth].end - (base + field.length.upperBound)
        write(upTo: base + field.length.upperBound, announced > left ? .error : .quiet) { line in
            line.text("length ")
            line.decimal(UInt64(announced))
            if announced > left { line.text(", but \(byteCount(left)) \(left == 1 ? "is" : "are") left") }
            Self.writeSurplus(of: field.length, UInt64(announced), to: &line)
        }
    }

    /// Writes how many bytes too many a varint takes.
    private static func writeSurplus(of varint: Range<Int>, _ value: UInt64, to line: inout LineBuffer) {
        let needed = varintLength(value)
        if varint.count > needed { line.text(", in \(varint.count) bytes instead of \(needed)") }
    }

    /// Writes a message that fits on one line, or what a message of unknown type may be instead.
    private static func writeNote(
        of field: WireField, _ label: FieldLabels.Label?, _ bytes: ArraySlice<UInt8>, limit: Int,
        to line: inout LineBuffer
    ) {
        guard let label, let type = field.message else {
            if let text = UnknownReading.note(ofMessage: bytes) { line.text("  (\(text))") }
            return
        }
        guard field.isComplete, label.isLine else { return }
        if let shape = label.shape {
            guard let values = shape.values(in: bytes.span, 0..<bytes.count) else { return }
            line.text("  ")
            shape.write(values, to: &line)
        } else if !type.isMapEntry, let inline = InlineText(bytes, as: type, textLimit: limit) {
            line.text("  ")
            line.text(inline.text)
        }
    }

    private mutating func packed(_ field: WireField, _ count: Int) {
        let shown = rows.options.showsAll ? count : min(count, TreeOptions.listLimit)
        let (start, end) = (base + field.value.lowerBound, base + field.value.upperBound)
        let bytes = slice(field.value)
        var reader = WireCursor(bytes.span, 0..<bytes.count)
        let first = field.index ?? 0
        for position in first..<(first + shown) {
            guard let kind = field.kind, let bits = try? reader.number(kind.wireType),
                let element = ScalarValue(kind, bits: bits)
            else { break }
            let text = labels.enumText(of: element, field)
            let names = labels.text
            write(upTo: start + reader.offset, nil) { line in
                line.text("value[")
                line.decimal(UInt64(position))
                line.text("] ")
                line.scalar(element, enumText: text, in: names)
            }
        }
        if shown < count {
            write(upTo: end, "\(count - shown) more values; --all shows them", .quiet)
        } else {
            write(upTo: end, "✗ rest of the list", .error)
        }
    }

    // MARK: Any

    /// Remembers the type that an `Any` names, and walks its value as a message of that type.
    ///
    /// - Returns: Whether the field was the value.
    private mutating func any(_ field: WireField) -> Bool {
        if field.number == 1, let any = field.parent {
            let url = String(decoding: slice(field.value), as: UTF8.self)
            levels[depth].anyType = any.schema.message(forTypeURL: url)
        }
        guard field.number == 2, field.isComplete, field.fits, let type = levels[depth].anyType,
            levels.count(where: { $0.field == nil }) <= TreeOptions.anyLimit
        else { return false }
        begin(field, anyType: type)
        let saved = (base, root)
        let start = base + field.value.lowerBound
        let end = base + field.value.upperBound
        root += levels[((levels.lastIndex { $0.field == nil } ?? 0) + 1)...].compactMap { $0.field?.component }
        base = start
        walk(start..<end, as: type)
        (base, root) = saved
        return true
    }

    // MARK: Rows

    private mutating func write(
        upTo end: Int, _ role: Palette.Role?, _ meaning: (inout LineBuffer) -> Void
    ) {
        guard cursor < end else { return }
        let stream = streamOffset.map { $0 + cursor }
        rows.write(message.part(cursor..<end), stream: stream, message: cursor, role: role, depth: depth, meaning)
        cursor = end
    }

    private mutating func write(upTo end: Int, _ meaning: SafeText, _ role: Palette.Role?) {
        write(upTo: end, role) { $0.text(meaning) }
    }

    /// Writes bytes that belong to no field.
    private mutating func unread(upTo end: Int, _ reason: SafeText) {
        write(upTo: end, "✗ \(reason)", .error)
    }
}
