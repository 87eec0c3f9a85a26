internal import ProtobufWire

extension SchemaLinker {
    /// Numbers that protobuf keeps for itself.
    private static let internalNumbers = 19_000...19_999

    /// Resolves and checks one message, and appends its fields and oneofs to the tables.
    ///
    /// - Parameter format: How strict names in JSON are.
    mutating func linkMessage(_ index: Int, _ format: Features.JSONFormat) throws(SchemaError) -> MessageRecord {
        let (syntax, fullName, file, parent) = messages[index]
        let fileName = files[file].name
        var scope = Scope(file: fileName)
        for nested in syntax.messages { try scope.declare(nested.declaration) }
        for nested in syntax.enums {
            try scope.declare(nested.declaration)
            for value in nested.values { try scope.declareValue(value.declaration, of: nested) }
        }
        for oneof in syntax.oneofs {
            try scope.declare(oneof)
            _ = try choices(oneof.options, of: .oneof, file, oneof.position)
        }
        for field in syntax.fields { try scope.declare(field.declaration) }
        try checkRanges(syntax, in: file)
        for item in syntax.extensions { try scope.declare(item.field.declaration) }

        let own = syntax.fields.map { Member(syntax: $0, file: file, scope: fullName, isExtension: false) }
        let all = own + extensionMembers[index]
        let firstField = fields.count
        let firstOneof = oneofs.count
        var members = [[FieldIndex]](repeating: [], count: syntax.oneofs.count)
        var names: [String: FieldIndex] = [:]
        names.reserveCapacity(all.count)
        let sorted = all.indices.sorted { all[$0].syntax.number < all[$1].syntax.number }
        let numbers = MessageNumbers(syntax)
        for (position, order) in sorted.enumerated() {
            let field = all[order].syntax
            try check(all[order], numbers, of: fullName)
            if position > 0, all[sorted[position - 1]].syntax.number == field.number {
                let other = all[sorted[position - 1]].name
                throw SchemaError(
                    .duplicate, files[all[order].file].name, field.declaration.position,
                    "Number \(field.number) of \(fullName) belongs to “\(other)” already.")
            }
            let record = try linkField(all[order], parent: index, order: order, firstOneof: firstOneof)
            names[record.name] = FieldIndex(fields.count)
            fields.append(record)
        }
        let jsonNames = try jsonNames(firstField..<fields.count, of: index, all, format)
        for order in syntax.fields.indices {
            guard let oneof = syntax.fields[order].oneof, let field = names[syntax.fields[order].declaration.name]
            else {
                continue
            }
            members[oneof].append(field)
        }
        for (number, oneof) in syntax.oneofs.enumerated() {
            oneofs.append(
                OneofRecord(
                    name: oneof.name, parent: MessageIndex(index), members: members[number],
                    documentation: oneof.documentation))
        }
        return MessageRecord(
            name: syntax.declaration.name, fullName: fullName, file: file,
            parent: parent < 0 ? nil : MessageIndex(parent),
            fields: FieldIndex(firstField)..<FieldIndex(fields.count),
            oneofs: OneofIndex(firstOneof)..<OneofIndex(oneofs.count),
            nestedMessages: nestedMessages[index].map(MessageIndex.init),
            nestedEnums: nestedEnums[index].map(EnumIndex.init), isMapEntry: syntax.isMapEntry,
            wellKnown: wellKnownType(fullName, fields[firstField...]), names: names, jsonNames: jsonNames,
            reservedNames: syntax.reserved.names, options: syntax.declaration.options,
            documentation: syntax.declaration.documentation)
    }

    private func check(
        _ member: Member, _ numbers: MessageNumbers, of message: String
    ) throws(SchemaError) {
        let field = member.syntax
        let file = files[member.file].name
        let name = field.declaration.name
        let position = field.declaration.position
        guard Tag.fieldNumbers.contains(field.number) else {
            throw SchemaError(
                .invalidNumber, file, position,
                "“\(name)” has number \(field.number); 1 to \(Tag.fieldNumbers.upperBound) exist.")
        }
        guard !Self.internalNumbers.contains(field.number) else {
            throw SchemaError(
                .invalidNumber, file, position, "“\(name)”: protobuf keeps the numbers 19000 to 19999 for itself.")
        }
        guard numbers.extensions.contains(field.number) == member.isExtension else {
            throw SchemaError(
                .invalidNumber, file, position,
                member.isExtension
                    ? "“\(name)”: \(message) has no extension range with the number \(field.number)."
                    : "“\(name)”: number \(field.number) is kept for extensions.")
        }
        guard !member.isExtension else { return }
        guard !numbers.reserved.contains(field.number) else {
            throw SchemaError(.invalidNumber, file, position, "“\(name)”: number \(field.number) is reserved.")
        }
        guard !numbers.reservedNames.contains(name) else {
            throw SchemaError(.invalidNumber, file, position, "The name “\(name)” is reserved.")
        }
    }

