internal import ConsoleText
internal import ProtobufSchema
internal import ProtobufWire

/// Says for every byte of a message what it is: tag, length or value of which field.
///
/// A cursor goes over the bytes and never back, so each of them is written exactly once, whatever the walker makes of them.
struct HexScribe: WireVisitor {
    private let message: ArraySlice<UInt8>
    private var rows: HexRows
    /// Where the message begins in the file or stream, if its bytes stand there as they are.
    private let streamOffset: Int?
    private let origin: OffsetOrigin
    /// Everything that could not be read.
    private var damage = TreeDamage.List()
    /// The next byte of the message to be written.
    private var cursor = 0

    /// Where the bytes being walked begin: 0, or where the content of an `Any` does.
    private var base = 0
    /// The path to the `Any` that is open.
    private var root = ""
    /// A message that is open.
    private struct Level {
        /// The field that holds it; `nil` for a whole message and for the content of an `Any`.
        let field: WireField?
        let isAny: Bool
        /// Where its bytes end; for a group where those of the message around it do.
        let end: Int
        /// The type that it has named, if it is an `Any`.
        var anyType: MessageDescriptor?
    }

    private var levels: [Level] = []
    private var labels = FieldLabels()
    private var anyDepth = 0

    private static let walker = WireWalker(guessesMessages: true, resynchronizes: true)
    /// How many messages may lie in `Any` in one another before they are shown as bytes.
    private static let anyLimit = 16

    init(_ message: ArraySlice<UInt8>, at origin: OffsetOrigin = .message, streamOffset: Int?, rows: HexRows) {
        self.message = message
        self.origin = origin
        self.streamOffset = streamOffset
        self.rows = rows
    }

    /// - Returns: Everything that could not be read.
    mutating func scribe(_ type: MessageDescriptor?) -> TreeDamage.List {
        walk(0..<message.count, as: type)
        rows.flush()
        return damage
    }

    private mutating func walk(_ range: Range<Int>, as type: MessageDescriptor?) {
        levels.append(Level(field: nil, isAny: type?.wellKnown == .any, end: range.upperBound))
        defer { levels.removeLast() }
        let bytes = part(range)
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
        var end = cursor
        while end < message.count, byte(end) >= 0x80 { end += 1 }
        write(upTo: min(end + 1, message.count), "end of group \(field.number)", .quiet)
    }

    mutating func field(_ field: WireField) {
        // A group that was not entered is told by the damage that follows.
        if case .group = field.content { return }
        if case .packed(let count) = field.content {
            begin(field)
            return packed(field, count)
        }
        if levels[depth].isAny, any(field) { return }
        begin(field)
        guard !field.value.isEmpty || field.length.isEmpty else { return }
        let bytes = slice(field.value)
        let limit = rows.options.textLimit
        let label = labels.label(of: field)
        let name = enumName(field)
        write(upTo: base + field.value.upperBound, role(label?.kind)) { line in
            line.text("value ")
            Self.value(field, label, name, bytes, limit, &line)
        }
    }

    mutating func damage(_ damage: WireDamage) {
        self.damage.add(damage, base: base, root: root)
        let resumed = damage.resumed.map { "; resynchronised at \(origin.byte(base + $0))" } ?? ""
        let text = "\(damage.code) at \(origin.byte(base + damage.offset))\(resumed)"
        if base + damage.unread.upperBound > cursor {
            unread(upTo: base + damage.unread.upperBound, text)
        } else {
            rows.write([], at: HexRows.Place(), .error, depth: depth) { $0.text("✗ \(text)") }
        }
    }

    // MARK: Parts

    private var depth: Int { levels.count - 1 }

    /// Bytes of the message.
    private func part(_ range: Range<Int>) -> ArraySlice<UInt8> {
        message[(message.startIndex + range.lowerBound)..<(message.startIndex + range.upperBound)]
    }

    private func byte(_ offset: Int) -> UInt8 { message[message.startIndex + offset] }

