internal import ByteText

/// A message of a descriptor set, read by field names.
struct DescriptorView {
    /// The whole set.
    private let bytes: ArraySlice<UInt8>
    private let pool: SchemaPool
    private let message: MessageIndex
    private let fields: FieldTable

    /// The message of a type that lies in `pieces` of a set.
    init(_ bytes: ArraySlice<UInt8>, _ type: MessageDescriptor, pieces: [Range<Int>]) {
        self.bytes = bytes
        pool = type.pool
        message = type.index
        fields = FieldTable(bytes.span, pieces: pieces, message: message, in: pool)
    }

    private func inner(_ type: MessageIndex, _ pieces: [Range<Int>]) -> DescriptorView {
        DescriptorView(bytes, MessageDescriptor(pool: pool, index: type), pieces: pieces)
    }

    private func index(_ name: String) -> FieldIndex? { pool.messages[message].names[name] }

    private func values(_ index: FieldIndex) -> [WireCursor.Field] { fields.all(index, in: bytes.span, pool) }

    func has(_ name: String) -> Bool { index(name).map(fields.contains) ?? false }

    func string(_ name: String) -> String {
        index(name).flatMap { fields.last($0) }.map { bytes.span.string($0.value) } ?? ""
    }

    func number(_ name: String) -> Int {
        index(name).flatMap { fields.last($0) }.map { Int(Int32(truncatingIfNeeded: $0.bits)) } ?? 0
    }

    func strings(_ name: String) -> [String] {
        index(name).map { values($0).map { bytes.span.string($0.value) } } ?? []
    }

    func numbers(_ name: String) -> [Int] {
        guard let index = index(name) else { return [] }
        var result: [Int] = []
        for occurrence in values(index) {
            pool.forEachScalar(bytes.span, occurrence, of: index) {
                result.append(Int(Int32(truncatingIfNeeded: $0)))
            }
        }
        return result
    }

    func messages(_ name: String) -> [DescriptorView] {
        guard let index = index(name), let type = pool.shapes[index].message else { return [] }
        return values(index).map { inner(type, [$0.value]) }
    }

    /// The fields that are set, as options.
    private var options: [SchemaOption] {
        var result: [SchemaOption] = []
        for index in pool.messages[message].fields where fields.isSet(index, in: pool) {
            let field = pool.fields[index]
            let name = field.jsonName.hasPrefix("(") ? field.jsonName : field.name
            if let type = field.shape.message, !field.shape.isRepeated {
                let value = inner(type, fields.pieces(index, in: bytes.span, pool))
                result.append(SchemaOption(name: name, value: .message(value.options)))
                continue
            }
            for occurrence in field.shape.isRepeated ? values(index) : [fields.last(index)].compactMap({ $0 }) {
                if let type = field.shape.message {
                    result.append(SchemaOption(name: name, value: .message(inner(type, [occurrence.value]).options)))
                } else if field.shape.kind == .string {
                    result.append(SchemaOption(name: name, value: .string(bytes.span.array(occurrence.value))))
                } else {
                    pool.forEachScalar(bytes.span, occurrence, of: index) { bits in
                        result.append(SchemaOption(name: name, value: scalar(bits, field)))
                    }
                }
            }
        }
        return result
    }

    private func scalar(_ bits: UInt64, _ field: FieldRecord) -> SchemaOption.Value {
        if field.shape.kind == .bool { return .identifier(bits == 0 ? "false" : "true") }
        if let type = field.shape.enumeration, let value = pool.enums[type].numbers[Int32(truncatingIfNeeded: bits)] {
            return .identifier(pool.enums[type].values[value].name)
        }
        return .unsigned(bits)
    }

    /// The options of the declaration that this message describes.
    var declaredOptions: [SchemaOption] {
        guard let index = index("options"), fields.contains(index), let type = pool.shapes[index].message else {
            return []
        }
        return inner(type, fields.pieces(index, in: bytes.span, pool)).options
    }
}

/// Brings one file of a descriptor set into the form that the `.proto` reader gives.
struct DescriptorReader {
    private let view: DescriptorView
    /// Comments by the path of their declaration: numbers of descriptor fields and positions in them.
    private var comments: [[Int]: String] = [:]

    /// The files of a binary `google.protobuf.FileDescriptorSet`.
    static func files(ofSet bytes: Span<UInt8>) throws(SchemaError) -> [FileSyntax] {
        let meta = try DescriptorSchema.load()
        guard let set = meta.message(named: "descriptor.FileSet") else {
            throw SchemaError(.unresolved, in: "descriptor.proto", at: .unknown, "FileSet is missing.")
        }
        if let damage = set.firstDamage(in: bytes) {
            throw SchemaError(.syntax, in: "descriptor set", at: .unknown, "Not a FileDescriptorSet: \(damage).")
        }
        let root = DescriptorView(bytes.array(0..<bytes.count)[...], set, pieces: [0..<bytes.count])
        var files: [FileSyntax] = []
        for view in root.messages("file") {
            let publicImports = Set(view.numbers("public_dependency"))
            var syntax = try DescriptorReader(view).file()
            syntax.imports = view.strings("dependency").enumerated().map { position, path in
                ImportSyntax(path: path, isPublic: publicImports.contains(position), position: .unknown)
            }
            files.append(syntax)
        }
        return files
    }

