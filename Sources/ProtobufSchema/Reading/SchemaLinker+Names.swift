extension SchemaLinker {
    /// The message or enum that a name stands for inside `scope`: the one in the innermost scope that has the name, among the
    /// declarations of the file and its imports. A leading dot makes the name absolute.
    ///
    /// A compiler refuses some names that are found here: it goes by the innermost scope that has the first part of the name.
    /// Source: https://protobuf.dev/programming-guides/proto3/#name-resolution
    func resolve(_ type: TypeReference, in scope: String, file: Int) throws(SchemaError) -> SchemaPool.Symbol {
        let isAbsolute = type.name.hasPrefix(".")
        let name = isAbsolute ? String(type.name.dropFirst()) : type.name
        var scope = isAbsolute ? "" : scope
        // The file of a declaration with the name that is not imported.
        var hidden: Int?
        while true {
            if let symbol = symbols[scope.appending(component: name)] {
                let home = self.file(of: symbol)
                switch symbol {
                case .message, .enumeration:
                    if visible[file].contains(home) { return symbol }
                    hidden = hidden ?? home
                case .service, .extension: break
                }
            }
            if scope.isEmpty { throw unresolved(type, in: file, hidden: hidden) }
            scope = scope.droppingLastComponent
        }
    }

    private func unresolved(_ type: TypeReference, in file: Int, hidden: Int?) -> SchemaError {
        var code = SchemaError.Code.unresolved
        var message = "“\(type.name)” is no message or enum that is declared here or imported."
        if let other = hidden.map({ files[$0].name }) {
            message =
                "“\(type.name)” is declared in \(other), which this file does not import. Add: import \"\(other)\";"
        } else if !missing[file].isEmpty {
            code = .missingImport
            message =
                "“\(type.name)” is not declared anywhere; it may come from an import that was not found: "
                + missing[file].joined(separator: ", ") + "."
        }
        return SchemaError(code, in: files[file].name, at: type.position, message)
    }

    func resolveMessage(_ type: TypeReference, in scope: String, file: Int) throws(SchemaError) -> MessageIndex {
        guard case .message(let index) = try resolve(type, in: scope, file: file) else {
            throw SchemaError(
                .invalidDeclaration, in: files[file].name, at: type.position, "“\(type.name)” is not a message.")
        }
        return index
    }

    /// The message that gets an extension field.
    ///
    /// `nil` where it may be declared in a file that was not found, as the messages of `descriptor.proto` mostly are: no
    /// bytes are read as a message that the schema does not have. `nil` for a message set, too, whose extensions are no
    /// fields on the wire.
    func extendedMessage(_ extendee: TypeReference, _ member: Member) throws(SchemaError) -> MessageIndex? {
        let message: MessageIndex
        do throws(SchemaError) {
            message = try resolveMessage(extendee, in: member.scope, file: member.file)
        } catch {
            let isIncomplete = visible[member.file].contains { !missing[$0].isEmpty }
            guard isIncomplete, error.code != .invalidDeclaration else { throw error }
            return nil
        }
        return messages[message.position].syntax.declaration.options.isMessageSet ? nil : message
    }
}
