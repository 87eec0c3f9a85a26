/// A gRPC service of a schema. Two descriptors are equal when they describe the same thing of the same loaded schema.
public struct ServiceDescriptor: Hashable, Sendable, CustomStringConvertible {
    let pool: SchemaPool
    let index: Int

    /// The name without package.
    public var name: String { pool.services[index].declaration.name }
    /// The name with its package: `maps.fleetengine.v1.TripService`.
    public var fullName: String { pool.services[index].fullName }
    public var description: String { fullName }
    /// The comment at the service; `""` without one.
    public var documentation: String { pool.services[index].declaration.documentation }
    /// The options of the service, as written.
    public var options: [SchemaOption] { pool.services[index].declaration.options }

    /// The methods in order of declaration.
    public var methods: [MethodDescriptor] {
        pool.services[index].methods.map { MethodDescriptor(pool: pool, index: $0) }
    }
}
