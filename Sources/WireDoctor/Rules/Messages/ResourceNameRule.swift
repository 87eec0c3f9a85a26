import FleetErrors
import GRPCWire
import ProtobufSchema

/// The names, ids and providers in a request and in its routing header.
struct ResourceNameRule: MessageRule {
    func findings(in message: ExaminedMessage) -> [Finding] {
        name(message) + parents(message) + ids(message) + difference(message) + providers(message)
    }

    private func name(_ message: ExaminedMessage) -> [Finding] {
        let method = message.method
        guard ![.create, .list, .search].contains(method.action) else { return [] }
        let field = message.nameField
        let name = message.text(field)
        // Where the name is in the resource, no field behaviour says that it is needed.
        guard !name.isEmpty || field != "name" else { return [] }
        let problem = name.isEmpty ? "The name is empty." : ResourceName.problem(name, for: method.resource)
        guard let problem else { return [] }
        let form = ResourceName.form(of: method.resource)
        return [Finding(.resourceName, ["form": form], evidence: [message.scan.evidence(field, problem)])]
    }

    private func parents(_ message: ExaminedMessage) -> [Finding] {
        message.parentPaths.compactMap { path in
            let parent = message.text(path)
            // An empty one is a required field that is missing.
            guard !parent.isEmpty else { return nil }
            if let name = ResourceName(parent), name.id == nil, !name.provider.isEmpty { return nil }
            let facts = ["form": ResourceName.parentForm]
            return Finding(.parentName, facts, evidence: [message.scan.evidence(path, "\"\(parent)\"")])
        }
    }

    /// Fields that hold a bare id, by their last name.
    private static let idNames = Set(FleetMethod.Resource.allCases.map(\.idField))

    static func isID(_ name: String) -> Bool { name.hasSuffix("_id") && idNames.contains(name) }

    private func ids(_ message: ExaminedMessage) -> [Finding] {
        message.scan.ids.compactMap { place in
            let id = String(decoding: message.bytes[place.value], as: UTF8.self)
            return ResourceID.problem(id).map { Finding(.resourceID, evidence: [place.evidence("The ID \($0).")]) }
        }
    }

    /// The name of the request and that of the resource in it.
    private func difference(_ message: ExaminedMessage) -> [Finding] {
        guard let body = message.body, message.nameField == "name" else { return [] }
        let (outer, inner) = (message.text("name"), message.text("\(body.name).name"))
        guard !outer.isEmpty, !inner.isEmpty, outer != inner else { return [] }
        let evidence = message.scan.evidence("\(body.name).name", "\"\(inner)\", but name is \"\(outer)\"")
        return [Finding(.namesDiffer, ["field": body.name], evidence: [evidence])]
    }

    /// Names, parents and the routing header that name two providers.
    private func providers(_ message: ExaminedMessage) -> [Finding] {
        var named: [(provider: String, evidence: Finding.Evidence)] = []
        for path in [message.nameField] + message.parentPaths {
            guard let name = ResourceName(message.text(path)), !name.provider.isEmpty else { continue }
            named.append((name.provider, message.scan.evidence(path, "provider \"\(name.provider)\"")))
        }
        if let value = message.call?.headers?.last("x-goog-request-params"), let provider = Self.provider(value) {
            named.append((provider, Finding.Evidence("x-goog-request-params says provider \"\(provider)\"")))
        }
        guard let first = named.first else { return [] }
        let others = named.filter { $0.provider != first.provider }
        guard !others.isEmpty else { return [] }
        return [Finding(.providerMismatch, evidence: [first.evidence] + others.map(\.evidence))]
    }

    /// The provider in a routing header: `provider_id=providers%2F{provider}`, percent-encoded or not.
    private static func provider(_ value: String) -> String? {
        let key = "provider_id="
        let part = value.split(separator: "&").first { $0.hasPrefix(key) }
        return part.flatMap { ResourceName(PercentCoding.decode($0.dropFirst(key.count).utf8))?.provider }
    }
}

extension ExaminedMessage {
    /// The field that holds the name of the resource: at the top, or in the resource itself.
    var nameField: String {
        if type.field(named: "name") == nil, let body, body.message?.field(named: "name") != nil {
            return "\(body.name).name"
        }
        return "name"
    }

    /// The fields that hold parents, of the requests in a batch too.
    var parentPaths: [String] {
        scan.places.keys.filter { $0 == "parent" || ($0.hasPrefix("requests[") && $0.hasSuffix(".parent")) }.sorted()
    }
}
