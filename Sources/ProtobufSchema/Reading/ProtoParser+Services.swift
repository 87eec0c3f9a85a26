extension ProtoParser {
    /// Reads an enum from its name on, behind the word `enum`.
    mutating func enumeration(_ comment: String) throws(SchemaError) -> EnumSyntax {
        let position = token.position
        let name = try identifier("the name of the enum")
        try expect("{")
        var result = EnumSyntax(
            declaration: DeclarationSyntax(name: name, position: position, documentation: self.comment(comment)))
        while !takeSymbol("}") {
            if takeSymbol(";") { continue }
            let comment = leadingComment
            let isValue = isSymbol("=", ahead: 1)
            if !isValue, takeWord("option") {
                result.declaration.options.append(try option())
                try expect(";")
            } else if !isValue, takeWord("reserved") {
                _ = try reservedNames()
            } else {
                let position = token.position
                let name = try identifier("the name of an enum value")
                try expect("=")
                let number = try integer("an enum value")
                guard let number = Int32(exactly: number) else {
                    throw failure(.invalidNumber, "Enum values have 32 bits; \(number) has more.", at: position)
                }
                let options = try bracketedOptions()
                try expect(";")
                let declaration = DeclarationSyntax(
                    name: name, position: position, documentation: self.comment(comment), options: options)
                result.values.append((declaration, number))
            }
        }
        return result
    }

    /// Reads a service from its name on, behind the word `service`.
    mutating func service(_ comment: String) throws(SchemaError) -> ServiceSyntax {
        let position = token.position
        let name = try identifier("the name of the service")
        try expect("{")
        var service = ServiceSyntax(
            declaration: DeclarationSyntax(name: name, position: position, documentation: self.comment(comment)))
        while !takeSymbol("}") {
            if takeSymbol(";") { continue }
            let comment = leadingComment
            if takeWord("option") {
                service.declaration.options.append(try option())
                try expect(";")
            } else if takeWord("rpc") {
                service.methods.append(try method(comment))
            } else {
                throw unexpected("rpc, option or }")
            }
        }
        return service
    }

    private mutating func method(_ comment: String) throws(SchemaError) -> MethodSyntax {
        let position = token.position
        let name = try identifier("the name of the method")
        let (input, clientStreaming) = try methodType()
        guard takeWord("returns") else { throw unexpected("returns") }
        let (output, serverStreaming) = try methodType()
        let options = try optionBlock()
        return MethodSyntax(
            declaration: DeclarationSyntax(
                name: name, position: position, documentation: self.comment(comment), options: options),
            input: input, output: output, clientStreaming: clientStreaming, serverStreaming: serverStreaming)
    }

    /// `(Type)` or `(stream Type)`
    private mutating func methodType() throws(SchemaError) -> (type: TypeReference, isStreaming: Bool) {
        try expect("(")
        let streaming = !isSymbol(")", ahead: 1) && takeWord("stream")
        let position = token.position
        let name = try qualifiedName(allowLeadingDot: true)
        try expect(")")
        return (TypeReference(name: name, position: position), streaming)
    }
}
