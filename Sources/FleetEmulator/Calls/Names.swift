internal import ByteText
internal import FleetErrors
internal import FleetMessages
internal import GRPCWire

extension FleetEmulator {
    /// The id in the full name of a resource.
    ///
    /// - Parameter field: The field of the request that has the name.
    /// - Throws: INVALID_ARGUMENT if the name does not have the form of names of the resource.
    func id(_ name: String, of resource: FleetMethod.Resource, field: String = "name") throws(CallStatus) -> String {
        guard ResourceName.problem(name, for: resource) == nil, let parsed = ResourceName(name), let id = parsed.id,
            Self.isProvider(parsed.provider)
        else {
            throw Rule.names.invalid(
                "Invalid resource name: \"\(Self.shortened(name))\"",
                [(field, "must match providers/{provider}/\(resource.rawValue)/{id}")])
        }
        return id
    }

    func checkParent(_ parent: String) throws(CallStatus) {
        guard let parsed = ResourceName(parent), parsed.collection == nil, Self.isProvider(parsed.provider) else {
            throw Rule.names.invalid(
                "Invalid parent: \"\(Self.shortened(parent))\"", [("parent", "must match providers/{provider}")])
        }
    }

    /// The full name of a resource that is to be created, if the token of the call may ask for it and there is none yet.
    func newName<Resource>(
        _ resource: FleetMethod.Resource, _ id: String, in parent: String,
        of store: KeyPath<FleetState, ResourceStore<Resource>>, for call: EmulatedCall
    ) throws(CallStatus) -> String {
        try checkParent(parent)
        let name = ResourceName.name(resource, id, in: parent)
        try authorize(call, [try self.id(name, of: resource, field: resource.idField)])
        guard state[keyPath: store][name] == nil else { throw Self.alreadyExists(name, resource) }
        return name
    }

    /// The resource that a call names, if its token may ask for it and the fields of the request are right. Of an update, only
    /// those count that its mask names: see ``checked(_:for:_:in:)``.
    ///
    /// - Parameters:
    ///   - field: The field of the request that has the name.
    ///   - mask: The mask of an update.
    func find<Resource>(
        _ resource: FleetMethod.Resource, _ name: String, in store: KeyPath<FleetState, ResourceStore<Resource>>,
        for call: EmulatedCall, field: String = "name", mask: FieldMask? = nil
    ) throws(CallStatus) -> Resource {
        try authorize(call, [try id(name, of: resource, field: field)], mask: mask?.paths)
        guard let found = state[keyPath: store][name] else { throw Self.notFound(name, resource) }
        if call.method.action != .update { try check(call.fields) }
        return found
    }

    static func notFound(_ name: String, _ resource: FleetMethod.Resource) -> CallStatus {
        let name = shortened(name)
        return Rule.existence.failure(
            .notFound, "\(resource.kind) not found: \(name)",
            [.resourceInfo(resource.kind, name, "No such resource for this provider.")])
    }

    static func alreadyExists(_ name: String, _ resource: FleetMethod.Resource) -> CallStatus {
        Rule.existence.failure(
            .alreadyExists, "\(resource.kind) already exists: \(name)", [.resourceInfo(resource.kind, name)])
    }

    /// The id of a Cloud project has letters, digits and `._-` only.
    private static func isProvider(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0.isLetterOrDigit || "._-".utf8.contains($0) }
    }

    /// A text from a request as far as it is repeated in a message.
    static func shortened(_ text: String) -> String {
        text.utf8.count <= ResourceName.lengthLimit ? text : String(text.unicodeScalars.prefix(100)) + "…"
    }
}
