extension SchemaLinker {
    /// The fields of a message by their names in JSON; where two have one name, the one that is declared last.
    ///
    /// A field whose name belongs to another one is written with its own name of the `.proto` file, by which it is found,
    /// too.
    mutating func jsonNames(
        _ range: Range<Int>, of message: Int, _ all: [Member], _ format: Features.JSONFormat
    ) throws(SchemaError) -> [String: FieldIndex] {
        let declared = range.sorted { fields[$0].order < fields[$1].order }
        var names: [String: Int] = [:]
        names.reserveCapacity(declared.count)
        for field in declared {
            if let other = names.updateValue(field, forKey: fields[field].jsonName) {
                let isBothChosen =
                    isJSONNameChosen(all[fields[field].order]) && isJSONNameChosen(all[fields[other].order])
                if format == .allow || isBothChosen { try refuse(field, other, fields[field].jsonName, message, all) }
            }
        }
        if format == .allow {
            // The names that fields would have without `json_name` may not be the same either.
            var defaults: [String: Int] = [:]
            for field in declared where !fields[field].isExtension {
                let name = DerivedName.json(fields[field].name)
                if let other = defaults.updateValue(field, forKey: name) {
                    try refuse(field, other, name, message, all)
                }
            }
        }
        if names.count < declared.count {
            for field in declared where names[fields[field].jsonName] != field && names[fields[field].name] == nil {
                fields[field].jsonMemberBeginning = fields[field].memberBeginning
            }
        }
        return names.mapValues(FieldIndex.init)
    }

    private func isJSONNameChosen(_ member: Member) -> Bool {
        let declaration = member.syntax.declaration
        return declaration.options.text(of: "json_name").map { $0 != DerivedName.json(declaration.name) } ?? false
    }

    private func refuse(
        _ field: Int, _ other: Int, _ name: String, _ message: Int, _ all: [Member]
    ) throws(SchemaError) {
        let options = messages[message].syntax.declaration.options
        let isAllowed = options.contains { $0.name == "deprecated_legacy_json_field_conflicts" && $0.value.isTrue }
        guard !isAllowed, !files[messages[message].file].isDescribed else { return }
        let member = all[fields[field].order]
        throw SchemaError(
            .duplicate, files[member.file].name, member.syntax.declaration.position,
            "In JSON “\(fields[field].name)” and “\(fields[other].name)” are the same: “\(name)”.")
    }
}
