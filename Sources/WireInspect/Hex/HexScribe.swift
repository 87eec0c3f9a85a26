internal import ProtobufSchema
internal import ProtobufWire

/// Says for every byte of a message what it is: tag, length or value of which field.
///
/// A cursor goes over the bytes and never back, so each of them is written exactly once, whatever the walker makes of them.
struct HexScribe: WireVisitor {
    private let message: [UInt8]
    private let rows: HexRows
    /// Where the message begins in the file or stream, if its bytes stand there as they are.
    private let streamOffset: Int?
    private(set) var damage: [TreeDamage] = []
    /// The next byte to be written.
    private var cursor = 0

    /// Where the bytes being walked begin: 0, or where the content of an `Any` does.
    private var base = 0
    /// The path to the `Any` that is open.
    private var root = ""
    private var paths: [String] = [""]
    /// For the messages that are open the type that an `Any` has named.
    private var anyTypes: [MessageDescriptor?] = [nil]
    private var anyDepth = 0

    private static let walker = WireWalker(guessesMessages: true, resynchronizes: true)
    /// How many messages may lie in `Any` in one another before they are shown as bytes.
    private static let anyLimit = 16

    init(_ message: [UInt8], streamOffset: Int?, rows: HexRows) {
        self.message = message
        self.streamOffset = streamOffset
        self.rows = rows
    }

    mutating func scribe(_ type: MessageDescriptor?) {
        walk(0..<message.count, as: type)
        unread(upTo: message.count, "unread")
    }

    private mutating func walk(_ range: Range<Int>, as type: MessageDescriptor?) {
        let bytes = message[range]
        Self.walker.walk(bytes.span, as: type, visitor: &self)
    }

    // MARK: Visits

    mutating func enter(_ field: WireField) -> Bool {
        var note = ""
        if let type = field.message {
            if field.isComplete,
                let inline = InlineText(slice(field.value), as: type, textLimit: rows.options.textLimit)
            {
                note = "  " + inline.text
            }
        } else if let text = UnknownTime.note(slice(field.value)) {
            note = "  (\(text))"
        }
        begin(field, note: note)
        paths.append(path(of: field))
        anyTypes.append(nil)
        return true
    }

    mutating func leave(_ field: WireField) {
        unread(upTo: base + field.value.upperBound, "unread")
        paths.removeLast()
        anyTypes.removeLast()
        guard field.length.isEmpty, field.isComplete, cursor == base + field.value.upperBound else { return }
        var end = cursor
        while end < message.count, message[end] >= 0x80 { end += 1 }
        write(upTo: min(end + 1, message.count), "end of group \(field.number)", .quiet)
    }

    mutating func field(_ field: WireField) {
        // A group that was not entered is told by the damage that follows.
        if case .group = field.content { return }
        if case .packed(let count) = field.content {
            begin(field, note: "")
            return packed(field, count)
        }
        if field.parent?.fullName == "google.protobuf.Any", any(field) { return }
        begin(field, note: "")
        guard !field.value.isEmpty || field.length.isEmpty else { return }
        write(upTo: base + field.value.upperBound, "value \(valueText(field))", role(field))
    }

    mutating func damage(_ damage: WireDamage) {
        let inner = damage.path.description
        let path = root.isEmpty || inner.isEmpty ? root + inner : "\(root).\(inner)"
        self.damage.append(
            TreeDamage(
                code: damage.code, offset: base + damage.offset, path: path, unread: damage.unread.count,
                resumed: damage.resumed.map { base + $0 }))
        let resumed = damage.resumed.map { "; resynchronised at byte \(base + $0)" } ?? ""
        let text = "\(damage.code) at byte \(base + damage.offset)\(resumed)"
        if base + damage.unread.upperBound > cursor {
            unread(upTo: base + damage.unread.upperBound, text)
        } else {
            rows.write([], at: HexRows.Place(), "✗ \(text)", .error, depth: depth)
        }
    }

    // MARK: Parts

    private var depth: Int { paths.count - 1 }

