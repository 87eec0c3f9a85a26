import ArgumentParser
import SystemPackage
import WireInspect

/// `wiredump types [NAME]`
struct TypesCommand: ConsoleCommand {
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

    @Argument(
        help: ArgumentHelp("A full or short name, or a part of one.", valueName: "name"),
        completion: TypeOptions.names)
    var filter: String?

    @Flag(help: "Show the fields of every match.")
    var fields = false

    @OptionGroup var colors: ColorOptions
    @OptionGroup var schemaOptions: SchemaOptions

    func run(_ console: Console) throws {
        let listing = TypeListing(
            try schemaOptions.schema(console.notes), palette: colors.palette,
            columns: FileDescriptor.standardOutput.columns)
        let name = filter ?? ""
        let matches = listing.matches(name)
        guard !matches.isEmpty else {
            throw usageError("No message has '\(name)' in its name. \(TypeOptions.hint(for: name, in: listing))")
        }
        if fields || (filter != nil && matches.count == 1) {
            listing.printFields(of: matches, to: console.output)
        } else {
            listing.printNames(of: matches, to: console.output)
        }
    }
}
