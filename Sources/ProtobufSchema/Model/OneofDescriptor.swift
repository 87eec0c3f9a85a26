/// A oneof: at most one of its fields is set, the last on the wire. Two descriptors are equal when they describe the same
/// thing of the same loaded schema.
public struct OneofDescriptor: Hashable, Sendable {
    let pool: SchemaPool
    let index: OneofIndex

    public var name: String { pool.oneofs[index].name }
    public var documentation: String { pool.oneofs[index].documentation }
    public var parent: MessageDescriptor { MessageDescriptor(pool: pool, index: pool.oneofs[index].parent) }

    /// The members in order of declaration.
    public var fields: [FieldDescriptor] {
        pool.oneofs[index].members.map { FieldDescriptor(pool: pool, index: $0) }
    }
}
