internal import ByteText
internal import ProtobufWire

/// A message of a descriptor set: its fields by name, as the members of an option.
typealias DescriptorMembers = [SchemaOption]

extension GatheredMessage {
    fileprivate var members: DescriptorMembers {
        var result: DescriptorMembers = []
        for index in input.pool.layouts[type].fields where isSet(index) {
            let field = input.pool.fields[index]
            let name = field.isExtension ? "(\(field.name.dropFirst().dropLast()))" : field.name
            func append(_ value: SchemaOption.Value) { result.append(SchemaOption(name: name, value: value)) }
            if let type = field.shape.message, !field.shape.isRepeated {
                append(.message(input.gather(pieces(of: index), as: type).members))
                continue
            }
            forEach(index) { occurrence in
                if let type = field.shape.message {
                    append(.message(input.gather([occurrence.value], as: type).members))
                } else if field.shape.kind == .string {
                    append(.string(input.bytes.array(occurrence.value)))
                } else {
                    input.forEachScalar(of: index, in: occurrence) { append(scalar($0, field)) }
                }
            }
        }
        return result
    }

    private func scalar(_ bits: UInt64, _ field: FieldRecord) -> SchemaOption.Value {
        if field.shape.kind == .bool { return .identifier(bits == 0 ? "false" : "true") }
        if let type = field.shape.enumeration.map({ input.pool.enums[$0] }), !Self.numbered.contains(type.name),
            let value = type.numbers[Int32(truncatingIfNeeded: bits)]
        {
            return .identifier(type.values[value].name)
        }
        return .number(String(Int64(bitPattern: bits)))
    }

    /// The enums that are read by their numbers, which are those of ``FieldKind`` and of the editions.
    private static let numbered: Set<String> = ["Edition", "Label", "Type"]
}

extension DescriptorMembers {
    fileprivate func has(_ name: String) -> Bool { contains { $0.name == name } }

    fileprivate func string(_ name: String) -> String { text(of: name) ?? "" }

    fileprivate func strings(_ name: String) -> [String] { values(of: name).compactMap(\.text) }

    fileprivate func number(_ name: String) -> Int { numbers(name).last ?? 0 }

    fileprivate func numbers(_ name: String) -> [Int] {
        values(of: name).map { if case .number(let text) = $0 { Int(text) ?? 0 } else { 0 } }
    }

    fileprivate func messages(_ name: String) -> [DescriptorMembers] { values(of: name).map(\.members) }

    /// The options of the declaration that this message describes.
    fileprivate var declaredOptions: [SchemaOption] { messages("options").last ?? [] }
}

/// Brings one file of a descriptor set into the form that the `.proto` reader gives.
struct DescriptorReader {
    private let view: DescriptorMembers
    /// Comments by the path of their declaration: numbers of descriptor fields and positions in them.
    private var comments: [[Int]: String] = [:]

    /// The files of a binary `google.protobuf.FileDescriptorSet`, whose names differ.
    static func files(ofSet bytes: Span<UInt8>) throws(SchemaError) -> [FileSyntax] {
        let schema = try DescriptorProto.schema.get()
        guard let set = schema.message(named: "google.protobuf.FileDescriptorSet"),
            let field = set.field(named: "file"), let type = field.message
        else {
            throw SchemaError(.unresolved, in: DescriptorProto.fileName, at: .unknown, "FileDescriptorSet is missing.")
        }
        if let damage = set.firstDamage(in: bytes) {
            throw SchemaError(.syntax, in: "descriptor set", at: .unknown, "Not a FileDescriptorSet: \(damage).")
        }
        let message = GatheredMessage(bytes, as: set, limits: DecodingLimits())
        var files: [FileSyntax] = []
        var names: Set<String> = []
        try message.forEach(field.index) { occurrence throws(SchemaError) in
            let view = message.input.gather([occurrence.value], as: type.index).members
            let name = view.string("name")
            guard names.insert(name).inserted else {
                throw SchemaError(.duplicate, in: name, at: .unknown, "The set has this file twice.")
            }
            guard names.count <= SchemaLoader.fileLimit else {
                throw SchemaError(
                    .limit, in: "descriptor set", at: .unknown, "There are more than \(SchemaLoader.fileLimit) files.")
            }
            files.append(try DescriptorReader(view).file())
        }
        return files
    }

    private init(_ view: DescriptorMembers) {
        self.view = view
        for location in view.messages("source_code_info").flatMap({ $0.messages("location") }) {
            let leading = location.string("leading_comments")
            let text = leading.isEmpty ? location.string("trailing_comments") : leading
            if !text.isEmpty { comments[location.numbers("path")] = ProtoComment.text(ofDescriptor: text) }
        }
    }

    private func file() throws(SchemaError) -> FileSyntax {
        var file = FileSyntax(name: view.string("name"), isCompiled: true)
        switch (view.string("syntax"), view.number("edition")) {
        case ("proto3", _): file.dialect = .proto3
        case ("editions", 1000): file.dialect = .edition("2023")
        case ("editions", 1001): file.dialect = .edition("2024")
        case ("", _), ("proto2", _): file.dialect = .proto2
        case (let syntax, let edition):
            throw SchemaError(
                .syntax, in: file.name, at: .unknown, "Syntax “\(syntax)” with edition \(edition) is not known here.")
        }
        file.package = view.string("package")
        let publicImports = Set(view.numbers("public_dependency"))
        file.imports = view.strings("dependency").enumerated().map { position, path in
            ImportSyntax(path: path, isPublic: publicImports.contains(position), position: .unknown)
        }
        file.documentation = comments[[12]] ?? ""
        file.options = view.declaredOptions
        for (index, item) in view.messages("message_type").enumerated() {
            file.messages.append(try message(item, at: [4, index], in: file))
        }
        for (index, item) in view.messages("enum_type").enumerated() {
            file.enums.append(try enumeration(item, [5, index]))
        }
        for (index, item) in view.messages("service").enumerated() {
            file.services.append(try service(item, [6, index]))
        }
        file.extensions = try extensions(of: view, at: [7], in: file)
        return file
    }

