internal import ByteText
internal import ProtobufWire

// What protoc refuses although bytes would have a meaning: mistakes after which a schema would be read as another one than its
// author means. Checked in files that are read as text; a descriptor set has passed the compiler.

extension SchemaLinker {
    /// Checks the declarations of all files that no compiler has accepted, and their options.
    func check() throws(SchemaError) {
        for (index, file) in files.enumerated() where !file.isCompiled { try checkOptions(ofFile: index) }
        var names: Names = [:]
        for item in enums where !files[item.file].isCompiled {
            try check(item, names: &names)
            try checkOptions(of: [item.syntax.declaration], "Enum", in: item.file)
            try checkOptions(of: item.syntax.values.map(\.declaration), "EnumValue", in: item.file)
        }
        for item in messages where !files[item.file].isCompiled && !item.syntax.isMapEntry {
            try check(item, names: &names)
            try checkOptions(of: [item.syntax.declaration], "Message", in: item.file)
            try checkOptions(of: item.syntax.oneofs, "Oneof", in: item.file)
            try checkOptions(of: item.syntax.fields.map(\.declaration), "Field", in: item.file)
        }
        for (position, members) in extensionMembers.enumerated() where !members.isEmpty {
            let ranges = try NumberRanges(
                extensions: messages[position].syntax.extensionRanges, reserved: [], within: .min ... .max)
            for member in members.lazy.map({ extensions[$0] }) where !files[member.file].isCompiled {
                try check(extension: member, of: messages[position], ranges)
            }
        }
        for member in extensions where !files[member.file].isCompiled {
            try checkOptions(of: [member.syntax.declaration], "Field", in: member.file)
        }
        for item in services where !files[item.file].isCompiled {
            for method in item.syntax.methods { try claim(method.declaration, in: item.fullName, &names) }
            try checkOptions(of: [item.syntax.declaration], "Service", in: item.file)
            try checkOptions(of: item.syntax.methods.map(\.declaration), "Method", in: item.file)
        }
    }

    // MARK: Names

    /// By full names of scopes, the names of the fields, oneofs, enum values and methods in them, which no table has.
    private typealias Names = [String: Set<String>]

    private func claim(_ declaration: DeclarationSyntax, in scope: String, _ names: inout Names) throws(SchemaError) {
        guard symbols[scope.appending(component: declaration.name)] == nil,
            names[scope, default: []].insert(declaration.name).inserted
        else { throw declaration.failure(.duplicate, "“\(declaration.name)” is declared already.") }
    }

    // MARK: Messages

    private func check(_ item: Declared<MessageSyntax>, names: inout Names) throws(SchemaError) {
        let syntax = item.syntax
        let dialect = files[item.file].dialect
        for declaration in syntax.oneofs + syntax.fields.map(\.declaration) {
            try claim(declaration, in: item.fullName, &names)
        }
        let usedOneofs = Set(syntax.fields.compactMap(\.oneof))
        for (position, oneof) in syntax.oneofs.enumerated() where !usedOneofs.contains(position) {
            throw oneof.failure(.invalidDeclaration, "The oneof “\(oneof.name)” has no fields.")
        }
        if dialect == .proto3, let range = syntax.extensionRanges.first {
            throw SchemaError(.invalidDeclaration, at: range.place, "Messages of proto3 have no extensions.")
        }
        let last = syntax.declaration.options.isMessageSet ? Int64(Int32.max) - 1 : Int64(Tag.fieldNumbers.upperBound)
        let ranges = try NumberRanges(
            extensions: syntax.extensionRanges, reserved: syntax.reservedRanges, within: 1...last)
        for field in syntax.fields {
            try check(field, in: item.file)
            if let isReserved = ranges.isReserved(Int64(field.number)) {
                let (name, state) = (field.declaration.name, isReserved ? "reserved" : "left to extensions")
                throw field.declaration.failure(.duplicate, "Number \(field.number) of “\(name)” is \(state).")
            }
        }
        try check(syntax.fields.map(\.declaration), of: syntax.declaration, areNoneOf: syntax.reservedNames)
        try checkJSONNames(item)
    }

    private func check(_ field: FieldSyntax, in file: Int) throws(SchemaError) {
        let name = field.declaration.name
        let problem: String? =
            switch (files[file].dialect, field.label) {
            case (.proto3, .required): "Fields of proto3 cannot be required."
            case (.edition, .required): "Editions have features.field_presence = LEGACY_REQUIRED for required."
            case (.edition, .optional): "In editions, fields are optional without the word."
            case (.proto3, _) where field.kind == .group, (.edition, _) where field.kind == .group:
                "Groups exist in proto2 only."
            case _ where 19_000...19_999 ~= field.number:
                "The numbers from 19000 to 19999, of which “\(name)” has one, are protobuf's own."
            default: nil
            }
        if let problem { throw field.declaration.failure(.invalidDeclaration, problem) }
    }

    private func check(
        extension member: Member, of item: Declared<MessageSyntax>, _ ranges: NumberRanges
    ) throws(SchemaError) {
        try check(member.syntax, in: member.file)
        // The reader of descriptor sets leaves out extension ranges.
        guard !files[item.file].isCompiled || !item.syntax.extensionRanges.isEmpty else { return }
        let number = Int64(member.syntax.number)
        guard ranges.isReserved(number) == false else {
            throw member.syntax.declaration.failure(
                .invalidNumber, "\(item.fullName) does not leave \(number) to extensions.")
        }
    }

