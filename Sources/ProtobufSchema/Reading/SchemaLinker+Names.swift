extension SchemaLinker {
    private func visibleSymbol(_ fullName: String, from file: Int) -> SchemaPool.Symbol? {
        guard let symbol = symbols[fullName], visible[file].contains(self.file(of: symbol)) else { return nil }
        return symbol
    }

    /// The message or enum that a name stands for inside `scope`.
    ///
    /// The innermost scope that knows the first part of the name decides; a leading dot makes the name absolute.
    /// Source: https://protobuf.dev/programming-guides/proto3/#name-resolution
    func resolve(_ type: TypeReference, in scope: String, file: Int) throws(SchemaError) -> SchemaPool.Symbol {
        let name = type.name
        var candidate: String? = nil
        if name.hasPrefix(".") {
            candidate = String(name.dropFirst())
        } else {
            let dot = name.utf8.firstIndex(of: UInt8(ascii: "."))
            let first = dot.map { String(name[..<$0]) } ?? name
            let isCompound = dot != nil
            var scope = scope
            while candidate == nil {
                let start = scope.appending(component: first)
                switch visibleSymbol(start, from: file) {
                case .message?: candidate = scope.appending(component: name)
                case .enumeration? where !isCompound: candidate = start
                default:
                    if isCompound, let inPackage = packages[start], !inPackage.isDisjoint(with: visible[file]) {
                        candidate = scope.appending(component: name)
                    }
                }
                if scope.isEmpty { break }
                scope = scope.droppingLastComponent
            }
        }
        if let candidate {
            switch visibleSymbol(candidate, from: file) {
            case .message(let index)?: return .message(index)
            case .enumeration(let index)?: return .enumeration(index)
            default: break
            }
        }
        throw unresolved(type, candidate: candidate, in: file)
    }

    private func unresolved(_ type: TypeReference, candidate: String?, in file: Int) -> SchemaError {
        let name = type.name
        func failure(_ code: SchemaError.Code, _ message: String) -> SchemaError {
            SchemaError(code, in: files[file].name, at: type.position, message)
        }
        let absolute = candidate ?? name
        if let symbol = symbols[absolute], !visible[file].contains(self.file(of: symbol)) {
            let other = files[self.file(of: symbol)].name
            return failure(
                .unresolved,
                "“\(name)” is declared in \(other), which this file does not import. Add: import \"\(other)\";")
        }
        if !missing[file].isEmpty {
            return failure(
                .missingImport,
                "“\(name)” is not declared anywhere; it may come from an import that was not found: "
                    + missing[file].joined(separator: ", ") + ".")
        }
        let meaning = absolute == name || name.hasPrefix(".") ? "" : " (read as “\(absolute)” in this scope)"
        return failure(
            .unresolved, "“\(name)” is no message or enum that is declared here or imported\(meaning).")
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
