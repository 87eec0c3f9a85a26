// Names of options, and the features of editions: misspelt, they would leave a schema that is read as another one. Nothing
// here reads defaults and custom options, and whether other options have values of their types is for a compiler to judge.

extension SchemaLinker {
    /// - Parameter kind: What the declarations are: `Message` for those with `google.protobuf.MessageOptions`.
    func checkOptions(of declarations: [DeclarationSyntax], _ kind: String, in file: Int) throws(SchemaError) {
        for declaration in declarations {
            for option in declaration.options {
                if let problem = try problem(option, kind, in: file) {
                    throw declaration.failure(.invalidDeclaration, problem)
                }
            }
        }
    }

    func checkOptions(ofFile index: Int) throws(SchemaError) {
        for (option, place) in zip(files[index].options, files[index].optionPlaces) {
            if let problem = try problem(option, "File", in: index) {
                throw SchemaError(.invalidDeclaration, at: place, problem)
            }
        }
    }

    /// What is wrong with an option, as a sentence.
    private func problem(_ option: SchemaOption, _ kind: String, in file: Int) throws(SchemaError) -> String? {
        let names = option.name.split(separator: ".").map(String.init)
        // Fields have two options that `descriptor.proto` does not declare.
        if names[0].hasPrefix("(") || kind == "Field" && ["default", "json_name"].contains(names[0]) { return nil }
        let builtIn = try DescriptorProto.schema.get()
        let options = builtIn.message(named: "google.protobuf.\(kind)Options")
        guard options?.field(named: names[0])?.name == names[0] else {
            let hint = options?.nearestFieldName(to: names[0]).map { " Did you mean “\($0)”?" } ?? ""
            return "There is no option “\(names[0])” here.\(hint)"
        }
        if names[0] == "map_entry" { return "Write map<key, value> instead of the option “map_entry”." }
        guard names[0] == "features" else { return nil }
        guard case .edition = files[file].dialect else { return "Only editions have features." }
        let set = builtIn.message(named: "google.protobuf.FeatureSet")
        if names.count > 1 { return problem(names[1], option.value, set, kind) }
        return option.value.members.lazy.compactMap { problem($0.name, $0.value, set, kind) }.first
    }

    private func problem(
        _ feature: String, _ value: SchemaOption.Value, _ set: MessageDescriptor?, _ kind: String
    ) -> String? {
        // Names in parentheses and brackets are features of single languages.
        if feature.hasPrefix("(") || feature.hasPrefix("[") { return nil }
        guard let field = set?.field(named: feature), field.name == feature else {
            return "There is no feature “\(feature)”."
        }
        let target = "TARGET_TYPE_\(kind == "EnumValue" ? "ENUM_ENTRY" : kind.uppercased())"
        guard field.options.values(of: "targets").contains(.identifier(target)) else {
            return "The feature “\(feature)” cannot be chosen here."
        }
        if case .identifier(let name) = value, field.enumeration?.value(named: name) != nil { return nil }
        return "The feature “\(feature)” has no value\(value.text.map { " “\($0)”" } ?? " like this")."
    }
}
