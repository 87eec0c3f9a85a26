/// A oneof: at most one of its fields is set, the last on the wire. Two descriptors are equal when they describe the same
/// thing of the same loaded schema.
public struct OneofDescriptor: Hashable, Sendable, CustomStringConvertible {
    let pool: SchemaPool
    let index: OneofIndex

    /// The name in the `.proto` file.
    public var name: String { pool.oneofs[index].declaration.name }
    /// The comment at the oneof; `""` without one.
    public var documentation: String { pool.oneofs[index].declaration.documentation }
    /// The message that declares the oneof.
    public var parent: MessageDescriptor { pool.descriptor(pool.oneofs[index].parent) }
    public var description: String { "\(parent).\(name)" }

    /// The members, ascending by number.
    public var fields: [FieldDescriptor] { parent.fields.filter { $0.oneof == self } }
}
