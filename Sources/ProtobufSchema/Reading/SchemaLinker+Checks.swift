// What protoc refuses although every byte would be clear. Descriptor sets are taken as they are: their maker has checked them.
extension SchemaLinker {
    /// The ranges of numbers that a message keeps for extensions or for nobody, and what else it cannot have.
    func checkRanges(_ message: MessageSyntax, in file: Int) throws(SchemaError) {
        guard !files[file].isDescribed else { return }
        let position = message.declaration.position
        if files[file].dialect == .proto3, !message.extensionRanges.isEmpty {
            throw SchemaError(
                .invalidDeclaration, files[file].name, position, "Messages of proto3 have no extension ranges.")
        }
        if message.declaration.options.isMessageSet, !message.fields.isEmpty {
            throw SchemaError(
                .invalidDeclaration, files[file].name, position, "A MessageSet has extensions only, and no fields.")
        }
        if Set(message.reserved.names).count < message.reserved.names.count {
            throw SchemaError(
                .duplicate, files[file].name, position, "“\(message.declaration.name)” reserves a name twice.")
        }
        let all = (message.extensionRanges + message.reserved.numbers).sorted { $0.lowerBound < $1.lowerBound }
        for (range, next) in zip(all, all.dropFirst()) where next.lowerBound <= range.upperBound {
            throw SchemaError(
                .invalidNumber, files[file].name, position,
                "The number \(next.lowerBound) of “\(message.declaration.name)” is reserved or kept for extensions twice."
            )
        }
    }

    /// Options that are no features, `default` and `packed`, and the values of maps.
    ///
    /// - Parameters:
    ///   - kind: As declared, whatever the features make of it.
    ///   - type: Index of the message or enum, -1 for none.
    func checkOptions(
        of member: Member, _ kind: FieldKind, _ type: Int, _ features: Features, parent: Int
    ) throws(SchemaError) {
        guard !files[member.file].isDescribed else { return }
        let declaration = member.syntax.declaration
        var problem: String?
        let defaults = declaration.options.filter { $0.name == "default" }
        let hasPresence = features.fieldPresence != .implicit || member.isExtension || member.syntax.oneof != nil
        if let value = defaults.first?.value {
            if defaults.count > 1 {
                problem = "it has two defaults."
            } else if files[member.file].dialect == .proto3 {
                problem = "fields of proto3 have no default but zero."
            } else if member.syntax.label == .repeated || kind.isMessage || !hasPresence {
                problem = "repeated fields, messages and fields without presence have no default."
            } else if !isDefault(value, kind, type) {
                problem = "this default is no value of the field."
            }
        }
        let isPacked = declaration.options.contains { $0.name == "packed" && $0.value.isTrue }
        if isPacked, member.syntax.label != .repeated || !kind.isPackable {
            problem = "only repeated numbers and enums can be packed."
        }
        if messages[parent].syntax.isMapEntry, kind == .enumeration, enums[type].syntax.values.first?.number != 0 {
            problem = "an enum in a map begins with 0, which a missing value stands for."
        }
        guard let problem else { return }
        throw SchemaError(
            .invalidDeclaration, files[member.file].name, declaration.position, "“\(declaration.name)”: \(problem)")
    }

    private func isDefault(_ value: SchemaOption.Value, _ kind: FieldKind, _ type: Int) -> Bool {
        switch (kind, value) {
        case (.string, .string), (.bytes, .string): true
        case (.bool, .identifier(let word)): word == "true" || word == "false"
        case (.float, .unsigned), (.float, .negative), (.float, .number): true
        case (.double, .unsigned), (.double, .negative), (.double, .number): true
        case (.float, .identifier(let word)), (.double, .identifier(let word)):
            ["inf", "infinity", "nan"].contains(word)
        case (.enumeration, .identifier(let word)): enums[type].syntax.values.contains { $0.declaration.name == word }
        case (.int32, .unsigned(let number)), (.sint32, .unsigned(let number)), (.sfixed32, .unsigned(let number)):
            number <= UInt64(Int32.max)
        case (.int32, .negative(let number)), (.sint32, .negative(let number)), (.sfixed32, .negative(let number)):
            number >= Int64(Int32.min)
        case (.int64, .unsigned(let number)), (.sint64, .unsigned(let number)), (.sfixed64, .unsigned(let number)):
            number <= UInt64(Int64.max)
        case (.int64, .negative), (.sint64, .negative), (.sfixed64, .negative): true
        case (.uint32, .unsigned(let number)), (.fixed32, .unsigned(let number)): number <= UInt64(UInt32.max)
        case (.uint64, .unsigned), (.fixed64, .unsigned): true
        default: false
        }
    }
}
