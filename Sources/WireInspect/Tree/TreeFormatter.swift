internal import ByteText
internal import ConsoleText
internal import ProtobufSchema
internal import ProtobufWire

/// Formats a message as the lines of a tree, in the order of the bytes.
struct TreeFormatter: WireVisitor {
    /// A message whose fields are being visited.
    private struct Level {
        /// The field that holds the message; `nil` for the outermost message and for the content of an `Any`.
        let field: WireField?
        /// The elements of its long lists that are left out and that the walk has not passed.
        var gaps: ArraySlice<ListGap>
    }

    private let options: TreeOptions
    private let origin: OffsetOrigin
    private var columns = TreeColumns()
    /// Everything that could not be read.
    private var damage = DamageList()

    /// Whether the widths of the columns are being found, and nothing is printed.
    private var isMeasuring = true
    private var output: LineBuffer
    private var labels = FieldLabels()
    /// The bytes being walked: the whole message, or the content of an `Any`.
    private var bytes: ArraySlice<UInt8>
    /// The offset of `bytes` in the message.
    private var base = 0
    /// The path to the innermost `Any` whose content is being walked; empty outside of any.
    private var root: [FieldPath.Component] = []
    private var levels: [Level] = []
    /// The offset of the next gap of the innermost level.
    private var nextGap = Int.max
    /// The gaps of each message by the offset of its first byte, so that they need not be found again for printing.
    private var found: [Int: ListGaps] = [:]

    init(_ bytes: ArraySlice<UInt8>, at origin: OffsetOrigin, options: TreeOptions, to sink: any TextSink) {
        self.bytes = bytes
        self.origin = origin
        self.options = options
        output = LineBuffer(sink, options.palette)
        output.hidesNamedCredentials = options.hidesNamedCredentials
    }

    private static let walker = WireWalker(guessesMessages: true, resynchronizes: true)
    /// The most messages whose gaps are remembered.
    private static let foundLimit = 4096
    /// The bytes of a message that are measured before it is printed. Columns grow where a later line needs more.
    private static let measuredLength = 1 << 20
    /// A list of more elements than are shown takes more bytes than this.
    private static let smallLength = 2 * TreeOptions.listLimit

    /// Finds the widths of the columns in a first pass, and prints in a second one.
    mutating func print(as message: MessageDescriptor?) -> DamageList {
        walk(message)
        // The first pass may have stopped inside of messages.
        (isMeasuring, levels, damage) = (false, [], DamageList())
        walk(message)
        output.flush()
        return damage
    }

    private mutating func walk(_ message: MessageDescriptor?) {
        let input = bytes
        open(nil, in: 0..<input.count, depth: 0, as: message)
        let stop = isMeasuring && root.isEmpty ? Self.measuredLength : .max
        Self.walker.walk(input.span, 0..<input.count, as: message, stop: stop, visitor: &self)
        closeLevel()
    }

    // MARK: Levels

    /// - Parameter message: The type, which is only asked for where elements may be left out.
    private mutating func open(
        _ field: WireField?, in range: Range<Int>, depth: Int, as message: @autoclosure () -> MessageDescriptor?
    ) {
        let isWhole = options.showsAll || range.count <= Self.smallLength
        let gaps = isWhole ? [] : gaps(in: range, of: message(), depth: depth)
        levels.append(Level(field: field, gaps: gaps[...]))
        findNextGap()
    }

    private mutating func closeLevel() {
        levels.removeLast()
        findNextGap()
    }

    private mutating func findNextGap() {
        nextGap = levels.isEmpty ? .max : levels[levels.count - 1].gaps.first?.range.lowerBound ?? .max
    }

    /// The elements of long lists in a message that are left out.
    private mutating func gaps(in range: Range<Int>, of message: MessageDescriptor?, depth: Int) -> [ListGap] {
        let key = base + range.lowerBound
        var lists = found[key]
        if lists == nil, isMeasuring || found.count >= Self.foundLimit || key >= Self.measuredLength {
            let input = bytes
            let new = ListGaps(
                input.span, range, as: message, depth: depth, walker: Self.walker, longerThan: TreeOptions.listLimit
            ) { field, isMessage in
                let isLine = field.map { $0.message.map(InlineText.isInline) ?? true } ?? !isMessage
                return isLine ? TreeOptions.lineEnds : TreeOptions.blockEnds
            }
            if !new.gaps.isEmpty || new.hiddenDamage > 0 {
                lists = new
                if found.count < Self.foundLimit { found[key] = new }
            }
        }
        damage.further += lists?.hiddenDamage ?? 0
        return lists?.gaps ?? []
    }

