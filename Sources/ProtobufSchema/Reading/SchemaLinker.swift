/// Gives names their meaning, checks the rules of the language and fills the tables of a schema.
struct SchemaLinker {
    let files: [FileSyntax]
    private let missing: [[String]]
    /// For each file the files whose types it may name: itself, its imports, and what those import publicly.
    private var visible: [Set<Int>] = []
    /// For each file whether one of those has imports that were not found.
    private var isIncomplete: [Bool] = []
    private var symbols: [String: SchemaPool.Symbol] = [:]
    /// Every package and its parents, with the files that are in it.
    private var packages: [String: Set<Int>] = [:]

    // Declarations in table order, with what registration found out about them.
    var messages: [(syntax: MessageSyntax, fullName: String, file: Int, parent: Int)] = []
    var enums: [(syntax: EnumSyntax, fullName: String, file: Int, parent: Int)] = []
    private var services: [(syntax: ServiceSyntax, fullName: String, file: Int)] = []
    var nestedMessages: [[Int]] = []
    var nestedEnums: [[Int]] = []
    private var extensions: [(member: Member, extendee: (name: String, position: SourcePosition))] = []
    var fileFeatures: [Features] = []
    /// For each enum whether it is closed.
    var closedEnums: [Bool] = []
    /// For each message that has been linked how strict its names in JSON are.
    private var jsonFormats: [Features.JSONFormat] = []
    /// For each message the fields that `extend` blocks give it.
    var extensionMembers: [[Member]] = []

    // The tables.
    var fields: [FieldRecord] = []
    var oneofs: [OneofRecord] = []

    init(files: [FileSyntax], imports: [[(file: Int, isPublic: Bool)]], missing: [[String]]) {
        self.files = files
        self.missing = missing
        // Imported files come first, so what a file passes on is known when it is needed.
        var passedOn: [Set<Int>] = []
        for (index, list) in imports.enumerated() {
            var all: Set<Int> = [index]
            var own: Set<Int> = [index]
            for item in list {
                all.formUnion(passedOn[item.file])
                if item.isPublic { own.formUnion(passedOn[item.file]) }
            }
            visible.append(all)
            passedOn.append(own)
        }
        isIncomplete = visible.map { $0.contains { !missing[$0].isEmpty } }
    }

    mutating func link() throws(SchemaError) -> SchemaPool {
        for file in files.indices {
            fileFeatures.append(try features(ofFile: file))
            try register(file)
        }
        for item in enums { closedEnums.append(try isClosed(item.syntax, in: item.file)) }
        extensionMembers = Array(repeating: [], count: messages.count)
        for (member, extendee) in extensions {
            guard let message = try extendedMessage(extendee, member) else { continue }
            try define(member.fullName, .extension(file: member.file), member.syntax.declaration, member.file)
            extensionMembers[message.position].append(member)
        }
        var messageRecords: [MessageRecord] = []
        messageRecords.reserveCapacity(messages.count)
        for index in messages.indices {
            let (syntax, _, file, parent) = messages[index]
            let choices = try choices(
                syntax.declaration.options, of: .message, file, syntax.declaration.position)
            jsonFormats.append(
                choices.jsonFormat ?? (parent < 0 ? fileFeatures[file].jsonFormat : jsonFormats[parent]))
            messageRecords.append(try linkMessage(index, jsonFormats[index]))
        }
        var enumRecords: [EnumRecord] = []
        for index in enums.indices { enumRecords.append(try linkEnum(index)) }
        var methods: [MethodRecord] = []
        var serviceRecords: [ServiceRecord] = []
        for index in services.indices { serviceRecords.append(try linkService(index, &methods)) }
        return SchemaPool(
            files: files.map { file in
                FileRecord(
                    name: file.name, package: file.package, syntax: file.dialect.name,
                    imports: file.imports.map(\.path), options: file.options, documentation: file.documentation)
            }, messages: messageRecords, fields: fields, oneofs: oneofs, enums: enumRecords, services: serviceRecords,
            methods: methods, symbols: symbols)
    }

    // MARK: Registration

    private mutating func register(_ file: Int) throws(SchemaError) {
        let syntax = files[file]
        var package = syntax.package
        while !package.isEmpty {
            packages[package, default: []].insert(file)
            package = package.droppingLastComponent
        }
        var scope = Scope(file: syntax.name)
        for message in syntax.messages {
            try scope.declare(message.declaration)
            try register(message, syntax.package, file, parent: -1)
        }
        for item in syntax.enums {
            try scope.declare(item.declaration)
            for value in item.values { try scope.declareValue(value.declaration, of: item) }
            try register(item, syntax.package, file, parent: -1)
        }
        for service in syntax.services {
            try scope.declare(service.declaration)
            let fullName = syntax.package.appending(component: service.declaration.name)
            try define(fullName, .service(services.count), service.declaration, file)
            services.append((service, fullName, file))
        }
        for item in syntax.extensions {
            try scope.declare(item.field.declaration)
            register(item, syntax.package, file)
        }
    }

