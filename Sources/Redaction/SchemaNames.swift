internal import FleetProtos
internal import ProtobufSchema

/// The names that Google's schema declares: they are public, so that a text that is one of them tells of nobody.
enum SchemaNames {
    /// The segments of resource names that are not ids: `providers`, `vehicles`, `trips`, …
    static let collections: Set<String> = {
        let patterns = FleetSchema.shared.messages.compactMap(\.resource).flatMap(\.patterns) + ["billableTrips/{}"]
        let segments = patterns.flatMap { $0.split(separator: "/") }
        return Set(segments.filter { !$0.hasPrefix("{") }.map(String.init))
    }()

    /// Names of fields, of enum values and of claims, the keywords of filters, and the words of the one sentence by which a
    /// harmless refusal is told from others: "update_mask cannot be empty".
    static let words: Set<String> = {
        let fields = FleetSchema.shared.messages.flatMap(\.fields).flatMap { [$0.name, $0.jsonName] }
        let values = FleetSchema.shared.enums.flatMap(\.values).map(\.name)
        let others = ["AND", "OR", "NOT", "true", "false", "cannot", "be", "empty"]
        return Set(fields + values + KeptIDs.Kind.ofClaims.keys + others)
    }()
}
