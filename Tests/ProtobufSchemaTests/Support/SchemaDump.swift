import ProtobufSchema

/// What two schemas say differently about the declarations of the first one, a line for each.
func differences(_ schema: Schema, _ other: Schema) -> [String] {
    let names = Set(schema.messages.map(\.fullName) + schema.enums.map(\.fullName) + schema.services.map(\.fullName))
    return dump(schema, names).difference(from: dump(other, names)).map { "\($0)" }
}

/// Everything that a schema says about the declarations with some names, one line for each.
private func dump(_ schema: Schema, _ names: Set<String>) -> [String] {
    var lines: [String] = []
    for message in schema.messages.sorted(by: { $0.fullName < $1.fullName })
    where message.parent == nil && names.contains(message.fullName) {
        lines += dump(message)
    }
    for item in schema.enums.sorted(by: { $0.fullName < $1.fullName })
    where item.parent == nil && names.contains(item.fullName) {
        lines += dump(item)
    }
    for service in schema.services.sorted(by: { $0.fullName < $1.fullName }) where names.contains(service.fullName) {
        lines.append("service \(service.fullName) // \(service.documentation)")
        for method in service.methods {
            lines.append(
                "rpc \(method.path) \(method.request.fullName) \(method.isClientStreaming) \(method.response.fullName) "
                    + "\(method.isServerStreaming) \(String(describing: method.httpRule)) \(method.routingParameters) "
                    + "deprecated \(method.isDeprecated) // \(method.documentation)")
        }
    }
    return lines
}

private func dump(_ message: MessageDescriptor) -> [String] {
    var lines = [
        "message \(message.fullName) of \(message.package) deprecated \(message.isDeprecated) resource "
            + "\(String(describing: message.resource)) // \(message.documentation)"
    ]
    for field in message.fields {
        lines.append(
            "field \(message.fullName).\(field.name) \(field.jsonName) = \(field.number) \(field.kind) \(field.typeName) "
                + "\(field.cardinality) map \(field.isMap) packed \(field.isPacked) presence \(field.hasPresence) "
                + "optional \(field.isOptional) oneof \(field.oneof?.name ?? "") \(field.behavior.names) "
                + "deprecated \(field.isDeprecated) // \(field.documentation)")
    }
    for oneof in message.oneofs {
        lines.append("oneof \(message.fullName).\(oneof.name) \(oneof.fields.map(\.name)) // \(oneof.documentation)")
    }
    for nested in message.nestedMessages where !nested.isMapEntry { lines += dump(nested) }
    for nested in message.nestedEnums { lines += dump(nested) }
    return lines
}

private func dump(_ item: EnumDescriptor) -> [String] {
    [
        "enum \(item.fullName) of \(item.package) closed \(item.isClosed) deprecated \(item.isDeprecated) "
            + "// \(item.documentation)"
    ] + item.values.map { "value \($0.name) = \($0.number) deprecated \($0.isDeprecated) // \($0.documentation)" }
}
