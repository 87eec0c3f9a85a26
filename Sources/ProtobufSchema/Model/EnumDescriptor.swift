/// An enum type of a schema. Equal is the same enum of the same loaded schema.
public struct EnumDescriptor: Hashable, Sendable {
    let pool: SchemaPool
    let index: EnumIndex

    /// One name of an enum.
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

    /// Whether numbers without a name are foreign to the type, as in proto2. A field that has one is unknown then, to text
    /// format and JSON as to the official runtimes; a ``WireWalker`` shows it as it stands.
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
