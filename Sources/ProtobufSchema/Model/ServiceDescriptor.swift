/// A gRPC service of a schema. Two descriptors are equal when they describe the same thing of the same loaded schema.
public struct ServiceDescriptor: Hashable, Sendable {
    let pool: SchemaPool
    let index: Int

    public var name: String { pool.services[index].name }
    /// `maps.fleetengine.v1.TripService`
    public var fullName: String { pool.services[index].fullName }
    public var documentation: String { pool.services[index].documentation }
    public var options: [SchemaOption] { pool.services[index].options }
    public var file: FileDescriptor { FileDescriptor(pool: pool, index: pool.services[index].file) }

    /// In order of declaration.
    public var methods: [MethodDescriptor] {
        pool.services[index].methods.map { MethodDescriptor(pool: pool, index: $0) }
    }
}
