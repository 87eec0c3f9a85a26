internal import ConsoleText
internal import ProtobufSchema

/// The names and types of fields as trees show them, looked up once for each declared field.
struct FieldLabels {
    /// A declared field.
    struct Label {
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
            name: add(field.name), type: add(field.lastTypeName), isMap: field.isMap, isPacked: field.isPacked,
            isAny: message?.wellKnown == .any, shape: shape, isLine: message.map(InlineText.isInline) ?? true)
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
