// Which features hold where, and what cannot be chosen. Descriptor sets are taken as they are: their maker has checked them.
extension SchemaLinker {
    /// Features of the whole file.
    func features(ofFile file: Int) throws(SchemaError) -> Features {
        let choices = try choices(files[file].options, of: .file, file, .unknown)
        if choices.fieldPresence == .required, !files[file].isDescribed {
            throw SchemaError(
                .invalidDeclaration, files[file].name, .unknown, "LEGACY_REQUIRED can be chosen for single fields only."
            )
        }
        return Features(files[file].dialect).with(choices)
    }

    /// The features that a declaration names.
    func choices(
        _ options: [SchemaOption], of target: FeatureChoices.Target, _ file: Int, _ position: SourcePosition
    ) throws(SchemaError) -> FeatureChoices {
        let isLenient = files[file].isDescribed
        do throws(FeatureChoices.Problem) {
            guard case .edition = files[file].dialect else {
                guard isLenient || !FeatureChoices.isChosen(in: options) else {
                    throw FeatureChoices.Problem(message: "Features exist in editions only.")
                }
                return try FeatureChoices([], of: target, isLenient: true)
            }
            return try FeatureChoices(options, of: target, isLenient: isLenient)
        } catch {
            throw SchemaError(.invalidDeclaration, files[file].name, position, error.message)
        }
    }

    /// Whether the numbers of an enum are those it names and no others.
    func isClosed(_ item: EnumSyntax, in file: Int) throws(SchemaError) -> Bool {
        let declaration = item.declaration
        let choices = try choices(declaration.options, of: .enumeration, file, declaration.position)
        return fileFeatures[file].with(choices).enumType == .closed
    }

    /// Features of one field.
    ///
    /// - Parameters:
    ///   - kind: As declared, whatever the features make of it.
    ///   - type: Index of the message or enum, -1 for none.
    func features(of member: Member, _ kind: FieldKind, _ type: Int, parent: Int) throws(SchemaError) -> Features {
        let field = member.syntax
        let choices = try choices(field.declaration.options, of: .field, member.file, field.declaration.position)
        let features = fileFeatures[member.file].with(choices)
        guard case .edition = files[member.file].dialect, !files[member.file].isDescribed else { return features }
        if let problem = problem(member, kind, type, parent, choices, features) {
            throw SchemaError(
                .invalidDeclaration, files[member.file].name, field.declaration.position,
                "“\(field.declaration.name)”: \(problem)")
        }
        return features
    }

    private func problem(
        _ member: Member, _ kind: FieldKind, _ type: Int, _ parent: Int, _ choices: FeatureChoices, _ features: Features
    ) -> String? {
        let field = member.syntax
        let isRepeated = field.label == .repeated
        if kind == .enumeration, !isRepeated, field.oneof == nil, features.fieldPresence == .implicit,
            closedEnums[type]
        {
            return "a field without presence cannot have a closed enum."
        }
        // What is chosen for a map holds for its keys and values, too.
        if messages[parent].syntax.isMapEntry { return nil }
        if field.label == .optional {
            return "editions have no “optional”; fields have presence unless a feature says no."
        }
        if field.declaration.options.contains(where: { $0.name == "packed" }) {
            return "editions have features.repeated_field_encoding in place of “packed”."
        }
        if let presence = choices.fieldPresence {
            if isRepeated || field.oneof != nil || member.isExtension {
                return "field_presence cannot be chosen for repeated fields, members of a oneof and extensions."
            }
            if presence == .implicit, kind.isMessage { return "messages have presence always." }
        }
        if let encoding = choices.repeatedEncoding, !isRepeated || encoding == .packed && !kind.isPackable {
            return "repeated_field_encoding can be chosen for repeated fields, and PACKED for numbers and enums."
        }
        if choices.messageEncoding != nil, !kind.isMessage || field.isMap {
            return "message_encoding can be chosen for message fields only."
        }
        let strings = [kind] + (field.isMap && type >= 0 ? messages[type].syntax.fields.compactMap(\.kind) : [])
        if choices.utf8Validation != nil, !strings.contains(.string) {
            return "utf8_validation can be chosen for strings only."
        }
        return nil
    }
}
