internal import JSONText
internal import ProtobufWire

extension SchemaLinker {
    // MARK: Messages

    /// Resolves and checks one message, and appends its fields and oneofs to the tables.
    mutating func linkMessage(_ index: MessageIndex) throws(SchemaError) -> MessageRecord {
        let message = messages[index.position]
        let syntax = message.syntax
        let own = syntax.fields.map { Member(syntax: $0, file: message.file, scope: message.fullName) }
        let sorted = (own + extensionMembers[index.position].map { extensions[$0] }).enumerated()
            .sorted { $0.element.syntax.number < $1.element.syntax.number }
        let firstField = fields.count
        let firstOneof = oneofs.count
        var names: [String: FieldIndex] = [:]
        names.reserveCapacity(sorted.count)
        for (_, member) in sorted {
            let number = member.syntax.number
            if let last = fields[firstField...].last, last.shape.number == number {
                throw member.syntax.declaration.failure(
                    .duplicate, "Number \(number) of \(message.fullName) belongs to “\(last.name)” already.")
            }
            let record = try linkField(member, of: index)
            names[record.name] = FieldIndex(fields.count)
            fields.append(record)
        }
        let declared = sorted.indices.sorted { sorted[$0].offset < sorted[$1].offset }.map { firstField + $0 }
        let jsonNames = jsonNames(declared)
        oneofs += syntax.oneofs.map { OneofRecord(declaration: $0, parent: index) }
        return MessageRecord(
            declaration: syntax.declaration, fullName: message.fullName, parent: message.parent,
            fields: FieldIndex(firstField)..<FieldIndex(fields.count),
            oneofs: OneofIndex(firstOneof)..<OneofIndex(oneofs.count), isMapEntry: syntax.isMapEntry,
            wellKnown: WellKnownType(message.fullName, fields[firstField...]), names: names, jsonNames: jsonNames,
            reservedNames: syntax.reservedNames)
    }

    /// The fields of a message, in order of declaration, by their names in JSON; of two with one name the last.
    ///
    /// A field whose name belongs to another one is written with its own name of the `.proto` file, by which it is found,
    /// too.
    private mutating func jsonNames(_ declared: [Int]) -> [String: FieldIndex] {
        var names: [String: FieldIndex] = [:]
        names.reserveCapacity(declared.count)
        for field in declared { names[fields[field].jsonName] = FieldIndex(field) }
        guard names.count < declared.count else { return names }
        for field in declared
        where names[fields[field].jsonName] != FieldIndex(field) && names[fields[field].name] == nil {
            fields[field].jsonMemberBeginning = fields[field].memberBeginning
        }
        return names
    }

    // MARK: Fields

    /// - Parameter message: The message that has the field, whose oneofs follow those in the table.
    private func linkField(_ member: Member, of message: MessageIndex) throws(SchemaError) -> FieldRecord {
        let field = member.syntax
        let declaration = field.declaration
        let options = declaration.options
        let isInMap = messages[message.position].syntax.isMapEntry
        guard Tag.fieldNumbers.contains(field.number) else {
            throw declaration.failure(
                .invalidNumber,
                "“\(declaration.name)” has number \(field.number); 1 to \(Tag.fieldNumbers.upperBound) exist.")
        }
        var (kind, type, enumeration) = try type(of: field, in: member.scope, file: member.file)
        if field.isMap { try checkMapEntry(type, of: message, member) }
        if isInMap, !files[member.file].isCompiled, let enumeration,
            enums[enumeration.position].syntax.values.first?.number != 0
        {
            throw declaration.failure(.invalidNumber, "The first value of an enum in a map has the number 0.")
        }
        if field.label == .none, files[member.file].dialect == .proto2, field.oneof == nil, !isInMap {
            throw declaration.failure(
                .invalidDeclaration,
                "Fields of proto2 need optional, required or repeated. If this is proto3, begin the file with: "
                    + "syntax = \"proto3\";")
        }
        let features = features(options, in: member.file)
        // Maps and their entries are as they always were.
        if kind == .message, !field.isMap, !isInMap, features.messageEncoding == .delimited { kind = .group }
        var cardinality = FieldCardinality.singular
        if field.label == .repeated { cardinality = .repeated }
        if field.label == .required || features.fieldPresence == .required { cardinality = .required }
        let name = member.name
        let jsonName =
            member.isExtension ? name : options.text(of: "json_name") ?? DerivedName.json(declaration.name)
        let isPacked = options.last { $0.name == "packed" }?.value.isTrue ?? (features.repeatedEncoding == .packed)
        let shape = FieldShape(
            number: field.number, kind: kind,
            wireTypes: kind.acceptedWireTypes(isRepeated: cardinality == .repeated), cardinality: cardinality,
            isMap: field.isMap, isPacked: field.label == .repeated && kind.isPackable && isPacked,
            hasPresence: field.label != .repeated
                && (kind.isMessage || field.oneof != nil || field.label == .optional || member.isExtension
                    || features.fieldPresence != .implicit),
            isUTF8: features.utf8Validation == .verify,
            isClosed: enumeration.map { enumRecords[$0.position].isClosed } ?? false, message: type,
            enumeration: enumeration, oneof: field.oneof.map { OneofIndex(oneofs.count + $0) })
        return FieldRecord(
            shape: shape, name: name, jsonName: jsonName, memberBeginning: JSONPrinter.beginning(of: name),
            jsonMemberBeginning: JSONPrinter.beginning(of: jsonName), isOptionalKeyword: field.label == .optional,
            parent: message,
            behavior: FieldBehavior(names: options.values(of: "(google.api.field_behavior)").compactMap(\.text)),
            options: options, documentation: declaration.documentation)
    }

    /// Checks that the entries of a map have a `key = 1` and a `value = 2`, on which readers of maps rely.
    private func checkMapEntry(_ type: MessageIndex?, of message: MessageIndex, _ member: Member) throws(SchemaError) {
        if let entry = type.map({ messages[$0.position] }), entry.parent == message, entry.syntax.isMapEntry {
            let parts = entry.syntax.fields.sorted { $0.number < $1.number }
            let areSound =
                parts.map(\.number) == [1, 2] && parts.allSatisfy { $0.label != .repeated && $0.oneof == nil }
            if areSound, let key = parts[0].kind, key.isInteger || key == .bool || key == .string { return }
        }
        throw member.syntax.declaration.failure(
            .invalidDeclaration, "The entries of the map “\(member.syntax.declaration.name)” are not a key and a value."
        )
    }

    // MARK: Enums

    func linkEnum(_ item: Declared<EnumSyntax>) -> EnumRecord {
        let syntax = item.syntax
        let positions = syntax.values.indices
        return EnumRecord(
            declaration: syntax.declaration, fullName: item.fullName, parent: item.parent,
            isClosed: features(syntax.declaration.options, in: item.file).enumType == .closed,
            isNull: item.fullName == "google.protobuf.NullValue",
            values: syntax.values.map { value in
                EnumDescriptor.Value(
                    name: value.declaration.name, number: value.number, options: value.declaration.options,
                    documentation: value.declaration.documentation)
            },
            // Writers give a number with several names its first one.
            numbers: Dictionary(zip(syntax.values.map(\.number), positions)) { first, _ in first },
            names: Dictionary(zip(syntax.values.map(\.declaration.name), positions)) { _, last in last })
    }
}
