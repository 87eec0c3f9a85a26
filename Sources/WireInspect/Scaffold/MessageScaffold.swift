public import ProtobufSchema

/// Swift source for a message of a schema, in the form that this package's messages are written in: the properties, one
/// `switch` that decodes, one list that encodes. Messages and enums inside it follow as extensions. An enum outside of
/// messages has a scaffold, too.
///
/// The source compiles beside `import FleetWire`, and is meant to be kept and edited. Messages and enums of other names are
/// referred to, not written: they need a scaffold of their own.
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
    private let isPublic: Bool
    private var access: String { isPublic ? "public " : "" }

    /// - Parameter isPublic: Whether types and members are `public`; otherwise they are internal.
    public init(_ message: MessageDescriptor, isPublic: Bool = false) {
        (subject, self.isPublic) = (.message(message), isPublic)
    }

    /// - Parameter isPublic: Whether the type and its members are `public`; otherwise they are internal.
    public init(_ enumeration: EnumDescriptor, isPublic: Bool = false) {
        (subject, self.isPublic) = (.enumeration(enumeration), isPublic)
    }

    /// The source, with a line break at its end. Linear in the size of the message or enum.
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
        let fields = try message.fields.filter { !$0.isExtension }.map { field throws(Refusal) in
            try ScaffoldField(field)
        }
        try output.extending(message.parent) { (output) throws(Refusal) in
            output.comment(message.documentation, then: "Mirrors `\(message.fullName)`.")
            output.open("\(access)struct \(ScaffoldName.type(message.name)): Message")
            output.line("\(access)static let fullName = \"\(message.fullName)\"")
            output.line()
            var oneofs: Set<String> = []
            for field in fields {
                guard let oneof = field.oneof else {
                    output.comment(
                        "`\(field.descriptor.name) = \(field.number)`", colon: field.descriptor.documentation)
                    output.line("\(field.isIndirect ? "@Indirect " : "")\(access)var \(field.declaration)")
                    continue
                }
                guard oneofs.insert(oneof.name).inserted else { continue }
                output.comment("The oneof `\(oneof.name)`", colon: oneof.documentation)
                output.line("\(access)var \(ScaffoldName.property(oneof.name)): \(ScaffoldName.type(oneof.name))?")
            }
            output.line("\(access)var unknownFields = UnknownFields()")
            if isPublic {
                output.line()
                output.line("public init() {}")
            }
            for oneof in message.oneofs where oneofs.contains(oneof.name) {
                writeMembers(of: oneof, fields.filter { $0.oneof == oneof }, to: &output)
            }
            writeMerge(fields, to: &output)
            writeEncode(fields, to: &output)
            output.close()
        }
        for enumeration in message.nestedEnums { try write(enumeration, to: &output) }
        for nested in message.nestedMessages where !nested.isMapEntry { try write(nested, to: &output) }
    }

    private func writeMembers(of oneof: OneofDescriptor, _ fields: [ScaffoldField], to output: inout SwiftSource) {
        output.line()
        output.comment("The members of the oneof `\(oneof.name)`.")
        output.open("\(access)enum \(ScaffoldName.type(oneof.name)): Hashable, Sendable")
        for field in fields {
            output.comment("`\(field.descriptor.name) = \(field.number)`", colon: field.descriptor.documentation)
            output.line("\(field.isIndirect ? "indirect " : "")case \(field.name)(\(field.type))")
        }
        output.close()
    }

    private func write(_ enumeration: EnumDescriptor, to output: inout SwiftSource) throws(Refusal) {
        if enumeration.isClosed { throw Refusal(enumeration.fullName, is: "a closed enum") }
        output.extending(enumeration.parent) { output in
            output.comment(enumeration.documentation, then: "Mirrors `\(enumeration.fullName)`.")
            output.open("\(access)struct \(ScaffoldName.type(enumeration.name)): OpenEnum")
            output.line("\(access)var rawValue: Int32")
            output.line("\(access)init(rawValue: Int32) { self.rawValue = rawValue }")
            output.line()
            let prefix = ScaffoldName.constantPrefix(enumeration.name)
            for value in enumeration.values {
                let short = value.name.hasPrefix(prefix) ? String(value.name.dropFirst(prefix.count)) : value.name
                let name = short.first?.isNumber ?? true ? value.name : short
                output.comment("`\(value.name) = \(value.number)`", colon: value.documentation)
                output.line(
                    "\(access)static var \(ScaffoldName.property(name.lowercased())): Self { .init(rawValue: \(value.number)) }"
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

    private func writeEncode(_ fields: [ScaffoldField], to output: inout SwiftSource) {
        output.line()
        output.open("\(access)func encode(_ writer: inout Writer)")
        var written: Set<String> = []
        for field in fields {
            guard let oneof = field.oneof else {
                output.line(field.encoding)
                continue
            }
            let members = fields.filter { $0.oneof == oneof }
            let property = ScaffoldName.property(oneof.name)
            guard let first = fields.firstIndex(where: { $0.oneof == oneof }),
                fields[first...].prefix(members.count).allSatisfy({ $0.oneof == oneof })
            else {
                // Other fields lie between the members, so each of them is written in its place.
                output.line("if case .\(field.name)(let value) = \(property) { \(field.encoding) }")
                continue
            }
            guard written.insert(oneof.name).inserted else { continue }
            output.line("switch \(property) {")
            for member in members { output.line("case .\(member.name)(let value): \(member.encoding)") }
            output.line("case nil: break")
            output.line("}")
        }
        output.line("writer.unknown(unknownFields)")
        output.close()
    }
}
