internal import ProtobufSchema

/// The value of a field on one line.
struct FieldLine {
    /// Characters of one line; of longer values the beginning is shown.
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// - Parameters:
    ///   - field: The field alone, tag and all; several times for elements of a list.
    ///   - parent: The type that has the field; `nil` when none is known.
    func text(_ field: [UInt8], of parent: MessageDescriptor?) -> String {
        let tree = WireTree(field, as: parent)
        let values = tree.nodes.map { value($0, field[...]) }
        let text = values.count == 1 ? values[0] : "\(values.count) elements: \(values.joined(separator: "; "))"
        guard text.unicodeScalars.count > limit else { return text }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: text.unicodeScalars.prefix(limit))
        return String(scalars) + "…"
    }

    private func value(_ node: WireTree.Node, _ bytes: ArraySlice<UInt8>) -> String {
        let field = node.field
        let value = bytes[(bytes.startIndex + field.value.lowerBound)..<(bytes.startIndex + field.value.upperBound)]
        guard let descriptor = field.descriptor else {
            return node.children.isEmpty ? UnknownReading.text(field, value, limit: limit) : members(node, bytes)
        }
        switch field.content {
        case .bits: return field.scalar.map { ValueText.scalar($0, descriptor) } ?? ""
        case .packed:
            let input = bytes
            return "[" + field.elements(in: input.span).map { ValueText.scalar($0, descriptor) }.joined(separator: ", ")
                + "]"
        case .string: return ValueText.quoted(String(decoding: value, as: UTF8.self), limit: limit)
        case .bytes:
            return TextCost.isPrintable(value) && !value.isEmpty
                ? ValueText.quoted(String(decoding: value, as: UTF8.self), limit: limit)
                : ValueText.hex(value, limit: 32)
        case .message, .group:
            if let message = descriptor.message, let inline = InlineText(value, as: message, textLimit: limit) {
                return inline.text
            }
            if descriptor.isMap { return node.children.map { self.value($0, bytes) }.joined(separator: ": ") }
            return members(node, bytes)
        }
    }

    private func members(_ node: WireTree.Node, _ bytes: ArraySlice<UInt8>) -> String {
        if node.children.isEmpty { return "(empty)" }
        let parts = node.children.map { child in
            "\(child.field.descriptor?.name ?? String(child.field.number)): \(value(child, bytes))"
        }
        return "{\(parts.joined(separator: ", "))}"
    }
}