    private func linkField(
        _ member: Member, parent: Int, order: Int, firstOneof: Int
    ) throws(SchemaError) -> FieldRecord {
        let field = member.syntax
        let file = member.file
        let dialect = files[file].dialect
        let declaration = field.declaration
        var kind = field.kind ?? .message
        var type = -1
        if field.kind == nil || kind.isMessage {
            switch try resolve(field.typeName, in: member.scope, file: file, at: declaration.position) {
            case .message(let index): type = index.position
            case .enumeration(let index):
                kind = .enumeration
                type = index.position
            case .service, .extension: break
            }
        }
        let options = declaration.options
        if member.isExtension, field.isMap || field.label == .required {
            throw SchemaError(
                .invalidDeclaration, files[file].name, declaration.position,
                "“\(declaration.name)” is an extension, which cannot be \(field.isMap ? "a map" : "required").")
        }
        if field.isMap { try checkMapEntry(type, of: parent, declaration) }
        if field.label == .required, dialect != .proto2 {
            throw SchemaError(
                .invalidDeclaration, files[file].name, declaration.position, "“required” exists in proto2 only.")
        }
        if field.label == .repeated, field.oneof != nil {
            throw SchemaError(
                .invalidDeclaration, files[file].name, declaration.position, "A oneof cannot have repeated fields.")
        }
        if field.label == .none, dialect == .proto2, field.oneof == nil, !messages[parent].syntax.isMapEntry {
            throw SchemaError(
                .invalidDeclaration, files[file].name, declaration.position,
                "Fields of proto2 need optional, required or repeated. If this is proto3, begin the file with: "
                    + "syntax = \"proto3\";")
        }
        let features = try features(of: member, kind, type, parent: parent)
        try checkOptions(of: member, kind, type, features, parent: parent)
        // Maps and their entries are as they always were.
        if kind == .message, !field.isMap, !messages[parent].syntax.isMapEntry, features.messageEncoding == .delimited {
            kind = .group
        }
        var cardinality = FieldCardinality.singular
        if field.label == .repeated { cardinality = .repeated }
        if field.label == .required || features.fieldPresence == .required { cardinality = .required }
        let name = member.name
        let jsonName =
            member.isExtension ? name : options.text(of: "json_name") ?? DerivedName.json(declaration.name)
        let shape = FieldShape(
            number: field.number, kind: kind, cardinality: cardinality, isMap: field.isMap,
            isPacked: field.label == .repeated && kind.isPackable && isPacked(options, features),
            hasPresence: field.label != .repeated
                && (kind.isMessage || field.oneof != nil || field.label == .optional || member.isExtension
                    || features.fieldPresence != .implicit),
            isUTF8: features.utf8Validation == .verify, isClosed: kind == .enumeration && closedEnums[type],
            message: kind.isMessage ? MessageIndex(type) : nil,
            enumeration: kind == .enumeration ? EnumIndex(type) : nil,
            oneof: field.oneof.map { OneofIndex(firstOneof + $0) })
        return FieldRecord(
            shape: shape, name: name, jsonName: jsonName, memberBeginning: JSONOutput.beginning(of: name),
            jsonMemberBeginning: JSONOutput.beginning(of: jsonName), isOptionalKeyword: field.label == .optional,
            parent: MessageIndex(parent), order: order,
            behavior: options.values(of: "(google.api.field_behavior)").reduce(into: []) { all, value in
                if let name = value.text, let one = FieldBehavior(name: name) { all.formUnion(one) }
            }, options: options, documentation: declaration.documentation)
    }

    /// Readers of maps rely on entries with a `key = 1` and a `value = 2`.
    private func checkMapEntry(_ type: Int, of parent: Int, _ declaration: DeclarationSyntax) throws(SchemaError) {
        if messages.indices.contains(type), messages[type].parent == parent, messages[type].syntax.isMapEntry {
            let parts = messages[type].syntax.fields.sorted { $0.number < $1.number }
            let areSound =
                parts.map(\.number) == [1, 2] && parts.allSatisfy { $0.label != .repeated && $0.oneof == nil }
            if areSound, parts[0].kind?.isMapKey == true { return }
        }
        throw SchemaError(
            .invalidDeclaration, files[messages[parent].file].name, declaration.position,
            "The entries of the map “\(declaration.name)” are not a key and a value.")
    }

