internal import ByteText
internal import ProtobufWire

extension GatheredMessage {
    /// The fields of a message of a descriptor set, by name, as the members of an option.
    fileprivate func members(
        _ elements: ElementCount, in file: FilePlace
    ) throws(SchemaError) -> [SchemaOption] {
        var result: [SchemaOption] = []
        for index in input.pool.layouts[type].fields where isSet(index) {
            let field = input.pool.fields[index]
            let name = field.isExtension ? "(\(field.name.dropFirst().dropLast()))" : field.name
            func append(_ value: SchemaOption.Value) throws(SchemaError) {
                try elements.add(at: file)
                result.append(SchemaOption(name: name, value: value))
            }
            if field.shape.message != nil {
                try forEachMessage(index) { message throws(SchemaError) in
                    try append(.message(message.members(elements, in: file)))
                }
                continue
            }
            try forEach(index) { occurrence throws(SchemaError) in
                if field.shape.kind == .string {
                    try append(.string(input.bytes.array(occurrence.value)))
                } else {
                    try input.forEachScalar(of: index, in: occurrence) { bits throws(SchemaError) in
                        try append(scalar(bits, field))
                    }
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

/// The fields of a message of `descriptor.proto`, by their names.
extension GatheredMessage {
    private func index(of name: String) -> FieldIndex? { input.pool.messages[type].names[name] }

    fileprivate func has(_ name: String) -> Bool { index(of: name).map { contains($0) } ?? false }

    /// Calls `body` with the numbers of a field: 1 for `true`.
    fileprivate func forEachNumber(_ name: String, _ body: (Int) -> Void) {
        if let index = index(of: name) { forEachScalar(of: index) { body(Int(truncatingIfNeeded: $0)) } }
    }

    fileprivate func number(_ name: String) -> Int {
        var result = 0
        forEachNumber(name) { result = $0 }
        return result
    }

    fileprivate func isTrue(_ name: String) -> Bool { number(name) != 0 }

    /// Calls `body` with the texts of a field, without those that are not UTF-8.
    fileprivate func forEachString<E: Error>(_ name: String, _ body: (String) throws(E) -> Void) throws(E) {
        guard let index = index(of: name) else { return }
        try forEach(index) { occurrence throws(E) in
            guard input.bytes.isUTF8(occurrence.value) else { return }
            try body(String(decoding: input.bytes.array(occurrence.value), as: UTF8.self))
        }
    }

    fileprivate func string(_ name: String) -> String {
        var result = ""
        forEachString(name) { result = $0 }
        return result
    }

    /// Calls `body` with each comment in a `google.protobuf.SourceCodeInfo`, and with the path of what it stands at.
    ///
    /// Locations are many, and most have no comment: so they are not gathered.
    fileprivate func forEachComment<E: Error>(_ body: (_ path: [Int32], _ text: [UInt8]) throws(E) -> Void) throws(E) {
        guard let locations = index(of: "location"), let location = input.pool.shapes[locations].message else { return }
        let names = input.pool.messages[location].names
        // A number for the field and one for the position, in the file and in each message around.
        let pathLimit = 2 * input.limits.recursion
        var path: [Int32] = []
        try forEach(locations) { occurrence throws(E) in
            path.removeAll(keepingCapacity: true)
            var (leading, trailing) = (0..<0, 0..<0)
            var cursor = WireCursor(input.bytes, occurrence.value)
            while let part = cursor.next(levels: input.limits.recursion) {
                guard let index = input.pool.field(part.number, of: location),
                    input.pool.shapes[index].accepts(part.wireType)
                else { continue }
                if index == names["path"] {
                    input.forEachScalar(of: index, in: part) {
                        if path.count < pathLimit { path.append(Int32(truncatingIfNeeded: $0)) }
                    }
                }
                if index == names["leading_comments"] { leading = part.value }
                if index == names["trailing_comments"] { trailing = part.value }
            }
            for text in [leading, trailing] where !text.isEmpty && input.bytes.isUTF8(text) {
                return try body(Array(path[...]), input.bytes.array(text))
            }
        }
    }

    /// Calls `body` with each message of a field.
    fileprivate func forEachMessage<E: Error>(
        _ name: String, _ body: (GatheredMessage) throws(E) -> Void
    ) throws(E) {
        if let index = index(of: name) { try forEachMessage(index, body) }
    }

    private func forEachMessage<E: Error>(
        _ index: FieldIndex, _ body: (GatheredMessage) throws(E) -> Void
    ) throws(E) {
        let shape = input.pool.shapes[index]
        guard let type = shape.message, contains(index) else { return }
        guard shape.isRepeated else { return try body(GatheredMessage(input, pieces(of: index), as: type)) }
        try forEach(index) { occurrence throws(E) in try body(GatheredMessage(input, [occurrence.value], as: type)) }
    }
}

/// Brings one file of a descriptor set into the form that the `.proto` reader gives.
struct DescriptorReader {
    private let name: String
    private let dialect: FileSyntax.Dialect
    /// Comments by the path of their declaration: numbers of descriptor fields and positions in them.
    private var comments: [[Int32]: String] = [:]

    private let elements: ElementCount

    private var place: FilePlace { FilePlace(file: name) }

    /// The files of a binary `google.protobuf.FileDescriptorSet`.
    ///
    /// - Parameter elements: Takes what the files declare.
    static func files(ofSet bytes: Span<UInt8>, _ elements: ElementCount) throws(SchemaError) -> [FileSyntax] {
        let schema = try DescriptorProto.schema.get()
        guard let set = schema.message(named: "google.protobuf.FileDescriptorSet"),
            let field = set.field(named: "file")
        else { return [] }
        if let damage = set.firstDamage(in: bytes) {
            throw SchemaError(.syntax, in: "descriptor set", "Not a FileDescriptorSet: \(damage).")
        }
        let message = GatheredMessage(bytes, as: set, limits: DecodingLimits())
        var files: [FileSyntax] = []
        try message.forEachMessage(field.name) { file throws(SchemaError) in
            guard files.count < SchemaLoader.fileLimit else {
                throw SchemaError(.limit, in: "descriptor set", "There are more than \(SchemaLoader.fileLimit) files.")
            }
            files.append(try DescriptorReader(file, elements).file(file))
        }
        return files
    }

    private init(_ view: GatheredMessage, _ elements: ElementCount) throws(SchemaError) {
        self.elements = elements
        name = view.string("name")
        switch (view.string("syntax"), view.number("edition")) {
        case ("proto3", _): dialect = .proto3
        case ("editions", 1000): dialect = .edition("2023")
        case ("editions", 1001): dialect = .edition("2024")
        case ("", _), ("proto2", _): dialect = .proto2
        case (let syntax, let edition):
            throw SchemaError(.syntax, in: name, "Syntax “\(syntax)” with edition \(edition) is not known here.")
        }
        try view.forEachMessage("source_code_info") { info throws(SchemaError) in
            try info.forEachComment { path, text throws(SchemaError) in
                try elements.add(at: FilePlace(file: name))
                comments[path] = ProtoComment.text(ofDescriptor: text)
            }
        }
    }

    private func file(_ view: GatheredMessage) throws(SchemaError) -> FileSyntax {
        var publicImports: Set<Int> = []
        view.forEachNumber("public_dependency") { publicImports.insert($0) }
        return FileSyntax(
            name: name, isCompiled: true, dialect: dialect, package: view.string("package"),
            imports: try strings("dependency", of: view).enumerated().map { position, path in
                (path, publicImports.contains(position), place)
            }, options: try options(view), messages: try all("message_type", of: view, at: [4], message),
            enums: try all("enum_type", of: view, at: [5], enumeration),
            services: try all("service", of: view, at: [6], service),
            extensions: try all("extension", of: view, at: [7], extensionField))
    }

    /// What `read` makes of each message in a field of `view`.
    ///
    /// - Parameter path: The path of the field, to which the position of each message is added.
    private func all<Syntax>(
        _ field: String, of view: GatheredMessage, at path: [Int32],
        _ read: (GatheredMessage, [Int32]) throws(SchemaError) -> Syntax
    ) throws(SchemaError) -> [Syntax] {
        var result: [Syntax] = []
        try view.forEachMessage(field) { element throws(SchemaError) in
            result.append(try read(element, path + [Int32(truncatingIfNeeded: result.count)]))
        }
        return result
    }

    private func strings(_ field: String, of view: GatheredMessage) throws(SchemaError) -> [String] {
        var result: [String] = []
        try view.forEachString(field) { text throws(SchemaError) in
            try elements.add(at: place)
            result.append(text)
        }
        return result
    }

    /// The options of the declaration that a message describes.
    private func options(_ view: GatheredMessage) throws(SchemaError) -> [SchemaOption] {
        var result: [SchemaOption] = []
        try view.forEachMessage("options") { options throws(SchemaError) in
            result = try options.members(elements, in: place)
        }
        return result
    }

    private func declaration(_ view: GatheredMessage, _ path: [Int32]) throws(SchemaError) -> DeclarationSyntax {
        try elements.add(at: place)
        let name = view.string("name")
        guard name.utf8.first?.isIdentifierStart == true, name.utf8.allSatisfy(\.isIdentifierPart) else {
            throw SchemaError(.syntax, at: place, "“\(name)” cannot be a name.")
        }
        return DeclarationSyntax(
            name: name, place: place, documentation: comments[path] ?? "", options: try options(view))
    }

    private func message(_ view: GatheredMessage, _ path: [Int32]) throws(SchemaError) -> MessageSyntax {
        var message = MessageSyntax(
            declaration: try declaration(view, path),
            fields: try all("field", of: view, at: path + [2]) { view, path throws(SchemaError) in
                var field = try field(view, path)
                // `optional` of proto3 comes with a oneof of its own, which nobody wrote.
                if view.has("oneof_index"), !view.isTrue("proto3_optional") { field.oneof = view.number("oneof_index") }
                return field
            },
            messages: try all("nested_type", of: view, at: path + [3], self.message),
            enums: try all("enum_type", of: view, at: path + [4], enumeration),
            extensions: try all("extension", of: view, at: path + [6], extensionField),
            reservedNames: try strings("reserved_name", of: view))
        message.isMapEntry = message.declaration.options.isTrue("map_entry")
        let entries = Set(message.messages.filter(\.isMapEntry).map(\.declaration.name))
        for (index, field) in message.fields.enumerated() {
            let typeName = field.typeName.lastComponent
            // A map is a repeated field of a type that this message made for it.
            message.fields[index].isMap =
                field.kind == .message && field.label == .repeated && entries.contains(typeName)
                && typeName == DerivedName.mapEntry(field.declaration.name)
        }
        message.oneofs = try oneofs(of: view, path, &message.fields)
        return message
    }

    /// The oneofs of a message that its fields are in, in the order of their first fields.
    ///
    /// - Parameter fields: Fields with the numbers of their oneofs, which become positions in the result.
    private func oneofs(
        of view: GatheredMessage, _ path: [Int32], _ fields: inout [FieldSyntax]
    ) throws(SchemaError) -> [DeclarationSyntax] {
        var positions: [Int: Int] = [:]
        for (index, field) in fields.enumerated() {
            guard let number = field.oneof else { continue }
            if positions[number] == nil { positions[number] = positions.count }
            fields[index].oneof = positions[number]
        }
        var oneofs = [DeclarationSyntax?](repeating: nil, count: positions.count)
        var number = 0
        try view.forEachMessage("oneof_decl") { oneof throws(SchemaError) in
            if let position = positions[number] {
                oneofs[position] = try declaration(oneof, path + [8, Int32(truncatingIfNeeded: number)])
            }
            number += 1
        }
        if let field = fields.first(where: { field in field.oneof.map { oneofs[$0] == nil } ?? false }) {
            throw SchemaError(
                .invalidDeclaration, at: place, "“\(field.declaration.name)” is in a oneof that does not exist.")
        }
        return oneofs.compactMap { $0 }
    }

    private func extensionField(_ view: GatheredMessage, _ path: [Int32]) throws(SchemaError) -> FieldSyntax {
        try elements.add(at: place)
        var field = try field(view, path)
        field.extendee = TypeReference(name: view.string("extendee"), place: place)
        return field
    }

    private func field(_ view: GatheredMessage, _ path: [Int32]) throws(SchemaError) -> FieldSyntax {
        var declaration = try declaration(view, path)
        view.forEachString("json_name") {
            declaration.options.append(SchemaOption(name: "json_name", value: .string(Array($0.utf8))))
        }
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

    private func enumeration(_ view: GatheredMessage, _ path: [Int32]) throws(SchemaError) -> EnumSyntax {
        EnumSyntax(
            declaration: try declaration(view, path),
            values: try all("value", of: view, at: path + [2]) { value, path throws(SchemaError) in
                (try declaration(value, path), Int32(truncatingIfNeeded: value.number("number")))
            })
    }

    private func service(_ view: GatheredMessage, _ path: [Int32]) throws(SchemaError) -> ServiceSyntax {
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
