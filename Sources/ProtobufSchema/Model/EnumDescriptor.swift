/// An enum type of a schema. Two descriptors are equal when they describe the same thing of the same loaded schema.
public struct EnumDescriptor: Hashable, Sendable, CustomStringConvertible {
    let pool: SchemaPool
    let index: EnumIndex

    /// A name of an enum, with its number.
    public struct Value: Hashable, Sendable {
        /// The name in the `.proto` file.
        public let name: String
        /// The number on the wire.
        public let number: Int32
        /// The options of the value, as written.
        public let options: [SchemaOption]
        /// The comment at the value; `""` without one.
        public let documentation: String

        /// Whether the value is marked as deprecated.
        public var isDeprecated: Bool { options.isDeprecated }
    }

    /// The name without package and outer messages.
    public var name: String { pool.enums[index].declaration.name }
    /// The name with package and outer messages, without leading dot.
    public var fullName: String { pool.enums[index].fullName }
    public var description: String { fullName }
    /// The comment at the enum; `""` without one.
    public var documentation: String { pool.enums[index].declaration.documentation }
    /// The options of the enum, as written.
    public var options: [SchemaOption] { pool.enums[index].declaration.options }
    /// Whether the enum is marked as deprecated.
    public var isDeprecated: Bool { pool.enums[index].declaration.options.isDeprecated }
    /// The schema that the enum belongs to.
    public var schema: Schema { Schema(pool: pool) }
    /// The package of the file that declares the enum; `""` without one.
    public var package: String { parent?.package ?? fullName.droppingLastComponent }

    /// The message that the enum is declared in; `nil` at the top of a file.
    public var parent: MessageDescriptor? { pool.enums[index].parent.map { pool.descriptor($0) } }

    /// Whether the type has no numbers but those with a name, as in proto2. A field with another number is an unknown field
    /// in text format, JSON and the official runtimes; a ``WireWalker`` visits the field as it is declared.
    public var isClosed: Bool { pool.enums[index].isClosed }

    /// The values in order of declaration, aliases included.
    public var values: [Value] { pool.enums[index].values }

    /// The first declared value with this number. One hash lookup.
    public func value(number: Int32) -> Value? { pool.enums[index].numbers[number].map { values[$0] } }

    /// The value with this name, of which case counts. One hash lookup.
    public func value(named name: String) -> Value? { pool.enums[index].names[name].map { values[$0] } }
}
