internal import ProtobufSchema

/// What the lines of a tree say of a field besides its value, looked up once for each declared field.
struct FieldLabels {
    /// A declared field.
    struct Label {
        /// Among all labels, from 0.
        let position: Int
        /// Where its name and the name of its type lie in ``FieldLabels/text``; both are ASCII.
        let name: Range<Int>
        let type: Range<Int>
        let kind: FieldKind
        let isMap: Bool
        let isPacked: Bool
        let isAny: Bool
        let shape: InlineShape?
        /// Whether its values are shown in one line.
        let isLine: Bool
    }

    private(set) var text: [UInt8] = []
    /// The beginnings of lines, once the columns are known.
    var prefixes = LinePrefixes()
    private var labels: [Label] = []
    /// Index of a field in the schema to its position above, -1 for fields that were not met yet.
    private var positions: [Int] = []
    private var enumNames: [EnumKey: Range<Int>] = [:]

    private struct EnumKey: Hashable {
        let field: FieldIndex?
        let number: Int32
    }

    /// What is known of the declared field that `field` fits; `nil` for none.
    mutating func label(of field: WireField) -> Label? {
        guard field.fits, let index = field.fieldIndex?.position else { return nil }
        if index < positions.count, positions[index] >= 0 { return labels[positions[index]] }
        return field.descriptor.map { add($0, at: index) }
    }

    private mutating func add(_ field: FieldDescriptor, at index: Int) -> Label {
        let message = field.message
        let shape = message.flatMap { InlineShape($0) }
        let label = Label(
            position: labels.count, name: add(field.name), type: add(field.lastTypeName), kind: field.kind,
            isMap: field.isMap, isPacked: field.isPacked, isAny: message?.wellKnown == .any, shape: shape,
            isLine: field.isMap || message.map(InlineText.isInline) ?? true)
        while positions.count <= index { positions.append(-1) }
        positions[index] = labels.count
        labels.append(label)
        return label
    }

    private mutating func add(_ name: String) -> Range<Int> {
        let start = text.count
        text += name.utf8
        return start..<text.count
    }

    /// Where the name of an enum value lies in ``text``; `nil` when it has none.
    mutating func enumName(_ number: Int32, of field: WireField) -> Range<Int>? {
        let key = EnumKey(field: field.fieldIndex, number: number)
        if let name = enumNames[key] { return name }
        guard let name = field.descriptor?.enumeration?.value(number: number)?.name else { return nil }
        let range = add(name)
        enumNames[key] = range
        return range
    }
}

/// The beginnings of the lines of fields that are not repeated: the same each time at the same level.
struct LinePrefixes {
    private var text: [UInt8] = []
    /// Where a beginning lies, for each label all levels.
    private var ranges: [Range<Int>] = []

    /// Beginnings of deeper levels are not kept.
    private static let levelLimit = 12

    func prefix(of label: Int, at level: Int) -> ArraySlice<UInt8>? {
        let place = label * Self.levelLimit + level
        guard level < Self.levelLimit, place < ranges.count, !ranges[place].isEmpty else { return nil }
        return text[ranges[place]]
    }

    mutating func remember(_ prefix: ArraySlice<UInt8>, of label: Int, at level: Int) {
        guard level < Self.levelLimit else { return }
        let place = label * Self.levelLimit + level
        while ranges.count <= place { ranges.append(0..<0) }
        ranges[place] = text.count..<(text.count + prefix.count)
        text += prefix
    }
}
