internal import ByteText

/// A resource name of Fleet Engine: `providers/{provider}`, then a collection and an id.
public struct ResourceName: Hashable, Sendable {
    /// The id of the Cloud project; may be empty in a name that is wrong.
    public let provider: String
    /// `vehicles`, `trips`, …; `nil` in the name of a provider alone.
    public let collection: String?
    /// The id behind the collection; `nil` in the name of a provider alone.
    public let id: String?

    /// The form of a resource's name, for people: `providers/{provider_id}/trips/{trip_id}`.
    ///
    /// Source: ``ErrorSource/consumerErrors`` for trips; the `(google.api.resource)` options of Fleet Engine's `.proto`
    /// files for all.
    package static func form(of resource: FleetMethod.Resource) -> String {
        name(resource, "{\(resource.idField)}", in: parentForm)
    }

    /// The form of the name of a provider, which is the parent of everything else.
    package static let parentForm = "providers/{provider_id}"

    /// The name of the resource with an id below a parent: `providers/{provider}`.
    package static func name(_ resource: FleetMethod.Resource, _ id: String, in parent: String) -> String {
        "\(parent)/\(resource.rawValue)/\(id)"
    }

    /// The name of the resource with an id that has the same provider as another resource.
    package static func name(_ resource: FleetMethod.Resource, _ id: String, besides other: String) -> String {
        name(resource, id, in: "providers/\(Self(other)?.provider ?? "")")
    }

    /// The most bytes that a name or an id can have.
    package static let lengthLimit = 1024

    /// Takes a name apart; `nil` when it does not begin with `providers/`, has no such parts, or more than 1024 bytes: of
    /// an id the server takes 64 characters.
    public init?(_ name: String) {
        guard name.utf8.count <= Self.lengthLimit else { return nil }
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            String(Substring($0))
        }
        guard parts.first == "providers", parts.count == 2 || parts.count == 4 else { return nil }
        provider = parts[1]
        collection = parts.count == 4 ? parts[2] : nil
        id = parts.count == 4 ? parts[3] : nil
    }

    /// The kind of resource that the name stands for; `nil` for a provider alone and for collections that do not exist.
    public var resource: FleetMethod.Resource? { collection.flatMap(FleetMethod.Resource.init(rawValue:)) }

    /// Why the server will refuse a name for `resource`, as a sentence; `nil` when it looks right.
    public static func problem(_ name: String, for resource: FleetMethod.Resource) -> String? {
        let form = form(of: resource)
        guard let parsed = Self(name), let id = parsed.id else { return "\"\(name)\" does not have the form \(form)." }
        if parsed.provider.isEmpty { return "The provider in \"\(name)\" is empty; it is the Cloud project ID." }
        guard parsed.collection == resource.rawValue else {
            return "\"\(name)\" says \"\(parsed.collection ?? "")\" where \(form) belongs."
        }
        if id.isEmpty { return "The ID in \"\(name)\" is empty." }
        return ResourceID.problem(id).map { "The ID in \"\(name)\" \($0)." }
    }

    /// The first resource name with an id in running text.
    static func first(in text: String) -> String? {
        let bytes = Array(text.utf8)
        var from = 0
        while let index = bytes.firstIndex(of: "providers/".utf8, from: from) {
            let rest = bytes[index...].prefix(lengthLimit)
            from = rest.firstIndex { $0 <= 0x20 || "\"'`<>(){}[];,:?#".utf8.contains($0) } ?? rest.endIndex
            var name = String(decoding: bytes[index..<from], as: UTF8.self)
            while name.hasSuffix(".") { name.removeLast() }
            if Self(name)?.id != nil { return name }
        }
        return nil
    }
}
