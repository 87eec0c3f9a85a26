/// A oneof: of its fields at most one is set, the last on the wire.
public struct OneofDescriptor: Sendable {
    let pool: SchemaPool
    let index: Int

    public var name: String { pool.oneofs[index].name }
    public var documentation: String { pool.oneofs[index].documentation }
    public var parent: MessageDescriptor { MessageDescriptor(pool: pool, index: pool.oneofs[index].parent) }

    /// The members in order of declaration.
    public var fields: [FieldDescriptor] {
        pool.oneofs[index].members.map { FieldDescriptor(pool: pool, index: $0) }
    }
}

extension OneofDescriptor: Hashable {
    /// The same oneof of the same loaded schema.
    public static func == (left: Self, right: Self) -> Bool {
        left.index == right.index && left.pool === right.pool
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(pool))
        hasher.combine(index)
    }
}
