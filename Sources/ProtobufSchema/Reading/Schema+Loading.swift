extension Schema {
    /// Reads `.proto` files and the files that they import.
    ///
    /// An import that `resolve` does not know is not an error by itself: options are kept by name without the files
    /// that declare them, so `google/api/*.proto` may be absent. It becomes one when a type that is used as a field or
    /// by a method stays unresolved. Takes time linear in the size of the text.
    ///
    /// - Parameters:
    ///   - files: Name and text of each file; names are those that `import` uses, such as `google/type/latlng.proto`.
    ///     Of several with one name the last is taken.
    ///   - descriptorSets: Binary `google.protobuf.FileDescriptorSet`s, as `protoc --descriptor_set_out` writes them. Their
    ///     files may import those of `files`, which a file of the same name replaces, and the other way round.
    ///     `--include_source_info` brings the documentation. Of the options those are kept that this module gives a
    ///     meaning to.
    ///   - resolve: The text of an imported file that is not among the others; asked once for each name.
    /// - Throws: ``SchemaError``: a file is not sound, bytes are no such set, or a name has no or two meanings. Positions
    ///   in sets are unknown.
    public init(
        files: [(name: String, text: String)], descriptorSets: [[UInt8]] = [],
        importing resolve: (String) -> String? = { _ in nil }
    ) throws(SchemaError) {
        var loader = SchemaLoader()
        for set in descriptorSets {
            let set = set[...]
            try loader.add(descriptorSet: set.span)
        }
        for file in files { loader.texts[file.name] = file.text }
        for file in files { _ = try loader.load(file.name, depth: 0, resolve) }
        try self.init(&loader, resolve)
    }

    /// Makes a schema from a binary `google.protobuf.FileDescriptorSet`.
    ///
    /// The set must be complete (`--include_imports`) as far as types are used.
    ///
    /// - Throws: ``SchemaError``, as for ``init(files:descriptorSets:importing:)``.
    public init(descriptorSet bytes: Span<UInt8>) throws(SchemaError) {
        var loader = SchemaLoader()
        try loader.add(descriptorSet: bytes)
        try self.init(&loader) { _ in nil }
    }

    private init(_ loader: inout SchemaLoader, _ resolve: (String) -> String?) throws(SchemaError) {
        for name in loader.setNames { _ = try loader.load(name, depth: 0, resolve) }
        var linker = SchemaLinker(files: loader.files, imports: loader.imports, missing: loader.missing)
        pool = try linker.link()
    }
}

/// Finds and parses files, an imported file before the one that imports it.
struct SchemaLoader {
    /// More than any real set of files; a circle of generated imports ends here.
    static let fileLimit = 10_000
    static let depthLimit = 100
    /// Bytes of one file. The largest public schemas have about one megabyte.
    static let textLimit = 16 << 20

    private enum State {
        case loading
        case loaded(Int)
        case missing
    }

    var texts: [String: String] = [:]
    /// Files of descriptor sets, which need no parsing, by name.
    private var described: [String: FileSyntax] = [:]
    /// The names of those, in their order.
    private(set) var setNames: [String] = []
    var files: [FileSyntax] = []
    /// For each file the indices of the files that it imports, and whether publicly.
    var imports: [[(file: Int, isPublic: Bool)]] = []
    /// For each file the imports that could not be found.
    var missing: [[String]] = []
    private var states: [String: State] = [:]

    mutating func add(descriptorSet bytes: Span<UInt8>) throws(SchemaError) {
        for file in try DescriptorReader.files(ofSet: bytes) {
            if described.updateValue(file, forKey: file.name) == nil { setNames.append(file.name) }
        }
    }

    mutating func load(
        _ name: String, depth: Int, _ resolve: (String) -> String?, from: (String, SourcePosition)? = nil
    ) throws(SchemaError) -> Int? {
        let (importer, position) = from ?? (name, .unknown)
        switch states[name] {
        case .loaded(let index): return index
        case .missing: return nil
        case .loading:
            throw SchemaError(
                .invalidDeclaration, in: importer, at: position, "“\(name)” imports itself, by way of this file.")
        case nil: break
        }
        guard depth <= Self.depthLimit, files.count < Self.fileLimit else {
            throw SchemaError(.limit, in: importer, at: position, "Too many files import each other here.")
        }
        guard let syntax = try syntax(of: name, resolve) else {
            states[name] = .missing
            return nil
        }
        states[name] = .loading
        var found: [(file: Int, isPublic: Bool)] = []
        var lost: [String] = []
        for item in syntax.imports {
            if let index = try load(item.path, depth: depth + 1, resolve, from: (name, item.position)) {
                found.append((index, item.isPublic))
            } else {
                lost.append(item.path)
            }
        }
        files.append(syntax)
        imports.append(found)
        missing.append(lost)
        states[name] = .loaded(files.count - 1)
        return files.count - 1
    }

    private func syntax(of name: String, _ resolve: (String) -> String?) throws(SchemaError) -> FileSyntax? {
        if let syntax = described[name] { return syntax }
        guard let text = texts[name] ?? resolve(name) else { return nil }
        guard text.utf8.count <= Self.textLimit else {
            throw SchemaError(.limit, in: name, at: .unknown, "The file is larger than \(Self.textLimit >> 20) MB.")
        }
        return try ProtoParser.parse(name: name, text: text)
    }
}