    mutating func gap(at offset: Int) -> ListGap? {
        guard offset == nextGap, let gap = levels[levels.count - 1].gaps.popFirst() else { return nil }
        findNextGap()
        for list in gap.begins {
            let name = list.field?.name ?? String(list.number)
            let (first, last) = (list.positions.lowerBound, list.positions.upperBound)
            let besides = list.count < list.positions.count ? " but the damaged" : ""
            note("… \(list.count) more: \(name)[\(first)] to [\(last)]\(besides); --all shows them", .quiet)
        }
        return gap
    }

    // MARK: Visits

    mutating func enter(_ field: WireField) -> Bool {
        let label = labels.label(of: field)
        if field.isComplete, let label {
            if label.isLine, inline(field, label) { return false }
            if label.isAny, openAny(field, label) { return false }
        }
        if isMeasuring {
            measure(field, label)
        } else {
            let isUnknown = label == nil && field.wireType == .lengthDelimited
            let note = isUnknown ? UnknownReading.note(ofMessage: bytes.part(field.value)) : nil
            let announced = field.isComplete ? 0 : WireField.announcedLength(bytes.part(field.length))
            begin(field, label)
            output.paint(field.isComplete ? .quiet : .error) {
                Self.writeSize(of: field, announced: announced, to: &$0)
                if let note { $0.text("  (\(note))") }
            }
            end(field)
        }
        // The end of a group is not known here, so that its lists are shown in full.
        open(field, in: field.value, depth: field.depth + 1, as: field.message)
        return true
    }

    mutating func leave(_ field: WireField) { closeLevel() }

    mutating func field(_ field: WireField) {
        let label = labels.label(of: field)
        guard !isMeasuring else { return measure(field, label) }
        begin(field, label)
        defer { end(field) }
        guard label != nil else {
            let (value, limit) = (bytes.part(field.value), options.textLimit)
            return output.paint(.unknown) { UnknownReading.write(field, value, limit: limit, to: &$0) }
        }
        switch field.content {
        case .bits:
            guard let scalar = field.scalar else { return }
            let text = labels.enumText(of: scalar, field)
            output.paint(field.kind?.role) { $0.scalar(scalar, enumText: text, in: labels.text) }
        case .packed(let count): packed(field, count)
        case .string:
            let text = bytes.part(field.value)
            output.paint(.text) { $0.quoted(text, limit: options.textLimit) }
        case .bytes, .message, .group:
            let value = bytes.part(field.value)
            if field.kind == .bytes {
                output.textOrHex(value, limit: options.textLimit)
            } else {
                output.hex(value, limit: options.textLimit)
            }
        }
    }

    mutating func damage(_ damage: WireDamage) {
        self.damage.add(damage, base: base, root: root)
        var text: SafeText = "✗ \(damage.code) at \(origin.byte(base + damage.offset))"
        if !damage.unread.isEmpty {
            text += ", \(byteCount(damage.unread.count)) unread: "
            let unread = bytes.part(damage.unread).prefix(Self.unreadLimit)
            text += LineBuffer.text { $0.hex(unread, limit: Self.unreadLimit) }
            if damage.unread.count > Self.unreadLimit { text += "…" }
        }
        if let resumed = damage.resumed { text += "; resynchronised at \(origin.byte(base + resumed))" }
        note(text, .error)
    }

    /// The most unread bytes that are shown.
    private static let unreadLimit = 12

    // MARK: Parts

    /// Writes the size of a message in bytes; `12 of 20 bytes` where the message is cut.
    private static func writeSize(of field: WireField, announced: Int, to output: inout LineBuffer) {
        guard !field.length.isEmpty else { return output.text("group") }
        output.decimal(UInt64(field.value.count))
        if announced > field.value.count { output.text(" of \(announced)") }
        output.ascii(max(announced, field.value.count) == 1 ? " byte" : " bytes")
    }

    private mutating func packed(_ field: WireField, _ count: Int) {
        let limit = options.showsAll || count <= TreeOptions.listLimit ? count : TreeOptions.listLimit
        let input = bytes
        output.text("[")
        var shown = 0
        field.forEachElement(in: input.span) { value in
            guard shown < limit else { return false }
            if shown > 0 { output.text(", ") }
            let text = labels.enumText(of: value, field)
            output.scalar(value, enumText: text, in: labels.text)
            shown += 1
            return true
        }
        output.text(limit < count ? ", … \(count - limit) more]" : "]")
    }

    /// Shows a small message on one line, if its content allows that.
    private mutating func inline(_ field: WireField, _ label: FieldLabels.Label) -> Bool {
        if let shape = label.shape {
            guard let values = shape.values(in: bytes.span, field.value) else { return false }
            line(field, label, in: shape.role(of: values)) { shape.write(values, to: &$0) }
            return true
        }
        guard let message = field.message,
            let inline = InlineText(
                bytes.part(field.value), as: message, textLimit: options.textLimit,
                hidesNamedCredentials: options.hidesNamedCredentials)
        else { return false }
        line(field, label, in: inline.role) { $0.text(inline.text) }
        return true
    }