    private func declaration(_ view: DescriptorMembers, _ path: [Int]) throws(SchemaError) -> DeclarationSyntax {
        let name = view.string("name")
        guard name.utf8.first?.isIdentifierStart == true, name.utf8.allSatisfy(\.isIdentifierPart) else {
            throw SchemaError(.syntax, in: self.view.string("name"), at: .unknown, "“\(name)” cannot be a name.")
        }
        return DeclarationSyntax(
            name: name, position: .unknown, documentation: comments[path] ?? "", options: view.declaredOptions)
    }

    private func message(
        _ view: DescriptorMembers, at path: [Int], in file: FileSyntax
    ) throws(SchemaError) -> MessageSyntax {
        var message = MessageSyntax(declaration: try declaration(view, path))
        message.isMapEntry = message.declaration.options.isTrue("map_entry")
        message.reservedNames = view.strings("reserved_name")
        var entries: Set<String> = []
        for (index, item) in view.messages("nested_type").enumerated() {
            let nested = try self.message(item, at: path + [3, index], in: file)
            if nested.isMapEntry { entries.insert(nested.declaration.name) }
            message.messages.append(nested)
        }
        for (index, item) in view.messages("enum_type").enumerated() {
            message.enums.append(try enumeration(item, path + [4, index]))
        }
        message.extensions = try extensions(of: view, at: path + [6], in: file)
        let oneofs = view.messages("oneof_decl")
        var used: [Int: Int] = [:]
        for (index, item) in view.messages("field").enumerated() {
            var field = try self.field(item, at: path + [2, index], in: file)
            let typeName = field.typeName.lastComponent
            // A map is a repeated field of a type that this message made for it.
            if field.kind == .message, field.label == .repeated, entries.contains(typeName),
                typeName == DerivedName.mapEntry(field.declaration.name)
            {
                field.isMap = true
            }
            // `optional` of proto3 comes with a oneof of its own, which nobody wrote.
            if item.has("oneof_index"), !item.isTrue("proto3_optional") {
                let number = item.number("oneof_index")
                guard oneofs.indices.contains(number) else {
                    throw SchemaError(
                        .invalidDeclaration, in: file.name, at: .unknown,
                        "“\(field.declaration.name)” is in oneof \(number), which does not exist.")
                }
                if used[number] == nil {
                    used[number] = message.oneofs.count
                    message.oneofs.append(try declaration(oneofs[number], path + [8, number]))
                }
                field.oneof = used[number]
            }
            message.fields.append(field)
        }
        return message
    }

    /// The extension fields that a file or message declares.
    private func extensions(
        of view: DescriptorMembers, at path: [Int], in file: FileSyntax
    ) throws(SchemaError) -> [ExtensionSyntax] {
        var result: [ExtensionSyntax] = []
        for (index, item) in view.messages("extension").enumerated() {
            result.append(
                ExtensionSyntax(
                    field: try field(item, at: path + [index], in: file),
                    extendee: TypeReference(name: item.string("extendee"), position: .unknown)))
        }
        return result
    }

    private func field(
        _ view: DescriptorMembers, at path: [Int], in file: FileSyntax
    ) throws(SchemaError) -> FieldSyntax {
        var declaration = try declaration(view, path)
        if view.has("json_name") {
            declaration.options.append(
                SchemaOption(name: "json_name", value: .string(Array(view.string("json_name").utf8))))
        }
        guard let kind = FieldKind(rawValue: UInt8(clamping: view.number("type"))) else {
            throw SchemaError(
                .invalidDeclaration, in: file.name, at: .unknown,
                "“\(declaration.name)” has type \(view.number("type")), which does not exist.")
        }
        var label = FieldSyntax.Label.none
        switch view.number("label") {
        case 2: label = .required
        case 3: label = .repeated
        default:
            if view.isTrue("proto3_optional") || file.dialect == .proto2 && !view.has("oneof_index") {
                label = .optional
            }
        }
        let isNamed = kind == .enumeration || kind.isMessage
        return FieldSyntax(
            declaration: declaration, number: view.number("number"), label: label,
            kind: kind == .enumeration ? nil : kind, typeName: isNamed ? view.string("type_name") : "")
    }

    private func enumeration(_ view: DescriptorMembers, _ path: [Int]) throws(SchemaError) -> EnumSyntax {
        var result = EnumSyntax(declaration: try declaration(view, path))
        for (index, value) in view.messages("value").enumerated() {
            result.values.append(
                (try declaration(value, path + [2, index]), Int32(truncatingIfNeeded: value.number("number"))))
        }
        return result
    }

    private func service(_ view: DescriptorMembers, _ path: [Int]) throws(SchemaError) -> ServiceSyntax {
        var service = ServiceSyntax(declaration: try declaration(view, path))
        for (index, method) in view.messages("method").enumerated() {
            service.methods.append(
                MethodSyntax(
                    declaration: try declaration(method, path + [2, index]),
                    input: TypeReference(name: method.string("input_type"), position: .unknown),
                    output: TypeReference(name: method.string("output_type"), position: .unknown),
                    clientStreaming: method.isTrue("client_streaming"),
                    serverStreaming: method.isTrue("server_streaming")))
        }
        return service
    }
}
