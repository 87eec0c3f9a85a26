/// A message of a descriptor set, read by field names.
struct DescriptorView {
    let pool: SchemaPool
    let message: MessageIndex
    private let fields: FieldTable

    init(pool: SchemaPool, message: MessageIndex, _ bytes: Span<UInt8>, _ range: Range<Int>) {
        self.init(pool: pool, message: message, bytes, pieces: [range])
    }

    private init(pool: SchemaPool, message: MessageIndex, _ bytes: Span<UInt8>, pieces: [Range<Int>]) {
        self.pool = pool
        self.message = message
        fields = FieldTable(bytes, pieces: pieces, message: message, in: pool)
    }

    private func index(_ name: String) -> FieldIndex? { pool.messages[message].names[name] }

    func has(_ name: String) -> Bool { index(name).map(fields.contains) ?? false }

    func string(_ name: String, _ bytes: Span<UInt8>) -> String {
        index(name).flatMap { fields.last($0) }.map { bytes.string($0.value) } ?? ""
    }

    func number(_ name: String) -> Int {
        index(name).flatMap { fields.last($0) }.map { Int(Int32(truncatingIfNeeded: $0.bits)) } ?? 0
    }

    func strings(_ name: String, _ bytes: Span<UInt8>) -> [String] {
        index(name).map { fields.all($0, in: bytes, pool).map { bytes.string($0.value) } } ?? []
    }

    func numbers(_ name: String, _ bytes: Span<UInt8>) -> [Int] {
        guard let index = index(name) else { return [] }
        var result: [Int] = []
        fields.forEach(index, in: bytes, pool) { occurrence in
            pool.forEachScalar(bytes, occurrence, of: index) {
                result.append(Int(Int32(truncatingIfNeeded: $0)))
            }
        }
        return result
    }

    func messages(_ name: String, _ bytes: Span<UInt8>) -> [DescriptorView] {
        guard let index = index(name), let type = pool.shapes[index].message else { return [] }
        return fields.all(index, in: bytes, pool).map {
            DescriptorView(pool: pool, message: type, bytes, $0.value)
        }
    }

