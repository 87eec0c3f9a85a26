internal import ProtobufSchema
internal import ProtobufWire

/// Makes the lines of a tree, in the order of the bytes.
struct TreeScribe: WireVisitor {
    /// A message that is open.
    private struct Level {
        /// Sizes of the long lists in it, by field number.
        let lists: [Int: Int]
        /// Elements so far of the long lists.
        var positions: [Int: Int] = [:]
        let path: String
    }

    private let options: TreeOptions
    private let output: (any TextSink)?
    private(set) var columns: TreeColumns
    private(set) var damage: [TreeDamage] = []

    /// The bytes being walked: the whole message, or the content of an `Any`.
    private var bytes: ArraySlice<UInt8>
    /// Where these begin in the message.
    private var base = 0
    /// The path to the `Any` that is open.
    private var root = ""
    private var lists = LongLists()
    private var levels: [Level] = []
    private var anyDepth = 0

    /// - Parameter output: `nil` only measures the columns.
    init(_ bytes: ArraySlice<UInt8>, _ options: TreeOptions, columns: TreeColumns, output: (any TextSink)?) {
        self.bytes = bytes
        self.options = options
        self.columns = columns
        self.output = output
    }

    private static let walker = WireWalker(guessesMessages: true)
    /// How many messages may lie in `Any` in one another before they are shown as bytes.
    private static let anyLimit = 16

    mutating func scribe(_ message: MessageDescriptor?) {
        walk(message, path: "")
    }

    private mutating func walk(_ message: MessageDescriptor?, path: String) {
        let input = bytes
        if !options.showsAll { lists = LongLists.find(input, as: message, Self.walker) }
        levels.append(Level(lists: lists.sizes[0] ?? [:], path: path))
        Self.walker.walk(input.span, as: message, visitor: &self)
        levels.removeLast()
    }

    // MARK: Visits

    mutating func enter(_ field: WireField) -> Bool {
        let path = self.path(of: field)
        let message = field.message
        let isLine = message.map { InlineText.isInline($0) || field.descriptor?.isMap == true } ?? false
        guard isShown(field, isLine ? TreeOptions.lineEnds : TreeOptions.blockEnds) else { return false }
        if field.isComplete, let message, let inline = inline(field, message) {
            line(field, inline.text, inline.role)
            return false
        }
        if field.isComplete, let message, message.fullName == "google.protobuf.Any", openAny(field, path) {
            return false
        }
        var length = field.length.isEmpty ? "group" : byteCount(field.value.count)
        if message == nil, let note = UnknownTime.note(slice(field.value)) { length += "  (\(note))" }
        line(field, field.isComplete ? length : "\(length), cut short", field.isComplete ? .quiet : .error)
        levels.append(Level(lists: lists.sizes[field.value.lowerBound] ?? [:], path: path))
        return true
    }

    mutating func leave(_ field: WireField) {
        levels.removeLast()
    }

    mutating func field(_ field: WireField) {
        guard isShown(field, TreeOptions.lineEnds) else { return }
        guard let descriptor = field.descriptor else {
            line(field, UnknownReading(field, slice(field.value), limit: options.textLimit).line, .unknown)
            return
        }
        switch field.content {
        case .bits:
            let isSymbol = descriptor.kind == .enumeration || descriptor.kind == .bool
            line(field, field.scalar.map { ValueText.scalar($0, descriptor) } ?? "", isSymbol ? .symbol : nil)
        case .packed(let count): line(field, packed(field, descriptor, count), nil)
        case .string:
            let text = String(decoding: slice(field.value), as: UTF8.self)
            line(field, ValueText.quoted(text, limit: options.textLimit), .text)
        case .bytes, .message, .group:
            let value = slice(field.value)
            let text =
                TextCost.isPrintable(value) && !value.isEmpty && descriptor.kind == .bytes
                ? ValueText.quoted(String(decoding: value, as: UTF8.self), limit: options.textLimit)
                : ValueText.hex(value, limit: max(32, options.textLimit / 4))
            line(field, text, nil)
        }
    }

    mutating func damage(_ damage: WireDamage) {
        let inner = damage.path.description
        let path = root.isEmpty || inner.isEmpty ? root + inner : "\(root).\(inner)"
        self.damage.append(
            TreeDamage(code: damage.code, offset: base + damage.offset, path: path, unread: damage.unread.count))
        let unread = damage.unread.isEmpty ? "" : ", \(byteCount(damage.unread.count)) unread"
        guard let output else { return }
        let indent = String(repeating: " ", count: columns.number + 2 + 2 * max(0, levels.count - 1))
        let text = "✗ \(damage.code) at byte \(base + damage.offset)\(unread)"
        output.write(offsetColumn(nil) + indent + options.palette.paint(text, .error) + "\n")
    }

    // MARK: Parts

