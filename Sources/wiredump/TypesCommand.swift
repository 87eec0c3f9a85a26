import ArgumentParser
import FleetProtos
import Foundation
import ProtobufSchema
import WireInspect

/// `wiredump types [NAME]`
struct TypesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "types",
        abstract: "Lists the messages that wiredump knows, or the fields of one.",
        discussion: """
            EXAMPLES:
              wiredump types                  every message, by package
              wiredump types waypoint         messages whose name contains the word
              wiredump types TripWaypoint     one message: its fields and what they mean
              wiredump types update --fields  the fields of every match
            """)

    @Argument(help: ArgumentHelp("A full or short name, or a part of one.", valueName: "name"), completion: names)
    var filter: String?

    @Flag(help: "Show the fields of every match.")
    var fields = false

    @Option(help: "Colours; auto means on a terminal, unless NO_COLOR is set.")
    var color: ColorOption = .auto

    @OptionGroup var schemaOptions: SchemaOptions

    func run() throws {
        let output = FileSink(.standardOutput)
        let listing = TypeListing(try schemaOptions.schema(), palette: color.palette(for: STDOUT_FILENO))
        let matches = listing.matches(filter ?? "")
        guard !matches.isEmpty else {
            throw ValidationError("No message has '\(ValueText.safe(filter ?? ""))' in its name.")
        }
        if fields || (filter != nil && matches.count == 1) {
            listing.printFields(of: matches, to: output)
        } else {
            listing.printNames(of: matches, to: output)
        }
        output.close()
    }

    /// Completes the short names of the built-in messages.
    static let names = CompletionKind.custom { _, _, _ in
        TypeListing(FleetSchema.shared).matches("").map(\.name).sorted()
    }

    /// The message that an option names.
    static func message(named name: String, in schema: Schema) throws -> MessageDescriptor {
        let listing = TypeListing(schema)
        let exact = listing.exactMatches(name)
        if exact.count == 1 { return exact[0] }
        let rivals = exact.isEmpty ? listing.matches(name) : exact
        guard !rivals.isEmpty else {
            throw ValidationError("No message is called '\(ValueText.safe(name))'. 'wiredump types' lists all of them.")
        }
        let names = rivals.prefix(8).map { "  " + $0.fullName }.joined(separator: "\n")
        throw ValidationError(
            "'\(name)' could be one of several messages\(rivals.count > 8 ? ", among them" : ""):\n\(names)")
    }
}
