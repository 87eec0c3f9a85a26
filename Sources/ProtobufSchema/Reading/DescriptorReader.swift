internal import ByteText
internal import ProtobufWire

extension GatheredMessage {
    /// The fields of a message of a descriptor set, by name, as the members of an option.
    fileprivate var members: [SchemaOption] {
        var result: [SchemaOption] = []
        for index in input.pool.layouts[type].fields where isSet(index) {
            let field = input.pool.fields[index]
            let name = field.isExtension ? "(\(field.name.dropFirst().dropLast()))" : field.name
            func append(_ value: SchemaOption.Value) { result.append(SchemaOption(name: name, value: value)) }
            if let type = field.shape.message, !field.shape.isRepeated {
                append(.message(GatheredMessage(input, pieces(of: index), as: type).members))
                continue
            }
            forEach(index) { occurrence in
                if let type = field.shape.message {
                    append(.message(GatheredMessage(input, [occurrence.value], as: type).members))
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
        if let type = field.shape.enumeration.map({ input.pool.enums[$0] }),
            !Self.numbered.contains(type.declaration.name), let value = type.numbers[Int32(truncatingIfNeeded: bits)]
        {
            return .identifier(type.values[value].name)
        }
        return .number(String(Int64(bitPattern: bits)))
    }

    /// The enums that are read by their numbers, which are those of ``FieldKind`` and of the editions.
    private static let numbered: Set<String> = ["Edition", "Label", "Type"]
}

extension [SchemaOption] {
    fileprivate func has(_ name: String) -> Bool { contains { $0.name == name } }

    fileprivate func string(_ name: String) -> String { text(of: name) ?? "" }

    fileprivate func strings(_ name: String) -> [String] { values(of: name).compactMap(\.text) }

    fileprivate func number(_ name: String) -> Int { numbers(name).last ?? 0 }

    fileprivate func numbers(_ name: String) -> [Int] {
        values(of: name).map { if case .number(let text) = $0 { Int(text) ?? 0 } else { 0 } }
    }

    fileprivate func messages(_ name: String) -> [[SchemaOption]] { values(of: name).map(\.members) }

    /// The options of the declaration that this message describes.
    fileprivate var declaredOptions: [SchemaOption] { messages("options").last ?? [] }
}

/// Brings one file of a descriptor set into the form that the `.proto` reader gives.
struct DescriptorReader {
    private let view: [SchemaOption]
    private let name: String
    private let dialect: FileSyntax.Dialect
    /// Comments by the path of their declaration: numbers of descriptor fields and positions in them.
    private var comments: [[Int]: String] = [:]

    private var place: FilePlace { FilePlace(file: name) }

    /// The files of a binary `google.protobuf.FileDescriptorSet`.
    static func files(ofSet bytes: Span<UInt8>) throws(SchemaError) -> [FileSyntax] {
        let schema = try DescriptorProto.schema.get()
        guard let set = schema.message(named: "google.protobuf.FileDescriptorSet"),
            let field = set.field(named: "file"), let type = field.message
        else { return [] }
        if let damage = set.firstDamage(in: bytes) {
            throw SchemaError(.syntax, in: "descriptor set", "Not a FileDescriptorSet: \(damage).")
        }
        let message = GatheredMessage(bytes, as: set, limits: DecodingLimits())
        var files: [FileSyntax] = []
        try message.forEach(field.index) { occurrence throws(SchemaError) in
            guard files.count < SchemaLoader.fileLimit else {
                throw SchemaError(.limit, in: "descriptor set", "There are more than \(SchemaLoader.fileLimit) files.")
            }
            let view = GatheredMessage(message.input, [occurrence.value], as: type.index).members
            files.append(try DescriptorReader(view).file())
        }
        return files
    }

    private init(_ view: [SchemaOption]) throws(SchemaError) {
        self.view = view
        name = view.string("name")
        switch (view.string("syntax"), view.number("edition")) {
        case ("proto3", _): dialect = .proto3
        case ("editions", 1000): dialect = .edition("2023")
        case ("editions", 1001): dialect = .edition("2024")
        case ("", _), ("proto2", _): dialect = .proto2
        case (let syntax, let edition):
            throw SchemaError(.syntax, in: name, "Syntax “\(syntax)” with edition \(edition) is not known here.")
        }
        for location in view.messages("source_code_info").flatMap({ $0.messages("location") }) {
            let leading = location.string("leading_comments")
            let text = leading.isEmpty ? location.string("trailing_comments") : leading
            if !text.isEmpty { comments[location.numbers("path")] = ProtoComment.text(ofDescriptor: text) }
        }
    }

    private func file() throws(SchemaError) -> FileSyntax {
        let publicImports = Set(view.numbers("public_dependency"))
        return FileSyntax(
            name: name, isCompiled: true, dialect: dialect, package: view.string("package"),
            imports: view.strings("dependency").enumerated().map { position, path in
                (path, publicImports.contains(position), place)
            }, options: view.declaredOptions, messages: try all("message_type", of: view, at: [4], message),
            enums: try all("enum_type", of: view, at: [5], enumeration),
            services: try all("service", of: view, at: [6], service),
            extensions: try all("extension", of: view, at: [7], extensionField))
    }

    /// What `read` makes of each message in a field of `view`.
    ///
    /// - Parameter path: The path of the field, to which the position of each message is added.
    private func all<Syntax>(
        _ field: String, of view: [SchemaOption], at path: [Int],
        _ read: ([SchemaOption], [Int]) throws(SchemaError) -> Syntax
    ) throws(SchemaError) -> [Syntax] {
        try view.messages(field).enumerated().map { item throws(SchemaError) in
            try read(item.element, path + [item.offset])
        }
    }

    private func declaration(_ view: [SchemaOption], _ path: [Int]) throws(SchemaError) -> DeclarationSyntax {
        let name = view.string("name")
        guard name.utf8.first?.isIdentifierStart == true, name.utf8.allSatisfy(\.isIdentifierPart) else {
            throw SchemaError(.syntax, at: place, "“\(name)” cannot be a name.")
        }
        return DeclarationSyntax(
            name: name, place: place, documentation: comments[path] ?? "", options: view.declaredOptions)
    }

    private func message(_ view: [SchemaOption], _ path: [Int]) throws(SchemaError) -> MessageSyntax {
        var message = MessageSyntax(
            declaration: try declaration(view, path), fields: try all("field", of: view, at: path + [2], field),
            messages: try all("nested_type", of: view, at: path + [3], self.message),
            enums: try all("enum_type", of: view, at: path + [4], enumeration),
            extensions: try all("extension", of: view, at: path + [6], extensionField),
            reservedNames: view.strings("reserved_name"))
        message.isMapEntry = message.declaration.options.isTrue("map_entry")
        let entries = Set(message.messages.filter(\.isMapEntry).map(\.declaration.name))
        let oneofs = view.messages("oneof_decl")
        var used: [Int: Int] = [:]
        for (index, item) in view.messages("field").enumerated() {
            let field = message.fields[index]
            let typeName = field.typeName.lastComponent
            // A map is a repeated field of a type that this message made for it.
            message.fields[index].isMap =
                field.kind == .message && field.label == .repeated && entries.contains(typeName)
                && typeName == DerivedName.mapEntry(field.declaration.name)
            // `optional` of proto3 comes with a oneof of its own, which nobody wrote.
            guard item.has("oneof_index"), !item.isTrue("proto3_optional") else { continue }
            let number = item.number("oneof_index")
            guard oneofs.indices.contains(number) else {
                throw SchemaError(
                    .invalidDeclaration, at: place, "“\(field.declaration.name)” is in a oneof that does not exist.")
            }
            if used[number] == nil {
                used[number] = message.oneofs.count
                message.oneofs.append(try declaration(oneofs[number], path + [8, number]))
            }
            message.fields[index].oneof = used[number]
        }
        return message
    }

    private func extensionField(_ view: [SchemaOption], _ path: [Int]) throws(SchemaError) -> FieldSyntax {
        var field = try field(view, path)
        field.extendee = TypeReference(name: view.string("extendee"), place: place)
        return field
    }

    private func field(_ view: [SchemaOption], _ path: [Int]) throws(SchemaError) -> FieldSyntax {
        var declaration = try declaration(view, path)
        declaration.options += view.filter { $0.name == "json_name" }
        guard let kind = FieldKind(rawValue: UInt8(clamping: view.number("type"))) else {
            throw SchemaError(.invalidDeclaration, at: place, "“\(declaration.name)” has a type that does not exist.")
        }
        var label = FieldSyntax.Label.none
        switch view.number("label") {
        case 2: label = .required
        case 3: label = .repeated
        default:
            if view.isTrue("proto3_optional") || dialect == .proto2 && !view.has("oneof_index") { label = .optional }
        }
        return FieldSyntax(
            declaration: declaration, number: view.number("number"), label: label,
            kind: kind == .enumeration ? nil : kind, typeName: view.string("type_name"))
    }

    private func enumeration(_ view: [SchemaOption], _ path: [Int]) throws(SchemaError) -> EnumSyntax {
        EnumSyntax(
            declaration: try declaration(view, path),
            values: try all("value", of: view, at: path + [2]) { value, path throws(SchemaError) in
                (try declaration(value, path), Int32(truncatingIfNeeded: value.number("number")))
            })
    }

    private func service(_ view: [SchemaOption], _ path: [Int]) throws(SchemaError) -> ServiceSyntax {
        ServiceSyntax(
            declaration: try declaration(view, path),
            methods: try all("method", of: view, at: path + [2]) { method, path throws(SchemaError) in
                MethodSyntax(
                    declaration: try declaration(method, path),
                    input: TypeReference(name: method.string("input_type"), place: place),
                    output: TypeReference(name: method.string("output_type"), place: place),
                    clientStreaming: method.isTrue("client_streaming"),
                    serverStreaming: method.isTrue("server_streaming"))
            })
    }
}
