public import ByteText

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
    ///   - resolve: The text of an imported file that is not among the others; asked once for each name. It need not have
    ///     `google/protobuf/descriptor.proto`, which is built in, and part of the schema where a field or method needs it.
    /// - Throws: ``SchemaError``: a file is not sound, bytes are no such set, or a name has no or two meanings. Positions
    ///   in sets are unknown. Text is checked for most of what `protoc` refuses but for the values of options, sets for what
    ///   gives bytes a meaning.
    public init(
        files: [(name: String, text: String)], descriptorSets: [[UInt8]] = [],
        importing resolve: (String) -> String? = { _ in nil }
    ) throws(SchemaError) {
        var loader = SchemaLoader()
        for set in descriptorSets { try loader.add(descriptorSet: set) }
        for file in files { loader.texts[file.name] = file.text }
        pool = try loader.link(files.map(\.name), resolve)
    }

    /// Reads files that a compiler has accepted: only what bytes depend on is checked.
    package init(compiled files: [(name: String, text: String)]) throws(SchemaError) {
        var loader = SchemaLoader()
        loader.areTextsCompiled = true
        for file in files { loader.texts[file.name] = file.text }
        pool = try loader.link(files.map(\.name)) { _ in nil }
    }

    /// Makes a schema from a binary `google.protobuf.FileDescriptorSet`.
    ///
    /// The set must be complete (`--include_imports`) as far as types are used.
    ///
    /// - Throws: ``SchemaError``, as for ``init(files:descriptorSets:importing:)``.
    public init(descriptorSet bytes: some SpanProviding & ~Escapable) throws(SchemaError) {
        var loader = SchemaLoader()
        try loader.add(descriptorSet: bytes)
        pool = try loader.link([]) { _ in nil }
    }
}

/// Finds and parses files, an imported file before the one that imports it.
struct SchemaLoader {
    /// More than any real set of files; a circle of generated imports ends here.
    static let fileLimit = 10_000
    static let depthLimit = 100
    /// Bytes of one file. The largest public schemas have about one megabyte.
    static let textLimit = 16 << 20

    private enum State { case loading, loaded, missing }

    var texts: [String: String] = [:]
    /// Whether a compiler has accepted the texts.
    var areTextsCompiled = false
    /// Files that need no parsing, such as those of descriptor sets, by name.
    private var described: [String: FileSyntax] = [:]
    /// The names of the files of descriptor sets, in their order.
    private var setNames: [String] = []
    private var files: [FileSyntax] = []
    private var states: [String: State] = [:]
    private let elements = ElementCount()

    mutating func add(descriptorSet bytes: some SpanProviding & ~Escapable) throws(SchemaError) {
        for file in try bytes.withByteSpan({ span throws(SchemaError) in
            try DescriptorReader.files(ofSet: span, elements)
        }) {
            if described.updateValue(file, forKey: file.name) == nil { setNames.append(file.name) }
        }
    }

    /// Loads the files with these names, those of the descriptor sets, and all that they import, and links them.
    mutating func link(_ names: [String], _ resolve: (String) -> String?) throws(SchemaError) -> SchemaPool {
        for name in names + setNames { try load(name, depth: 0, resolve) }
        var linker = try SchemaLinker(files: files)
        do throws(SchemaError) {
            return try linker.link()
        } catch {
            // Most files import the built-in file only to extend its options, which needs none of its messages.
            guard states[DescriptorProto.fileName] == .missing else { throw error }
            var builtIn = try ProtoParser.parse(name: DescriptorProto.fileName, text: DescriptorProto.text, elements)
            builtIn.isCompiled = true
            linker = try SchemaLinker(files: [builtIn] + files)
            return try linker.link()
        }
    }

    private mutating func load(
        _ name: String, depth: Int, _ resolve: (String) -> String?, from importer: FilePlace? = nil
    ) throws(SchemaError) {
        let importer = importer ?? FilePlace(file: name)
        if states[name] == .loading {
            throw SchemaError(.invalidDeclaration, at: importer, "“\(name)” imports itself, by way of this file.")
        }
        guard states[name] == nil else { return }
        guard depth <= Self.depthLimit, files.count < Self.fileLimit else {
            throw SchemaError(.limit, at: importer, "Too many files import each other here.")
        }
        guard let syntax = try syntax(of: name, resolve) else {
            return states[name] = .missing
        }
        states[name] = .loading
        for item in syntax.imports { try load(item.path, depth: depth + 1, resolve, from: item.place) }
        files.append(syntax)
        states[name] = .loaded
    }

    private func syntax(of name: String, _ resolve: (String) -> String?) throws(SchemaError) -> FileSyntax? {
        if let syntax = described[name] { return syntax }
        guard let text = texts[name] ?? resolve(name) else { return nil }
        guard text.utf8.count <= Self.textLimit else {
            throw SchemaError(.limit, in: name, "The file is larger than \(Self.textLimit >> 20) MB.")
        }
        var syntax = try ProtoParser.parse(name: name, text: text, elements)
        syntax.isCompiled = areTextsCompiled
        return syntax
    }
}
