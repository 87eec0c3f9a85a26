/// Gives names their meaning and fills the tables of a schema.
///
/// Refuses what a reader cannot give a meaning to: names of types that stand for nothing or for two things, numbers that two
/// fields share or that do not fit a tag, map entries that are none. What a compiler refuses besides is checked in files that
/// are read as text.
struct SchemaLinker {
    /// A message or enum as it is declared.
    struct Declared<Syntax> {
        let syntax: Syntax
        let fullName: String
        let file: Int
        let parent: MessageIndex?
    }

    let files: [FileSyntax]
    /// For each file the imports that were not found.
    let missing: [[String]]
    /// For each file the files whose types it may name: itself, its imports, and what those import publicly.
    private(set) var visible: [Set<Int>] = []
    /// For each file whether imports were not found, of the file itself or of those whose types it may name: `descriptor.proto`,
    /// and any others.
    private(set) var lostImports: [(descriptor: Bool, others: Bool)] = []
    /// All declarations with full names, and the file of each.
    private(set) var symbols: [String: (symbol: SchemaPool.Symbol, file: Int)] = [:]
    /// The files of each package, and of those in it.
    private(set) var packages: [String: Set<Int>] = [:]

    // Declarations in table order, with what registration found out about them.
    private(set) var messages: [Declared<MessageSyntax>] = []
    private(set) var enums: [Declared<EnumSyntax>] = []
    private(set) var services: [Declared<ServiceSyntax>] = []
    private(set) var extensions: [Member] = []
    private(set) var fileFeatures: [Features] = []
    /// For each message the fields that `extend` blocks give it, as positions in ``extensions``.
    private(set) var extensionMembers: [[Int]] = []

    // The tables.
    private(set) var enumRecords: [EnumRecord] = []
    var fields: [FieldRecord] = []
    var oneofs: [OneofRecord] = []

    /// The most dots in the name of a package, as protoc has it.
    static let packageDepth = 100
    /// The most files that all files together may name types of. Large collections have some dozens for each file.
    static let visibleLimit = 2 << 20
    /// The most bytes of all full names together: a short name may stand in a scope whose name is long.
    static let fullNameLimit = 64 << 20
    private var fullNameLength = 0

    /// - Parameter files: Files with different names, an imported one before those that import it.
    init(files: [FileSyntax]) throws(SchemaError) {
        self.files = files
        let indices = Dictionary(uniqueKeysWithValues: zip(files.map(\.name), files.indices))
        missing = files.map { $0.imports.map(\.path).filter { indices[$0] == nil } }
        let areLost = missing.map { paths in
            let others = paths.contains { $0 != DescriptorProto.fileName }
            return (descriptor: paths.contains(DescriptorProto.fileName), others: others)
        }
        var visibleCount = 0
        // Imported files come first, so what a file passes on is known when it is needed.
        var passedOn: [Set<Int>] = []
        for (index, file) in files.enumerated() {
            var all: Set<Int> = [index]
            var own: Set<Int> = [index]
            for item in file.imports {
                guard let imported = indices[item.path] else { continue }
                all.formUnion(passedOn[imported])
                if item.isPublic { own.formUnion(passedOn[imported]) }
            }
            visibleCount += all.count
            visible.append(all)
            lostImports.append((all.contains { areLost[$0].descriptor }, all.contains { areLost[$0].others }))
            passedOn.append(own)
            var package = file.package
            let dots = package.utf8.count { $0 == UInt8(ascii: ".") }
            let isTooLong = package.utf8.count > ProtoParser.nameLimit || dots > Self.packageDepth
            if isTooLong || visibleCount > Self.visibleLimit {
                let problem = "The name of the package is too long, or files import each other too often."
                throw SchemaError(.limit, in: file.name, problem)
            }
            while !package.isEmpty {
                packages[package, default: []].insert(index)
                package = package.droppingLastComponent
            }
        }
    }

