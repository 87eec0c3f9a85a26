extension ProtoParser {
    /// Reads an enum from its name on, behind the word `enum`.
    mutating func enumeration(_ comment: String) throws(SchemaError) -> EnumSyntax {
        var result = EnumSyntax(declaration: try opening("the name of the enum", comment))
        while !takeSymbol("}") {
            if try takeOption(into: &result.declaration.options) { continue }
            let comment = leadingComment
            if !isSymbol("=", ahead: true), takeWord("reserved") {
                try reserved(names: &result.reservedNames, ranges: &result.reservedRanges)
            } else {
                let place = place
                let name = try identifier("the name of an enum value")
                try expect("=")
                let number = try integer("an enum value")
                guard let number = Int32(exactly: number) else {
                    throw failure("Enum values have 32 bits; \(number) has more.", .invalidNumber, at: place)
                }
                var declaration = try declaration(name, at: place, comment)
                try ending(&declaration)
                result.values.append((declaration, number))
            }
        }
        return result
    }

    /// Reads a service from its name on, behind the word `service`.
    mutating func service(_ comment: String) throws(SchemaError) -> ServiceSyntax {
        var service = ServiceSyntax(declaration: try opening("the name of the service", comment))
        while !takeSymbol("}") {
            if try takeOption(into: &service.declaration.options) { continue }
            let comment = leadingComment
            guard takeWord("rpc") else { throw unexpected("rpc, option or }") }
            service.methods.append(try method(comment))
        }
        return service
    }

    private mutating func method(_ comment: String) throws(SchemaError) -> MethodSyntax {
        let place = place
        let name = try identifier("the name of the method")
        let (input, clientStreaming) = try methodType()
        guard takeWord("returns") else { throw unexpected("returns") }
        let (output, serverStreaming) = try methodType()
        let options = try optionBlock()
        var declaration = try declaration(name, at: place, self.comment(comment))
        declaration.options = options
        return MethodSyntax(
            declaration: declaration, input: input, output: output, clientStreaming: clientStreaming,
            serverStreaming: serverStreaming)
    }

    /// `(Type)` or `(stream Type)`
    private mutating func methodType() throws(SchemaError) -> (type: TypeReference, isStreaming: Bool) {
        try expect("(")
        let streaming = !isSymbol(")", ahead: true) && takeWord("stream")
        let place = place
        let name = try qualifiedName(allowLeadingDot: true)
        try expect(")")
        return (TypeReference(name: name, place: place), streaming)
    }
}
