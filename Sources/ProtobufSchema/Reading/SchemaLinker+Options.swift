// Options against the messages that declare them: those of the built-in `descriptor.proto`, and custom ones of `extend` blocks.

/// What has options: the kind of declaration, and where it stands.
private struct OptionPlace {
    /// `Message` for `google.protobuf.MessageOptions`.
    let kind: String
    /// The full name in which the names of custom options are looked up.
    let scope: String
    let file: Int
    var start: FilePlace
}

/// The type of an option, or of a member of one.
private struct OptionType {
    var kind: FieldKind
    var isRepeated = false
    var message: MessageDescriptor?
    var enumeration: EnumDescriptor?
}

extension OptionType {
    init(_ field: FieldDescriptor) {
        self.init(
            kind: field.kind, isRepeated: field.isRepeated, message: field.message, enumeration: field.enumeration)
    }
}

struct OptionChecker {
    private let linker: SchemaLinker
    private let pool: SchemaPool
    private let builtIn: Schema
    private var custom: [String: Member] = [:]

    init(_ linker: SchemaLinker, _ pool: SchemaPool) throws(SchemaError) {
        self.linker = linker
        self.pool = pool
        builtIn = try DescriptorProto.schema.get()
        for member in linker.extensions { custom[member.fullName] = member }
    }

    func check(_ file: FileSyntax, at index: Int) throws(SchemaError) {
        var place = OptionPlace(kind: "File", scope: file.package, file: index, start: FilePlace(file: file.name))
        try checkRepetitions(file.options, place)
        for (option, start) in zip(file.options, file.optionPlaces) {
            place.start = start
            try check(option, place)
        }
    }

    func check(_ declarations: [DeclarationSyntax], _ kind: String, in scope: String, _ file: Int) throws(SchemaError) {
        for declaration in declarations {
            let place = OptionPlace(kind: kind, scope: scope, file: file, start: declaration.place)
            for option in declaration.options { try check(option, place) }
            try checkRepetitions(declaration.options, place)
        }
    }

    func check(_ field: FieldSyntax, in scope: String, _ file: Int) throws(SchemaError) {
        let place = OptionPlace(kind: "Field", scope: scope, file: file, start: field.declaration.place)
        try checkRepetitions(field.declaration.options, place)
        for option in field.declaration.options {
            switch option.name {
            case "default": try checkDefault(option.value, of: field, place)
            case "json_name":
                if let problem = problem(option.value, OptionType(kind: .string)) {
                    throw failure("“json_name” \(problem)", place)
                }
            case "packed":
                if case .edition = linker.files[file].dialect {
                    throw failure("Editions have features.repeated_field_encoding for “packed”.", place)
                }
                let type = try type(of: field, in: place.scope, place.file)
                if option.value.isTrue, !type.isRepeated || !type.kind.isPackable {
                    throw failure("Only repeated numbers, enums and bools can be packed.", place)
                }
                fallthrough
            default: try check(option, place)
            }
        }
    }

    private func check(_ option: SchemaOption, _ place: OptionPlace) throws(SchemaError) {
        var names = option.name.fieldNames[...]
        let first = names.removeFirst()
        guard var type = try type(named: first, place) else { return }
        var path = first
        while let name = names.popFirst(), !name.hasPrefix("(") {
            guard let message = type.message else { throw failure("The option “\(path)” is no message.", place) }
            guard let field = message.field(named: name), field.name == name else {
                throw failure("The option “\(path)” has no member “\(name)”.", place)
            }
            type = OptionType(field)
            path += ".\(name)"
        }
        // An extension inside an option is left unchecked.
        guard path == option.name else { return }
        if let problem = problem(option.value, type) { throw failure("The option “\(path)” \(problem)", place) }
        if first == "features" { try checkFeatures(option, place) }
        if path == "map_entry" { throw failure("Write map<key, value> instead of the option “map_entry”.", place) }
    }

    private func checkRepetitions(_ options: [SchemaOption], _ place: OptionPlace) throws(SchemaError) {
        var names: Set<String> = []
        for option in options where !names.insert(option.name).inserted {
            let parts = option.name.fieldNames
            guard parts.count == 1 || parts[0] == "features" else { continue }
            if parts.count == 1, option.name != "default", option.name != "json_name" {
                guard let type = try type(named: option.name, place), !type.isRepeated else { continue }
            }
            throw failure("The option “\(option.name)” is set twice.", place, .duplicate)
        }
    }

    // MARK: Names

    /// The type of an option; `nil` for one that may be declared in a file that was not found.
    private func type(named name: String, _ place: OptionPlace) throws(SchemaError) -> OptionType? {
        guard name.hasPrefix("(") else {
            let message = builtIn.message(named: "google.protobuf.\(place.kind)Options")
            guard let field = message?.fields.first(where: { $0.name == name && !$0.isExtension }) else {
                let hint = message?.nearestFieldName(to: name).map { " Did you mean “\($0)”?" } ?? ""
                throw failure("There is no option “\(name)” here.\(hint)", place)
            }
            return OptionType(field)
        }
        let written = String(name.dropFirst().dropLast())
        for fullName in written.fullNames(in: place.scope) {
            if let member = custom[fullName], linker.visible[place.file].contains(member.file),
                let extendee = member.syntax.extendee?.name
            {
                guard extendee.lastComponent == "\(place.kind)Options" else {
                    throw failure("“\(name)” is an option of \(extendee), which does not belong here.", place)
                }
                return try type(of: member.syntax, in: member.scope, member.file)
            }
        }
        guard linker.lostImports[place.file].others else {
            throw failure("The option “\(name)” is declared in no file that is imported here.", place, .unresolved)
        }
        return nil
    }

