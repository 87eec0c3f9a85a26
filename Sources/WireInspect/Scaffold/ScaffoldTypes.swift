internal import FleetMessages
internal import FleetProtos
internal import ProtobufSchema

/// The Swift names of the types of a schema, as they are written in one scaffold. Each type has the same name in all scaffolds
/// of the schema, and no two types have one.
struct ScaffoldTypes {
    /// The schema's own types, outer messages before them, and the types of oneofs, by full names.
    private var own: [String: String] = [:]
    /// Names that mean something else here than the package's type of that name.
    private var hiding: Set<String>

    /// - Parameter outermost: The full name of the outermost message or enum that is being written.
    init(_ schema: Schema, outermost: String) {
        let messages = schema.messages.filter {
            $0.fullName == outermost || $0.parent == nil && MessageRegistry.fleetEngine.type(named: $0.fullName) == nil
        }
        let enums = schema.enums.filter {
            $0.fullName == outermost || $0.parent == nil && FleetSchema.shared.enumeration(named: $0.fullName) == nil
        }
        let tops = messages.map { ($0.fullName, $0.name) } + enums.map { ($0.fullName, $0.name) }
        hiding = []
        var taken = ScaffoldName.takenTypes
        for (fullName, shortName) in tops.sorted(by: <) {
            var name = ScaffoldName.type(shortName)
            if hiding.contains(name), fullName != shortName {
                let package = fullName.dropLast(shortName.count + 1).map { $0 == "." ? "_" : $0 }
                name = "\(ScaffoldName.type(String(package)))_\(name)"
            }
            name = ScaffoldName.unique(name, in: &taken)
            own[fullName] = name
            hiding.insert(name)
        }
        for message in messages {
            // Nothing inside may have the name of a type that is referred to there.
            var mentioned: Set<String> = own[message.fullName].map { [$0] } ?? []
            addMentions(in: message, to: &mentioned)
            addTypes(in: message, mentioned, isHere: message.fullName == outermost)
        }
    }

    private func addMentions(in message: MessageDescriptor, to names: inout Set<String>) {
        for field in message.fields {
            if let name = own[field.message?.fullName ?? field.enumeration?.fullName ?? ""] { names.insert(name) }
        }
        for nested in message.nestedMessages { addMentions(in: nested, to: &names) }
    }

    private mutating func addTypes(in message: MessageDescriptor, _ mentioned: Set<String>, isHere: Bool) {
        guard let path = own[message.fullName] else { return }
        let nested = message.nestedMessages.filter { !$0.isMapEntry }
        var taken = mentioned.union(ScaffoldName.takenTypes)
        let names =
            message.nestedEnums.map { ($0.fullName, $0.name) } + nested.map { ($0.fullName, $0.name) }
            + message.oneofs.map { ("\(message.fullName).\($0.name)", $0.name) }
        for (fullName, name) in names {
            let name = ScaffoldName.unique(ScaffoldName.type(name), in: &taken)
            own[fullName] = "\(path).\(name)"
            if isHere { hiding.insert(name) }
        }
        for inner in nested { addTypes(in: inner, mentioned, isHere: isHere) }
    }

    // MARK: - Names

    /// The name by which a type is declared, inside of its outer message: of the message, enum or oneof with a full name.
    func declaration(_ fullName: String) -> String {
        (own[fullName] ?? "").lastComponent
    }

    /// The Swift type of a message: the schema's own, or one of this package.
    func reference(_ message: MessageDescriptor) -> String {
        if let name = own[message.fullName] { return name }
        guard message.wellKnown != .wrapper, let known = MessageRegistry.fleetEngine.type(named: message.fullName)
        else { return qualified(message.name) }
        // `FleetMessages.Vehicle.VehicleType`
        return qualified(String(reflecting: known).split(separator: ".").dropFirst().joined(separator: "."))
    }

    /// The Swift type of an enum.
    func reference(_ enumeration: EnumDescriptor) -> String {
        if let name = own[enumeration.fullName] { return name }
        // The package's enums of other names than in the schema.
        let name = ["Type": "TaskType", "SdkType": "SDKType"][enumeration.name] ?? ScaffoldName.type(enumeration.name)
        return enumeration.parent.map { "\(reference($0)).\(name)" } ?? qualified(name)
    }

    /// A type of this package, with the module where another type hides it.
    private func qualified(_ path: String) -> String {
        hiding.contains(String(path.prefix { $0 != "." })) ? "FleetWire.\(path)" : path
    }
}