    /// The fields that are set, as options.
    func options(_ bytes: Span<UInt8>) -> [SchemaOption] {
        var result: [SchemaOption] = []
        for index in pool.messages[message].fields where fields.isSet(index, in: pool) {
            let field = pool.fields[index]
            let name = field.jsonName.hasPrefix("(") ? field.jsonName : field.name
            if let type = field.shape.message, !field.shape.isRepeated {
                let inner = DescriptorView(
                    pool: pool, message: type, bytes, pieces: fields.pieces(index, in: bytes, pool))
                result.append(SchemaOption(name: name, value: .message(inner.options(bytes))))
                continue
            }
            for occurrence in field.shape.isRepeated
                ? fields.all(index, in: bytes, pool) : [fields.last(index)].compactMap({ $0 })
            {
                if let type = field.shape.message {
                    let inner = DescriptorView(pool: pool, message: type, bytes, occurrence.value)
                    result.append(SchemaOption(name: name, value: .message(inner.options(bytes))))
                } else if field.shape.kind == .string {
                    result.append(SchemaOption(name: name, value: .string(bytes.array(occurrence.value))))
                } else {
                    pool.forEachScalar(bytes, occurrence, of: index) { bits in
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
    func declaredOptions(_ bytes: Span<UInt8>) -> [SchemaOption] {
        guard let index = index("options"), fields.contains(index), let type = pool.shapes[index].message else {
            return []
        }
        return DescriptorView(
            pool: pool, message: type, bytes, pieces: fields.pieces(index, in: bytes, pool)
        )
        .options(bytes)
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
            throw SchemaError(.unresolved, "descriptor.proto", .unknown, "FileSet is missing.")
        }
        if let damage = set.firstDamage(in: bytes) {
            throw SchemaError(.syntax, "descriptor set", .unknown, "Not a FileDescriptorSet: \(damage).")
        }
        let root = DescriptorView(pool: meta.pool, message: set.index, bytes, 0..<bytes.count)
        var files: [FileSyntax] = []
        for view in root.messages("file", bytes) {
            let publicImports = Set(view.numbers("public_dependency", bytes))
            var syntax = try DescriptorReader(view, bytes).file(bytes)
            syntax.imports = view.strings("dependency", bytes).enumerated().map { position, path in
                ImportSyntax(path: path, isPublic: publicImports.contains(position), position: .unknown)
            }
            files.append(syntax)
        }
        return files
    }

    private init(_ view: DescriptorView, _ bytes: Span<UInt8>) {
        self.view = view
        for info in view.messages("source_code_info", bytes) {
            for location in info.messages("location", bytes) {
                let leading = location.string("leading_comments", bytes)
                let text = leading.isEmpty ? location.string("trailing_comments", bytes) : leading
                guard !text.isEmpty else { continue }
                comments[location.numbers("path", bytes)] = ProtoComment.text(ofDescriptor: text)
            }
        }
    }

    func file(_ bytes: Span<UInt8>) throws(SchemaError) -> FileSyntax {
        var file = FileSyntax(name: view.string("name", bytes), isDescribed: true)
        switch (view.string("syntax", bytes), view.number("edition")) {
        case ("proto3", _): file.dialect = .proto3
        case ("editions", 1000): file.dialect = .edition("2023")
        case ("editions", 1001): file.dialect = .edition("2024")
        case ("", _), ("proto2", _): file.dialect = .proto2
        case (let syntax, let edition):
            throw SchemaError(
                .syntax, file.name, .unknown, "Syntax “\(syntax)” with edition \(edition) is not known here.")
        }
        file.package = view.string("package", bytes)
        file.documentation = comments[[12]] ?? ""
        file.options = view.declaredOptions(bytes)
        for (index, item) in view.messages("message_type", bytes).enumerated() {
            file.messages.append(try message(item, [4, index], file, bytes))
        }
        for (index, item) in view.messages("enum_type", bytes).enumerated() {
            file.enums.append(enumeration(item, [5, index], bytes))
        }
        for (index, item) in view.messages("service", bytes).enumerated() {
            file.services.append(service(item, [6, index], bytes))
        }
        file.extensions = try extensions(of: view, [7], file, bytes)
        return file
    }

    private func declaration(_ view: DescriptorView, _ path: [Int], _ bytes: Span<UInt8>) -> DeclarationSyntax {
        DeclarationSyntax(
            name: view.string("name", bytes), position: .unknown, documentation: comments[path] ?? "",
            options: view.declaredOptions(bytes))
    }

    private func message(
        _ view: DescriptorView, _ path: [Int], _ file: FileSyntax, _ bytes: Span<UInt8>
    ) throws(SchemaError) -> MessageSyntax {
        var message = MessageSyntax(declaration: declaration(view, path, bytes))
        message.isMapEntry = message.declaration.options.contains { $0.name == "map_entry" && $0.value.isTrue }
        message.reserved.names = view.strings("reserved_name", bytes)
        var entries: Set<String> = []
        for (index, item) in view.messages("nested_type", bytes).enumerated() {
            let nested = try self.message(item, path + [3, index], file, bytes)
            if nested.isMapEntry { entries.insert(nested.declaration.name) }
            message.messages.append(nested)
        }
        for (index, item) in view.messages("enum_type", bytes).enumerated() {
            message.enums.append(enumeration(item, path + [4, index], bytes))
        }
        message.extensions = try extensions(of: view, path + [6], file, bytes)
        for range in view.messages("extension_range", bytes) {
            // The end is the first number behind the range.
            let (start, end) = (range.number("start"), range.number("end"))
            if start < end { message.extensionRanges.append(start...(end - 1)) }
        }
        let oneofs = view.messages("oneof_decl", bytes)
        var used: [Int: Int] = [:]
        for (index, item) in view.messages("field", bytes).enumerated() {
            var field = try self.field(item, path + [2, index], file, bytes)
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
                        .invalidDeclaration, file.name, .unknown,
                        "“\(field.declaration.name)” is in oneof \(number), which does not exist.")
                }
                if used[number] == nil {
                    used[number] = message.oneofs.count
                    message.oneofs.append(declaration(oneofs[number], path + [8, number], bytes))
                }
                field.oneof = used[number]
            }
            message.fields.append(field)
        }
        return message
    }

    /// The extension fields that a file or message declares.
    private func extensions(
        of view: DescriptorView, _ path: [Int], _ file: FileSyntax, _ bytes: Span<UInt8>
    ) throws(SchemaError) -> [ExtensionSyntax] {
        var result: [ExtensionSyntax] = []
        for (index, item) in view.messages("extension", bytes).enumerated() {
            result.append(
                ExtensionSyntax(
                    field: try field(item, path + [index], file, bytes),
                    extendee: (item.string("extendee", bytes), .unknown)))
        }
        return result
    }

    private func field(
        _ view: DescriptorView, _ path: [Int], _ file: FileSyntax, _ bytes: Span<UInt8>
    ) throws(SchemaError) -> FieldSyntax {
        var declaration = declaration(view, path, bytes)
        if view.has("json_name") {
            declaration.options.append(
                SchemaOption(name: "json_name", value: .string(Array(view.string("json_name", bytes).utf8))))
        }
        guard let kind = FieldKind(rawValue: UInt8(clamping: view.number("type"))) else {
            throw SchemaError(
                .invalidDeclaration, file.name, .unknown,
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
            kind: kind == .enumeration ? nil : kind, typeName: isNamed ? view.string("type_name", bytes) : "")
    }

    private func enumeration(_ view: DescriptorView, _ path: [Int], _ bytes: Span<UInt8>) -> EnumSyntax {
        var result = EnumSyntax(declaration: declaration(view, path, bytes))
        for (index, value) in view.messages("value", bytes).enumerated() {
            result.values.append(
                (declaration(value, path + [2, index], bytes), Int32(truncatingIfNeeded: value.number("number"))))
        }
        return result
    }

    private func service(_ view: DescriptorView, _ path: [Int], _ bytes: Span<UInt8>) -> ServiceSyntax {
        var service = ServiceSyntax(declaration: declaration(view, path, bytes))
        for (index, method) in view.messages("method", bytes).enumerated() {
            service.methods.append(
                MethodSyntax(
                    declaration: declaration(method, path + [2, index], bytes),
                    input: (method.string("input_type", bytes), .unknown),
                    output: (method.string("output_type", bytes), .unknown),
                    clientStreaming: method.number("client_streaming") != 0,
                    serverStreaming: method.number("server_streaming") != 0))
        }
        return service
    }
}