    private func type(of field: FieldSyntax, in scope: String, _ file: Int) throws(SchemaError) -> OptionType {
        let type = try linker.type(of: field, in: scope, file: file)
        return OptionType(
            kind: type.kind, isRepeated: field.label == .repeated, message: type.message.map { pool.descriptor($0) },
            enumeration: type.enumeration.map { pool.descriptor($0) })
    }

    // MARK: Values

    private func checkDefault(
        _ value: SchemaOption.Value, of field: FieldSyntax, _ place: OptionPlace
    ) throws(SchemaError) {
        let type = try type(of: field, in: place.scope, place.file)
        if linker.files[place.file].dialect == .proto3 { throw failure("Fields of proto3 have no default.", place) }
        let features = linker.features(field.declaration.options, in: place.file)
        if features.fieldPresence == .implicit, field.oneof == nil, field.extendee == nil {
            throw failure("Fields whose features.field_presence is IMPLICIT have no default.", place)
        }
        if type.isRepeated || type.message != nil {
            throw failure("Repeated fields and messages have no default.", place)
        }
        if let problem = problem(value, type) { throw failure("The default \(problem)", place) }
    }

    /// Features exist in editions only, each on certain declarations.
    private func checkFeatures(_ option: SchemaOption, _ place: OptionPlace) throws(SchemaError) {
        guard case .edition = linker.files[place.file].dialect else {
            throw failure("Only editions have features.", place)
        }
        let names = option.name == "features" ? option.value.members.map(\.name) : [option.name.fieldNames[1]]
        let set = builtIn.message(named: "google.protobuf.FeatureSet")
        let target = "TARGET_TYPE_\(place.kind == "EnumValue" ? "ENUM_ENTRY" : place.kind.uppercased())"
        for name in names {
            guard let field = set?.fields.first(where: { $0.name == name }) else { continue }
            guard field.options.values(of: "targets").contains(.identifier(target)) else {
                throw failure("The feature “\(name)” cannot be chosen here.", place)
            }
        }
    }

    /// Why a type cannot have a value, as the end of a sentence; `nil` if it can.
    ///
    /// - Parameter isMember: Whether the value stands in an aggregate, which is text format.
    private func problem(_ value: SchemaOption.Value, _ type: OptionType, isMember: Bool = false) -> String? {
        if isMember, type.isRepeated, case .list(let values) = value {
            return values.lazy.compactMap { problem($0, type, isMember: true) }.first
        }
        switch (type.kind, value) {
        case (.message, .message(let members)), (.group, .message(let members)):
            return type.message.flatMap { problem(members, $0) }
        case (.enumeration, .identifier(let name)):
            return type.enumeration.map { $0.value(named: name) == nil ? "has no value “\(name)”." : nil } ?? nil
        case (.bool, .identifier(let word)):
            let words = isMember ? ["true", "false", "t", "f", "True", "False"] : ["true", "false"]
            if words.contains(word) { return nil }
        case (.string, .string), (.bytes, .string), (.float, .number), (.double, .number): return nil
        case (.float, .identifier(let word)), (.double, .identifier(let word)):
            let name = word.hasPrefix("-") ? String(word.dropFirst()) : word
            if ["inf", "nan"].contains(name) || isMember && name == "infinity" { return nil }
        case (.enumeration, .number), (.bool, .number): if isMember { return nil }
        case (_, .number(let text)): if type.kind.isInteger, type.kind.holds(integer: text) { return nil }
        default: break
        }
        let name = type.message?.fullName ?? type.enumeration?.fullName ?? type.kind.keyword
        return "is of type \(name), which cannot have this value."
    }

    private func problem(_ members: [SchemaOption], _ message: MessageDescriptor) -> String? {
        for member in members {
            if member.name.hasPrefix("[") {
                guard message.fullName == "google.protobuf.Any", !member.name.contains("/") else { continue }
                return "needs a slash in \(member.name): [type.googleapis.com/full.Name]."
            }
            // A group has the name of its type.
            guard let field = message.field(named: member.name) ?? message.field(named: member.name.lowercased()),
                field.name == member.name || field.message?.name == member.name
            else { return "has no member “\(member.name)”." }
            if let problem = problem(member.value, OptionType(field), isMember: true) {
                return "cannot be read: “\(member.name)” \(problem)"
            }
        }
        return nil
    }

    private func failure(
        _ message: String, _ place: OptionPlace, _ code: SchemaError.Code = .invalidDeclaration
    ) -> SchemaError {
        SchemaError(code, at: place.start, message)
    }
}

extension FieldKind {
    /// Whether an integer as written, in decimal, octal or hexadecimal digits, is in the range of this kind.
    fileprivate func holds(integer text: String) -> Bool {
        let isNegative = text.hasPrefix("-")
        let digits = Array(text.utf8.dropFirst(isNegative ? 1 : 0))
        guard !isNegative || integers.least < 0, let magnitude = UInt64(literal: digits[...]) else { return false }
        return bits(magnitude, isNegative: isNegative) != nil
    }
}