    private func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
        message[(base + range.lowerBound)..<(base + range.upperBound)]
    }

    /// The tag and the length.
    private mutating func begin(_ field: WireField, note: String) {
        unread(upTo: base + field.tag.lowerBound, "unread")
        let name: String
        if let descriptor = field.descriptor {
            let index = field.index.map { descriptor.isMap || descriptor.isPacked ? "" : "[\($0)]" } ?? ""
            name = "\(descriptor.name)\(index)  \(descriptor.lastTypeName)"
        } else if let mismatch = field.mismatch {
            name = "\(mismatch.name)  \(field.wireType.name), not \(mismatch.lastTypeName)"
        } else {
            name = field.parent == nil ? field.wireType.name : "(unknown)  \(field.wireType.name)"
        }
        let tag = UInt64(field.number) << 3 | UInt64(field.wireType.rawValue)
        write(
            upTo: base + field.tag.upperBound,
            "tag \(field.number) \(name)\(note)\(surplus(field.tag.count, tag))",
            field.descriptor == nil ? .unknown : .name)
        guard !field.length.isEmpty else { return }
        let announced = announcedLength(field)
        let missing = announced - field.value.count
        let cut = missing > 0 ? ", of which \(missing) \(missing == 1 ? "is" : "are") missing" : ""
        write(
            upTo: base + field.length.upperBound,
            "length \(announced)\(cut)\(surplus(field.length.count, UInt64(announced)))", missing > 0 ? .error : .quiet)
    }

    private func announcedLength(_ field: WireField) -> Int {
        slice(field.length).reversed().reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    }

    private func surplus(_ count: Int, _ value: UInt64) -> String {
        let needed = WireBytes.length(varint: value)
        return count > needed ? ", in \(count) bytes instead of \(needed)" : ""
    }

    private mutating func packed(_ field: WireField, _ count: Int) {
        var offset = base + field.value.lowerBound
        let end = base + field.value.upperBound
        let bytes = message[base...]
        let elements = field.elements(in: bytes.span)
        let isLong = !rows.options.showsAll && count > TreeOptions.listLimit
        for (position, element) in elements.prefix(isLong ? TreeOptions.listLimit : count).enumerated() {
            offset = elementEnd(offset, end, field)
            let text = ValueText.scalar(element, field.descriptor)
            write(upTo: offset, "value[\((field.index ?? 0) + position)] \(text)")
        }
        guard offset < end else { return }
        let rest = elements.count - TreeOptions.listLimit
        if isLong, rest > 0 {
            write(upTo: end, "\(rest) more values; --all shows them", .quiet)
        } else {
            write(upTo: end, "✗ rest of the list", .error)
        }
    }

    /// Where the packed value ends that begins at an offset.
    private func elementEnd(_ offset: Int, _ end: Int, _ field: WireField) -> Int {
        switch field.descriptor?.kind {
        case .double, .fixed64, .sfixed64: return min(offset + 8, end)
        case .float, .fixed32, .sfixed32: return min(offset + 4, end)
        default:
            var index = offset
            while index < end, message[index] >= 0x80 { index += 1 }
            return min(index + 1, end)
        }
    }

    private func valueText(_ field: WireField) -> String {
        let bytes = slice(field.value)
        guard let descriptor = field.descriptor else {
            return UnknownReading.text(field, bytes, limit: rows.options.textLimit)
        }
        switch field.content {
        case .bits: return field.scalar.map { ValueText.scalar($0, descriptor) } ?? ""
        case .string: return ValueText.quoted(String(decoding: bytes, as: UTF8.self), limit: rows.options.textLimit)
        case .bytes, .packed, .message, .group:
            return TextCost.isPrintable(bytes)
                ? ValueText.quoted(String(decoding: bytes, as: UTF8.self), limit: rows.options.textLimit)
                : byteCount(bytes.count)
        }
    }

    private func role(_ field: WireField) -> Palette.Role? {
        guard let kind = field.descriptor?.kind else { return .unknown }
        switch kind {
        case .string: return .text
        case .enumeration, .bool: return .symbol
        default: return nil
        }
    }

    private func path(of field: WireField) -> String {
        let name = field.descriptor?.name ?? field.mismatch?.name ?? String(field.number)
        let index = field.index.flatMap { field.descriptor?.isMap == true ? nil : "[\($0)]" } ?? ""
        let outer = paths[paths.count - 1]
        return outer.isEmpty ? name + index : "\(outer).\(name)\(index)"
    }

    // MARK: Any

    /// Keeps the type that an `Any` names, and opens its value when that comes.
    private mutating func any(_ field: WireField) -> Bool {
        if field.number == 1, let any = field.parent {
            let url = String(decoding: slice(field.value), as: UTF8.self)
            anyTypes[anyTypes.count - 1] = any.schema.message(forTypeURL: url)
        }
        guard field.number == 2, field.isComplete, field.descriptor != nil, anyDepth < Self.anyLimit,
            let type = anyTypes[anyTypes.count - 1]
        else { return false }
        begin(field, note: "  \(type.fullName)")
        let saved = (base, root)
        let start = base + field.value.lowerBound
        let end = base + field.value.upperBound
        root = paths[paths.count - 1]
        base = start
        anyDepth += 1
        paths.append(root)
        anyTypes.append(nil)
        walk(start..<end, as: type)
        unread(upTo: end, "unread")
        anyTypes.removeLast()
        paths.removeLast()
        anyDepth -= 1
        (base, root) = saved
        return true
    }

    // MARK: Rows

    private mutating func write(upTo end: Int, _ meaning: String, _ role: Palette.Role? = nil) {
        guard cursor < end else { return }
        let place = HexRows.Place(stream: streamOffset.map { $0 + cursor }, message: cursor)
        rows.write(message[cursor..<end], at: place, meaning, role, depth: depth)
        cursor = end
    }

    /// Bytes that nothing explains.
    private mutating func unread(upTo end: Int, _ reason: String) {
        write(upTo: end, "✗ \(reason)", .error)
    }
}
