extension SchemaLinker {
    /// The message or enum that a name stands for inside `scope`, among the declarations of the file and its imports. A
    /// leading dot makes the name absolute.
    ///
    /// The innermost scope decides that has the first part of the name: as a type for a name of one part, else as a package,
    /// message, enum or service, in which the rest is then looked up.
    ///
    /// Source: https://protobuf.dev/programming-guides/proto3/#name-resolution
    func resolve(_ type: TypeReference, in scope: String, file: Int) throws(SchemaError) -> SchemaPool.Symbol {
        // Bytes behind the first part of the name. An absolute one is looked up as a whole.
        let rest = type.name.hasPrefix(".") ? 0 : type.name.utf8.drop { $0 != UInt8(ascii: ".") }.count
        // The file of a declaration with the name that is not imported.
        var hidden: Int?
        for fullName in type.name.fullNames(in: scope) {
            if let (symbol, origin) = symbols[fullName], symbol != .service, symbol != .extension {
                if visible[file].contains(origin) { return symbol }
                hidden = hidden ?? origin
            }
            guard rest > 0, let first = String(fullName.utf8.dropLast(rest)) else { continue }
            if isScope(first, in: file) { throw unresolved(type, in: file, hidden: hidden, innermost: first) }
        }
        throw unresolved(type, in: file, hidden: hidden)
    }

    /// Whether other names can begin with `name` in a file: it is a package, message, enum or service that the file sees.
    private func isScope(_ name: String, in file: Int) -> Bool {
        guard let (symbol, origin) = symbols[name] else {
            return packages[name].map { !visible[file].isDisjoint(with: $0) } ?? false
        }
        return symbol != .extension && visible[file].contains(origin)
    }

    /// - Parameter innermost: The declaration or package that the first part of the name stands for.
    private func unresolved(
        _ type: TypeReference, in file: Int, hidden: Int?, innermost: String? = nil
    ) -> SchemaError {
        var code = SchemaError.Code.unresolved
        var message = "“\(type.name)” is no message or enum that is declared here or imported."
        if let other = hidden.map({ files[$0].name }) {
            message =
                "“\(type.name)” is declared in \(other), which this file does not import. Add: import \"\(other)\";"
        } else if !missing[file].isEmpty {
            code = .missingImport
            message =
                "“\(type.name)” is not declared anywhere; it may come from an import that was not found: "
                + missing[file].prefix(8).joined(separator: ", ") + (missing[file].count > 8 ? ", …" : ".")
        } else if let innermost {
            message =
                "“\(type.name)” is looked up in \(innermost), which does not have it. Begin the name with a dot if it is "
                + "one from the outermost scope."
        }
        return SchemaError(code, at: type.place, message)
    }

    /// The kind of a field, and the message or enum that its type name stands for inside `scope`.
    func type(
        of field: FieldSyntax, in scope: String, file: Int
    ) throws(SchemaError) -> (kind: FieldKind, message: MessageIndex?, enumeration: EnumIndex?) {
        let kind = field.kind ?? .message
        guard kind.isMessage else { return (kind, nil, nil) }
        let type = TypeReference(name: field.typeName, place: field.declaration.place)
        return switch try resolve(type, in: scope, file: file) {
        case .enumeration(let index): (.enumeration, nil, index)
        case .message(let index): (kind, index, nil)
        case .service, .extension: (kind, nil, nil)
        }
    }

    func resolveMessage(_ type: TypeReference, in scope: String, file: Int) throws(SchemaError) -> MessageIndex {
        guard case .message(let index) = try resolve(type, in: scope, file: file) else {
            throw SchemaError(.invalidDeclaration, at: type.place, "“\(type.name)” is not a message.")
        }
        return index
    }

    /// The message that gets an extension field.
    ///
    /// `nil` where it may be declared in a file that was not found, and for the options of `descriptor.proto` where that file
    /// was not needed otherwise: no bytes are read as a message that the schema does not have. `nil` for a message set, too,
    /// whose extensions are no fields on the wire.
    func extendedMessage(_ member: Member) throws(SchemaError) -> MessageIndex? {
        guard let extendee = member.syntax.extendee else { return nil }
        let message: MessageIndex
        do throws(SchemaError) {
            message = try resolveMessage(extendee, in: member.scope, file: member.file)
        } catch {
            let lost = lostImports[member.file]
            let isOption =
                lost.descriptor
                && extendee.name.fullNames(in: member.scope).contains(where: DescriptorProto.extendable.contains)
            guard isOption || error.code != .invalidDeclaration && lost.others else { throw error }
            if isOption, !DescriptorProto.extensionNumbers.contains(member.syntax.number) {
                throw member.syntax.declaration.failure(
                    .invalidNumber,
                    "Custom options have numbers from \(DescriptorProto.extensionNumbers.lowerBound) on.")
            }
            return nil
        }
        return messages[message.position].syntax.declaration.options.isMessageSet ? nil : message
    }
}