    private func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
        bytes[(bytes.startIndex + range.lowerBound)..<(bytes.startIndex + range.upperBound)]
    }

    private func path(of field: WireField) -> String {
        let outer = levels[levels.count - 1].path
        return outer.isEmpty ? name(of: field) : "\(outer).\(name(of: field))"
    }

    private func name(of field: WireField) -> String {
        let name = field.descriptor?.name ?? field.mismatch?.name ?? String(field.number)
        guard let index = field.index, field.descriptor?.isMap != true else { return name }
        if case .packed = field.content { return name }
        return "\(name)[\(index)]"
    }

    /// Whether an element of a list is shown; tells how many are not.
    private mutating func isShown(_ field: WireField, _ ends: (first: Int, last: Int)) -> Bool {
        let top = levels.count - 1
        guard let count = levels[top].lists[field.number] else { return true }
        let position = levels[top].positions[field.number, default: 0]
        levels[top].positions[field.number] = position + 1
        if position < ends.first || position >= count - ends.last { return true }
        if position == ends.first, let output {
            let hidden = count - ends.first - ends.last
            let indent = String(repeating: " ", count: columns.number + 2 + 2 * top)
            let name = field.descriptor?.name ?? String(field.number)
            let text = "… \(hidden) more: \(name)[\(position)] to [\(count - ends.last - 1)]; --all shows them"
            output.write(offsetColumn(nil) + indent + options.palette.paint(text, .quiet) + "\n")
        }
        return false
    }

    private func packed(_ field: WireField, _ descriptor: FieldDescriptor, _ count: Int) -> String {
        let input = bytes
        let values = field.elements(in: input.span)
        let isLong = !options.showsAll && values.count > TreeOptions.listLimit
        let shown = values.prefix(isLong ? TreeOptions.listLimit : values.count).map {
            ValueText.scalar($0, descriptor)
        }
        return "[\(shown.joined(separator: ", "))\(isLong ? ", … \(values.count - shown.count) more" : "")]"
    }

    private func inline(_ field: WireField, _ message: MessageDescriptor) -> (text: String, role: Palette.Role?)? {
        if let entry = field.descriptor?.mapEntry { return mapEntry(field, message, entry.key, entry.value) }
        return InlineText(slice(field.value), as: message, textLimit: options.textLimit).map { ($0.text, $0.role) }
    }

    /// `"key": value`, for values of one line.
    private func mapEntry(
        _ field: WireField, _ entry: MessageDescriptor, _ key: FieldDescriptor, _ value: FieldDescriptor
    ) -> (text: String, role: Palette.Role?)? {
        guard value.kind != .message else { return nil }
        let input = slice(field.value)
        let tree = WireTree(input.span, as: entry, walker: WireWalker())
        guard tree.damage.isEmpty, tree.nodes.count <= 2, tree.nodes.allSatisfy({ $0.field.descriptor != nil }) else {
            return nil
        }
        func text(_ descriptor: FieldDescriptor) -> String {
            let part = tree.nodes.first { $0.field.number == descriptor.number }?.field
            switch descriptor.kind {
            case .string: return ValueText.quoted(part?.text(in: input.span) ?? "", limit: options.textLimit)
            case .bytes:
                let value = part?.value ?? 0..<0
                return ValueText.hex(input.dropFirst(value.lowerBound).prefix(value.count), limit: 32)
            default: return part?.scalar.map { ValueText.scalar($0, descriptor) } ?? "0"
            }
        }
        return ("\(text(key)): \(text(value))", .text)
    }

    // MARK: Any

    /// Shows the message inside an `Any` of a known type.
    private mutating func openAny(_ field: WireField, _ path: String) -> Bool {
        guard anyDepth < Self.anyLimit, let any = field.message else { return false }
        let input = slice(field.value)
        let tree = WireTree(input.span, as: any, walker: WireWalker())
        guard tree.damage.isEmpty, tree.nodes.map(\.field.number) == [1, 2] || tree.nodes.map(\.field.number) == [1],
            let url = tree.nodes[0].field.text(in: input.span), let message = any.schema.message(forTypeURL: url)
        else { return false }
        let value = tree.nodes.count > 1 ? tree.nodes[1].field.value : input.count..<input.count
        line(field, "\(ValueText.quoted(url)), \(byteCount(value.count))", .text)
        let saved = (bytes, base, lists, root)
        let start = input.startIndex + value.lowerBound
        bytes = bytes[start..<(start + value.count)]
        base += field.value.lowerBound + value.lowerBound
        root = path
        anyDepth += 1
        walk(message, path: path)
        anyDepth -= 1
        (bytes, base, lists, root) = saved
        return true
    }

    // MARK: Lines

    private mutating func line(_ field: WireField, _ value: String, _ role: Palette.Role?) {
        let depth = 2 * (levels.count - 1)
        let number = String(field.number)
        let isKnown = field.descriptor != nil
        // Without a schema no name is missing.
        let unknown = field.parent == nil ? "·" : "(unknown)"
        let name = isKnown || field.mismatch != nil ? self.name(of: field) : unknown
        let type =
            if let descriptor = field.descriptor {
                descriptor.lastTypeName
            } else if let mismatch = field.mismatch {
                "\(field.wireType.name), not \(mismatch.lastTypeName)"
            } else {
                field.wireType.name
            }
        guard let output else {
            columns.fit(number: number, name: depth + name.count, type: type)
            return
        }
        let palette = options.palette
        let place = isKnown || options.showsOffsets ? "" : "  at byte \(base + field.tag.lowerBound)"
        output.write(
            offsetColumn(base + field.tag.lowerBound)
                + palette.paint(padLeft(number, columns.number), .quiet) + "  " + String(repeating: " ", count: depth)
                + palette.paint(name, isKnown ? .name : .unknown)
                + spaces(columns.name - depth - name.count) + "  "
                + palette.paint(type, .quiet) + spaces(columns.type - type.count) + "  "
                + palette.paint(value, role) + palette.paint(place, .quiet) + "\n")
    }

    private func offsetColumn(_ offset: Int?) -> String {
        guard options.showsOffsets else { return "" }
        guard let offset else { return "        " }
        let text = String(offset, radix: 16)
        return options.palette.paint(String(repeating: "0", count: max(0, 6 - text.count)) + text, .quiet) + "  "
    }

    private func padLeft(_ text: String, _ width: Int) -> String { spaces(width - text.count) + text }

    private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}

extension WireType {
    /// The words of the encoding's documentation.
    var name: String {
        switch self {
        case .varint: "varint"
        case .fixed64: "fixed64"
        case .lengthDelimited: "length-delimited"
        case .startGroup: "group"
        case .endGroup: "end of group"
        case .fixed32: "fixed32"
        }
    }
}
