internal import FleetErrors

/// Something that a call is about, by its kind and id. The provider, of whom a capture has one, does not matter.
struct Subject: Hashable {
    var kind: FleetMethod.Resource
    var id: String

    /// `nil` for an empty id, and for what is longer than any id.
    init?(_ kind: FleetMethod.Resource, id: String) {
        guard (1...ResourceName.lengthLimit).contains(id.utf8.count) else { return nil }
        self.kind = kind
        self.id = id
    }

    /// From a resource name; `nil` when it names nothing, such as a provider.
    init?(name: String) {
        guard let parsed = ResourceName(name), let kind = parsed.resource, let id = parsed.id else {
            return nil
        }
        // What was billed is the trip.
        self.init(kind == .billableTrip ? .trip : kind, id: id)
    }
}
