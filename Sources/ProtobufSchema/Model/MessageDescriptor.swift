/// A message type of a schema. Two descriptors are equal when they describe the same thing of the same loaded schema.
public struct MessageDescriptor: Hashable, Sendable, CustomStringConvertible {
    let pool: SchemaPool
    let index: MessageIndex

    /// The name inside its scope: `Speed` of `a.b.Reading.Speed`.
    public var name: String { pool.messages[index].declaration.name }
    /// The name with package and outer messages, without leading dot.
    public var fullName: String { pool.messages[index].fullName }
    public var description: String { fullName }
    /// The comment before the declaration, one line per line; `""` when there is none.
    public var documentation: String { pool.messages[index].declaration.documentation }
    /// The options of the message, as written.
    public var options: [SchemaOption] { pool.messages[index].declaration.options }
    /// Whether the message is marked as deprecated.
    public var isDeprecated: Bool { pool.messages[index].declaration.options.isDeprecated }
    /// Whether this is the type of the entries of a map: `key = 1`, `value = 2`.
    public var isMapEntry: Bool { pool.messages[index].isMapEntry }
    /// The schema that the type belongs to.
    public var schema: Schema { Schema(pool: pool) }
    /// The package of the file that declares the message; `""` without one.
    public var package: String { parent?.package ?? fullName.droppingLastComponent }

    /// The message in which this message is declared.
    public var parent: MessageDescriptor? { pool.messages[index].parent.map { pool.descriptor($0) } }

    /// The fields, ascending by number, as encoders write them.
    public var fields: [FieldDescriptor] { pool.messages[index].fields.map { pool.descriptor($0) } }

    /// The oneofs that the `.proto` file declares; the ones that `optional` implies are left out.
    public var oneofs: [OneofDescriptor] { pool.messages[index].oneofs.map { pool.descriptor($0) } }

    /// The messages that are declared inside, map entries included.
    public var nestedMessages: [MessageDescriptor] { (pool.nestedMessages[index] ?? []).map { pool.descriptor($0) } }

    /// The enums that are declared inside.
    public var nestedEnums: [EnumDescriptor] { (pool.nestedEnums[index] ?? []).map { pool.descriptor($0) } }

    /// The field with this number. One array access, or a binary search where numbers are far apart.
    public func field(number: Int) -> FieldDescriptor? {
        guard number > 0 else { return nil }
        return pool.field(number, of: index).map { pool.descriptor($0) }
    }

    /// The field with this proto name (`trip_status`) or, when there is none, this JSON name (`tripStatus`).
    public func field(named name: String) -> FieldDescriptor? {
        (pool.messages[index].names[name] ?? pool.messages[index].jsonNames[name]).map { pool.descriptor($0) }
    }

    /// The fields that the names in a path stand for, each in the message of the one before: two for `vehicle.name`. `nil`
    /// where a name stands for no field.
    package func fields(atPath path: String) -> [FieldDescriptor]? {
        var fields: [FieldDescriptor] = []
        for name in path.split(separator: ".", omittingEmptySubsequences: false) {
            let message = fields.isEmpty ? self : fields[fields.count - 1].message
            guard let field = message?.field(named: String(name)) else { return nil }
            fields.append(field)
        }
        return fields
    }

    /// The option `(google.api.resource)`: type and name patterns of the resource.
    public var resource: ResourceDescriptor? {
        options.values(of: "(google.api.resource)").last.map { ResourceDescriptor($0.members) }
    }
}

/// A resource as `google.api.ResourceDescriptor` describes it.
///
/// Source: https://github.com/googleapis/googleapis/blob/master/google/api/resource.proto
public struct ResourceDescriptor: Hashable, Sendable {
    /// The type of the resource: `fleetengine.googleapis.com/Vehicle`.
    public let type: String
    /// The forms that names may have: `providers/{provider}/vehicles/{vehicle}`.
    public let patterns: [String]

    init(_ members: [SchemaOption]) {
        type = members.text(of: "type") ?? ""
        patterns = members.values(of: "pattern").compactMap(\.text)
    }
}