    // MARK: Any

    /// Shows the message inside an `Any` of a known type.
    private mutating func openAny(_ field: WireField, _ label: FieldLabels.Label) -> Bool {
        let messages = levels.count { $0.field == nil }
        guard messages <= TreeOptions.anyLimit, let any = field.message else { return false }
        let input = bytes.part(field.value)
        let tree = WireTree(input.span, as: any, walker: WireWalker())
        guard tree.damage.isEmpty, [[1, 2], [1]].contains(tree.nodes.map(\.field.number)),
            let url = tree.nodes[0].field.text(in: input.span), let message = any.schema.message(forTypeURL: url)
        else { return false }
        let value = tree.nodes.count > 1 ? tree.nodes[1].field.value : input.count..<input.count
        line(field, label, in: .text) { $0.text("\(ValueText.quoted(url)), \(byteCount(value.count))") }
        let saved = (bytes, base, root)
        // The steps to a message around are in its own root.
        let inner = levels[(levels.lastIndex { $0.field == nil } ?? 0)...].compactMap { $0.field?.component }
        root += inner + [field.component]
        bytes = input.part(value)
        base += field.value.lowerBound + value.lowerBound
        walk(message)
        (bytes, base, root) = saved
        return true
    }

    // MARK: Lines

    @inline(__always)
    private mutating func line(
        _ field: WireField, _ label: FieldLabels.Label, in role: Palette.Role?, _ value: (inout LineBuffer) -> Void
    ) {
        guard !isMeasuring else { return measure(field, label) }
        begin(field, label)
        output.paint(role, value)
        end(field)
    }

    /// A line that shows no field.
    private mutating func note(_ text: SafeText, _ role: Palette.Role) {
        guard !isMeasuring else { return }
        if options.showsOffsets { output.spaces(8) }
        output.spaces(columns.number + 2 + 2 * max(0, levels.count - 1))
        output.paint(role) { $0.text(text) }
        output.endLine()
    }

    private mutating func measure(_ field: WireField, _ label: FieldLabels.Label?) {
        let (name, type) = widths(field, label)
        columns.fit(number: Self.digits(field.number), name: 2 * (levels.count - 1) + name, type: type)
    }

    private func widths(_ field: WireField, _ label: FieldLabels.Label?) -> (name: Int, type: Int) {
        guard let label else { return (field.foreignName.columns, field.foreignType.columns) }
        let index = shownIndex(field, label).map { 2 + Self.digits($0) } ?? 0
        return (label.name.count + index, label.type.count)
    }

    /// Starts a line with everything that stands before the value.
    private mutating func begin(_ field: WireField, _ label: FieldLabels.Label?) {
        let depth = 2 * (levels.count - 1)
        if bytes.count > Self.measuredLength { measure(field, label) }
        if options.showsOffsets {
            let offset = origin.offset(base + field.tag.lowerBound)
            output.paint(.quiet) { $0.offset(offset) }
            output.spaces(2)
        }
        output.paint(.quiet) {
            $0.spaces(columns.number - Self.digits(field.number))
            $0.decimal(UInt64(field.number))
        }
        output.spaces(2 + depth)
        let index = label.flatMap { shownIndex(field, $0) }
        output.paint(label == nil ? .unknown : .name) {
            if let label { $0.name(label, at: index, in: labels.text) } else { $0.text(field.foreignName) }
        }
        let (name, type) = widths(field, label)
        output.spaces(max(0, columns.name - depth - name) + 2)
        output.paint(.quiet) {
            if let label { $0.utf8(labels.text, label.type) } else { $0.text(field.foreignType) }
        }
        output.spaces(max(0, columns.type - type) + 2)
    }

    /// Ends a line with what follows the value.
    private mutating func end(_ field: WireField) {
        if !field.fits, !options.showsOffsets {
            let offset = origin.offset(base + field.tag.lowerBound)
            output.paint(.quiet) {
                $0.text("  at byte ")
                $0.decimal(UInt64(offset))
                if origin.isShifted { $0.text("\(OffsetOrigin.ofFile)") }
            }
        }
        output.endLine()
    }

    /// The position in the list that is shown after the name; `nil` for map entries, which show their key.
    private func shownIndex(_ field: WireField, _ label: FieldLabels.Label) -> Int? {
        guard !label.isMap, let index = field.index else { return nil }
        if case .packed = field.content { return nil }
        return index
    }

    private static func digits(_ number: Int) -> Int { number < 10 ? 1 : 1 + digits(number / 10) }
}
