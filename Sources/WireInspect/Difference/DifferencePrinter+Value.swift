internal import ByteText
internal import ConsoleText
internal import ProtobufSchema

extension DifferencePrinter {
    /// Bytes of an element that are read where lines are cut: more than a line can show.
    private static let sample = 64 << 10

    /// Writes the value of a field on one line; of a list element after element.
    ///
    /// - Parameters:
    ///   - field: The field alone, with its tag; for a list all elements, one after another.
    ///   - parent: The message type that declares the field; `nil` when no type is known.
    func write(_ field: [UInt8], of parent: MessageDescriptor?, to output: any TextSink) {
        let bytes = field[...]
        func elements() -> LevelReader { LevelReader(0..<field.count, as: parent) }
        var reader = elements()
        var count = 0
        while reader.next(bytes.span) != nil { count += 1 }
        let limit = valueLimit
        var left = limit
        func write(_ text: SafeText) {
            guard limit < .max else { return output.write(text) }
            output.write(text.cut(to: left))
            left -= text.description.unicodeScalars.count
        }
        if count > 1 { write("\(count) elements: ") }
        reader = elements()
        var isFirst = true
        while left > 0, let element = reader.next(bytes.span) {
            // No more of a long element is read than can be shown.
            let end = limit == .max ? element.end : min(element.end, element.start + Self.sample)
            let part = bytes[element.start..<end]
            let node = WireTree(part.span, as: parent).nodes.first
            if count == 1, node.map({ Self.isText($0.field) }) ?? false,
                let text = WireTree(bytes.span, as: parent).nodes.first.flatMap({ self.text($0, bytes) })
            {
                // A long string is cut in its quotes, and its length is told.
                return output.write(text)
            }
            let text = node.map { value($0, part) } ?? ""
            write(isFirst ? text : "; " + text)
            isFirst = false
        }
    }

    /// Whether a value is text or bytes, or a wrapper or an entry of a map that may hold them.
    private static func isText(_ field: WireField) -> Bool {
        field.content == .string || field.content == .bytes || field.message?.wellKnown == .wrapper
            || field.descriptor?.mapEntry.map { !$0.value.kind.isMessage } ?? false
    }

    /// The value of such a field; `nil` for a message that holds more than its type declares, which may be of any length.
    private func text(_ node: WireTree.Node, _ bytes: ArraySlice<UInt8>) -> SafeText? {
        guard let message = node.field.message else { return value(node, bytes) }
        return InlineText(bytes.part(node.field.value), as: message, textLimit: valueLimit)?.text
    }

    private func value(_ node: WireTree.Node, _ bytes: ArraySlice<UInt8>) -> SafeText {
        let (field, limit) = (node.field, valueLimit)
        let value = bytes.part(field.value)
        guard let descriptor = field.descriptor else {
            guard node.children.isEmpty else { return members(node, bytes) }
            return LineBuffer.text { UnknownReading.write(field, value, limit: limit, to: &$0) }
        }
        switch field.content {
        case .bits: return field.scalar.map { ValueText.scalar($0, descriptor) } ?? ""
        case .packed:
            let input = bytes
            return
                "[\(field.elements(in: input.span).map { ValueText.scalar($0, descriptor) }.joined(separator: ", "))]"
        case .string: return ValueText.quoted(value, limit: limit)
        case .bytes: return LineBuffer.text { $0.textOrHex(value, limit: limit) }
        case .message, .group:
            if let message = descriptor.message, let inline = InlineText(value, as: message, textLimit: limit) {
                return inline.text
            }
            if descriptor.isMap { return node.children.map { self.value($0, bytes) }.joined(separator: ": ") }
            return members(node, bytes)
        }
    }

    private func members(_ node: WireTree.Node, _ bytes: ArraySlice<UInt8>) -> SafeText {
        if node.children.isEmpty { return "(empty)" }
        let parts = node.children.map { child -> SafeText in
            "\(child.field.descriptor?.name ?? String(child.field.number)): \(value(child, bytes))"
        }
        return "{\(parts.joined(separator: ", "))}"
    }
}