    private mutating func register(
        _ message: MessageSyntax, _ scope: String, _ file: Int, parent: Int
    ) throws(SchemaError) {
        let index = messages.count
        let fullName = scope.appending(component: message.declaration.name)
        try define(fullName, .message(MessageIndex(index)), message.declaration, file)
        messages.append((message, fullName, file, parent))
        nestedMessages.append([])
        nestedEnums.append([])
        if parent >= 0 { nestedMessages[parent].append(index) }
        for nested in message.messages { try register(nested, fullName, file, parent: index) }
        for nested in message.enums { try register(nested, fullName, file, parent: index) }
        for item in message.extensions { register(item, fullName, file) }
    }

    private mutating func register(_ item: ExtensionSyntax, _ scope: String, _ file: Int) {
        extensions.append((Member(syntax: item.field, file: file, scope: scope, isExtension: true), item.extendee))
    }

    private mutating func register(
        _ item: EnumSyntax, _ scope: String, _ file: Int, parent: Int
    ) throws(SchemaError) {
        let fullName = scope.appending(component: item.declaration.name)
        try define(fullName, .enumeration(EnumIndex(enums.count)), item.declaration, file)
        if parent >= 0 { nestedEnums[parent].append(enums.count) }
        enums.append((item, fullName, file, parent))
    }

    private mutating func define(
        _ fullName: String, _ symbol: SchemaPool.Symbol, _ declaration: DeclarationSyntax, _ file: Int
    ) throws(SchemaError) {
        if let other = symbols[fullName] {
            throw SchemaError(
                .duplicate, files[file].name, declaration.position,
                "“\(fullName)” is declared in \(files[self.file(of: other)].name) already.")
        }
        symbols[fullName] = symbol
    }

    // MARK: Names

    private func file(of symbol: SchemaPool.Symbol) -> Int {
        switch symbol {
        case .message(let index): messages[index.position].file
        case .enumeration(let index): enums[index.position].file
        case .service(let index): services[index].file
        case .extension(let file): file
        }
    }

    private func visibleSymbol(_ fullName: String, from file: Int) -> SchemaPool.Symbol? {
        guard let symbol = symbols[fullName], visible[file].contains(self.file(of: symbol)) else { return nil }
        return symbol
    }

    /// The message or enum that `name` stands for inside `scope`.
    ///
    /// The innermost scope that knows the first part of the name decides; a leading dot makes the name absolute.
    /// Source: https://protobuf.dev/programming-guides/proto3/#name-resolution
    func resolve(
        _ name: String, in scope: String, file: Int, at position: SourcePosition
    ) throws(SchemaError) -> SchemaPool.Symbol {
        var candidate: String? = nil
        if name.hasPrefix(".") {
            candidate = String(name.dropFirst())
        } else {
            let dot = name.utf8.firstIndex(of: UInt8(ascii: "."))
            let first = dot.map { String(name[..<$0]) } ?? name
            let isCompound = dot != nil
            var scope = scope
            while candidate == nil {
                let start = scope.appending(component: first)
                switch visibleSymbol(start, from: file) {
                case .message?: candidate = scope.appending(component: name)
                case .enumeration? where !isCompound: candidate = start
                default:
                    if isCompound, let inPackage = packages[start], !inPackage.isDisjoint(with: visible[file]) {
                        candidate = scope.appending(component: name)
                    }
                }
                if scope.isEmpty { break }
                scope = scope.droppingLastComponent
            }
        }
        if let candidate {
            switch visibleSymbol(candidate, from: file) {
            case .message(let index)?: return .message(index)
            case .enumeration(let index)?: return .enumeration(index)
            default: break
            }
        }
        throw unresolved(name, candidate, file, position)
    }

