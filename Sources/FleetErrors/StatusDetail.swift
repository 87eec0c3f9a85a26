public import FleetMessages
internal import FleetProtos
public import ProtobufSchema
public import ProtobufWire

/// One detail of a status: the packed message, and the message in it.
public struct StatusDetail: Sendable {
    /// The detail as it was sent.
    public let packed: AnyMessage
    /// The message inside; `nil` when the registry does not know its type. With ``damage`` it holds what could be read.
    public let message: (any Message)?
    /// Why the message could not be read to its end; offsets count from its first byte.
    public let damage: WireError?

    /// Unpacks a detail. Never fails.
    public init(_ packed: AnyMessage, registry: MessageRegistry = .fleetEngine) {
        self.packed = packed
        let type = registry.type(forURL: packed.typeURL)
        let content = type.map { type -> (any Message, WireError?) in type.read(packed.value) }
        (message, damage) = (content?.0, content?.1)
    }

    /// Packs a detail.
    public init(_ message: some Message) {
        packed = AnyMessage(packing: message)
        self.message = message
        damage = nil
    }

    /// The full name of the type: `google.rpc.BadRequest`.
    public var typeName: String { packed.typeName }

    /// The message, if it is an `M`.
    public func content<M: Message>(as type: M.Type = M.self) -> M? { message as? M }

    /// The official JSON mapping, with `@type`; `nil` for types that are not in the schema and for damaged messages.
    public var json: String? { json(in: FleetSchema.shared) }

    /// ``json`` with the types of another schema, which has to know `google.protobuf.Any`, as a writer writes it.
    public func json(in schema: Schema, by writer: JSONWriter = JSONWriter()) -> String? {
        guard let any = schema.message(named: AnyMessage.fullName) else { return nil }
        return try? writer.string(packed.encoded(), as: any)
    }

    /// The content of the detail, a fact per line; empty for types that have only a ``json`` form.
    public var lines: [String] {
        var lines = content
        if message == nil { lines.append("\(packed.value.count) bytes of an unknown type") }
        if let damage { lines.append("not readable to its end: \(damage)") }
        return lines
    }

    private var content: [String] {
        switch message {
        case let info as ErrorInfo:
            ["reason \(info.reason), from \(info.domain)"] + info.metadata.elements.map { "\($0.key) = \($0.value)" }
        case let request as BadRequest:
            request.fieldViolations.map { "\($0.field.isEmpty ? "request" : $0.field): \($0.description)" }
        case let info as RetryInfo:
            ["come back after \((info.retryDelay?.inSeconds ?? 0).plain) s"]
        case let quota as QuotaFailure:
            quota.violations.map { "\($0.subject): \($0.description)" }
        case let failure as PreconditionFailure:
            failure.violations.map { "\($0.type) \($0.subject): \($0.description)" }
        case let resource as ResourceInfo:
            ["\(resource.resourceType) \(resource.resourceName)"]
                + (resource.description.isEmpty ? [] : [resource.description])
        case let request as RequestInfo:
            ["request \(request.requestID)"] + (request.servingData.isEmpty ? [] : ["data \(request.servingData)"])
        case let message as LocalizedMessage: ["[\(message.locale)] \(message.message)"]
        case let help as Help: help.links.map { "\($0.description): \($0.url)" }
        case let debug as DebugInfo: (debug.detail.isEmpty ? [] : [debug.detail]) + debug.stackEntries
        default: []
        }
    }
}
