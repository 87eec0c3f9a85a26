import ByteText

/// Reads the text of one `.proto` file: proto3, proto2 and editions.
///
/// Sources: https://protobuf.dev/reference/protobuf/proto3-spec/, proto2-spec, edition-2023-spec and edition-2024-spec
/// beside it.
struct ProtoParser {
    /// Messages inside messages, as in protoc.
    static let nestingLimit = 32
    /// Aggregates inside aggregates.
    static let aggregateLimit = 64
    /// Bytes of a name with its package.
    static let nameLimit = 1000

    var syntax: FileSyntax
    /// The first token that is not taken yet. Behind the last one it is of kind `end`.
    private(set) var token: Token
    /// The token behind `token`.
    private var following: Token
    private var tokenizer: Tokenizer
    /// Where the text is no sequence of tokens. The tokens end there.
    private var damage: Tokenizer.Failure?
    let elements: ElementCount

    /// - Parameter elements: Takes what the file declares.
    static func parse(name: String, text: String, _ elements: ElementCount) throws(SchemaError) -> FileSyntax {
        var parser = ProtoParser(FileSyntax(name: name), Tokenizer(Array(text.utf8), .proto), elements)
        let result = Result { () throws(SchemaError) in try parser.parseFile() }
        // A text that is no sequence of tokens is refused for that, whatever else is wrong before.
        while parser.token.kind != .end { parser.advance() }
        if let damage = parser.damage {
            throw SchemaError(.syntax, at: FilePlace(file: name, position: damage.place), damage.message)
        }
        try result.get()
        return parser.syntax
    }

    private init(_ syntax: FileSyntax, _ tokenizer: Tokenizer, _ elements: ElementCount) {
        self.syntax = syntax
        self.tokenizer = tokenizer
        self.elements = elements
        token = Token(kind: .symbol, range: 0..<0, place: TextPlace(offset: 0, line: 1, column: 1))
        following = token
        advance()
        advance()
    }

    private mutating func parseFile() throws(SchemaError) {
        let isEdition = takeWord("edition")
        if isEdition || takeWord("syntax") { try parseSyntax(edition: isEdition) }
        while token.kind != .end {
            if takeSymbol(";") { continue }
            let comment = leadingComment
            try visibility()
            let start = place
            switch try identifier("a declaration, such as message, enum, service, import, package or option") {
            case "package":
                syntax.package = try qualifiedName()
                try expect(";")
            case "import": try parseImport(start)
            case "option":
                syntax.optionPlaces.append(start)
                syntax.options.append(try option())
                try expect(";")
            case "message": syntax.messages.append(try message(comment, depth: 0))
            case "enum": syntax.enums.append(try enumeration(comment))
            case "service": syntax.services.append(try service(comment))
            case "extend":
                let block = try extend(depth: 0)
                syntax.extensions += block.fields
                syntax.messages += block.messages
            case let word: throw failure("“\(word)” does not begin a declaration.", at: start)
            }
        }
    }

    private mutating func parseSyntax(edition: Bool) throws(SchemaError) {
        try expect("=")
        let start = place
        let value = String(decoding: try stringLiteral(), as: UTF8.self)
        switch (edition, value) {
        case (false, "proto2"): syntax.dialect = .proto2
        case (false, "proto3"): syntax.dialect = .proto3
        case (true, "2023"), (true, "2024"): syntax.dialect = .edition(value)
        default:
            throw failure("“\(value)” is not known; there is proto2, proto3, edition 2023 and 2024.", at: start)
        }
        try expect(";")
    }

    private mutating func parseImport(_ start: FilePlace) throws(SchemaError) {
        var isPublic = false
        if takeWord("public") { isPublic = true } else if !takeWord("weak") { _ = takeWord("option") }
        let path = String(decoding: try stringLiteral(), as: UTF8.self)
        try expect(";")
        try elements.add(at: start)
        syntax.imports.append((path, isPublic, start))
    }

    /// Passes `export` or `local` before a message or an enum, which exist since edition 2024: they say which names other
    /// files may use, and nothing about bytes.
    ///
    /// Source: https://protobuf.dev/programming-guides/symbol_visibility
    mutating func visibility() throws(SchemaError) {
        guard case .edition(let edition) = syntax.dialect, edition >= "2024", takeWord("export") || takeWord("local")
        else { return }
        guard isWord("message") || isWord("enum") else { throw unexpected("message or enum") }
    }

    // MARK: Tokens

    var bytes: [UInt8] { tokenizer.bytes }

    var place: FilePlace { FilePlace(file: syntax.name, position: token.place) }

    var text: String { String(decoding: bytes[token.range], as: UTF8.self) }

