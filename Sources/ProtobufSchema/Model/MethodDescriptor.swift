/// A method of a gRPC service. Two descriptors are equal when they describe the same thing of the same loaded schema.
public struct MethodDescriptor: Hashable, Sendable, CustomStringConvertible {
    let pool: SchemaPool
    let index: Int

    /// The name in its service: `UpdateVehicle`.
    public var name: String { pool.methods[index].syntax.declaration.name }
    /// The comment at the method; `""` without one.
    public var documentation: String { pool.methods[index].syntax.declaration.documentation }
    /// The options of the method, as written.
    public var options: [SchemaOption] { pool.methods[index].syntax.declaration.options }
    /// Whether the method is marked as deprecated.
    public var isDeprecated: Bool { pool.methods[index].syntax.declaration.options.isDeprecated }
    /// The service that declares the method.
    public var service: ServiceDescriptor { ServiceDescriptor(pool: pool, index: pool.methods[index].service) }

    /// The `:path` of the HTTP/2 request: `/maps.fleetengine.v1.TripService/GetTrip`.
    public var path: String { pool.methods[index].path }
    public var description: String { path }

    /// The type of the requests.
    public var request: MessageDescriptor { pool.descriptor(pool.methods[index].input) }
    /// The type of the responses.
    public var response: MessageDescriptor { pool.descriptor(pool.methods[index].output) }
    /// Whether the client may send several requests.
    public var isClientStreaming: Bool { pool.methods[index].syntax.clientStreaming }
    /// Whether the server may send several responses.
    public var isServerStreaming: Bool { pool.methods[index].syntax.serverStreaming }

    /// The REST form of the method, from `(google.api.http)`.
    public var httpRule: HTTPRule? {
        options.values(of: "(google.api.http)").last.flatMap { HTTPRule($0.members) }
    }

    /// Which request fields go into the header `x-goog-request-params`, from `(google.api.routing)`.
    public var routingParameters: [RoutingParameter] {
        let rule = options.values(of: "(google.api.routing)").last?.members ?? []
        return rule.values(of: "routing_parameters").compactMap { RoutingParameter($0.members) }
    }
}

/// How a method is called over HTTP/1.1 with JSON.
///
/// Source: https://github.com/googleapis/googleapis/blob/master/google/api/http.proto
public struct HTTPRule: Hashable, Sendable {
    /// The HTTP method: `GET`, `PUT`, `POST`, `DELETE`, `PATCH`, or the kind of a custom rule.
    public let method: String
    /// The path template: `/v1/{name=providers/*/trips/*}`.
    public let path: String
    /// The request field that is the body; `*` for all fields that the path does not have, `""` for no body.
    public let body: String
    /// Further REST forms of the same method.
    public let additionalBindings: [HTTPRule]

    init?(_ members: [SchemaOption]) {
        let verb = members.last { ["get", "put", "post", "delete", "patch"].contains($0.name) }
        let custom = members.last { $0.name == "custom" }?.value.members ?? []
        guard let path = verb?.value.text ?? custom.text(of: "path") else { return nil }
        self.path = path
        method = verb?.name.uppercased() ?? custom.text(of: "kind") ?? ""
        body = members.text(of: "body") ?? ""
        additionalBindings = members.values(of: "additional_bindings").compactMap { HTTPRule($0.members) }
    }
}

/// One parameter of the routing header.
///
/// Source: https://github.com/googleapis/googleapis/blob/master/google/api/routing.proto
public struct RoutingParameter: Hashable, Sendable {
    /// The path of the request field: `name`, `vehicle.name`.
    public let field: String
    /// The template `{provider_id=providers/*}`: braces name the key and the part that is sent. `""` sends the field whole.
    public let pathTemplate: String

    init?(_ members: [SchemaOption]) {
        guard let field = members.text(of: "field") else { return nil }
        self.field = field
        pathTemplate = members.text(of: "path_template") ?? ""
    }

    /// The key in the header: `provider_id`.
    public var key: String {
        guard let open = pathTemplate.firstIndex(of: "{") else { return field }
        return String(pathTemplate[pathTemplate.index(after: open)...].prefix { $0 != "=" && $0 != "}" })
    }
}
