import ArgumentParser
import ByteText
import ConsoleText
import FleetProtos
import ProtobufSchema
import WireInspect

/// The option that names the type of the messages.
struct TypeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The type of the messages, by full or short name.", valueName: "name"),
        completion: names)
    var type: String?

    /// Completes the short names of built-in messages.
    static let names = CompletionKind.custom { _, _, _ in
        TypeListing(FleetSchema.shared).matches("").map(\.name).sorted()
    }

    /// A sentence about a name that no message has.
    static func hint(for name: String, in listing: TypeListing) -> String {
        let known = listing.matches("").flatMap { [$0.name, $0.fullName] }
        return nearestName(to: name, among: known).map { "Did you mean '\($0)'?" }
            ?? "'wiredump types' lists all of them."
    }

    /// The type; `nil` where none is named.
    ///
    /// - Throws: As ``message(named:in:)``.
    func message(in schema: Schema) throws -> MessageDescriptor? {
        try type.map { try Self.message(named: $0, in: schema) }
    }

    /// The type with a full or short name in any case, or else the only one whose name contains the text.
    ///
    /// - Throws: `ValidationError` when no type or several types match.
    static func message(named name: String, in schema: Schema) throws -> MessageDescriptor {
        let listing = TypeListing(schema)
        let candidates = listing.matches(name)
        let named = candidates.filter { ".\($0.fullName)".lowercased().hasSuffix(".\(name)".lowercased()) }
        for found in [named, candidates] where found.count == 1 { return found[0] }
        guard !candidates.isEmpty else {
            throw usageError("No message is called '\(name)'. \(hint(for: name, in: listing))")
        }
        throw ambiguous(name, "messages", candidates.map(\.fullName))
    }

    /// The error about a name that several messages or enums have: it lists the first eight of them.
    static func ambiguous(_ name: String, _ noun: String, _ all: [String]) -> ValidationError {
        let list = all.prefix(8).map { "  \($0)" as SafeText }.joined(separator: "\n")
        return usageError("'\(name)' could be one of several \(noun)\(all.count > 8 ? ", among them" : ""):\n\(list)")
    }
}