    mutating func link() throws(SchemaError) -> SchemaPool {
        for file in files.indices {
            fileFeatures.append(Features(files[file].dialect))
            fileFeatures[file] = features(files[file].options, in: file)
            let syntax = files[file]
            try register(
                messages: syntax.messages, enums: syntax.enums, extensions: syntax.extensions, file: file, in: nil)
            for service in syntax.services {
                let fullName = try define(service.declaration, as: .service, in: syntax.package, file)
                services.append(Declared(syntax: service, fullName: fullName, file: file, parent: nil))
            }
        }
        extensionMembers = Array(repeating: [], count: messages.count)
        for (position, member) in extensions.enumerated() {
            guard let message = try extendedMessage(member) else { continue }
            try define(member.syntax.declaration, as: .extension, in: member.scope, member.file)
            extensionMembers[message.position].append(position)
        }
        enumRecords = enums.map { linkEnum($0) }
        let messageRecords = try messages.indices.map { i throws(SchemaError) in try linkMessage(MessageIndex(i)) }
        var methods: [MethodRecord] = []
        let serviceRecords = try services.indices.map { i throws(SchemaError) in try linkService(i, &methods) }
        try check()
        return SchemaPool(
            files: files, messages: messageRecords, fields: fields, oneofs: oneofs, enums: enumRecords,
            services: serviceRecords, methods: methods, symbols: symbols.mapValues(\.symbol))
    }

    // MARK: Registration

    /// Registers what a message declares, or what a file does outside of messages.
    private mutating func register(
        messages: [MessageSyntax], enums: [EnumSyntax], extensions: [FieldSyntax], file: Int, in parent: MessageIndex?
    ) throws(SchemaError) {
        let scope = parent.map { self.messages[$0.position].fullName } ?? files[file].package
        for message in messages {
            let index = MessageIndex(self.messages.count)
            let fullName = try define(message.declaration, as: .message(index), in: scope, file)
            self.messages.append(Declared(syntax: message, fullName: fullName, file: file, parent: parent))
            try register(
                messages: message.messages, enums: message.enums, extensions: message.extensions, file: file, in: index)
        }
        for item in enums {
            let fullName = try define(item.declaration, as: .enumeration(EnumIndex(self.enums.count)), in: scope, file)
            self.enums.append(Declared(syntax: item, fullName: fullName, file: file, parent: parent))
        }
        self.extensions += extensions.map { Member(syntax: $0, file: file, scope: scope) }
    }

    /// - Parameter scope: The full name of the package or message around.
    /// - Returns: The full name of the declaration.
    @discardableResult
    private mutating func define(
        _ declaration: DeclarationSyntax, as symbol: SchemaPool.Symbol, in scope: String, _ file: Int
    ) throws(SchemaError) -> String {
        let fullName = scope.appending(component: declaration.name)
        guard fullName.utf8.count <= ProtoParser.nameLimit else {
            throw declaration.failure(.limit, "The full name is longer than \(ProtoParser.nameLimit) bytes.")
        }
        fullNameLength += fullName.utf8.count
        guard fullNameLength <= Self.fullNameLimit else {
            throw declaration.failure(
                .limit, "The full names of the schema are longer than \(Self.fullNameLimit >> 20) MiB together.")
        }
        if let other = symbols[fullName] {
            throw declaration.failure(
                .duplicate, "“\(fullName)” is declared in \(files[other.file].name) already.")
        }
        symbols[fullName] = (symbol, file)
        return fullName
    }

    /// The features of a declaration: those of its file, and in editions what its options choose.
    func features(_ options: [SchemaOption], in file: Int) -> Features {
        guard case .edition = files[file].dialect else { return fileFeatures[file] }
        return fileFeatures[file].with(options)
    }

    // MARK: Services

    private func linkService(_ index: Int, _ methods: inout [MethodRecord]) throws(SchemaError) -> ServiceRecord {
        let service = services[index]
        let first = methods.count
        for method in service.syntax.methods {
            methods.append(
                MethodRecord(
                    syntax: method, path: "/\(service.fullName)/\(method.declaration.name)", service: index,
                    input: try resolveMessage(method.input, in: service.fullName, file: service.file),
                    output: try resolveMessage(method.output, in: service.fullName, file: service.file)))
        }
        return ServiceRecord(
            declaration: service.syntax.declaration, fullName: service.fullName, methods: first..<methods.count)
    }
}

/// A field of a message, and where it is declared: in the message itself, or in an `extend` block anywhere.
struct Member {
    let syntax: FieldSyntax
    let file: Int
    /// Full name of the message or package that declares it.
    let scope: String

    var isExtension: Bool { syntax.extendee != nil }

    var fullName: String { scope.appending(component: syntax.declaration.name) }

    /// The name that tells it from all the fields of its message: of an extension the full one, in brackets.
    var name: String { isExtension ? "[\(fullName)]" : syntax.declaration.name }
}
