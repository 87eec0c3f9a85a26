extension MethodDescriptor {
    /// The field of the request that is the body of the call in REST: `vehicle`, the resource that is created or updated.
    ///
    /// `nil` if there is no body, or if the body is the whole request.
    public var bodyField: FieldDescriptor? {
        guard let field = httpRule.flatMap({ request.field(named: $0.body) }), field.message != nil else { return nil }
        return field
    }

    /// ``bodyField``, if this method updates a resource with a field mask.
    public var updatedField: FieldDescriptor? {
        request.field(named: "update_mask")?.message?.fullName == "google.protobuf.FieldMask" ? bodyField : nil
    }
}

extension MessageDescriptor {
    /// The methods whose requests are of this type.
    package var methods: [MethodDescriptor] {
        pool.methods.indices.lazy.filter { pool.methods[$0].input == index }
            .map { MethodDescriptor(pool: pool, index: $0) }
    }

    /// The method that updates messages of this type with a field mask; `nil` when the schema has none.
    public var updateMethod: MethodDescriptor? {
        schema.services.lazy.flatMap(\.methods).first { $0.updatedField?.message == self }
    }
}