    private func check(
        _ members: [DeclarationSyntax], of declaration: DeclarationSyntax, areNoneOf reserved: [String]
    ) throws(SchemaError) {
        var known: Set<String> = []
        for name in reserved where !known.insert(name).inserted {
            throw declaration.failure(.duplicate, "“\(name)” is reserved twice in \(declaration.name).")
        }
        for member in members where known.contains(member.name) {
            throw member.failure(.duplicate, "The name “\(member.name)” is reserved.")
        }
    }

    // MARK: Names in JSON

    /// Each name in JSON belongs to one field. Names that are given must differ everywhere; derived ones where the
    /// format is not `LEGACY_BEST_EFFORT`, as it is in proto2.
    private func checkJSONNames(_ item: Declared<MessageSyntax>) throws(SchemaError) {
        let fields = item.syntax.fields.map(\.declaration)
        for field in fields {
            guard let name = field.options.text(of: "json_name") else { continue }
            if name.hasPrefix("["), name.hasSuffix("]") {
                throw field.failure(.invalidDeclaration, "A json_name in brackets would be the name of an extension.")
            }
            if name.utf8.contains(0) {
                throw field.failure(.invalidDeclaration, "A json_name cannot contain a zero byte.")
            }
        }
        let isStrict = jsonFormat(of: item) == .allow
        for derived in [true, false] {
            var owners: [String: (name: String, isGiven: Bool)] = [:]
            for field in fields {
                let given = derived ? nil : field.options.text(of: "json_name")
                let jsonName = given ?? DerivedName.json(field.name)
                let owner = owners[jsonName]
                if let owner, isStrict || owner.isGiven && given != nil {
                    throw field.failure(
                        .duplicate, "“\(field.name)” and “\(owner.name)” have the same name “\(jsonName)” in JSON.")
                }
                if owner == nil || given != nil { owners[jsonName] = (field.name, given != nil) }
            }
        }
    }

    /// The feature `json_format` of a message: its own, that of a message around it, or that of the file.
    private func jsonFormat(of item: Declared<MessageSyntax>) -> Features.JSONFormat {
        if item.syntax.declaration.options.isTrue("deprecated_legacy_json_field_conflicts") { return .bestEffort }
        guard case .edition = files[item.file].dialect else { return fileFeatures[item.file].jsonFormat }
        let outwards = sequence(first: item) { $0.parent.map { messages[$0.position] } }
        let features = outwards.reversed().reduce(fileFeatures[item.file]) { $0.with($1.syntax.declaration.options) }
        return features.jsonFormat
    }

    // MARK: Enums

    private func check(_ item: Declared<EnumSyntax>, names: inout Names) throws(SchemaError) {
        let syntax = item.syntax
        let declaration = syntax.declaration
        guard let first = syntax.values.first else {
            throw declaration.failure(.invalidDeclaration, "The enum “\(declaration.name)” has no values.")
        }
        let features = features(declaration.options, in: item.file)
        if features.enumType == .open, first.number != 0 {
            throw first.declaration.failure(.invalidNumber, "The first value of an open enum has the number 0.")
        }
        let ranges = try NumberRanges(
            extensions: [], reserved: syntax.reservedRanges, within: Int64(Int32.min)...Int64(Int32.max))
        var owners: [Int32: String] = [:]
        for value in syntax.values {
            try claim(value.declaration, in: item.fullName.droppingLastComponent, &names)
            if let owner = owners.updateValue(value.declaration.name, forKey: value.number),
                !declaration.options.isTrue("allow_alias")
            {
                throw value.declaration.failure(
                    .duplicate,
                    "Number \(value.number) belongs to “\(owner)” already. If both are meant: option allow_alias = true;"
                )
            }
            if ranges.isReserved(Int64(value.number)) != nil {
                throw value.declaration.failure(
                    .duplicate, "Number \(value.number) of “\(value.declaration.name)” is reserved.")
            }
        }
        try check(syntax.values.map(\.declaration), of: declaration, areNoneOf: syntax.reservedNames)
    }
}

/// The ranges of numbers that a message leaves to extensions, and those that a message or enum reserves.
private struct NumberRanges {
    /// Ascending.
    private var ranges: [(numbers: ClosedRange<Int64>, isReserved: Bool, place: FilePlace)] = []

    /// - Parameter limits: The numbers that fields or values can have. What is reserved may reach above them.
    init(
        extensions: [NumberRangeSyntax], reserved: [NumberRangeSyntax], within limits: ClosedRange<Int64>
    ) throws(SchemaError) {
        for (range, isReserved) in extensions.map({ ($0, false) }) + reserved.map({ ($0, true) }) {
            let end = range.end ?? limits.upperBound
            guard limits.lowerBound <= range.start, range.start <= end, isReserved || end <= limits.upperBound else {
                throw SchemaError(
                    .invalidNumber, at: range.place, "The range \(range.start) to \(end) is empty or goes too far.")
            }
            ranges.append((range.start...end, isReserved, range.place))
        }
        ranges.sort { $0.numbers.lowerBound < $1.numbers.lowerBound }
        for (left, right) in zip(ranges, ranges.dropFirst()) where left.numbers.upperBound >= right.numbers.lowerBound {
            throw SchemaError(
                .duplicate, at: right.place,
                "Number \(right.numbers.lowerBound) is in two ranges of extensions and reserved numbers.")
        }
    }

    /// Whether the range that has a number is reserved, and not left to extensions; `nil` for a number in no range.
    func isReserved(_ number: Int64) -> Bool? {
        let index = ranges.partitioningIndex { $0.numbers.upperBound >= number }
        return index < ranges.endIndex && ranges[index].numbers.contains(number) ? ranges[index].isReserved : nil
    }
}
