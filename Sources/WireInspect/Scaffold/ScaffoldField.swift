internal import ProtobufSchema
internal import ProtobufWire

/// A field of a message that is being written as Swift: its property, what decodes it, and what encodes it.
struct ScaffoldField {
    let descriptor: FieldDescriptor
    /// The oneof whose member the field is; not the one that `optional` makes.
    let oneof: OneofDescriptor?
    /// The property, or the case of the oneof.
    let name: String
    /// The property of the oneof, if there is one.
    let oneofName: String
    /// The Swift type of one value: an element's if the field is repeated.
    let type: String
    /// Whether the value has to lie outside of its parent, because its type contains the parent.
    let isIndirect: Bool

    var number: Int { descriptor.number }

    private let types: ScaffoldTypes

    /// - Parameter names: Those of the message's fields and oneofs.
    init(_ field: FieldDescriptor, names: [String: String], _ types: ScaffoldTypes) throws(MessageScaffold.Refusal) {
        let kinds = [field] + (field.mapEntry.map { [$0.key, $0.value] } ?? [])
        for part in kinds {
            let refused = part.kind == .group ? "a group" : part.enumeration?.isClosed == true ? "a closed enum" : nil
            if let refused { throw MessageScaffold.Refusal("\(field.parent.fullName).\(field.name)", is: refused) }
        }
        descriptor = field
        oneof = field.isOptional ? nil : field.oneof
        name = names[field.name] ?? field.name
        oneofName = oneof.flatMap { names[$0.name] } ?? ""
        self.types = types
        type = types.type(of: field)
        isIndirect = !field.isRepeated && field.message?.contains(field.parent) ?? false
    }

    // MARK: - The property

    /// The property with its default value: `speed: Double?`, `name = ""`.
    var declaration: String {
        if let (key, value) = descriptor.mapEntry {
            return "\(name) = ProtobufMap<\(types.type(of: key)), \(types.type(of: value))>()"
        }
        if descriptor.isRepeated { return "\(name): [\(type)] = []" }
        if let wrapped { return "\(name): \(wrapped)?" }
        if descriptor.hasPresence { return "\(name): \(type)?" }
        return switch descriptor.kind {
        case .bool: "\(name) = false"
        case .string: "\(name) = \"\""
        case .bytes: "\(name): [UInt8] = []"
        case .double: "\(name) = 0.0"
        case .enumeration: "\(name) = \(type)()"
        default: "\(name): \(type) = 0"
        }
    }

    /// The Swift type inside a wrapper message such as `google.protobuf.Int32Value`, of a field that is neither repeated nor
    /// a member of a oneof; it is a plain optional then.
    private var wrapped: String? {
        guard !descriptor.isRepeated, oneof == nil, let message = descriptor.message, message.wellKnown == .wrapper,
            let value = message.field(number: 1)
        else { return nil }
        return types.type(of: value)
    }

    // MARK: - Decoding

    /// The cases of the `switch`: the tag, and what reads the value behind it.
    var decoding: [(tag: UInt32, statements: [String])] {
        let tag = Tag(number, descriptor.kind.wireType).rawValue
        guard descriptor.isRepeated, descriptor.kind.isPackable else { return [(tag, reading(tag))] }
        let packed = Tag(number, .lengthDelimited).rawValue
        return [(tag, reading(tag)), (packed, ["try reader.packed(&\(name), .\(Self.coding(descriptor)))"])]
    }

    /// What reads a value that is not packed.
    private func reading(_ tag: UInt32) -> [String] {
        if let (key, value) = descriptor.mapEntry {
            let coding = "key: .\(Self.coding(key)), value: .\(Self.coding(value))"
            return ["try reader.map(\(tag), &\(name), \(coding), unknown: &unknownFields)"]
        }
        let isMessage = descriptor.message != nil
        let coding = Self.coding(descriptor)
        if descriptor.isRepeated {
            if isMessage { return ["try reader.messages(\(tag), &\(name))"] }
            if descriptor.kind == .string { return ["try reader.strings(\(tag), &\(name))"] }
            return ["try reader.element(&\(name), .\(coding))"]
        }
        if wrapped != nil { return ["try reader.wrapped(\(tag), &\(name), unknown: &unknownFields)"] }
        guard oneof != nil else {
            return [isMessage ? "try reader.message(&\(name))" : "\(name) = try reader.\(coding)()"]
        }
        guard isMessage else { return ["\(oneofName) = .\(name)(try reader.\(coding)())"] }
        return [
            "// Taken out before it merges, so that it is not copied.",
            "var value = \(type)()",
            "if case .\(name)(let old) = self.\(oneofName) { (value, self.\(oneofName)) = (old, nil) }",
            "defer { self.\(oneofName) = .\(name)(value) }",
            "try reader.message(into: &value)",
        ]
    }

    // MARK: - Encoding

    /// What writes the field; of a member of a oneof, what writes `value`.
    var encoding: String {
        if let (key, value) = descriptor.mapEntry {
            return "writer.map(\(number), \(name), key: .\(Self.coding(key)), value: .\(Self.coding(value)))"
        }
        let coding = Self.coding(descriptor)
        if descriptor.isRepeated {
            if descriptor.message != nil { return "writer.messages(\(number), \(name))" }
            if descriptor.kind == .string { return "writer.strings(\(number), \(name))" }
            return "writer.\(descriptor.isPacked ? "packed" : "elements")(\(number), \(name), .\(coding))"
        }
        if wrapped != nil { return "writer.wrapped(\(number), \(name), unknown: unknownFields)" }
        let value = oneof == nil ? name : "value"
        if descriptor.message != nil { return "writer.message(\(number), \(value))" }
        if oneof != nil { return "writer.\(coding)(\(number), present: value)" }
        guard descriptor.hasPresence else { return "writer.\(coding)(\(number), \(name))" }
        return "if let \(name) { writer.\(coding)(\(number), present: \(name)) }"
    }

    /// The name that reader, writer and `FieldCoding` have for the kind.
    private static func coding(_ field: FieldDescriptor) -> String {
        field.kind == .enumeration ? "enumeration" : field.kind.keyword
    }
}

extension ScaffoldTypes {
    fileprivate func type(of field: FieldDescriptor) -> String {
        switch field.kind {
        case .double: "Double"
        case .float: "Float"
        case .int32, .sint32, .sfixed32: "Int32"
        case .int64, .sint64, .sfixed64: "Int64"
        case .uint32, .fixed32: "UInt32"
        case .uint64, .fixed64: "UInt64"
        case .bool: "Bool"
        case .string: "String"
        case .bytes: "[UInt8]"
        case .enumeration: field.enumeration.map(reference) ?? "Int32"
        case .message, .group: field.message.map(reference) ?? "[UInt8]"
        }
    }
}

extension MessageDescriptor {
    /// Whether a value of this type contains one of `other`, through singular messages, at any depth.
    fileprivate func contains(_ other: MessageDescriptor) -> Bool {
        var seen: Set<MessageDescriptor> = [self]
        var open = [self]
        while let type = open.popLast() {
            if type == other { return true }
            for field in type.fields where !field.isRepeated {
                if let message = field.message, seen.insert(message).inserted { open.append(message) }
            }
        }
        return false
    }
}
