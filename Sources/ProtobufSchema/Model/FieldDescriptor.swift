/// A field of a message. Two descriptors are equal when they describe the same thing of the same loaded schema.
public struct FieldDescriptor: Hashable, Sendable, CustomStringConvertible {
    let pool: SchemaPool
    package let index: FieldIndex

    /// The name in the `.proto` file: `trip_status`. For an extension the full name in brackets as in text format:
    /// `[acme.v1.shift]`.
    public var name: String { pool.fields[index].name }
    /// The name in JSON: `tripStatus`, or the value of `json_name`; for an extension the full name in brackets.
    public var jsonName: String { pool.fields[index].jsonName }
    /// The number on the wire, 1 to 2^29 - 1.
    public var number: Int { pool.shapes[index].number }
    /// The declared type.
    public var kind: FieldKind { pool.shapes[index].kind }
    /// Whether the field is singular, required or repeated.
    public var cardinality: FieldCardinality { pool.shapes[index].cardinality }
    /// Whether the field is repeated; maps are.
    public var isRepeated: Bool { pool.shapes[index].isRepeated }
    /// Whether the field is a map, whose entries are messages with a key and a value.
    public var isMap: Bool { pool.shapes[index].isMap }
    /// Whether encoders write the values of this repeated field in one length-delimited field.
    public var isPacked: Bool { pool.shapes[index].isPacked }
    /// Whether unset differs from the default value: messages, oneof members, `optional`, most of proto2.
    public var hasPresence: Bool { pool.shapes[index].hasPresence }
    /// Whether the field is on the wire whenever its sender sets it: numbers and Bools without presence are not while they are
    /// zero or false. Texts and enums count, because their zero values say nothing.
    package var isSentWhenSet: Bool { hasPresence || isRepeated || [.string, .bytes, .enumeration].contains(kind) }
    /// Whether `optional` was written.
    public var isOptional: Bool { pool.fields[index].isOptionalKeyword }
    /// What `google.api.field_behavior` says about the field.
    public var behavior: FieldBehavior { pool.fields[index].behavior }
    /// Whether the field was given to its message by an `extend` block, of any file of the schema.
    public var isExtension: Bool { pool.fields[index].isExtension }
    /// Whether the field is marked as deprecated.
    public var isDeprecated: Bool { pool.fields[index].options.isDeprecated }
    /// The options of the field, as written.
    public var options: [SchemaOption] { pool.fields[index].options }
    /// The comment before the declaration, or else the one behind it on its line; `""` when there is none.
    public var documentation: String { pool.fields[index].documentation }

    /// The message that has the field; for an extension the message that is extended.
    public var parent: MessageDescriptor { pool.descriptor(pool.fields[index].parent) }
    public var description: String { "\(parent).\(name)" }

    /// The type of a message or group field; the entry type of a map.
    public var message: MessageDescriptor? { pool.shapes[index].message.map { pool.descriptor($0) } }

    /// The type of an enum field.
    public var enumeration: EnumDescriptor? { pool.shapes[index].enumeration.map { pool.descriptor($0) } }

    /// The oneof that the field is a member of.
    public var oneof: OneofDescriptor? { pool.shapes[index].oneof.map { pool.descriptor($0) } }

    /// The fields `key` and `value` of a map's entries.
    public var mapEntry: (key: FieldDescriptor, value: FieldDescriptor)? {
        pool.mapEntry(of: index).map { (pool.descriptor($0.key), pool.descriptor($0.value)) }
    }

    /// The type as in a `.proto` file, messages and enums with their full names: `map<string, google.type.LatLng>`.
    public var typeName: String {
        if let (key, value) = mapEntry { return "map<\(key.typeName), \(value.typeName)>" }
        return message?.fullName ?? enumeration?.fullName ?? kind.keyword
    }
}
