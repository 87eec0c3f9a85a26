internal import ConsoleText
internal import ProtobufSchema

/// The names and types of fields as trees show them, looked up once for each declared field.
struct FieldLabels {
    /// A declared field.
    struct Label {
        /// Position among all labels, from 0.
        let position: Int
        /// The ranges of the field's name and of the name of its type in ``FieldLabels/text``; both are ASCII.
        let name: Range<Int>
        let type: Range<Int>
        let isMap: Bool
        let isPacked: Bool
        let isAny: Bool
        let shape: InlineShape?
        /// Whether values are shown on one line.
        let isLine: Bool
    }

    private(set) var text: [UInt8] = []
    /// The beginnings of lines that were written already.
    var prefixes = LinePrefixes()
    private var labels: [Label] = []
    /// The positions in ``labels`` by the index of the field in the schema; `nil` for fields that were not met yet.
    private var positions: [Int?] = []
    /// The texts of enum values by the index of the field, above the 32 bits of the number.
    private var enumTexts: [Int: Range<Int>] = [:]

    /// The label of the declared field that `field` matches; `nil` for a field that matches none.
    mutating func label(of field: WireField) -> Label? {
        guard field.fits, let index = field.fieldIndex?.position else { return nil }
        if index < positions.count, let position = positions[index] { return labels[position] }
        return field.descriptor.map { add($0, at: index) }
    }

    private mutating func add(_ field: FieldDescriptor, at index: Int) -> Label {
        let message = field.message
        let shape = message.flatMap { InlineShape($0) }
        let label = Label(
            position: labels.count, name: add(field.name), type: add(field.lastTypeName),
            isMap: field.isMap, isPacked: field.isPacked, isAny: message?.wellKnown == .any, shape: shape,
            isLine: message.map(InlineText.isInline) ?? true)
        while positions.count <= index { positions.append(nil) }
        positions[index] = labels.count
        labels.append(label)
        return label
    }

    private mutating func add(_ name: String) -> Range<Int> {
        let start = text.count
        text += name.utf8
        return start..<text.count
    }

    /// The range in ``text`` of the name and number of an enum value; `nil` for a value without a name, and for others.
    mutating func enumText(of value: ScalarValue?, _ field: WireField) -> Range<Int>? {
        guard case .enumeration(let number)? = value else { return nil }
        let key = (field.fieldIndex?.position ?? -1) << 32 | Int(UInt32(bitPattern: number))
        if let text = enumTexts[key] { return text }
        guard let name = field.descriptor?.enumeration?.value(number: number)?.name else { return nil }
        let range = add("\(name) (\(number))")
        enumTexts[key] = range
        return range
    }
}

/// Remembers how the line of a field begins at each level of nesting, which is the same each time.
struct LinePrefixes {
    private var text: [UInt8] = []
    /// The ranges in `text`, by label and then by level.
    private var ranges: [Range<Int>] = []

    /// Beginnings are kept for this many levels.
    private static let levelLimit = 12

    /// Writes the beginning of a line; false where it is not known.
    func write(of label: Int, at level: Int, to line: inout LineBuffer) -> Bool {
        let place = label * Self.levelLimit + level
        guard level < Self.levelLimit, place < ranges.count, !ranges[place].isEmpty else { return false }
        line.utf8(text, ranges[place])
        return true
    }

    mutating func remember(_ prefix: ArraySlice<UInt8>, of label: Int, at level: Int) {
        guard level < Self.levelLimit else { return }
        let place = label * Self.levelLimit + level
        while ranges.count <= place { ranges.append(0..<0) }
        ranges[place] = text.count..<(text.count + prefix.count)
        text += prefix
    }
}