    private func unresolved(
        _ name: String, _ candidate: String?, _ file: Int, _ position: SourcePosition
    ) -> SchemaError {
        let absolute = candidate ?? name
        if let symbol = symbols[absolute], !visible[file].contains(self.file(of: symbol)) {
            let other = files[self.file(of: symbol)].name
            return SchemaError(
                .unresolved, files[file].name, position,
                "“\(name)” is declared in \(other), which this file does not import. Add: import \"\(other)\";")
        }
        if !missing[file].isEmpty {
            return SchemaError(
                .missingImport, files[file].name, position,
                "“\(name)” is not declared anywhere; it may come from an import that was not found: "
                    + missing[file].joined(separator: ", ") + ".")
        }
        let meaning = absolute == name || name.hasPrefix(".") ? "" : " (read as “\(absolute)” in this scope)"
        return SchemaError(
            .unresolved, files[file].name, position,
            "“\(name)” is no message or enum that is declared here or imported\(meaning).")
    }

    // MARK: Extensions

    /// The message that gets an extension field.
    ///
    /// `nil` where it may be declared in a file that was not found, as the messages of `descriptor.proto` mostly are: no
    /// bytes are read as a message that the schema does not have. `nil` for a message set, too, whose extensions are no
    /// fields on the wire.
    private func extendedMessage(
        _ extendee: (name: String, position: SourcePosition), _ member: Member
    ) throws(SchemaError) -> MessageIndex? {
        let message: MessageIndex
        do throws(SchemaError) {
            message = try resolveMessage(extendee, member.scope, member.file)
        } catch {
            guard isIncomplete[member.file], error.code != .invalidDeclaration else { throw error }
            return nil
        }
        return messages[message.position].syntax.declaration.options.isMessageSet ? nil : message
    }

    // MARK: Services

    private func linkService(_ index: Int, _ methods: inout [MethodRecord]) throws(SchemaError) -> ServiceRecord {
        let (syntax, fullName, file) = services[index]
        let first = methods.count
        var scope = Scope(file: files[file].name)
        for method in syntax.methods {
            try scope.declare(method.declaration)
            methods.append(
                MethodRecord(
                    name: method.declaration.name, service: index,
                    input: try resolveMessage(method.input, fullName, file),
                    output: try resolveMessage(method.output, fullName, file),
                    clientStreaming: method.clientStreaming, serverStreaming: method.serverStreaming,
                    options: method.declaration.options, documentation: method.declaration.documentation))
        }
        return ServiceRecord(
            name: syntax.declaration.name, fullName: fullName, file: file, methods: first..<methods.count,
            options: syntax.declaration.options, documentation: syntax.declaration.documentation)
    }

    private func resolveMessage(
        _ type: (name: String, position: SourcePosition), _ scope: String, _ file: Int
    ) throws(SchemaError) -> MessageIndex {
        guard case .message(let index) = try resolve(type.name, in: scope, file: file, at: type.position) else {
            throw SchemaError(
                .invalidDeclaration, files[file].name, type.position, "“\(type.name)” is not a message.")
        }
        return index
    }
}

/// A field of a message, and where it is declared: in the message itself, or in an `extend` block anywhere.
struct Member {
    let syntax: FieldSyntax
    let file: Int
    /// Full name of the message or package that declares it.
    let scope: String
    let isExtension: Bool

    var fullName: String { scope.appending(component: syntax.declaration.name) }

    /// The name that tells it from all the fields of its message: of an extension the full one, in brackets.
    var name: String { isExtension ? "[\(fullName)]" : syntax.declaration.name }
}

/// The names of one scope, to find those that are given twice.
struct Scope {
    let file: String
    private var names: Set<String> = []

    init(file: String) {
        self.file = file
    }

    mutating func declare(_ declaration: DeclarationSyntax) throws(SchemaError) {
        try check(declaration)
        guard names.insert(declaration.name).inserted else {
            throw SchemaError(
                .duplicate, file, declaration.position, "“\(declaration.name)” is declared twice in this scope.")
        }
    }

    /// Descriptor sets can hold any text as a name.
    private func check(_ declaration: DeclarationSyntax) throws(SchemaError) {
        let name = declaration.name.utf8
        guard name.first?.isIdentifierStart == true, name.allSatisfy(\.isIdentifierPart) else {
            throw SchemaError(.syntax, file, declaration.position, "“\(declaration.name)” cannot be a name.")
        }
    }

    /// Enum values are names of the scope around their enum, as in C++.
    mutating func declareValue(_ value: DeclarationSyntax, of item: EnumSyntax) throws(SchemaError) {
        try check(value)
        guard names.insert(value.name).inserted else {
            throw SchemaError(
                .duplicate, file, value.position,
                "“\(value.name)” of \(item.declaration.name) is declared already; enum values share the scope around "
                    + "their enum.")
        }
    }
}

extension FileSyntax.Dialect {
    var name: String {
        switch self {
        case .proto2: "proto2"
        case .proto3: "proto3"
        case .edition(let name): name
        }
    }
}
