import ProtobufSchema

/// Everything that a schema says about one file, one line for each declaration.
func dump(_ file: FileDescriptor) -> [String] {
    var lines = ["file \(file.name) package \(file.package) \(file.syntax) imports \(file.imports)"]
    for message in file.messages { lines += dump(message) }
    for item in file.enums { lines += dump(item) }
    for service in file.services {
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
        "message \(message.fullName) deprecated \(message.isDeprecated) resource "
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
    ["enum \(item.fullName) closed \(item.isClosed) deprecated \(item.isDeprecated) // \(item.documentation)"]
        + item.values.map { "value \($0.name) = \($0.number) deprecated \($0.isDeprecated) // \($0.documentation)" }
}
