internal import FleetErrors

/// A vehicle, trip or task that a call is about, by its kind and id. The provider does not matter: a capture has one.
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
        // A billable trip is the trip that was billed.
        self.init(kind == .billableTrip ? .trip : kind, id: id)
    }

    /// From the name in a message or, where it names nothing, from the name in the request around it.
    init?(name: String, or other: String?) {
        guard let found = Self(name: name) ?? other.flatMap(Self.init(name:)) else { return nil }
        self = found
    }
}
