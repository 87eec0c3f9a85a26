extension ProtoParser {
    /// `name = value` behind `option` or between brackets.
    mutating func option() throws(SchemaError) -> SchemaOption {
        var name = try optionNamePart()
        while takeSymbol(".") { name += "." + (try optionNamePart()) }
        try expect("=")
        return SchemaOption(name: name, value: try optionValue(depth: 0))
    }

    /// Passes `;`, or takes `option name = value;`.
    ///
    /// - Returns: False when something else stands here.
    mutating func takeOption(into options: inout [SchemaOption]) throws(SchemaError) -> Bool {
        if takeSymbol(";") { return true }
        guard !isSymbol("=", ahead: true), takeWord("option") else { return false }
        options.append(try option())
        try expect(";")
        return true
    }

    /// `[a = 1, (b).c = { ... }]`, or nothing.
    mutating func bracketedOptions() throws(SchemaError) -> [SchemaOption] {
        guard takeSymbol("[") else { return [] }
        var options: [SchemaOption] = []
        repeat { options.append(try option()) } while takeSymbol(",")
        try expect("]")
        return options
    }

    /// `{ option a = 1; ; }` of methods, or `;`.
    mutating func optionBlock() throws(SchemaError) -> [SchemaOption] {
        guard takeSymbol("{") else {
            try expect(";")
            return []
        }
        var options: [SchemaOption] = []
        while !takeSymbol("}") {
            guard try takeOption(into: &options) else { throw unexpected("option or }") }
        }
        return options
    }

    private mutating func optionNamePart() throws(SchemaError) -> String {
        guard takeSymbol("(") else { return try identifier("the name of an option") }
        let name = try qualifiedName(allowLeadingDot: true)
        try expect(")")
        return "(\(name.hasPrefix(".") ? String(name.dropFirst()) : name))"
    }

    private mutating func optionValue(depth: Int) throws(SchemaError) -> SchemaOption.Value {
        try elements.add(at: place)
        if isSymbol("{") || (depth > 0 && isSymbol("<")) { return .message(try aggregate(depth: depth + 1)) }
        if depth > 0, takeSymbol("[") { return .list(try list(depth: depth)) }
        if token.kind == .string { return .string(try stringLiteral()) }
        let sign = takeSymbol("-") ? "-" : ""
        if sign.isEmpty { _ = takeSymbol("+") }
        switch token.kind {
        case .identifier:
            return .identifier(sign + (try depth == 0 && sign.isEmpty ? qualifiedName() : identifier("a value")))
        case .integer, .float:
            defer { advance() }
            return .number(sign + text)
        default: throw unexpected("a value")
        }
    }

    private mutating func list(depth: Int) throws(SchemaError) -> [SchemaOption.Value] {
        guard depth < Self.aggregateLimit else { throw tooDeep() }
        var values: [SchemaOption.Value] = []
        if takeSymbol("]") { return values }
        repeat { values.append(try optionValue(depth: depth + 1)) } while takeSymbol(",")
        try expect("]")
        return values
    }

    /// Text format between `{ }` or `< >`.
    private mutating func aggregate(depth: Int) throws(SchemaError) -> [SchemaOption] {
        guard depth <= Self.aggregateLimit else { throw tooDeep() }
        let close: Unicode.Scalar = isSymbol("<") ? ">" : "}"
        advance()
        var members: [SchemaOption] = []
        while !takeSymbol(close) {
            let name = try aggregateName()
            let hasColon = takeSymbol(":")
            guard hasColon || isSymbol("{") || isSymbol("<") else { throw unexpected("“:” or “{”") }
            members.append(SchemaOption(name: name, value: try optionValue(depth: depth)))
            if !takeSymbol(",") { _ = takeSymbol(";") }
        }
        return members
    }

    private mutating func aggregateName() throws(SchemaError) -> String {
        guard takeSymbol("[") else { return try identifier("a member or }") }
        var name = try qualifiedName()
        while takeSymbol("/") { name += "/" + (try qualifiedName()) }
        try expect("]")
        return "[\(name)]"
    }

    private func tooDeep() -> SchemaError {
        failure("Values are nested more than \(Self.aggregateLimit) levels deep here.", .limit)
    }
}
