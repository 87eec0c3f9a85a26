/// An enum type of a schema. Two descriptors are equal when they describe the same thing of the same loaded schema.
public struct EnumDescriptor: Hashable, Sendable {
    let pool: SchemaPool
    let index: EnumIndex

    /// A name of an enum, with its number.
    public struct Value: Hashable, Sendable {
        public let name: String
        public let number: Int32
        public let options: [SchemaOption]
        public let documentation: String

        public var isDeprecated: Bool { options.isDeprecated }
    }

    public var name: String { pool.enums[index].name }
    /// The name with package and outer messages, without leading dot.
    public var fullName: String { pool.enums[index].fullName }
    public var documentation: String { pool.enums[index].documentation }
    public var options: [SchemaOption] { pool.enums[index].options }
    public var isDeprecated: Bool { pool.enums[index].options.isDeprecated }
    public var file: FileDescriptor { FileDescriptor(pool: pool, index: pool.enums[index].file) }

    /// Whether the type has no numbers but those with a name, as in proto2. A field with another number is an unknown field
    /// in text format, JSON and the official runtimes; a ``WireWalker`` visits the field as it is declared.
    public var isClosed: Bool { pool.enums[index].isClosed }

    /// In order of declaration, aliases included.
    public var values: [Value] { pool.enums[index].values }

    /// The first declared value with this number. One hash lookup.
    public func value(number: Int32) -> Value? {
        let record = pool.enums[index]
        return record.numbers[number].map { record.values[$0] }
    }

    /// One hash lookup; names are case-sensitive.
    public func value(named name: String) -> Value? {
        let record = pool.enums[index]
        return record.names[name].map { record.values[$0] }
    }
}
