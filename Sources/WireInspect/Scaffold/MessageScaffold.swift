public import ProtobufSchema

/// Swift source for a message of a schema, in the form that this package's messages are written in: the properties, one
/// `switch` that decodes, one list that encodes. Messages and enums inside it follow as extensions. An enum outside of
/// messages has a scaffold, too.
///
/// The source compiles beside `import FleetWire`, and is meant to be kept and edited. Messages and enums of other names are
/// referred to, not written: they need a scaffold of their own.
///
/// A name that is taken, by Swift, by the scaffold's own code or by another declaration, gets the suffix `_`. Of types with
/// one name in several packages, those behind the first have the package before it, `B_Point`; where a type of the schema
/// hides one of this package, that one has the module, `FleetWire.Timestamp`.
public struct MessageScaffold: Sendable {
    /// What keeps a message or an enum from having a scaffold.
    public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        /// What, where, and what to do.
        public let description: String

        init(_ name: String, is form: String) {
            description =
                "\(name) is \(form), for which there is no scaffold; `convert`, JSON and trees work with its schema alone"
        }
    }

    private enum Subject {
        case message(MessageDescriptor)
        case enumeration(EnumDescriptor)
    }

    private let subject: Subject
    private let types: ScaffoldTypes
    private let isPublic: Bool
    private var access: String { isPublic ? "public " : "" }

    /// - Parameter isPublic: Whether types and members are `public`; otherwise they are internal.
    public init(_ message: MessageDescriptor, isPublic: Bool = false) {
        (subject, self.isPublic) = (.message(message), isPublic)
        types = ScaffoldTypes(message.schema, outermost: message.outermost.fullName)
    }

    /// - Parameter isPublic: Whether the type and its members are `public`; otherwise they are internal.
    public init(_ enumeration: EnumDescriptor, isPublic: Bool = false) {
        (subject, self.isPublic) = (.enumeration(enumeration), isPublic)
        let outermost = enumeration.parent?.outermost.fullName ?? enumeration.fullName
        types = ScaffoldTypes(enumeration.schema, outermost: outermost)
    }

    /// The source, with a line break at its end. Linear in the size of the message or enum, as `init` is in that of the schema
    /// but for sorting the names.
    ///
    /// - Throws: ``Refusal`` for groups, MessageSets and closed enums, which the package's messages have no form for.
    public func source() throws(Refusal) -> String {
        var output = SwiftSource()
        output.line("\(access)import FleetWire")
        output.line()
        switch subject {
        case .message(let message): try write(message, to: &output)
        case .enumeration(let enumeration): try write(enumeration, to: &output)
        }
        return output.text
    }

    // MARK: - Types

    private func write(_ message: MessageDescriptor, to output: inout SwiftSource) throws(Refusal) {
        let descriptors = message.fields.filter { !$0.isExtension }
        let names = ScaffoldName.members(of: descriptors)
        let fields = try descriptors.map { field throws(Refusal) in
            try ScaffoldField(field, names: names, types)
        }
        try output.extending(message.parent.map(types.reference)) { (output) throws(Refusal) in
            output.comment(message.documentation, then: "Mirrors `\(message.fullName)`.")
            output.open("\(access)struct \(types.declaration(message.fullName)): Message")
            output.line("\(access)static let fullName = \"\(message.fullName)\"")
            output.line()
            let oneofs = Dictionary(grouping: fields.indices) { fields[$0].oneof?.name }
            for (index, field) in fields.enumerated() {
                guard let oneof = field.oneof else {
                    output.comment(
                        "`\(field.descriptor.name) = \(field.number)`", colon: field.descriptor.documentation)
                    output.line("\(field.isIndirect ? "@Indirect " : "")\(access)var \(field.declaration)")
                    continue
                }
                guard oneofs[oneof.name]?.first == index else { continue }
                output.comment("The oneof `\(oneof.name)`", colon: oneof.documentation)
                output.line("\(access)var \(field.oneofName): \(typeName(of: oneof))?")
            }
            output.line("\(access)var unknownFields = UnknownFields()")
            if isPublic {
                output.line()
                output.line("public init() {}")
            }
            for oneof in message.oneofs {
                if let members = oneofs[oneof.name] { writeMembers(of: oneof, members.map { fields[$0] }, to: &output) }
            }
            writeMerge(fields, to: &output)
            writeEncode(fields, oneofs, to: &output)
            output.close()
        }
        for enumeration in message.nestedEnums { try write(enumeration, to: &output) }
        for nested in message.nestedMessages where !nested.isMapEntry { try write(nested, to: &output) }
    }

    private func typeName(of oneof: OneofDescriptor) -> String {
        types.declaration("\(oneof.parent.fullName).\(oneof.name)")
    }

    private func writeMembers(of oneof: OneofDescriptor, _ fields: [ScaffoldField], to output: inout SwiftSource) {
        output.line()
        output.comment("The members of the oneof `\(oneof.name)`.")
        output.open("\(access)enum \(typeName(of: oneof)): Hashable, Sendable")
        for field in fields {
            output.comment("`\(field.descriptor.name) = \(field.number)`", colon: field.descriptor.documentation)
            output.line("\(field.isIndirect ? "indirect " : "")case \(field.name)(\(field.type))")
        }
        output.close()
    }

    private func write(_ enumeration: EnumDescriptor, to output: inout SwiftSource) throws(Refusal) {
        if enumeration.isClosed { throw Refusal(enumeration.fullName, is: "a closed enum") }
        output.extending(enumeration.parent.map(types.reference)) { output in
            output.comment(enumeration.documentation, then: "Mirrors `\(enumeration.fullName)`.")
            output.open("\(access)struct \(types.declaration(enumeration.fullName)): OpenEnum")
            output.line("\(access)var rawValue: Int32")
            output.line("\(access)init(rawValue: Int32) { self.rawValue = rawValue }")
            output.line()
            let prefix = ScaffoldName.constantPrefix(enumeration.name)
            var taken = ScaffoldName.takenMembers
            for value in enumeration.values {
                let short = value.name.hasPrefix(prefix) ? String(value.name.dropFirst(prefix.count)) : value.name
                let name = short.first?.isNumber ?? true ? value.name : short
                output.comment("`\(value.name) = \(value.number)`", colon: value.documentation)
                output.line(
                    "\(access)static var \(ScaffoldName.property(name.lowercased(), in: &taken)): Self { .init(rawValue: \(value.number)) }"
                )
            }
            output.close()
        }
    }

    // MARK: - Decoding and encoding

    private func writeMerge(_ fields: [ScaffoldField], to output: inout SwiftSource) {
        output.line()
        output.open("\(access)mutating func merge(_ reader: consuming Reader) throws(WireError)")
        output.open("while case let tag = try reader.nextTag(), tag != 0")
        output.line("switch tag {")
        for field in fields {
            for (tag, statements) in field.decoding {
                let note = "  // \(field.descriptor.name) = \(field.number)"
                if statements.count == 1, output.fits("case \(tag): \(statements[0])\(note)") {
                    output.line("case \(tag): \(statements[0])\(note)")
                } else {
                    output.line("case \(tag):\(note)")
                    for statement in statements { output.line("    " + statement) }
                }
            }
        }
        output.line("default: try reader.keep(tag, in: &unknownFields)")
        output.line("}")
        output.close()
        output.close()
    }

    /// - Parameter oneofs: The indices of the members, by the name of their oneof.
    private func writeEncode(_ fields: [ScaffoldField], _ oneofs: [String?: [Int]], to output: inout SwiftSource) {
        output.line()
        output.open("\(access)func encode(_ writer: inout Writer)")
        for (index, field) in fields.enumerated() {
            guard let oneof = field.oneof, let members = oneofs[oneof.name] else {
                output.line(field.encoding)
                continue
            }
            guard let last = members.last, last - members[0] == members.count - 1 else {
                // Other fields lie between the members, so each of them is written in its place.
                output.line("if case .\(field.name)(let value) = \(field.oneofName) { \(field.encoding) }")
                continue
            }
            guard index == members[0] else { continue }
            output.line("switch \(field.oneofName) {")
            for member in members.map({ fields[$0] }) {
                output.line("case .\(member.name)(let value): \(member.encoding)")
            }
            output.line("case nil: break")
            output.line("}")
        }
        output.line("writer.unknown(unknownFields)")
        output.close()
    }
}

extension MessageDescriptor {
    /// The message itself, or the one outside of all others that it stands in.
    fileprivate var outermost: MessageDescriptor { parent?.outermost ?? self }
}
