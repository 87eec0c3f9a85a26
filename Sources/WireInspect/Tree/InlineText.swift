internal import ByteText
internal import ConsoleText
internal import FleetMessages
internal import ProtobufSchema

/// The text of a small message that is shown on one line: a time, a place, a wrapper, a field mask, an entry of a map.
struct InlineText {
    let text: SafeText
    let role: Palette.Role?

    /// - Returns: `nil` for types that are shown as a tree, and for values that hold more than their type declares.
    init?(
        _ bytes: ArraySlice<UInt8>, as message: MessageDescriptor, textLimit: Int, hidesNamedCredentials: Bool = false
    ) {
        /// The value of a field that holds no message; the default value where `node` is `nil`.
        func value(of field: FieldDescriptor, at node: WireTree.Node?) -> SafeText {
            let content = bytes.part(node?.field.value ?? 0..<0)
            return LineBuffer.text { line in
                line.hidesNamedCredentials = hidesNamedCredentials
                switch field.kind {
                case .string: line.quoted(content, limit: textLimit)
                case .bytes: line.textOrHex(content, limit: textLimit)
                default:
                    let scalar = node?.field.scalar ?? ScalarValue(field.kind, bits: 0)
                    if let scalar { line.text(ValueText.scalar(scalar, field)) }
                }
            }
        }
        guard Self.isInline(message) else { return nil }
        if let shape = InlineShape(message) {
            guard let values = shape.values(in: bytes.span, 0..<bytes.count) else { return nil }
            text = LineBuffer.text { shape.write(values, to: &$0) }
            role = shape.role(of: values)
            return
        }
        // Messages in a map need lines of their own.
        if message.isMapEntry, message.field(number: 2)?.kind == .message { return nil }
        let tree = WireTree(bytes.span, as: message, walker: WireWalker())
        guard tree.damage.isEmpty, tree.nodes.allSatisfy({ $0.field.descriptor != nil }) else { return nil }
        switch message.wellKnown {
        case .fieldMask:
            let paths = tree.nodes.map { $0.field.text(in: bytes.span) ?? "" }
            guard paths.allSatisfy({ $0.unicodeScalars.allSatisfy { ("!"..."~").contains($0) } }) else { return nil }
            text = paths.isEmpty ? "(empty)" : SafeText(paths.joined(separator: ", "))
            role = paths.isEmpty ? .notice : .symbol
        case nil where message.isMapEntry:
            // An entry whose fields are repeated or out of order is shown as it is.
            let numbers = tree.nodes.map(\.field.number)
            guard let key = message.field(number: 1), let content = message.field(number: 2),
                zip(numbers, numbers.dropFirst()).allSatisfy(<)
            else { return nil }
            let parts = [key, content].map { part in
                value(of: part, at: tree.nodes.first { $0.field.number == part.number })
            }
            let pair = parts.joined(separator: ": ")
            (text, role) = (hidesNamedCredentials ? SafeText(pair.description) : pair, .text)
        case nil:
            text = "(empty)"
            role = .quiet
        default:
            guard tree.nodes.count <= 1, let field = message.field(number: 1) else { return nil }
            text = value(of: field, at: tree.nodes.first)
            role = field.kind.role
        }
    }

    static func isInline(_ message: MessageDescriptor) -> Bool {
        switch message.wellKnown {
        case .timestamp, .duration, .fieldMask, .wrapper: true
        case .any, .structure, .value, .listValue: false
        case nil: message.isMapEntry || message.fullName == LatLng.fullName || message.fullName == Empty.fullName
        }
    }
}
