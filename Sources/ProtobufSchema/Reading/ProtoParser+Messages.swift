import ByteText

extension ProtoParser {
    /// Reads a message from its name on, behind the word `message`.
    mutating func message(_ comment: String, depth: Int) throws(SchemaError) -> MessageSyntax {
        var message = MessageSyntax(declaration: try opening("the name of the message", comment))
        try messageBody(&message, depth: depth)
        return message
    }

    private mutating func messageBody(_ message: inout MessageSyntax, depth: Int) throws(SchemaError) {
        guard depth < Self.nestingLimit else {
            throw failure("Messages are nested more than \(Self.nestingLimit) levels deep here.", .limit)
        }
        while !takeSymbol("}") {
            if try takeOption(into: &message.declaration.options) { continue }
            let comment = leadingComment
            try visibility()
            if takeWord("message") {
                message.messages.append(try self.message(comment, depth: depth + 1))
            } else if takeWord("enum") {
                message.enums.append(try enumeration(comment))
            } else if takeWord("oneof") {
                try oneof(&message, comment, depth: depth)
            } else if takeWord("reserved") {
                try reserved(names: &message.reservedNames, ranges: &message.reservedRanges)
            } else if takeWord("extensions") {
                repeat {
                    try elements.add(at: place)
                    message.extensionRanges.append(try numberRange("an extension number"))
                } while takeSymbol(",")
                _ = try bracketedOptions()
                try expect(";")
            } else if takeWord("extend") {
                let block = try extend(depth: depth)
                message.extensions += block.fields
                message.messages += block.messages
            } else {
                try field(&message, comment, oneof: nil, depth: depth)
            }
        }
    }

    private mutating func oneof(_ message: inout MessageSyntax, _ comment: String, depth: Int) throws(SchemaError) {
        let number = message.oneofs.count
        message.oneofs.append(try opening("the name of the oneof", comment))
        while !takeSymbol("}") {
            guard !isSymbol(";") else { throw unexpected("a field of the oneof") }
            if try takeOption(into: &message.oneofs[number].options) { continue }
            try field(&message, leadingComment, oneof: number, depth: depth)
        }
    }

    private mutating func label() -> FieldSyntax.Label {
        if takeWord("optional") { return .optional }
        if takeWord("repeated") { return .repeated }
        if takeWord("required") { return .required }
        return .none
    }

    private mutating func field(
        _ message: inout MessageSyntax, _ comment: String, oneof: Int?, depth: Int
    ) throws(SchemaError) {
        let label = label()
        if label != .none, oneof != nil { throw failure("Fields of a oneof have no label.") }
        if isWord("map"), isSymbol("<", ahead: true) {
            guard label == .none, oneof == nil else {
                throw failure("A map has no label, and is no field of a oneof.")
            }
            return try map(&message, comment)
        }
        if isWord("group") { return try group(&message, comment, depth: depth, label: label, oneof: oneof) }
        let typeName = try qualifiedName(allowLeadingDot: true)
        var field = try fieldRest(comment, label: label, oneof: oneof)
        field.kind = FieldKind(keyword: typeName)
        field.typeName = typeName
        try ending(&field.declaration)
        message.fields.append(field)
    }

    /// `name = number`
    private mutating func fieldRest(
        _ comment: String, label: FieldSyntax.Label, oneof: Int?
    ) throws(SchemaError) -> FieldSyntax {
        let place = place
        let name = try identifier("the name of a field")
        try expect("=")
        let number = try integer("a field number")
        return FieldSyntax(
            declaration: try declaration(name, at: place, comment), number: Int(clamping: number), label: label,
            kind: nil, oneof: oneof)
    }

    private mutating func map(_ message: inout MessageSyntax, _ comment: String) throws(SchemaError) {
        advance()
        try expect("<")
        let keyName = try qualifiedName()
        try expect(",")
        let valueName = try qualifiedName(allowLeadingDot: true)
        try expect(">")
        var field = try fieldRest(comment, label: .repeated, oneof: nil)
        field.isMap = true
        field.kind = .message
        try ending(&field.declaration)

        let place = field.declaration.place
        let features = field.declaration.options.filter { $0.name == "features" || $0.name.hasPrefix("features.") }
        func part(_ name: String, number: Int, type: String) throws(SchemaError) -> FieldSyntax {
            var declaration = try declaration(name, at: place, "")
            declaration.options = features
            return FieldSyntax(
                declaration: declaration, number: number, label: .none, kind: FieldKind(keyword: type), typeName: type)
        }
        let entryName = DerivedName.mapEntry(field.declaration.name)
        field.typeName = entryName
        message.messages.append(
            MessageSyntax(
                declaration: try declaration(entryName, at: place, ""),
                fields: [
                    try part("key", number: 1, type: keyName), try part("value", number: 2, type: valueName),
                ],
                isMapEntry: true))
        message.fields.append(field)
    }

    /// `group Name = 1 { ... }` declares a message and a field with its name in lower case.
    private mutating func group(
        _ message: inout MessageSyntax, _ comment: String, depth: Int, label: FieldSyntax.Label, oneof: Int?
    ) throws(SchemaError) {
        advance()
        var field = try fieldRest(comment, label: label, oneof: oneof)
        try elements.add(at: field.declaration.place)
        var body = MessageSyntax(declaration: field.declaration)
        field.declaration.options = try bracketedOptions()
        try expect("{")
        try messageBody(&body, depth: depth + 1)
        field.kind = .group
        field.typeName = body.declaration.name
        field.declaration.name = String(decoding: body.declaration.name.utf8.map(\.lowercased), as: UTF8.self)
        message.messages.append(body)
        message.fields.append(field)
    }

    /// Reads what follows the word `reserved`: either names, in quotes or, in editions, without, or numbers and ranges.
    mutating func reserved(names: inout [String], ranges: inout [NumberRangeSyntax]) throws(SchemaError) {
        let isEdition = if case .edition = syntax.dialect { true } else { false }
        let hasNames = token.kind == (isEdition ? .identifier : .string)
        if !hasNames, token.kind == .string || token.kind == .identifier {
            throw unexpected("a number or a name \(isEdition ? "without" : "in") quotes")
        }
        repeat {
            try elements.add(at: place)
            switch (hasNames, isEdition) {
            case (true, true): names.append(try identifier("a reserved name"))
            case (true, false): names.append(String(decoding: try stringLiteral(), as: UTF8.self))
            case (false, _): ranges.append(try numberRange("a reserved number"))
            }
        } while takeSymbol(",")
        try expect(";")
    }

    /// Reads `5`, `5 to 9` or `100 to max`.
    private mutating func numberRange(_ what: String) throws(SchemaError) -> NumberRangeSyntax {
        let place = place
        let start = try integer(what)
        guard takeWord("to") else { return NumberRangeSyntax(start: start, end: start, place: place) }
        let end = takeWord("max") ? nil : try integer("the end of the range")
        return NumberRangeSyntax(start: start, end: end, place: place)
    }

    /// Reads an `extend` block from the name on: a message with its fields, and with the messages of groups among them.
    mutating func extend(depth: Int) throws(SchemaError) -> MessageSyntax {
        let place = place
        let name = try qualifiedName(allowLeadingDot: true)
        try expect("{")
        var block = MessageSyntax(declaration: DeclarationSyntax(name: name, place: place, documentation: ""))
        repeat {
            try elements.add(at: self.place)
            try field(&block, leadingComment, oneof: nil, depth: depth + 1)
        } while !takeSymbol("}")
        let extendee = TypeReference(name: name, place: place)
        for index in block.fields.indices { block.fields[index].extendee = extendee }
        return block
    }
}