    private func isPacked(_ options: [SchemaOption], _ features: Features) -> Bool {
        options.last { $0.name == "packed" }?.value.isTrue ?? (features.repeatedEncoding == .packed)
    }

    /// A message that bears a well-known name counts as well-known only when its fields are the ones everybody knows.
    private func wellKnownType(_ fullName: String, _ fields: ArraySlice<FieldRecord>) -> WellKnownType? {
        guard let type = WellKnownType(fullName: fullName) else { return nil }
        let fields = fields.map(\.shape)
        let shape = fields.map { "\($0.number):\($0.kind.keyword)\($0.isRepeated ? "*" : "")" }
        switch type {
        case .timestamp, .duration: return shape == ["1:int64", "2:int32"] ? type : nil
        case .fieldMask: return shape == ["1:string*"] ? type : nil
        case .any: return shape == ["1:string", "2:bytes"] ? type : nil
        case .structure: return shape == ["1:message*"] && fields.first?.isMap == true ? type : nil
        case .listValue: return shape == ["1:message*"] && fields.first?.isMap == false ? type : nil
        case .value:
            let kinds = ["1:enum", "2:double", "3:string", "4:bool", "5:message", "6:message"]
            return shape == kinds ? type : nil
        case .wrapper:
            return shape.count == 1
                && fields.first.map {
                    $0.number == 1 && !$0.kind.isMessage && $0.kind != .enumeration && !$0.hasPresence
                } == true
                ? type : nil
        }
    }

    /// Checks one enum.
    func linkEnum(_ index: Int) throws(SchemaError) -> EnumRecord {
        let (syntax, fullName, file, parent) = enums[index]
        let fileName = files[file].name
        let options = syntax.declaration.options
        let isClosed = closedEnums[index]
        guard let first = syntax.values.first else {
            throw SchemaError(
                .invalidDeclaration, fileName, syntax.declaration.position, "An enum needs at least one value.")
        }
        if !isClosed, first.number != 0 {
            throw SchemaError(
                .invalidNumber, fileName, first.declaration.position,
                "The first value of “\(syntax.declaration.name)” must be 0: it is the default.")
        }
        let allowsAlias = options.last { $0.name == "allow_alias" }?.value.isTrue ?? false
        let reserved = NumberRanges(syntax.reserved.numbers)
        let reservedNames = Set(syntax.reserved.names)
        var numbers: [Int32: Int] = [:]
        var names: [String: Int] = [:]
        for (position, value) in syntax.values.enumerated() {
            names[value.declaration.name] = position
            if reserved.contains(Int(value.number)) || reservedNames.contains(value.declaration.name) {
                throw SchemaError(
                    .invalidNumber, fileName, value.declaration.position,
                    "“\(value.declaration.name) = \(value.number)” is reserved.")
            }
            if let other = numbers[value.number] {
                guard !allowsAlias else { continue }
                throw SchemaError(
                    .duplicate, fileName, value.declaration.position,
                    "\(value.number) is “\(syntax.values[other].declaration.name)” already; option allow_alias = true; "
                        + "allows a second name.")
            }
            numbers[value.number] = position
        }
        return EnumRecord(
            name: syntax.declaration.name, fullName: fullName, file: file,
            parent: parent < 0 ? nil : MessageIndex(parent),
            isClosed: isClosed,
            isNull: fullName == "google.protobuf.NullValue",
            values: syntax.values.map { value in
                EnumDescriptor.Value(
                    name: value.declaration.name, number: value.number, options: value.declaration.options,
                    documentation: value.declaration.documentation)
            }, numbers: numbers, names: names, options: options, documentation: syntax.declaration.documentation)
    }
}

/// What the numbers and names of a message's fields are checked with.
private struct MessageNumbers {
    let extensions: NumberRanges
    let reserved: NumberRanges
    let reservedNames: Set<String>

    init(_ syntax: MessageSyntax) {
        extensions = NumberRanges(syntax.extensionRanges)
        reserved = NumberRanges(syntax.reserved.numbers)
        reservedNames = Set(syntax.reserved.names)
    }
}

/// Ranges of numbers, sorted and merged, so that a lookup is a binary search however many there are.
private struct NumberRanges {
    private var ranges: [ClosedRange<Int>] = []

    init(_ all: [ClosedRange<Int>]) {
        for range in all.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = ranges.last, range.lowerBound <= last.upperBound {
                ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                ranges.append(range)
            }
        }
    }

    func contains(_ number: Int) -> Bool {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < number { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(number)
    }
}