    mutating func advance() {
        guard token.kind != .end else { return }
        token = following
        guard following.kind != .end else { return }
        do throws(Tokenizer.Failure) {
            following = try tokenizer.next()
        } catch {
            damage = error
            following = Token(kind: .end, range: bytes.count..<bytes.count, place: error.place)
        }
    }

    func isSymbol(_ symbol: Unicode.Scalar, ahead isAhead: Bool = false) -> Bool {
        let token = isAhead ? following : token
        return token.kind == .symbol && bytes[token.range.lowerBound] == UInt8(ascii: symbol)
    }

    mutating func takeSymbol(_ symbol: Unicode.Scalar) -> Bool {
        guard isSymbol(symbol) else { return false }
        advance()
        return true
    }

    func isWord(_ word: String) -> Bool {
        token.kind == .identifier && bytes[token.range].elementsEqual(word.utf8)
    }

    mutating func takeWord(_ word: String) -> Bool {
        guard isWord(word) else { return false }
        advance()
        return true
    }

    mutating func expect(_ symbol: Unicode.Scalar) throws(SchemaError) {
        guard takeSymbol(symbol) else { throw unexpected("“\(symbol)”") }
    }

    mutating func identifier(_ what: String) throws(SchemaError) -> String {
        guard token.kind == .identifier else { throw unexpected(what) }
        defer { advance() }
        return text
    }

    /// `a.b.C`, with a leading dot where that is allowed.
    mutating func qualifiedName(allowLeadingDot: Bool = false) throws(SchemaError) -> String {
        var name = ""
        if allowLeadingDot, takeSymbol(".") { name = "." }
        name += try identifier("a name")
        while takeSymbol(".") { name += "." + (try identifier("a name after the dot")) }
        guard name.utf8.count <= Self.nameLimit else {
            throw failure("This name is longer than \(Self.nameLimit) bytes.", .limit)
        }
        return name
    }

    /// One or more string literals in a row, joined.
    mutating func stringLiteral() throws(SchemaError) -> [UInt8] {
        guard token.kind == .string else { throw unexpected("a string in quotes") }
        var value: [UInt8] = []
        while token.kind == .string {
            if let (index, reason) = value.append(unescaping: bytes[token.range].dropFirst().dropLast()) {
                let start = token.place.advanced(by: index - token.range.lowerBound)
                throw failure("In this string \(reason.rawValue).", at: FilePlace(file: syntax.name, position: start))
            }
            advance()
        }
        return value
    }

    /// A number from -2^31 to 2^31.
    mutating func integer(_ what: String) throws(SchemaError) -> Int64 {
        let negative = takeSymbol("-")
        guard token.kind == .integer else { throw unexpected(what) }
        guard let value = UInt64(literal: bytes[token.range]), value <= UInt64(Int32.max) + 1 else {
            throw failure("\(text) is no number that \(what) can be.", .invalidNumber)
        }
        advance()
        return negative ? -Int64(value) : Int64(value)
    }

    /// The name of a declaration, and the brace behind it.
    ///
    /// - Parameter what: What the name is called in an error.
    mutating func opening(_ what: String, _ comment: String) throws(SchemaError) -> DeclarationSyntax {
        let place = place
        let name = try identifier(what)
        try expect("{")
        return try declaration(name, at: place, self.comment(comment))
    }

    func declaration(_ name: String, at place: FilePlace, _ comment: String) throws(SchemaError) -> DeclarationSyntax {
        try elements.add(at: place)
        return DeclarationSyntax(name: name, place: place, documentation: comment)
    }

    /// Reads the options and the semicolon that end a declaration, and the comment behind them.
    mutating func ending(_ declaration: inout DeclarationSyntax) throws(SchemaError) {
        declaration.options = try bracketedOptions()
        try expect(";")
        declaration.documentation = comment(declaration.documentation)
    }

    // MARK: Comments

    /// The comment before the current token.
    var leadingComment: String {
        token.comment.map { ProtoComment.text(bytes[$0]) } ?? ""
    }

    /// `leading`, or else the comment behind the token just taken.
    func comment(_ leading: String) -> String {
        if leading.isEmpty, let range = token.trailingComment { return ProtoComment.text(bytes[range]) }
        return leading
    }

    // MARK: Errors

    func failure(_ message: String, _ code: SchemaError.Code = .syntax, at place: FilePlace? = nil) -> SchemaError {
        SchemaError(code, at: place ?? self.place, message)
    }

    func unexpected(_ what: String) -> SchemaError {
        let found = token.kind == .end ? "the file ends" : "“\(text.prefix(40))” stands"
        return failure("\(what) is expected, but \(found) here.")
    }
}