    /// Bytes of what is being walked.
    private func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
        part((base + range.lowerBound)..<(base + range.upperBound))
    }

    /// The tag and the length.
    ///
    /// - Parameters:
    ///   - hasNote: Whether a message is told that can be said in one line.
    ///   - content: The type of what is in an `Any`.
    private mutating func begin(_ field: WireField, hasNote: Bool = false, content: MessageDescriptor? = nil) {
        unread(upTo: base + field.tag.lowerBound, "unread")
        let label = labels.label(of: field)
        let text = labels.text
        let value = slice(field.value)
        let limit = rows.options.textLimit
        write(upTo: base + field.tag.upperBound, label == nil ? .unknown : .name) { line in
            line.text("tag ")
            line.decimal(UInt64(field.number))
            line.text(" ")
            if let label {
                line.utf8(text[label.name])
                if let index = field.index, !label.isMap, !label.isPacked {
                    line.text("[")
                    line.decimal(UInt64(index))
                    line.text("]")
                }
                line.text("  ")
                line.utf8(text[label.type])
            } else if let mismatch = field.mismatch {
                line.text("\(mismatch.name)  \(field.wireType.name), not \(mismatch.lastTypeName)")
            } else {
                line.text(field.isInKnownMessage ? "(unknown)  " : "")
                line.text(field.wireType.name)
            }
            if hasNote { Self.note(field, label, value, limit, &line) }
            if let content { line.text("  \(content.fullName)") }
            Self.surplus(field.tag.count, UInt64(field.number) << 3 | UInt64(field.wireType.rawValue), &line)
        }
        guard !field.length.isEmpty else { return }
        let announced = WireField.announcedLength(slice(field.length))
        // What the field has of them may be less: reading may go on before their end.
        let left = levels[depth].end - (base + field.length.upperBound)
        write(upTo: base + field.length.upperBound, announced > left ? .error : .quiet) { line in
            line.text("length ")
            line.decimal(UInt64(announced))
            if announced > left { line.text(", but \(byteCount(left)) \(left == 1 ? "is" : "are") left") }
            Self.surplus(field.length.count, UInt64(announced), &line)
        }
    }

    /// A message of one line, or what a message of unknown type may be.
    private static func note(
        _ field: WireField, _ label: FieldLabels.Label?, _ value: ArraySlice<UInt8>, _ limit: Int,
        _ line: inout LineBuffer
    ) {
        guard let label, let type = field.message else {
            if let text = UnknownReading.note(ofMessage: value) { line.text("  (\(text))") }
            return
        }
        guard field.isComplete, label.isLine else { return }
        if let shape = label.shape, let values = shape.values(in: value.span, 0..<value.count) {
            let start = line.count
            line.text("  ")
            // Of type bool they have a colour of their own.
            if !shape.hasColor, shape.write(values, to: &line) { return }
            line.removeAll(from: start)
        }
        if let inline = InlineText(value, as: type, textLimit: limit) {
            line.text("  ")
            line.text(inline.text)
        }
    }

    private static func surplus(_ count: Int, _ value: UInt64, _ line: inout LineBuffer) {
        let needed = varintLength(value)
        if count > needed { line.text(", in \(count) bytes instead of \(needed)") }
    }

    private mutating func packed(_ field: WireField, _ count: Int) {
        var offset = base + field.value.lowerBound
        let end = base + field.value.upperBound
        let isLong = !rows.options.showsAll && count > TreeOptions.listLimit
        let shown = isLong ? TreeOptions.listLimit : count
        var total = 0
        let kind = labels.label(of: field)?.kind
        let bytes = part(base..<message.count)
        field.forEachElement(in: bytes.span) { element in
            total += 1
            // The others of a long list are counted.
            guard total <= shown else { return isLong }
            offset = elementEnd(offset, end, kind)
            let position = (field.index ?? 0) + total - 1
            var name: ArraySlice<UInt8>?
            if case .enumeration(let number) = element {
                name = labels.enumName(number, of: field).map { labels.text[$0] }
            }
            write(upTo: offset, nil) { line in
                line.text("value[")
                line.decimal(UInt64(position))
                line.text("] ")
                Self.scalar(element, name, &line)
            }
            return true
        }
        guard offset < end else { return }
        let rest = total - TreeOptions.listLimit
        if isLong, rest > 0 {
            write(upTo: end, "\(rest) more values; --all shows them", .quiet)
        } else {
            write(upTo: end, "✗ rest of the list", .error)
        }
    }

    /// Where the packed value ends that begins at an offset.
    private func elementEnd(_ offset: Int, _ end: Int, _ kind: FieldKind?) -> Int {
        switch kind?.wireType {
        case .fixed64: return min(offset + 8, end)
        case .fixed32: return min(offset + 4, end)
        default:
            var index = offset
            while index < end, byte(index) >= 0x80 { index += 1 }
            return min(index + 1, end)
        }
    }

    private mutating func enumName(_ field: WireField) -> ArraySlice<UInt8>? {
        guard field.fits, case .enumeration(let number)? = field.scalar else { return nil }
        return labels.enumName(number, of: field).map { labels.text[$0] }
    }

    private static func scalar(_ value: ScalarValue, _ name: ArraySlice<UInt8>?, _ line: inout LineBuffer) {
        if case .enumeration(let number) = value { line.enumeration(number, name) } else { line.number(value) }
    }

    /// - Parameter name: That of an enum value.
    private static func value(
        _ field: WireField, _ label: FieldLabels.Label?, _ name: ArraySlice<UInt8>?, _ bytes: ArraySlice<UInt8>,
        _ limit: Int, _ line: inout LineBuffer
    ) {
        guard label != nil else { return UnknownReading.write(field, bytes, limit: limit, to: &line) }
        switch field.content {
        case .bits: if let value = field.scalar { scalar(value, name, &line) }
        case .string: line.quoted(bytes, limit: limit)
        case .bytes, .packed, .message, .group:
            if TextCost.isPrintable(bytes) {
                line.quoted(bytes, limit: limit)
            } else {
                line.text(byteCount(bytes.count))
            }
        }
    }

    private func role(_ kind: FieldKind?) -> Palette.Role? {
        switch kind {
        case nil: .unknown
        case .string: .text
        case .enumeration, .bool: .symbol
        default: nil
        }
    }

    /// The path to the message that is open.
    private var path: String {
        let inner = levels[((levels.lastIndex { $0.field == nil } ?? 0) + 1)...].compactMap { $0.field.map(Self.name) }
        return ([root] + inner).filter { !$0.isEmpty }.joined(separator: ".")
    }

    private static func name(_ field: WireField) -> String {
        let name = field.descriptor?.name ?? field.mismatch?.name ?? String(field.number)
        return name + (field.index.flatMap { field.descriptor?.isMap == true ? nil : "[\($0)]" } ?? "")
    }

    // MARK: Any

    /// Keeps the type that an `Any` names, and opens its value when that comes.
    private mutating func any(_ field: WireField) -> Bool {
        if field.number == 1, let any = field.parent {
            let url = String(decoding: slice(field.value), as: UTF8.self)
            levels[depth].anyType = any.schema.message(forTypeURL: url)
        }
        guard field.number == 2, field.isComplete, field.fits, anyDepth < Self.anyLimit,
            let type = levels[depth].anyType
        else { return false }
        begin(field, content: type)
        let saved = (base, root)
        let start = base + field.value.lowerBound
        let end = base + field.value.upperBound
        root = path
        base = start
        anyDepth += 1
        walk(start..<end, as: type)
        anyDepth -= 1
        (base, root) = saved
        return true
    }

    // MARK: Rows

    private mutating func write(
        upTo end: Int, _ role: Palette.Role?, _ meaning: (inout LineBuffer) -> Void
    ) {
        guard cursor < end else { return }
        let place = HexRows.Place(stream: streamOffset.map { $0 + cursor }, message: cursor)
        rows.write(part(cursor..<end), at: place, role, depth: depth, meaning)
        cursor = end
    }

    private mutating func write(upTo end: Int, _ meaning: String, _ role: Palette.Role?) {
        write(upTo: end, role) { $0.text(meaning) }
    }

    /// Bytes that nothing explains.
    private mutating func unread(upTo end: Int, _ reason: String) {
        write(upTo: end, "✗ \(reason)", .error)
    }
}