    private init(_ view: DescriptorView) {
        self.view = view
        for info in view.messages("source_code_info") {
            for location in info.messages("location") {
                let leading = location.string("leading_comments")
                let text = leading.isEmpty ? location.string("trailing_comments") : leading
                guard !text.isEmpty else { continue }
                comments[location.numbers("path")] = ProtoComment.text(ofDescriptor: text)
            }
        }
    }

    func file() throws(SchemaError) -> FileSyntax {
        var file = FileSyntax(name: view.string("name"), isDescribed: true)
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
        file.documentation = comments[[12]] ?? ""
        file.options = view.declaredOptions
        for (index, item) in view.messages("message_type").enumerated() {
            file.messages.append(try message(item, at: [4, index], in: file))
        }
        for (index, item) in view.messages("enum_type").enumerated() {
            file.enums.append(enumeration(item, [5, index]))
        }
        for (index, item) in view.messages("service").enumerated() {
            file.services.append(service(item, [6, index]))
        }
        file.extensions = try extensions(of: view, at: [7], in: file)
        return file
    }

    private func declaration(_ view: DescriptorView, _ path: [Int]) -> DeclarationSyntax {
        DeclarationSyntax(
            name: view.string("name"), position: .unknown, documentation: comments[path] ?? "",
            options: view.declaredOptions)
    }

    private func message(
        _ view: DescriptorView, at path: [Int], in file: FileSyntax
    ) throws(SchemaError) -> MessageSyntax {
        var message = MessageSyntax(declaration: declaration(view, path))
        message.isMapEntry = message.declaration.options.contains { $0.name == "map_entry" && $0.value.isTrue }
        message.reservedNames = view.strings("reserved_name")
        var entries: Set<String> = []
        for (index, item) in view.messages("nested_type").enumerated() {
            let nested = try self.message(item, at: path + [3, index], in: file)
            if nested.isMapEntry { entries.insert(nested.declaration.name) }
            message.messages.append(nested)
        }
        for (index, item) in view.messages("enum_type").enumerated() {
            message.enums.append(enumeration(item, path + [4, index]))
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
            if item.has("oneof_index"), item.number("proto3_optional") == 0 {
                let number = item.number("oneof_index")
                guard oneofs.indices.contains(number) else {
                    throw SchemaError(
                        .invalidDeclaration, in: file.name, at: .unknown,
                        "“\(field.declaration.name)” is in oneof \(number), which does not exist.")
                }
                if used[number] == nil {
                    used[number] = message.oneofs.count
                    message.oneofs.append(declaration(oneofs[number], path + [8, number]))
                }
                field.oneof = used[number]
            }
            message.fields.append(field)
        }
        return message
    }

    /// The extension fields that a file or message declares.
    private func extensions(
        of view: DescriptorView, at path: [Int], in file: FileSyntax
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
        _ view: DescriptorView, at path: [Int], in file: FileSyntax
    ) throws(SchemaError) -> FieldSyntax {
        var declaration = declaration(view, path)
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
            let isWritten = view.number("proto3_optional") != 0 || file.dialect == .proto2
            if isWritten, !view.has("oneof_index") || view.number("proto3_optional") != 0 { label = .optional }
        }
        let isNamed = kind == .enumeration || kind.isMessage
        return FieldSyntax(
            declaration: declaration, number: view.number("number"), label: label,
            kind: kind == .enumeration ? nil : kind, typeName: isNamed ? view.string("type_name") : "")
    }

    private func enumeration(_ view: DescriptorView, _ path: [Int]) -> EnumSyntax {
        var result = EnumSyntax(declaration: declaration(view, path))
        for (index, value) in view.messages("value").enumerated() {
            result.values.append(
                (declaration(value, path + [2, index]), Int32(truncatingIfNeeded: value.number("number"))))
        }
        return result
    }

    private func service(_ view: DescriptorView, _ path: [Int]) -> ServiceSyntax {
        var service = ServiceSyntax(declaration: declaration(view, path))
        for (index, method) in view.messages("method").enumerated() {
            service.methods.append(
                MethodSyntax(
                    declaration: declaration(method, path + [2, index]),
                    input: TypeReference(name: method.string("input_type"), position: .unknown),
                    output: TypeReference(name: method.string("output_type"), position: .unknown),
                    clientStreaming: method.number("client_streaming") != 0,
                    serverStreaming: method.number("server_streaming") != 0))
        }
        return service
    }
}
