/// A field of a message. Equal is the same field of the same loaded schema.
public struct FieldDescriptor: Hashable, Sendable {
    let pool: SchemaPool
    let index: FieldIndex

    /// The name of the `.proto` file: `trip_status`. Of an extension the full name in brackets, `[acme.v1.shift]`, as text
    /// format has it.
    public var name: String { pool.fields[index].name }
    /// The name as it was declared, without what an extension has around it: `shift`.
    package var declaredName: String { isExtension ? String(name.dropFirst().dropLast()).lastComponent : name }
    /// The name in JSON: `tripStatus`, or what `json_name` says; that of an extension is in brackets, too.
    public var jsonName: String { pool.fields[index].jsonName }
    /// 1 to 2^29 - 1.
    public var number: Int { pool.fields[index].number }
    public var kind: FieldKind { pool.fields[index].kind }
    public var cardinality: FieldCardinality { pool.fields[index].cardinality }
    /// Repeated, maps included.
    public var isRepeated: Bool { pool.fields[index].cardinality == .repeated }
    public var isMap: Bool { pool.fields[index].isMap }
    /// Whether encoders write the values of this repeated field in one length-delimited field.
    public var isPacked: Bool { pool.fields[index].isPacked }
    /// Whether unset differs from the default value: messages, oneof members, `optional`, most of proto2.
    public var hasPresence: Bool { pool.fields[index].hasPresence }
    /// Whether `optional` was written.
    public var isOptional: Bool { pool.fields[index].isOptionalKeyword }
    public var behavior: FieldBehavior { pool.fields[index].behavior }
    /// Whether the field was given to its message by an `extend` block, of any file of the schema.
    public var isExtension: Bool { pool.fields[index].isExtension }
    public var isDeprecated: Bool { pool.fields[index].options.isDeprecated }
    public var options: [SchemaOption] { pool.fields[index].options }
    /// The comment before the declaration, or else behind it on its line; `""` when there is none.
    public var documentation: String { pool.fields[index].documentation }

    /// The message that has the field; of an extension the one that is extended.
    public var parent: MessageDescriptor { MessageDescriptor(pool: pool, index: pool.fields[index].parent) }

    /// The type of a message or group field; the entry type of a map.
    public var message: MessageDescriptor? {
        pool.fields[index].message.map { MessageDescriptor(pool: pool, index: $0) }
    }

    /// The type of an enum field.
    public var enumeration: EnumDescriptor? {
        pool.fields[index].enumeration.map { EnumDescriptor(pool: pool, index: $0) }
    }

    public var oneof: OneofDescriptor? {
        pool.fields[index].oneof.map { OneofDescriptor(pool: pool, index: $0) }
    }

    /// The fields `key` and `value` of a map's entries.
    public var mapEntry: (key: FieldDescriptor, value: FieldDescriptor)? {
        guard isMap, let entry = message, let key = entry.field(number: 1), let value = entry.field(number: 2) else {
            return nil
        }
        return (key, value)
    }

    /// The type as a `.proto` file says it, messages and enums with their full name: `map<string, google.type.LatLng>`.
    public var typeName: String {
        if let (key, value) = mapEntry { return "map<\(key.typeName), \(value.typeName)>" }
        return message?.fullName ?? enumeration?.fullName ?? kind.keyword
    }
}
